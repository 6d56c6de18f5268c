import type { contentFormats } from '#app/domains/content/changes.input.ts';
import type { ClosedSet } from '../public/public-mapping.ts';

export const openness: ClosedSet = {
  name: 'Openness',
  description: 'Whether readers may add something to a content.',
  values: { open: 'It is allowed.', closed: 'They may not.' },
};

export const mediaTypes: ClosedSet = {
  name: 'MediaType',
  description: 'What a media item is.',
  values: { image: 'The file is an image.', file: 'Every other file.' },
};

export const frontPages: ClosedSet = {
  name: 'FrontPageKind',
  description: 'What the front page shows.',
  values: { posts: 'The newest posts.', page: 'A page of the site.' },
};

export const contentKinds: ClosedSet = {
  name: 'ContentKind',
  description: 'What a content is.',
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
  publish: 'Everybody reads it.',
  future: 'It is published when its date comes.',
  draft: 'It is being written.',
  pending: 'It waits for review.',
  private: 'Only those see it who may read private content.',
  trash: 'It is in the trash.',
  'auto-draft': 'Someone began it and has saved nothing yet.',
  inherit: 'It is seen where what it belongs to is seen.',
  'request-pending': 'A request about personal data that nobody has confirmed.',
  'request-confirmed': 'A request about personal data that was confirmed.',
  'request-failed': 'A request about personal data that has failed.',
  'request-completed': 'A request about personal data that was resolved.',
  'tribe-ea-success': 'An import that has ended.',
  'tribe-ea-failed': 'An import that has failed.',
  'tribe-ea-schedule': 'An import that is made at times.',
  'tribe-ea-pending': 'An import that waits.',
  'tribe-ea-draft': 'An import that is only noted.',
  'tribe-ignored': 'Imports pass it over.',
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

/** Every status that stored content may have (`src/domains/content/statuses.ts`). */
export const publicationStatuses: ClosedSet = {
  name: 'PublicationStatus',
  description: 'How far a content is; usual are the first six.',
  values: statuses,
  names: statusNames,
};

export const publicationStatusesAsked: ClosedSet = {
  name: 'PublicationStatusFilter',
  description: 'Which status a content of a list has.',
  values: { ...statuses, any: 'Any that lists show.' },
  names: statusNames,
};

export const formatMeanings: Readonly<Record<(typeof contentFormats)[number], string>> = {
  standard: 'As any post.',
  aside: 'A note without a title.',
  chat: 'The record of a conversation.',
  gallery: 'A set of pictures.',
  link: 'A link to another site.',
  image: 'A single picture.',
  quote: 'Words of someone else.',
  status: 'A short message.',
  video: 'A video player.',
  audio: 'An audio recording.',
};

/** Formats, as `PostFormat` declares them too. */
export const formats: ClosedSet = { name: 'PostFormat', description: 'How a theme may show a content.', values: formatMeanings };

/** Of what content sells; tickets say more of them. */
export const ticketProviders = {
  name: 'TicketProvider',
  description: 'Who gives out a ticket.',
  values: { rsvp: 'Registration, without money.', tc: 'The current shop.', 'tribe-commerce': 'The older shop.' },
  names: { tc: 'SHOP', 'tribe-commerce': 'OLDER_SHOP' },
} satisfies ClosedSet;
