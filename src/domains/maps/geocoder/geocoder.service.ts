import type { Prisma } from '#db';
import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { geocoderAddress } from '../maps.settings.ts';
import { lookUpHere, type GeocoderQuery } from './built-in.ts';
import { lookUpElsewhere } from './external.ts';
import type { GeocodedPlace } from './place.ts';

/** Maximum length of cache keys. Results of longer ones are not cached. */
const LONGEST_KEY = 512;
/** Maximum number of cached results. The oldest are deleted first. */
const MAX_KEPT = 50_000;

/** Returns the cached places of exactly this key; empty if none exist. */
export async function cachedPlaces(site: Site, key: string): Promise<GeocodedPlace[]> {
  const kept = await site.db.prisma.geocodeCache.findUnique({ where: { query: key } });
  return (kept?.response ?? []) as unknown as GeocodedPlace[];
}

/** Finds places with the built-in geocoder or the configured service, and caches them under the key if given. Throws `geocoder_blocked`. */
export async function lookUpPlaces(site: Site, query: GeocoderQuery, key: string | null): Promise<GeocodedPlace[]> {
  if (query.text.trim() === '') return [];
  const address = site.settings.get(geocoderAddress);
  const places = address === '' ? await lookUpHere(site, query) : await lookUpElsewhere(site, address, query);
  if (places.length > 0 && key !== null && key !== '' && key.length <= LONGEST_KEY) await keep(site, key, places);
  return places;
}

async function keep(site: Site, query: string, places: readonly GeocodedPlace[]): Promise<void> {
  const kept = { response: places as unknown as Prisma.InputJsonArray, createdAt: now() };
  await site.db.prisma.geocodeCache.upsert({ where: { query }, create: { query, ...kept }, update: kept });
}

/** Deletes all cached results and returns their number. */
export async function clearGeocodeCache(site: Site): Promise<number> {
  return (await site.db.prisma.geocodeCache.deleteMany()).count;
}

/** Deletes the oldest results beyond the maximum, because anyone may add some. */
export async function trimGeocodeCache(site: Site): Promise<number> {
  const { prisma } = site.db;
  const newest = await prisma.geocodeCache.findMany({ orderBy: { id: 'desc' }, skip: MAX_KEPT, take: 1, select: { id: true } });
  return newest[0] ? (await prisma.geocodeCache.deleteMany({ where: { id: { lte: newest[0].id } } })).count : 0;
}
