import { foldForSearch } from '#app/core/text/fold.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import { isGiven, omitMissing, type OrganizerInput, type VenueInput } from './inputs.ts';

const cleanedText = (value: string | null | undefined) => (isGiven(value) ? cleanText(value) : undefined);
const trimmedAddress = (value: string | null | undefined) => (isGiven(value) ? value.trim() : undefined);

const SEPARATOR = '\u0001';
const searchTextOf = (parts: readonly (string | null | undefined)[]) => parts.map((part) => foldForSearch(part ?? '')).join(SEPARATOR);

const isUsa = (country: string) => ['', 'us', 'united states'].includes(country.trim().toLowerCase());

/** Returns the default of `stateProvince`: the state in the USA or without a country, else the province. */
export function stateOrProvince({ country, state, province }: { country: string; state: string; province: string }): string {
  return state !== '' && isUsa(country) ? state : province;
}

/** Returns the venue columns that the input sets. */
export function venueColumns(input: VenueInput) {
  const { showMap, showMapLink, latitude, longitude, lineage } = input;
  return {
    ...omitMissing({
      address: cleanedText(input.address),
      city: cleanedText(input.city),
      country: cleanedText(input.country),
      province: cleanedText(input.province),
      state: cleanedText(input.state),
      stateProvince: cleanedText(input.stateProvince),
      zip: cleanedText(input.zip),
      phone: cleanedText(input.phone),
      website: trimmedAddress(input.website),
      showMap,
      showMapLink,
      ...(isGiven(latitude) && isGiven(longitude) && { latitude, longitude }),
      lineage: lineage ? [...lineage] : undefined,
    }),
    ...(latitude === null && longitude === null && { latitude: null, longitude: null }),
  };
}

/** Returns the searchable text of a venue. */
export const venueSearchText = (venue: {
  address: string;
  city: string;
  province: string;
  state: string;
  stateProvince: string;
  zip: string;
  phone: string;
}) => searchTextOf([venue.address, venue.city, venue.province, venue.state, venue.stateProvince, venue.zip, venue.phone]);

/** Returns the row of a new venue. */
export function venueRow(input: VenueInput) {
  const empty = { address: '', city: '', country: '', province: '', state: '', stateProvince: '', zip: '', phone: '', website: '' };
  const columns = { ...empty, ...venueColumns(input) };
  if (!isGiven(input.stateProvince)) columns.stateProvince = stateOrProvince(columns);
  return { ...columns, searchText: venueSearchText(columns) };
}

/** Returns the organizer columns that the input sets. */
export function organizerColumns(input: OrganizerInput) {
  return omitMissing({
    phone: cleanedText(input.phone),
    website: trimmedAddress(input.website),
    email: cleanedText(input.email),
    lineage: input.lineage ? [...input.lineage] : undefined,
  });
}

/** Returns the searchable text of an organizer. */
export const organizerSearchText = ({ phone, website, email }: { phone: string; website: string; email: string }) =>
  searchTextOf([phone, website, email]);

/** Returns the row of a new organizer. */
export function organizerRow(input: OrganizerInput) {
  const columns = { phone: '', website: '', email: '', ...organizerColumns(input) };
  return { ...columns, searchText: organizerSearchText(columns) };
}
