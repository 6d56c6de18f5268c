import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { cleanCookieName, findKnownName } from './cookie-names.rules.ts';
import { knownCookies, knownServices } from './known-cookies.ts';

/** A cookie or storage entry that was found in a browser. */
export interface DetectedCookie {
  name: string;
  type: 'cookie' | 'localstorage';
  /** `self`, or the domain of the cookie. */
  domain: string;
}

const LANGUAGE = 'en';
/** Maximum number of names per report. Browsers have far fewer. */
const MAX_COOKIES = 2_000;

const toSlug = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9_*-]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** Returns the ID of a known service, and creates the service if necessary. Null for an unknown service. */
async function ensureService(tx: Tx, name: string, time: Date): Promise<number | null> {
  const known = knownServices[name];
  if (!known) return null;
  const key = { slug_language: { slug: toSlug(name), language: LANGUAGE } };
  const create = { name, slug: toSlug(name), language: LANGUAGE, ...known, lastUpdated: time };
  return (await tx.cookieService.upsert({ where: key, create, update: {}, select: { id: true } })).id;
}

/** Returns the columns that describe a known cookie. Empty for an unknown cookie. */
async function buildDescriptionColumns(tx: Tx, name: string, time: Date) {
  const knownCookie = knownCookies[findKnownName(name, new Set(Object.keys(knownCookies)), Object.keys(knownCookies)) ?? ''];
  if (!knownCookie) return {};
  const { service, ...description } = knownCookie;
  return { ...description, serviceId: await ensureService(tx, service, time) };
}

/** Adds cookies to the inventory inside the caller's transaction, or updates the time of cookies that it already contains. */
export async function recordCookies(site: Site, tx: Tx, seenCookies: readonly DetectedCookie[]): Promise<void> {
  const time = now();
  time.setUTCMilliseconds(0);
  const cleanCookies = seenCookies.slice(0, MAX_COOKIES).flatMap((cookie) => {
    const name = cleanCookieName(cookie.name, site.config.siteUrl);
    return name === null ? [] : [{ ...cookie, name }];
  });
  const rows = await tx.cookieInventory.findMany({
    where: { language: LANGUAGE, OR: [{ name: { contains: '*' } }, { name: { in: cleanCookies.map(({ name }) => name) } }] },
    select: { name: true },
  });
  const names = rows.map(({ name }) => name);
  const patterns = names.filter((name) => name.includes('*'));
  const known = new Set(names);
  const byName = new Map<string, DetectedCookie>();
  for (const cookie of cleanCookies) byName.set(findKnownName(cookie.name, known, patterns) ?? cookie.name, cookie);
  for (const [name, { type, domain }] of byName) {
    const isOwn = domain === 'self';
    await tx.cookieInventory.upsert({
      where: { name_language: { name, language: LANGUAGE } },
      update: { lastAdded: time, deleted: false },
      create: {
        name,
        slug: toSlug(name),
        type,
        domain: domain.slice(0, 253),
        ownDomain: isOwn,
        language: LANGUAGE,
        lastUpdated: time,
        lastAdded: time,
        firstAdded: time,
        ...(await buildDescriptionColumns(tx, name, time)),
      },
      select: { id: true },
    });
  }
}
