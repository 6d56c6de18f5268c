import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import { isGiven, omitMissing, type OrganizerInput, type VenueInput } from './inputs.ts';

const cleanOptional = (value: string | null | undefined) => (isGiven(value) ? cleanText(value) : undefined);
const trimUrl = (value: string | null | undefined) => (isGiven(value) ? value.trim() : undefined);

const SEPARATOR = '\u0001';
const joinSearchText = (parts: readonly (string | null | undefined)[]) => parts.map((part) => foldForSearch(part ?? '')).join(SEPARATOR);

const isUsa = (country: string) => ['', 'us', 'united states'].includes(country.trim().toLowerCase());

/** Returns the default of `stateProvince`: the state in the USA or without a country, else the province. */
export function getStateOrProvince({ country, state, province }: { country: string; state: string; province: string }): string {
  return state !== '' && isUsa(country) ? state : province;
}

/** Returns the venue columns that the input sets. */
export function buildVenueColumns(input: VenueInput) {
  const { showMap, showMapLink, latitude, longitude, lineage } = input;
  return {
    ...omitMissing({
      address: cleanOptional(input.address),
      city: cleanOptional(input.city),
      country: cleanOptional(input.country),
      province: cleanOptional(input.province),
      state: cleanOptional(input.state),
      stateProvince: cleanOptional(input.stateProvince),
      zip: cleanOptional(input.zip),
      phone: cleanOptional(input.phone),
      website: trimUrl(input.website),
      showMap,
      showMapLink,
      ...(isGiven(latitude) && isGiven(longitude) && { latitude, longitude }),
      lineage: lineage ? [...lineage] : undefined,
    }),
    ...(latitude === null && longitude === null && { latitude: null, longitude: null }),
  };
}

/** Returns the searchable text of a venue. */
export const buildVenueSearchText = (venue: {
  address: string;
  city: string;
  province: string;
  state: string;
  stateProvince: string;
  zip: string;
  phone: string;
}) => joinSearchText([venue.address, venue.city, venue.province, venue.state, venue.stateProvince, venue.zip, venue.phone]);

/** Returns the row of a new venue. */
export function buildVenueRow(input: VenueInput) {
  const empty = { address: '', city: '', country: '', province: '', state: '', stateProvince: '', zip: '', phone: '', website: '' };
  const columns = { ...empty, ...buildVenueColumns(input) };
  if (!isGiven(input.stateProvince)) columns.stateProvince = getStateOrProvince(columns);
  return { ...columns, searchText: buildVenueSearchText(columns) };
}

/** Returns the organizer columns that the input sets. */
export function buildOrganizerColumns(input: OrganizerInput) {
  return omitMissing({
    phone: cleanOptional(input.phone),
    website: trimUrl(input.website),
    email: cleanOptional(input.email),
    lineage: input.lineage ? [...input.lineage] : undefined,
  });
}

/** Returns the searchable text of an organizer. */
export const buildOrganizerSearchText = ({ phone, website, email }: { phone: string; website: string; email: string }) =>
  joinSearchText([phone, website, email]);

/** Returns the row of a new organizer. */
export function buildOrganizerRow(input: OrganizerInput) {
  const columns = { phone: '', website: '', email: '', ...buildOrganizerColumns(input) };
  return { ...columns, searchText: buildOrganizerSearchText(columns) };
}
