import { foldForSearch } from '#app/core/text/fold.ts';
import { cleanText } from '#app/core/text/plain-text.ts';
import { isGiven, type OrganizerInput, type VenueInput } from './inputs.ts';

const text = (value: string | null | undefined) => (isGiven(value) ? cleanText(value) : undefined);
const address = (value: string | null | undefined) => (isGiven(value) ? value.trim() : undefined);
type Given<T> = { [Name in keyof T]?: NonNullable<T[Name]> };
const given = <T extends object>(values: T): Given<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isGiven(value))) as Given<T>;

const SEPARATOR = '\u0001';
const searchTextOf = (parts: readonly (string | null | undefined)[]) => parts.map((part) => foldForSearch(part ?? '')).join(SEPARATOR);

const isUsa = (country: string) => ['', 'us', 'united states'].includes(country.trim().toLowerCase());

/** Returns the default of `stateProvince`: the state in the USA or without a country, else the province. */
export function stateOrProvince({ country, state, province }: { country: string; state: string; province: string }): string {
  return state !== '' && isUsa(country) ? state : province;
}

/** Returns the venue columns of an input. */
export function venueColumns(input: VenueInput) {
  const { showMap, showMapLink, latitude, longitude, lineage } = input;
  return {
    ...given({
      address: text(input.address),
      city: text(input.city),
      country: text(input.country),
      province: text(input.province),
      state: text(input.state),
      stateProvince: text(input.stateProvince),
      zip: text(input.zip),
      phone: text(input.phone),
      website: address(input.website),
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

/** Returns the organizer columns of an input. */
export function organizerColumns(input: OrganizerInput) {
  return given({
    phone: text(input.phone),
    website: address(input.website),
    email: text(input.email),
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
