import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { pageCacheSetting } from '../settings/settings.ts';
import { forget } from '../store/store.ts';
import { allEntries } from './entries.service.ts';
import { isFresh } from './freshness.rules.ts';
import { directoryOf, type PurgeRule } from './purge.rules.ts';

/** Removes responses; no process serves them once this has returned. */
export async function purgePages(site: Site, rule: PurgeRule): Promise<void> {
  await forget(site, rule);
}

/** What an operator wants to be gone; the first that is said counts. */
export interface PurgeOptions {
  /** The responses about a content, and lists of its author. */
  objectId?: number | null | undefined;
  /** What is expired; nothing while responses do not expire. */
  expired?: boolean | null | undefined;
  /** What is filed under this address, with or without its scheme. */
  url?: string | null | undefined;
  /** Not only the responses of this site's host. */
  all?: boolean | null | undefined;
}

/** Removes what is asked for. Something unknown is nothing to remove. */
export async function purgeAsAsked(site: Site, { objectId, expired, url, all }: PurgeOptions): Promise<void> {
  if (objectId != null) return await purgeObject(site, objectId);
  if (expired) return void (await purgeExpired(site));
  if (url) return await purgePages(site, { directory: directoryOf(url) });
  await purgePages(site, all ? { all: true } : { host: directoryOf(site.config.siteUrl) });
}

async function purgeObject(site: Site, objectId: number): Promise<void> {
  await purgePages(site, { objectId });
  const content = await site.db.prisma.content.findUnique({ where: { id: objectId }, select: { authorId: true } });
  if (content?.authorId == null) return;
  const keys = (await allEntries(site)).filter(({ pageType }) => pageType === 'author').map(({ key }) => key);
  if (keys.length > 0) await purgePages(site, { keys });
}

/** Removes what is not served any more because of its age; returns how much that was. */
export async function purgeExpired(site: Site): Promise<number> {
  const settings = site.settings.get(pageCacheSetting);
  if (settings.collection.maxAge === 0) return 0;
  const at = now().getTime();
  const keys = (await allEntries(site)).filter((entry) => !isFresh(entry, settings, at)).map(({ key }) => key);
  if (keys.length > 0) await purgePages(site, { keys });
  return keys.length;
}
