import { Failure } from '#app/core/failures/failure.ts';
import { fetchGuarded } from '#app/core/outgoing/fetch-guarded.ts';
import type { Site } from '#app/site.ts';
import { harmlessText } from '../texts.rules.ts';
import type { GeocoderQuery } from './built-in.ts';
import { MAX_PLACES } from './matching.rules.ts';
import type { GeocodedPlace } from './place.ts';

const TIMEOUT = 10_000;
/** Statuses by which a service refuses requests. */
const BLOCKED = new Set([401, 403, 418, 429]);

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? harmlessText(String(value)) : '');

function placeOf(found: unknown): GeocodedPlace[] {
  if (typeof found !== 'object' || found === null) return [];
  const said = found as Record<string, unknown>;
  const [lat, lon] = [textOf(said['lat']), textOf(said['lon'])];
  if (!Number.isFinite(Number.parseFloat(lat)) || !Number.isFinite(Number.parseFloat(lon))) return [];
  const box: unknown = said['boundingbox'];
  return [
    {
      placeId: Number(said['place_id']) || 0,
      lat,
      lon,
      displayName: textOf(said['display_name']),
      boundingBox: Array.isArray(box) ? box.map(textOf) : [],
      category: textOf(said['class'] ?? said['category']),
      type: textOf(said['type']),
      importance: Number(said['importance']) || 0,
    },
  ];
}

/** Queries the service at the address (Nominatim's protocol). Throws `geocoder_blocked` if it refuses requests; returns no place if it fails. */
export async function lookUpElsewhere(site: Site, address: string, { text, countryCodes }: GeocoderQuery): Promise<GeocodedPlace[]> {
  const url = URL.parse(address);
  if (!url) return [];
  url.searchParams.set('q', text);
  url.searchParams.set('format', 'json');
  url.searchParams.set('limit', String(MAX_PLACES));
  if (countryCodes.length > 0) url.searchParams.set('countrycodes', countryCodes.join(','));
  try {
    const answer = await fetchGuarded(site, url, { accept: 'application/json', timeoutMs: TIMEOUT });
    if (BLOCKED.has(answer.status)) throw new Failure('geocoder_blocked', 503, 'The geocoder refuses requests of this site.');
    const found: unknown = answer.status === 200 ? JSON.parse(answer.text()) : [];
    return Array.isArray(found) ? found.flatMap(placeOf).slice(0, MAX_PLACES) : [];
  } catch (error) {
    if (error instanceof Failure) throw error;
    site.log.warn({ err: error }, 'the geocoder gave no answer');
    return [];
  }
}
