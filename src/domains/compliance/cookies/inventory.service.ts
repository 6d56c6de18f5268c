import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { cleanName, knownName } from './cookie-names.rules.ts';
import { knownCookies, knownServices } from './known-cookies.ts';

/** A cookie or storage entry that was found in a browser. */
export interface SeenCookie {
  name: string;
  type: 'cookie' | 'localstorage';
  /** `self`, or the domain of the cookie. */
  domain: string;
}

const LANGUAGE = 'en';
/** Maximum number of names per report. Browsers have far fewer. */
const MAX_COOKIES = 2_000;

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9_*-]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** Returns the ID of a known service and creates it if necessary. Null for an unknown service. */
async function serviceIdOf(tx: Tx, name: string, at: Date): Promise<number | null> {
  const known = knownServices[name];
  if (!known) return null;
  const key = { slug_language: { slug: slugOf(name), language: LANGUAGE } };
  const create = { name, slug: slugOf(name), language: LANGUAGE, ...known, lastUpdated: at };
  return (await tx.cookieService.upsert({ where: key, create, update: {}, select: { id: true } })).id;
}

async function describe(tx: Tx, name: string, at: Date) {
  const described = knownCookies[knownName(name, new Set(Object.keys(knownCookies)), Object.keys(knownCookies)) ?? ''];
  if (!described) return {};
  const { service, ...said } = described;
  return { ...said, serviceId: await serviceIdOf(tx, service, at) };
}

/** Adds found cookies to the inventory under their known names, or updates the time of known ones. Part of a transaction. */
export async function noteCookies(site: Site, tx: Tx, seen: readonly SeenCookie[]): Promise<void> {
  const at = now();
  at.setUTCMilliseconds(0);
  const clean = seen.slice(0, MAX_COOKIES).flatMap((one) => {
    const name = cleanName(one.name, site.config.siteUrl);
    return name === null ? [] : [{ ...one, name }];
  });
  const stored = await tx.cookieInventory.findMany({
    where: { language: LANGUAGE, OR: [{ name: { contains: '*' } }, { name: { in: clean.map(({ name }) => name) } }] },
    select: { name: true },
  });
  const names = stored.map(({ name }) => name);
  const patterns = names.filter((name) => name.includes('*'));
  const known = new Set(names);
  const reported = new Map<string, SeenCookie>();
  for (const one of clean) reported.set(knownName(one.name, known, patterns) ?? one.name, one);
  for (const [name, { type, domain }] of reported) {
    const isOwn = domain === 'self';
    await tx.cookieInventory.upsert({
      where: { name_language: { name, language: LANGUAGE } },
      update: { lastAdded: at, deleted: false },
      create: {
        name,
        slug: slugOf(name),
        type,
        domain: domain.slice(0, 253),
        ownDomain: isOwn,
        language: LANGUAGE,
        lastUpdated: at,
        lastAdded: at,
        firstAdded: at,
        ...(await describe(tx, name, at)),
      },
      select: { id: true },
    });
  }
}
