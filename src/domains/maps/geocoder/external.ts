import { Failure } from '#app/core/failures/failure.ts';
import { fetchGuarded } from '#app/core/outgoing/fetch-guarded.ts';
import type { Site } from '#app/site.ts';
import { sanitizeText } from '../texts.rules.ts';
import type { GeocoderQuery } from './built-in.ts';
import { MAX_PLACES } from './matching.rules.ts';
import type { GeocodedPlace } from './place.ts';

const TIMEOUT_MS = 10_000;
/** HTTP statuses with which a service blocks this site. */
const BLOCKED_STATUSES = new Set([401, 403, 418, 429]);

const toCleanString = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? sanitizeText(String(value)) : '';

function toPlaces(result: unknown): GeocodedPlace[] {
  if (typeof result !== 'object' || result === null) return [];
  const fields = result as Record<string, unknown>;
  const [lat, lon] = [toCleanString(fields['lat']), toCleanString(fields['lon'])];
  if (!Number.isFinite(Number.parseFloat(lat)) || !Number.isFinite(Number.parseFloat(lon))) return [];
  const box: unknown = fields['boundingbox'];
  return [
    {
      placeId: Number(fields['place_id']) || 0,
      lat,
      lon,
      displayName: toCleanString(fields['display_name']),
      boundingBox: Array.isArray(box) ? box.map(toCleanString) : [],
      category: toCleanString(fields['class'] ?? fields['category']),
      type: toCleanString(fields['type']),
      importance: Number(fields['importance']) || 0,
    },
  ];
}

/**
 * Finds places with an external service that uses the protocol of Nominatim. Returns an empty array if the request fails. Throws `geocoder_blocked`
 * if the service blocks this site.
 */
export async function searchExternal(site: Site, serviceUrl: string, { text, countryCodes }: GeocoderQuery): Promise<GeocodedPlace[]> {
  const url = URL.parse(serviceUrl);
  if (!url) return [];
  url.searchParams.set('q', text);
  url.searchParams.set('format', 'json');
  url.searchParams.set('limit', String(MAX_PLACES));
  if (countryCodes.length > 0) url.searchParams.set('countrycodes', countryCodes.join(','));
  try {
    const response = await fetchGuarded(site, url, { accept: 'application/json', timeoutMs: TIMEOUT_MS });
    if (BLOCKED_STATUSES.has(response.status))
      throw new Failure(
        'geocoder_blocked',
        503,
        'The geocoder blocks requests of this site. Try again later, or configure another service.',
      );
    const results: unknown = response.status === 200 ? JSON.parse(response.text()) : [];
    return Array.isArray(results) ? results.flatMap(toPlaces).slice(0, MAX_PLACES) : [];
  } catch (error) {
    if (error instanceof Failure) throw error;
    site.log.warn({ err: error }, 'the request to the geocoder failed');
    return [];
  }
}
