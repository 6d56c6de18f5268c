import type { Prisma } from '#db';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { geocoderUrl } from '../maps.settings.ts';
import { searchBuiltIn, type GeocoderQuery } from './built-in.ts';
import { searchExternal } from './external.ts';
import type { GeocodedPlace } from './place.ts';

/** Maximum length of cache keys in characters. Results with a longer key are not cached. */
const MAX_KEY_LENGTH = 512;
/** Maximum number of cached results. The nightly clean-up deletes the oldest excess results. */
const MAX_CACHED = 50_000;

/** Returns the cached places of a key, or an empty array if the key is not cached. */
export async function findCachedPlaces(site: Site, key: string): Promise<GeocodedPlace[]> {
  const cached = await site.db.prisma.geocodeCache.findUnique({ where: { query: key } });
  return (cached?.response ?? []) as unknown as GeocodedPlace[];
}

/**
 * Finds places with the configured service, or with the built-in geocoder if no service is configured. Caches the result under the key if there is
 * one. Throws `geocoder_blocked`.
 */
export async function lookUpPlaces(site: Site, query: GeocoderQuery, key: string | null): Promise<GeocodedPlace[]> {
  if (query.text.trim() === '') return [];
  const serviceUrl = site.settings.get(geocoderUrl);
  const places = serviceUrl === '' ? await searchBuiltIn(site, query) : await searchExternal(site, serviceUrl, query);
  if (places.length > 0 && key !== null && key !== '' && key.length <= MAX_KEY_LENGTH) await storeResult(site, key, places);
  return places;
}

async function storeResult(site: Site, query: string, places: readonly GeocodedPlace[]): Promise<void> {
  const values = { response: places as unknown as Prisma.InputJsonArray, createdAt: now() };
  await site.db.prisma.geocodeCache.upsert({ where: { query }, create: { query, ...values }, update: values });
}

/** Deletes all cached results and returns their number. */
export async function clearGeocodeCache(site: Site): Promise<number> {
  return (await site.db.prisma.geocodeCache.deleteMany()).count;
}

/** Deletes the oldest cached results in excess of the maximum, because visitors can add results. Returns the number of deleted results. */
export async function trimGeocodeCache(site: Site): Promise<number> {
  const { prisma } = site.db;
  const [firstExcess] = await prisma.geocodeCache.findMany({ orderBy: { id: 'desc' }, skip: MAX_CACHED, take: 1, select: { id: true } });
  return firstExcess ? (await prisma.geocodeCache.deleteMany({ where: { id: { lte: firstExcess.id } } })).count : 0;
}
