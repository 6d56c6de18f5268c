import type { Field } from '#app/rest/table.ts';
import { author, linkedRef, linkedSlugRef, name, optionalText, optionalFlag, publicationTime, status } from './linked-fields.ts';

function venueFields(required: boolean): Record<string, Field> {
  return {
    author: author({}),
    date: publicationTime({}, 'Publication time in the time zone of the site.'),
    date_utc: publicationTime({}, 'Publication time in UTC.'),
    venue: name('Name of the venue.', required),
    description: optionalText('Description of the venue.'),
    status: status({}),
    show_map: optionalFlag('Whether event pages show a map of the venue.'),
    show_map_link: optionalFlag('Whether event pages link to a map of the venue.'),
    address: optionalText('Street address.'),
    city: optionalText('Name of the city.'),
    country: optionalText('Name of the country.'),
    province: optionalText('Province or state outside the USA.'),
    state: optionalText('US state. Only for venues in the USA.'),
    zip: optionalText('Postal code.'),
    phone: optionalText('Phone number.'),
    stateprovince: optionalText('State or province.'),
    website: optionalText('URL of the website.'),
    image: optionalText('Media ID or URL of an image.'),
  };
}

/** Fields of venues (docs/behaviour/events.md 2.10). */
export const createVenue = venueFields(true);
export const venueRef = linkedRef('ID of the venue.');
export const venueSlugRef = linkedSlugRef('Slug of the venue.');
export const editVenue = { ...venueRef, ...venueFields(false) };
export const editVenueBySlug = { ...venueSlugRef, ...venueFields(false) };

/** Maps published names to names of fields in a venue draft. */
export const draftNames = {
  author: 'authorId', date_utc: 'dateUtc', venue: 'title', show_map: 'showMap', show_map_link: 'showMapLink', stateprovince: 'stateProvince',
};
