import { builder, type InputFields } from '../builder.ts';
import { oneOf } from '../public/public-mapping.ts';
import { formats, openness, publicationStatuses } from '../content/enum-definitions.ts';
import { symbolPlaces } from './enum-definitions.ts';
import { nulls } from '../public/nulls.ts';
import { declareFormerName, deprecateUtcInput } from '../public/former-names.ts';

/** Fields that drafts and changes of events, venues and organizers share. */
const contentFields = (t: InputFields) => ({
  excerpt: t.string({ description: 'Short text for lists.' }),
  slug: t.string({
    description:
      'Name in URLs; derived from the title by default. If another object already has the slug, it is changed so that it is unique.',
  }),
  status: t.string({
    ...oneOf(
      publicationStatuses,
      'Publication status; `TRASH` moves the object to the trash. A new object is published if you may publish, otherwise it is a draft. Without that right, publishing submits it for review.',
      {
        old: '`publish`, `future`, `draft`, `pending`, `private` or another status of the site; `trash` moves the object to the trash. A new object is published if you may publish, otherwise it is a draft. Without that right, publishing submits it for review.',
      },
    ),
  }),
  authorId: t.int({ description: 'ID of the author; your own ID for a new object by default.' }),
  date: t.field({ type: 'Moment', description: 'Publication date, in the time zone of the site. Takes precedence over `dateUtc`.' }),
  dateUtc: t.field({ type: 'Moment', ...deprecateUtcInput('date'), description: 'The value of `date` in UTC.' }),
  password: t.string({ description: 'Password that readers need; empty for no password.' }),
  commentStatus: t.string({ ...oneOf(openness, 'Whether readers can comment.') }),
  pingStatus: t.string({ ...oneOf(openness, 'Whether the content accepts pingbacks.') }),
  format: t.string({
    ...oneOf(formats, 'Post format, which a theme may use.', { old: 'Format, which a theme may use: `standard`, `aside`, …' }),
  }),
  template: t.string({ description: 'Template of the page.' }),
  isSticky: t.boolean({ description: 'Whether the object is first in lists with a manual order.' }),
  image: t.string({
    description: 'ID of a media item, or the URL of an image; empty for no image. A URL requires the right to upload.',
  }),
  tagIds: t.intList({ description: 'Tags by ID. They replace the previous ones. Unknown IDs are ignored.' }),
  lineage: t.stringList({ description: 'Global IDs of the objects from which this object was copied, nearest first.' }),
});

const venueFields = (t: InputFields) => ({
  title: t.string({ description: 'Name of the venue. Required for a new venue.' }),
  description: t.string({ description: 'Text as HTML. Unsafe HTML is removed.' }),
  ...contentFields(t),
  address: t.string({ description: 'Street and house number.' }),
  city: t.string({ description: 'City of the venue.' }),
  country: t.string({ description: 'Country of the venue.' }),
  province: t.string({ description: 'Province of a venue outside the USA.' }),
  state: t.string({ description: 'State of a venue in the USA.' }),
  stateProvince: t.string({ description: 'State or province; derived from the fields for the state and the province by default.' }),
  zip: t.string({ description: 'Postal code of the venue.' }),
  phone: t.string({ description: 'Telephone number as plain text.' }),
  website: t.string({ description: "URL of the venue's website; may be empty." }),
  showMap: t.boolean({ description: 'Whether pages show a map of the venue; true for a new venue.' }),
  showMapLink: t.boolean({ description: 'Whether pages link to a map of the venue; true for a new venue.' }),
  latitude: t.float({ description: 'Latitude in degrees north; requires `longitude`. Null for both removes the coordinates.' }),
  longitude: t.float({ description: 'Longitude in degrees east; requires `latitude`. Null for both removes the coordinates.' }),
});

const organizerFields = (t: InputFields) => ({
  title: t.string({ description: 'Name of the organizer. Required for a new organizer.' }),
  description: t.string({ description: 'Text as HTML. Unsafe HTML is removed.' }),
  ...contentFields(t),
  phone: t.string({ description: 'Telephone number as plain text.' }),
  website: t.string({ description: "URL of the organizer's website; may be empty." }),
  email: t.string({ description: 'Email address of the organizer.' }),
});

export const VenueDraft = builder.inputType('VenueDraft', { description: 'A new venue.', fields: (t) => venueFields(t as never) });

/** Fields of content that null clears, with their empty values. */
const clearedContent = { description: '', excerpt: '', password: '', template: '', image: '', tagIds: [], lineage: [] } as const;

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
    handledByResolver: ['latitude', 'longitude'],
  }),
  description: 'Fields of a venue to change.',
  fields: (t) => venueFields(t as never),
});
export const OrganizerDraft = builder.inputType('OrganizerDraft', {
  description: 'A new organizer.',
  fields: (t) => organizerFields(t as never),
});
export const OrganizerChanges = builder.inputType('OrganizerChanges', {
  ...nulls({ clearedBy: { ...clearedContent, phone: '', website: '', email: '' } }),
  description: 'Fields of an organizer to change.',
  fields: (t) => organizerFields(t as never),
});

const VenueLink = builder.inputType('VenueLink', {
  description: 'An existing venue by its ID, or a new venue.',
  fields: (t) => ({
    id: t.int({ description: 'ID of an existing venue.' }),
    draft: t.field({
      type: VenueDraft,
      description: 'A new venue. An existing venue with the same name, and the same description if given, is reused.',
    }),
  }),
});

const OrganizerLink = builder.inputType('OrganizerLink', {
  description: 'An existing organizer by its ID, or a new organizer.',
  fields: (t) => ({
    id: t.int({ description: 'ID of an existing organizer.' }),
    draft: t.field({
      type: OrganizerDraft,
      description: 'A new organizer. An existing organizer with the same name, and the same description if given, is reused.',
    }),
  }),
});

const eventFields = (t: InputFields) => ({
  title: t.string({ description: 'Title without HTML tags. Required for a new event.' }),
  description: t.string({ description: 'Text as HTML. Unsafe HTML is removed.' }),
  ...contentFields(t),
  parentId: t.int({ description: 'ID of the parent event; null for no parent.' }),
  start: t.field({ type: 'Moment', description: 'Start of the event, in the time zone of the event. Required for a new event.' }),
  end: t.field({
    type: 'Moment',
    description: 'End of the event, in the time zone of the event. A new event requires `end` or `durationSeconds`.',
  }),
  startUtc: t.field({
    type: 'Moment',
    ...deprecateUtcInput('start'),
    description: 'Start of the event, in UTC; `start` takes precedence.',
  }),
  endUtc: t.field({ type: 'Moment', ...deprecateUtcInput('end'), description: 'End of the event, in UTC; `end` takes precedence.' }),
  durationSeconds: t.int({ description: 'Duration in seconds; used if start or end is absent.' }),
  timezone: t.string({
    description:
      'Time zone: an IANA name, `UTC` or `UTC±h[:mm]`; the time zone of the site if empty or null. If only the time zone changes, the local times stay the same.',
  }),
  allDay: t.boolean({ description: 'Whether the event lasts whole days, from the day of `start` to the day of `end`.' }),
  cost: t.stringList({
    description: 'Costs: numbers with or without symbol, ranges, or words. They replace the previous ones; an empty list removes them.',
  }),
  currencySymbol: t.string({ description: 'Symbol of the currency, if the costs contain none.' }),
  currencyCode: t.string({ description: 'ISO 4217 code of the currency.' }),
  currencyPosition: t.string({ ...oneOf(symbolPlaces, 'Position of the currency symbol.') }),
  website: t.string({ description: "URL of the event's website; may be empty." }),
  showMap: t.boolean({ description: 'Whether the page of the event shows a map.' }),
  showMapLink: t.boolean({ description: 'Whether the page of the event links to a map.' }),
  isHiddenFromListings: t.boolean({
    ...declareFormerName('isHidden'),
    description: 'Whether the event is hidden from calendars and lists.',
  }),
  isFeatured: t.boolean({ description: 'Whether the event is featured.' }),
  categories: t.stringList({
    description: 'Categories by ID, slug or name. They replace the previous ones. An unknown name creates a category.',
  }),
  tags: t.stringList({ description: 'Tags by ID, slug or name. They replace the previous ones. An unknown name creates a tag.' }),
  categoryIds: t.intList({ description: 'Categories by ID; unknown IDs are ignored. `categories` takes precedence.' }),
  venues: t.field({ type: [VenueLink], description: 'Venues; only the first one is used. An empty list removes the venue.' }),
  organizers: t.field({ type: [OrganizerLink], description: 'Organizers, in order. An empty list removes them.' }),
  customFields: t.field({
    type: 'JSON',
    description: 'Values of the custom fields as strings, by name of the field. An empty string clears the field.',
  }),
});

export const EventDraft = builder.inputType('EventDraft', { description: 'A new event.', fields: (t) => eventFields(t as never) });
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
  description: 'The fields of an event to change.',
  fields: (t) => eventFields(t as never),
});

/** Handling of an event that would end before it starts. */
export const ReversedTimes = builder.enumType('ReversedTimes', {
  description: 'What happens when an event would end before it starts.',
  values: {
    CLAMP: { value: 'clamp', description: 'The event ends when it starts.' },
    REFUSE: { value: 'refuse', description: 'The mutation is refused.' },
    KEEP: { value: 'keep', description: 'The times stay as they are stored; a new event is refused.' },
  } as const,
});
