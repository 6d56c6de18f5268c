import type { Site } from '#app/site.ts';
import { parsePoint, type Position, toPosition } from '../geometry.rules.ts';
import { computeKilometers } from '../marker/nearby.rules.ts';
import { findAddresses, type LocalAddress, findNearestAddress } from './local-addresses.ts';
import { computeMatchingShare, MAX_PLACES, MIN_SHARE, splitWords, splitIntoFoldedWords } from './matching.rules.ts';
import { type GeocodedPlace, createPlace } from './place.ts';
import { findCountryCode, isWithinExtent, type KnownPlace, listKnownPlaces } from './places.ts';

/** Query of the geocoder. */
export interface GeocoderQuery {
  text: string;
  /** Codes of the countries to search in (ISO 3166-1, lower case). If empty, all countries. */
  countryCodes: readonly string[];
}

/** Offsets that are added to the IDs of venues and markers, so that they differ from the IDs of built-in places. */
const VENUE_OFFSET = 1_000_000;
const MARKER_OFFSET = 1_000_000_000;

const PLACE_KINDS = {
  country: { category: 'boundary', type: 'administrative', importance: 0.9 },
  capital: { category: 'place', type: 'city', importance: 0.8 },
  venue: { category: 'amenity', type: 'events_venue', importance: 0.6 },
  marker: { category: 'place', type: 'point', importance: 0.5 },
  point: { category: 'place', type: 'coordinates', importance: 1 },
} as const;

interface Candidate {
  place: GeocodedPlace;
  /** Share of the searched words that the place matches, 0 to 1. */
  share: number;
}

function toBuiltInPlace({ id, kind, displayName, box, ...position }: KnownPlace): GeocodedPlace {
  return createPlace(position, { placeId: id, displayName, ...PLACE_KINDS[kind] }, box);
}

function toAddressPlace({ id, kind, name, address, ...position }: LocalAddress): GeocodedPlace {
  const displayName = [name, address].filter((part) => part !== '').join(', ');
  return createPlace(position, { placeId: id + (kind === 'venue' ? VENUE_OFFSET : MARKER_OFFSET), displayName, ...PLACE_KINDS[kind] });
}

/** True if the address is in one of the countries. If its country is unknown, the position decides. */
function isInCountries({ country, ...position }: LocalAddress, codes: readonly string[]): boolean {
  const code = findCountryCode(country);
  return code === undefined ? codes.some((candidate) => isWithinExtent(candidate, position)) : codes.includes(code);
}

/** Finds at most ten places without an external service, best match first (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.7). */
export async function searchBuiltIn(site: Site, { text, countryCodes }: GeocoderQuery): Promise<GeocodedPlace[]> {
  const point = parsePoint(text);
  const position = point && toPosition(point);
  if (position) return [await findPlaceOfPoint(site, position)];
  const words = splitIntoFoldedWords(text);
  if (words.length === 0) return [];
  const isAllowed = (country: string) => countryCodes.length === 0 || countryCodes.includes(country);
  const builtInCandidates = listKnownPlaces()
    .filter(({ country }) => isAllowed(country))
    .map(
      (place): Candidate => ({
        place: toBuiltInPlace(place),
        share: computeMatchingShare(words, splitIntoFoldedWords(`${place.displayName} ${place.country}`)),
      }),
    );
  const localCandidates = (await findAddresses(site, splitWords(text)))
    .filter((address) => countryCodes.length === 0 || isInCountries(address, countryCodes))
    .map(
      (address): Candidate => ({
        place: toAddressPlace(address),
        share: computeMatchingShare(words, splitIntoFoldedWords(`${address.name} ${address.address}`)),
      }),
    );
  const isExactName = (name: string) => splitIntoFoldedWords(name).join(' ') === words.join(' ');
  return [...localCandidates, ...builtInCandidates]
    .filter(({ share }) => share >= MIN_SHARE)
    .map((candidate) => ({ ...candidate, isExact: isExactName(candidate.place.displayName.split(', ')[0] ?? '') }))
    .sort((a, b) => b.share - a.share || Number(b.isExact) - Number(a.isExact) || b.place.importance - a.place.importance)
    .slice(0, MAX_PLACES)
    .map(({ place, share }) => ({ ...place, importance: Number((place.importance * share).toFixed(4)) }));
}

/** Returns the place at a point, with the name of the nearest known place or address. */
async function findPlaceOfPoint(site: Site, position: Position): Promise<GeocodedPlace> {
  const address = await findNearestAddress(site, position);
  const knownPlaces = listKnownPlaces().map((place) => ({ name: place.displayName, distance: computeKilometers(position, place) }));
  const candidates = address
    ? [...knownPlaces, { name: toAddressPlace(address).displayName, distance: computeKilometers(position, address) }]
    : knownPlaces;
  const nearest = candidates.reduce((best, candidate) => (candidate.distance < best.distance ? candidate : best));
  return createPlace(position, { placeId: 0, displayName: nearest.name, ...PLACE_KINDS.point });
}
