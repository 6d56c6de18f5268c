import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { pageCacheSetting } from '../settings/settings.ts';
import { removeResponses } from '../store/store.ts';
import { loadEntries } from './entries.service.ts';
import { isFresh } from './freshness.rules.ts';
import { getDirectory, type PurgeRule } from './purge.rules.ts';

/** Removes responses from the caches of all processes. */
export async function purgePages(site: Site, rule: PurgeRule): Promise<void> {
  await removeResponses(site, rule);
}

/** Responses to remove. If several members have a value, only the first one in this order is used. */
export interface PurgeOptions {
  /** ID of a content item: removes the responses that show it, and all lists by author. */
  objectId?: number | null | undefined;
  /** True to remove expired responses. Removes nothing if responses do not expire. */
  expired?: boolean | null | undefined;
  /** URL whose responses are removed. The scheme is optional. */
  url?: string | null | undefined;
  /** True to remove the responses of all hosts, not only of this site's host. */
  all?: boolean | null | undefined;
}

/** Removes the requested responses. Without options, removes the responses of this site's host. */
export async function purgeRequested(site: Site, { objectId, expired, url, all }: PurgeOptions): Promise<void> {
  if (objectId != null) return await purgeObject(site, objectId);
  if (expired) return void (await purgeExpired(site));
  if (url) return await purgePages(site, { directory: getDirectory(url) });
  await purgePages(site, all ? { all: true } : { host: getDirectory(site.config.siteUrl) });
}

async function purgeObject(site: Site, objectId: number): Promise<void> {
  await purgePages(site, { objectId });
  const content = await site.db.prisma.content.findUnique({ where: { id: objectId }, select: { authorId: true } });
  if (content?.authorId == null) return;
  const keys = (await loadEntries(site)).filter(({ pageType }) => pageType === 'author').map(({ key }) => key);
  if (keys.length > 0) await purgePages(site, { keys });
}

/** Removes expired responses and returns their number. */
export async function purgeExpired(site: Site): Promise<number> {
  const settings = site.settings.get(pageCacheSetting);
  if (settings.collection.maxAge === 0) return 0;
  const at = now().getTime();
  const keys = (await loadEntries(site)).filter((entry) => !isFresh(entry, settings, at)).map(({ key }) => key);
  if (keys.length > 0) await purgePages(site, { keys });
  return keys.length;
}
