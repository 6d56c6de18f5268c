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

/** Half the box size of a town, in degrees. */
const TOWN = 0.1;
/** Offset of the IDs of capitals, behind those of countries. */
const CAPITALS = 1000;

/**
 * Built-in countries and capitals, read on first use. Country names are from Unicode CLDR, extents of the mainland from Natural Earth
 * (public domain), capitals from GeoNames (CC BY 4.0, geonames.org).
 */
export const knownPlaces = once((): readonly KnownPlace[] =>
  (JSON.parse(readFileSync(new URL('places.json', import.meta.url), 'utf8')) as Row[]).flatMap(placesOf),
);

function placesOf([code, name, [latitude, longitude, south, north, west, east], capital]: Row, index: number): KnownPlace[] {
  const country = code.toLowerCase();
  const box = { south, north, west, east };
  const whole: KnownPlace = { id: index + 1, kind: 'country', country, name, displayName: name, latitude, longitude, box };
  if (!capital) return [whole];
  const [town, lat, lng] = capital;
  const around = { south: lat - TOWN, north: lat + TOWN, west: lng - TOWN, east: lng + TOWN };
  const displayName = `${town}, ${name}`;
  return [whole, { id: CAPITALS + index, kind: 'capital', country, name: town, displayName, latitude: lat, longitude: lng, box: around }];
}

/** Returns the code of a country name or code; undefined for any other text. */
export function countryCodeOf(text: string): string | undefined {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return undefined;
  return knownPlaces().find(({ kind, country, name }) => kind === 'country' && (country === wanted || name.toLowerCase() === wanted))
    ?.country;
}

/** True if the position is within the country's extent. */
export function mayLieIn(country: string, { latitude, longitude }: Position): boolean {
  return knownPlaces().some(
    ({ kind, country: code, box }) =>
      kind === 'country' &&
      code === country &&
      latitude >= box.south &&
      latitude <= box.north &&
      longitude >= box.west &&
      longitude <= box.east,
  );
}
