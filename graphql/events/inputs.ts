import { builder } from '../builder.ts';
import { oneOf } from '../public/public-mapping.ts';
import { formats, openness, publicationStatuses } from '../content/closed-sets.ts';
import { symbolPlaces } from './closed-sets.ts';
import { nulls } from '../public/nulls.ts';
import { formerly, zoneIn } from '../public/former-names.ts';

type InputFields = Parameters<NonNullable<Parameters<typeof builder.inputType>[1]>['fields']>[0];

/** The fields that drafts and changes of events, venues and organizers share. */
const contentFields = (t: InputFields) => ({
  excerpt: t.string({ description: 'Short text for lists.' }),
  slug: t.string({ description: 'Name in addresses, made fit and unique; from the title when absent.' }),
  status: t.string({
    ...oneOf(
      publicationStatuses,
      'How far it is; TRASH moves it there. New: published by those who may, else a draft. What others publish waits for review.',
      {
        old: '`publish`, `future`, `draft`, `pending`, `private` or another one of the site; `trash` moves it there. New: published by those who may, else a draft. What others publish waits for review.',
      },
    ),
  }),
  authorId: t.int({ description: 'Author; you, when absent.' }),
  date: t.field({ type: 'Moment', description: "When it is published, on the site's clock. Wins over `dateUtc`." }),
  dateUtc: t.field({ type: 'Moment', ...zoneIn('date'), description: 'The same in UTC.' }),
  password: t.string({ description: 'Password that readers need; empty = none.' }),
  commentStatus: t.string({ ...oneOf(openness, 'Whether comments are taken.') }),
  pingStatus: t.string({ ...oneOf(openness, 'Whether pingbacks are taken.') }),
  format: t.string({ ...oneOf(formats, 'How a theme may show it.', { old: 'How a theme may show it: `standard`, `aside`, …' }) }),
  template: t.string({ description: 'Template of its page.' }),
  isSticky: t.boolean({ description: 'Whether it comes first where the order is set by hand.' }),
  image: t.string({
    description: 'Number of a media item, or the address of an image, which needs the right to upload; empty = none.',
  }),
  tagIds: t.intList({ description: 'Tags; replace the old ones. Unknown numbers are left out.' }),
  lineage: t.stringList({ description: 'Global ids of what it was copied from, nearest first.' }),
});

const venueFields = (t: InputFields) => ({
  title: t.string({ description: 'Its name. Needed for a new one.' }),
  description: t.string({ description: 'Text; harmless HTML stays.' }),
  ...contentFields(t),
  address: t.string({ description: 'Street and number.' }),
  city: t.string({ description: 'City of the venue.' }),
  country: t.string({ description: 'Country of the venue.' }),
  province: t.string({ description: 'Province, outside the USA.' }),
  state: t.string({ description: 'State, within the USA.' }),
  stateProvince: t.string({ description: 'State or province; derived from these when absent.' }),
  zip: t.string({ description: 'Postal code of the venue.' }),
  phone: t.string({ description: 'Telephone number as plain text.' }),
  website: t.string({ description: 'Its own page elsewhere; empty = none.' }),
  showMap: t.boolean({ description: 'Whether pages show a map of it; true for a new one.' }),
  showMapLink: t.boolean({ description: 'Whether pages link to a map of it; true for a new one.' }),
  latitude: t.float({ description: 'Degrees north; only together with the longitude. Null for both = no position.' }),
  longitude: t.float({ description: 'Degrees east; null as the latitude.' }),
});

const organizerFields = (t: InputFields) => ({
  title: t.string({ description: 'The name. Needed for a new one.' }),
  description: t.string({ description: 'Text; harmless HTML stays.' }),
  ...contentFields(t),
  phone: t.string({ description: 'Telephone number as plain text.' }),
  website: t.string({ description: 'Page elsewhere; empty = none.' }),
  email: t.string({ description: 'E-mail address of the person.' }),
});

/** A new venue. */
export const VenueDraft = builder.inputType('VenueDraft', { description: 'A new venue.', fields: (t) => venueFields(t as never) });
/** What null clears on whatever has content. */
const clearedContent = { description: '', excerpt: '', password: '', template: '', image: '', tagIds: [], lineage: [] } as const;

/** What changes on a venue. */
export const VenueChanges = builder.inputType('VenueChanges', {
  ...nulls({
    clearedBy: {
      ...clearedContent,
      address: '',
      city: '',
      country: '',
      province: '',
      state: '',
      stateProvince: '',
      zip: '',
      phone: '',
      website: '',
    },
    passed: ['latitude', 'longitude'],
  }),
  description: 'What changes on a venue.',
  fields: (t) => venueFields(t as never),
});
/** A new organizer. */
export const OrganizerDraft = builder.inputType('OrganizerDraft', {
  description: 'A new organizer.',
  fields: (t) => organizerFields(t as never),
});
/** What changes on an organizer. */
export const OrganizerChanges = builder.inputType('OrganizerChanges', {
  ...nulls({ clearedBy: { ...clearedContent, phone: '', website: '', email: '' } }),
  description: 'What changes on an organizer.',
  fields: (t) => organizerFields(t as never),
});

const VenueLink = builder.inputType('VenueLink', {
  description: 'A venue: an existing one by its number, or a new one.',
  fields: (t) => ({
    id: t.int({ description: 'Number of an existing venue.' }),
    draft: t.field({
      type: VenueDraft,
      description: 'A new venue; one with the same name, and description where one is given, is used again.',
    }),
  }),
});

const OrganizerLink = builder.inputType('OrganizerLink', {
  description: 'An organizer: an existing one by its number, or a new one.',
  fields: (t) => ({
    id: t.int({ description: 'Number of an existing organizer.' }),
    draft: t.field({
      type: OrganizerDraft,
      description: 'A new organizer; one with the same name, and description where one is given, is used again.',
    }),
  }),
});

const eventFields = (t: InputFields) => ({
  title: t.string({ description: 'Title. Needed for a new event; tags are removed.' }),
  description: t.string({ description: 'Text; harmless HTML stays.' }),
  ...contentFields(t),
  parentId: t.int({ description: 'Number of the parent event; null = none.' }),
  start: t.field({ type: 'Moment', description: 'When it starts, on the clocks of its zone. Needed for a new event.' }),
  end: t.field({ type: 'Moment', description: 'When it ends, on the clocks of its zone. Needed for a new event, or a duration.' }),
  startUtc: t.field({ type: 'Moment', ...zoneIn('start'), description: 'When it starts, in UTC; `start` wins.' }),
  endUtc: t.field({ type: 'Moment', ...zoneIn('end'), description: 'When it ends, in UTC; `end` wins.' }),
  durationSeconds: t.int({ description: 'How long it lasts; counts where start or end is not said.' }),
  timezone: t.string({
    description: "Its zone: an IANA name, `UTC` or `UTC±h[:mm]`; the site's when empty or null. A new zone alone keeps the clock times.",
  }),
  allDay: t.boolean({ description: 'Takes whole days, from the first to the last.' }),
  cost: t.stringList({
    description: 'What it costs: numbers with or without symbol, ranges, or words; replaces the old ones. An empty list clears.',
  }),
  currencySymbol: t.string({ description: 'Symbol, where the costs name none.' }),
  currencyCode: t.string({ description: 'ISO 4217 code of the currency.' }),
  currencyPosition: t.string({ ...oneOf(symbolPlaces, 'Position of the currency symbol.') }),
  website: t.string({ description: 'Its own page elsewhere; empty = none.' }),
  showMap: t.boolean({ description: 'Whether its page shows a map.' }),
  showMapLink: t.boolean({ description: 'Whether its page links to a map.' }),
  isHiddenFromListings: t.boolean({ ...formerly('isHidden'), description: 'Hidden from listings.' }),
  isFeatured: t.boolean({ description: 'Presented before others.' }),
  categories: t.stringList({ description: 'Categories by number, slug or name; a new name makes one. Replace the old ones.' }),
  tags: t.stringList({ description: 'Tags by number, slug or name; a new name makes one. Replace the old ones.' }),
  categoryIds: t.intList({ description: 'Categories by number; unknown ones are left out. `categories` wins.' }),
  venues: t.field({ type: [VenueLink], description: 'Where it takes place; the first one counts. An empty list clears.' }),
  organizers: t.field({ type: [OrganizerLink], description: 'Who holds it, in order. An empty list clears.' }),
  customFields: t.field({ type: 'JSON', description: 'Further fields: name → text; empty text clears one.' }),
});

/** A new event. */
export const EventDraft = builder.inputType('EventDraft', { description: 'A new event.', fields: (t) => eventFields(t as never) });
/** What changes on an event. */
export const EventChanges = builder.inputType('EventChanges', {
  ...nulls({
    clearedBy: {
      ...clearedContent,
      parentId: 0,
      timezone: '',
      cost: [],
      currencySymbol: '',
      currencyCode: '',
      currencyPosition: '',
      website: '',
      categories: [],
      tags: [],
      categoryIds: [],
      venues: [],
      organizers: [],
    },
  }),
  description: 'What changes on an event.',
  fields: (t) => eventFields(t as never),
});

/** What happens when an event would end before it starts. */
export const ReversedTimes = builder.enumType('ReversedTimes', {
  description: 'What happens when an event would end before it starts.',
  values: {
    CLAMP: { value: 'clamp', description: 'It ends when it starts.' },
    REFUSE: { value: 'refuse', description: 'The write is refused.' },
    KEEP: { value: 'keep', description: 'The times stay as they are stored; a new event is refused.' },
  } as const,
});
