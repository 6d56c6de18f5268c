import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { loadEntries } from './entries.service.ts';
import { purgePages } from './purge.service.ts';

/** Removes responses that were stored more than `seconds` seconds ago, and returns their number. */
export async function removeOlder(site: Site, seconds: number): Promise<number> {
  const latest = now().getTime() - seconds * 1000;
  const keys = (await loadEntries(site)).filter(({ storedAt }) => storedAt.getTime() < latest).map(({ key }) => key);
  if (keys.length > 0) await purgePages(site, { keys });
  return keys.length;
}
