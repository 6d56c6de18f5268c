import type { Field } from '#app/rest/table.ts';
import { author, linkedRef, linkedSlugRef, name, optionalText, optionalTruth, published, status } from './linked-fields.ts';

function venueFields(required: boolean): Record<string, Field> {
  return {
    author: author({}),
    date: published({}, 'Publication time.'),
    date_utc: published({}, 'Publication time in UTC.'),
    venue: name('Name of the venue.', required),
    description: optionalText('Text.'),
    status: status({}),
    show_map: optionalTruth('Whether pages show a map.'),
    show_map_link: optionalTruth('Whether pages link to a map.'),
    address: optionalText('Street and number.'),
    city: optionalText('City.'),
    country: optionalText('Country.'),
    province: optionalText('Province, outside the USA.'),
    state: optionalText('State, within the USA.'),
    zip: optionalText('Postal code.'),
    phone: optionalText('Telephone number.'),
    stateprovince: optionalText('State or province.'),
    website: optionalText('Its own page elsewhere.'),
    image: optionalText('Id or address of an image.'),
  };
}

/** Fields of venues (events.md 2.10). */
export const createVenue = venueFields(true);
export const venueRef = linkedRef('Id of the venue.');
export const venueSlugRef = linkedSlugRef('Slug of the venue.');
export const editVenue = { ...venueRef, ...venueFields(false) };
export const editVenueBySlug = { ...venueSlugRef, ...venueFields(false) };

/** Published name → name in a draft. */
export const draftNames = {
  author: 'authorId', date_utc: 'dateUtc', venue: 'title', show_map: 'showMap', show_map_link: 'showMapLink', stateprovince: 'stateProvince',
};
