import { buildOrganizerJsonLd } from '#app/domains/events/json-ld.ts';
import type { OrganizerRecord } from '#app/domains/events/linked.record.ts';
import { listHiddenFields } from '#app/domains/events/views.ts';
import { canRead } from '#app/domains/content/content.permissions.ts';
import { builder } from '../builder.ts';
import { createCalendarNodeOptions, unlessHidden } from './calendar-content.ts';
import { Organizer } from './refs.ts';

const details = ['email'] as const;
const emptyIfHidden = (getValue: (organizer: OrganizerRecord) => string) => unlessHidden(getValue, '');

builder.nodeRef(
  Organizer,
  createCalendarNodeOptions(({ load }) => load.calendar.organizer),
);

builder.prismaObjectFields(Organizer, (t) => ({
  phone: t.string({ description: 'Telephone number as plain text.', resolve: emptyIfHidden((organizer) => organizer.phone) }),
  website: t.string({ description: 'URL of the website of the organizer.', resolve: emptyIfHidden((organizer) => organizer.website) }),
  email: t.string({ description: 'Email address of the organizer.', resolve: emptyIfHidden((organizer) => organizer.email) }),
  hiddenFields: t.stringList({
    nullable: true,
    description: 'Names of the fields that a password hides from you, without empty fields; null if nothing is hidden.',
    resolve: (organizer) => listHiddenFields(organizer, details),
  }),
  jsonLd: t.field({
    type: 'JSON',
    nullable: true,
    description: 'Structured data of the organizer for search engines (schema.org); null while it is protected by a password.',
    resolve: (organizer, _args, { site, viewer }) =>
      canRead(viewer, organizer) && organizer.password === '' ? buildOrganizerJsonLd(site, organizer) : null,
  }),
}));
