import type { Field } from '#app/rest/table.ts';
import { author, linkedRef, linkedSlugRef, name, optionalText, publicationTime, status } from './linked-fields.ts';

const none = { default: null } as const;

function organizerFields(required: boolean): Record<string, Field> {
  return {
    author: author(none),
    date: publicationTime(none, 'Publication time in the time zone of the site.'),
    date_utc: publicationTime(none, 'Publication time in UTC.'),
    organizer: name('Name of the organizer.', required),
    description: optionalText('Description of the organizer.'),
    status: status(none),
    phone: optionalText('Phone number.'),
    website: optionalText('URL of the website.'),
    email: optionalText('Email address.'),
    image: optionalText('Media ID or URL of an image.'),
  };
}

/** Fields of organizers (docs/behaviour/events.md 2.10). */
export const createOrganizer = organizerFields(true);
export const organizerRef = linkedRef('ID of the organizer.');
export const organizerSlugRef = linkedSlugRef('Slug of the organizer.');
export const editOrganizer = { ...organizerRef, ...organizerFields(false) };
export const editOrganizerBySlug = { ...organizerSlugRef, ...organizerFields(false) };

/** Maps published names to names of fields in an organizer draft. */
export const draftNames = { author: 'authorId', date_utc: 'dateUtc', organizer: 'title' };
