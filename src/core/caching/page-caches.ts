import type { Site } from '#app/site.ts';

/** Forgets every kept page of the site; returns whether it could. */
export type PurgePages = (site: Site) => Promise<boolean>;

const caches = new Map<string, PurgePages>();

/** Lets a domain that keeps pages hear when they have to be forgotten. A second one of the same name replaces the first. */
export function onPurge(name: string, purge: PurgePages): void {
  caches.set(name, purge);
}

/** Has all kept pages forgotten. Returns by name of the store whether it is empty now. */
export async function purgePageCaches(site: Site): Promise<Record<string, boolean>> {
  const purged = await Promise.all([...caches].map(async ([name, purge]) => [name, await purge(site)] as const));
  return Object.fromEntries(purged);
}
