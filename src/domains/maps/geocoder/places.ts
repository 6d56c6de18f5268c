import { readFileSync } from 'node:fs';
import type { Position } from '../geometry.rules.ts';
import type { Box } from '../marker/nearby.rules.ts';
import { once } from '#app/core/async/once.ts';

/** A country or a capital. */
export interface KnownPlace extends Position {
  id: number;
  kind: 'country' | 'capital';
  /** ISO 3166-1 code in lower case. */
  country: string;
  name: string;
  displayName: string;
  box: Box;
}

type Row = [
  code: string,
  name: string,
  extent: [lat: number, lng: number, south: number, north: number, west: number, east: number],
  capital: [name: string, lat: number, lng: number, people: number] | null,
];

/** Half the side length of the box around a city, in degrees. */
const CITY_RADIUS = 0.1;
/** Offset that is added to the IDs of capitals, so that they differ from the IDs of countries. */
const CAPITAL_OFFSET = 1000;

/**
 * Loads the built-in countries and capitals on first use. Country names are from Unicode CLDR, extents of the mainland from Natural Earth
 * (public domain), capitals from GeoNames (CC BY 4.0, geonames.org).
 */
export const listKnownPlaces = once((): readonly KnownPlace[] =>
  (JSON.parse(readFileSync(new URL('places.json', import.meta.url), 'utf8')) as Row[]).flatMap(toPlaces),
);

function toPlaces([code, name, [latitude, longitude, south, north, west, east], capital]: Row, index: number): KnownPlace[] {
  const country = code.toLowerCase();
  const box = { south, north, west, east };
  const countryPlace: KnownPlace = { id: index + 1, kind: 'country', country, name, displayName: name, latitude, longitude, box };
  if (!capital) return [countryPlace];
  const [city, lat, lng] = capital;
  const cityBox = { south: lat - CITY_RADIUS, north: lat + CITY_RADIUS, west: lng - CITY_RADIUS, east: lng + CITY_RADIUS };
  const displayName = `${city}, ${name}`;
  return [
    countryPlace,
    { id: CAPITAL_OFFSET + index, kind: 'capital', country, name: city, displayName, latitude: lat, longitude: lng, box: cityBox },
  ];
}

/** Returns the code of a country by its English name or its code, ignoring case. Undefined for any other string. */
export function findCountryCode(text: string): string | undefined {
  const searched = text.trim().toLowerCase();
  if (searched === '') return undefined;
  return listKnownPlaces().find(
    ({ kind, country, name }) => kind === 'country' && (country === searched || name.toLowerCase() === searched),
  )?.country;
}

/** True if the position is within the rectangle that surrounds the country. */
export function isWithinExtent(country: string, { latitude, longitude }: Position): boolean {
  return listKnownPlaces().some(
    ({ kind, country: code, box }) =>
      kind === 'country' &&
      code === country &&
      latitude >= box.south &&
      latitude <= box.north &&
      longitude >= box.west &&
      longitude <= box.east,
  );
}
