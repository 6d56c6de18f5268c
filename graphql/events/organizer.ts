import { organizerJsonLd } from '#app/events/json-ld.ts';
import type { OrganizerRecord } from '#app/events/linked.record.ts';
import { hiddenFieldsOf } from '#app/events/views.ts';
import { canRead } from '#app/content/content.permissions.ts';
import { Content } from '../content/content.ts';
import { builder } from '../builder.ts';
import { asCalendarNode, CalendarContent, unlessHidden } from './calendar-content.ts';
import { Organizer } from './refs.ts';

const details = ['email'] as const;
const text = (value: (organizer: OrganizerRecord) => string) => unlessHidden(value, '');

builder.node(Organizer, {
  ...asCalendarNode(({ load }) => load.calendar.organizer),
  description: 'Who holds events. Its title is the name.',
  interfaces: [Content, CalendarContent],
  fields: (t) => ({
    phone: t.string({ description: 'Telephone number.', resolve: text((organizer) => organizer.phone) }),
    website: t.string({ description: 'Page elsewhere.', resolve: text((organizer) => organizer.website) }),
    email: t.string({ description: 'E-mail address.', resolve: text((organizer) => organizer.email) }),
    hiddenFields: t.stringList({
      nullable: true,
      description:
        'Names of its fields that a password hides from you; those that are empty anyway are left out. Null when nothing is hidden.',
      resolve: (organizer) => hiddenFieldsOf(organizer, details),
    }),
    jsonLd: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The person for search engines (schema.org); null while protected.',
      resolve: (organizer, _args, { site, viewer }) =>
        canRead(viewer, organizer) && organizer.password === '' ? organizerJsonLd(site, organizer) : null,
    }),
  }),
});
