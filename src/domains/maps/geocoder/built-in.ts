import type { Site } from '#app/site.ts';
import { pointOf, type Position, positionOf } from '../geometry.rules.ts';
import { kilometersBetween } from '../marker/nearby.rules.ts';
import { findAddresses, type LocalAddress, nearestAddress } from './local-addresses.ts';
import { LEAST_SHARE, MAX_PLACES, share, wordsAsWritten, wordsOf } from './matching.rules.ts';
import { type GeocodedPlace, placeAt } from './place.ts';
import { countryCodeOf, type KnownPlace, knownPlaces, mayLieIn } from './places.ts';

/** Query of the geocoder. */
export interface GeocoderQuery {
  text: string;
  /** Restricts the result to these countries (ISO 3166-1, lower case); empty = any. */
  countryCodes: readonly string[];
}

/** Offsets of place IDs, which tell their source. */
const OF_VENUES = 1_000_000;
const OF_MARKERS = 1_000_000_000;

const kinds = {
  country: { category: 'boundary', type: 'administrative', importance: 0.9 },
  capital: { category: 'place', type: 'city', importance: 0.8 },
  venue: { category: 'amenity', type: 'events_venue', importance: 0.6 },
  marker: { category: 'place', type: 'point', importance: 0.5 },
  point: { category: 'place', type: 'coordinates', importance: 1 },
} as const;

interface Candidate {
  place: GeocodedPlace;
  share: number;
}

function fromTable({ id, kind, displayName, box, ...position }: KnownPlace): GeocodedPlace {
  return placeAt(position, { placeId: id, displayName, ...kinds[kind] }, box);
}

function fromAddress({ id, kind, name, address, ...position }: LocalAddress): GeocodedPlace {
  const displayName = [name, address].filter((part) => part !== '').join(', ');
  return placeAt(position, { placeId: id + (kind === 'venue' ? OF_VENUES : OF_MARKERS), displayName, ...kinds[kind] });
}

/** True if the address is in one of the countries. Without a named country, its position decides. */
function isIn({ country, ...position }: LocalAddress, codes: readonly string[]): boolean {
  const named = countryCodeOf(country);
  return named === undefined ? codes.some((code) => mayLieIn(code, position)) : codes.includes(named);
}

/** Finds places without an external service (cache-compliance-maps-2fa-theme.md 3.7): best match first, at most ten. */
export async function lookUpHere(site: Site, { text, countryCodes }: GeocoderQuery): Promise<GeocodedPlace[]> {
  const point = pointOf(text);
  const position = point && positionOf(point);
  if (position) return [await placeOfPoint(site, position)];
  const asked = wordsOf(text);
  if (asked.length === 0) return [];
  const wanted = (country: string) => countryCodes.length === 0 || countryCodes.includes(country);
  const known = knownPlaces()
    .filter(({ country }) => wanted(country))
    .map((one): Candidate => ({ place: fromTable(one), share: share(asked, wordsOf(`${one.displayName} ${one.country}`)) }));
  const own = (await findAddresses(site, wordsAsWritten(text)))
    .filter((one) => countryCodes.length === 0 || isIn(one, countryCodes))
    .map((one): Candidate => ({ place: fromAddress(one), share: share(asked, wordsOf(`${one.name} ${one.address}`)) }));
  const same = (name: string) => wordsOf(name).join(' ') === asked.join(' ');
  return [...own, ...known]
    .filter((one) => one.share >= LEAST_SHARE)
    .map((one) => ({ ...one, isExact: same(one.place.displayName.split(', ')[0] ?? '') }))
    .sort((a, b) => b.share - a.share || Number(b.isExact) - Number(a.isExact) || b.place.importance - a.place.importance)
    .slice(0, MAX_PLACES)
    .map(({ place, share: had }) => ({ ...place, importance: Number((place.importance * had).toFixed(4)) }));
}

/** Returns the place of a point, named after the nearest known address. */
async function placeOfPoint(site: Site, position: Position): Promise<GeocodedPlace> {
  const address = await nearestAddress(site, position);
  const capitals = knownPlaces().map((one) => ({ name: one.displayName, distance: kilometersBetween(position, one) }));
  const known = address
    ? [...capitals, { name: fromAddress(address).displayName, distance: kilometersBetween(position, address) }]
    : capitals;
  const nearest = known.reduce((best, one) => (one.distance < best.distance ? one : best));
  return placeAt(position, { placeId: 0, displayName: nearest.name, ...kinds.point });
}
