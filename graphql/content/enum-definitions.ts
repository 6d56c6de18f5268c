import type { contentFormats } from '#app/domains/content/changes.input.ts';
import type { EnumDefinition } from '../public/public-mapping.ts';

export const openness: EnumDefinition = {
  name: 'Openness',
  description: 'Whether readers may contribute to a content item.',
  values: { open: 'Readers can contribute.', closed: 'Readers cannot contribute.' },
};

export const mediaTypes: EnumDefinition = {
  name: 'MediaType',
  description: 'Type of a media item.',
  values: { image: 'The file is an image.', file: 'Any other file.' },
};

export const frontPages: EnumDefinition = {
  name: 'FrontPageKind',
  description: 'Content of the front page.',
  values: { posts: 'The newest posts.', page: 'A page of the site.' },
};

export const contentKinds: EnumDefinition = {
  name: 'ContentKind',
  description: 'Type of a content item.',
  values: {
    post: 'A post of the site.',
    page: 'A page of the site.',
    attachment: 'A file of the media library.',
    event: 'An event of the calendar.',
    venue: 'A venue of events.',
    organizer: 'An organizer of events.',
  },
};

const statuses = {
  publish: 'The content is public.',
  future: 'The content will be published at its date.',
  draft: 'The content is a draft.',
  pending: 'The content waits for review.',
  private: 'Only users who may read private content can see it.',
  trash: 'The content is in the trash.',
  'auto-draft': 'An editor was opened, but nothing was saved yet.',
  inherit: 'The content is visible where its parent is visible.',
  'request-pending': 'A request about personal data that is not confirmed.',
  'request-confirmed': 'A request about personal data that was confirmed.',
  'request-failed': 'A request about personal data that has failed.',
  'request-completed': 'A request about personal data that was resolved.',
  'tribe-ea-success': 'An import that is complete.',
  'tribe-ea-failed': 'An import that has failed.',
  'tribe-ea-schedule': 'An import that repeats at certain times.',
  'tribe-ea-pending': 'An import that waits for batches.',
  'tribe-ea-draft': 'An import that is a draft.',
  'tribe-ignored': 'A record that is skipped by imports.',
  email_sent: 'A mail that was sent.',
  email_failed: 'A mail that could not be sent.',
  email_scheduled: 'A mail that is to be sent.',
};

const statusNames = {
  'tribe-ea-success': 'IMPORT_SUCCESS',
  'tribe-ea-failed': 'IMPORT_FAILED',
  'tribe-ea-schedule': 'IMPORT_SCHEDULE',
  'tribe-ea-pending': 'IMPORT_PENDING',
  'tribe-ea-draft': 'IMPORT_DRAFT',
  'tribe-ignored': 'IMPORT_IGNORED',
};

/** Every status of stored content (`src/domains/content/statuses.ts`). */
export const publicationStatuses: EnumDefinition = {
  name: 'PublicationStatus',
  description:
    'Publication status of a content item. Most content has the status `PUBLISH`, `FUTURE`, `DRAFT`, `PENDING`, `PRIVATE` or `TRASH`.',
  values: statuses,
  names: statusNames,
};

export const filterableStatuses: EnumDefinition = {
  name: 'PublicationStatusFilter',
  description: 'Publication status of the content items in a list.',
  values: { ...statuses, any: 'Any status that lists show.' },
  names: statusNames,
};

export const formatMeanings: Readonly<Record<(typeof contentFormats)[number], string>> = {
  standard: 'An ordinary post.',
  aside: 'A note without a title.',
  chat: 'The record of a conversation.',
  gallery: 'A set of pictures.',
  link: 'A link to another site.',
  image: 'A single picture.',
  quote: 'A quotation from another author.',
  status: 'A short message.',
  video: 'A video player.',
  audio: 'An audio recording.',
};

/** The values of `PostFormat`, for fields that hold a format as a string. */
export const formats: EnumDefinition = { name: 'PostFormat', description: 'How a theme may show a content item.', values: formatMeanings };

/** Ticket providers of content items. Tickets can also have other providers. */
export const ticketProviders = {
  name: 'TicketProvider',
  description: 'Provider of a ticket.',
  values: { rsvp: 'A registration without payment.', tc: 'The current shop.', 'tribe-commerce': 'The older shop.' },
  names: { tc: 'SHOP', 'tribe-commerce': 'OLDER_SHOP' },
} satisfies EnumDefinition;
