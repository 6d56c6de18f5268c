import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { purgePages } from '../entries/purge.service.ts';
import { planPreload } from '../preload/plan.service.ts';
import { directoryOf } from '../entries/purge.rules.ts';
import { changed, consequencesOf, isSaid, newSecret, type PageCacheChanges, recommended, restored } from './changes.rules.ts';
import { cleanPinned } from './cleaning.rules.ts';
import { FIRST_COLLECTION_SECONDS } from './planning.rules.ts';
import { type PageCacheSettings, pageCacheSetting } from './settings.ts';

/** Returns the current settings from memory. */
export function pageCacheSettings(site: Site): PageCacheSettings {
  return site.settings.get(pageCacheSetting);
}

/** Updates the settings, applies the consequences, and returns the previous settings. */
async function store(site: Site, update: (before: PageCacheSettings) => PageCacheSettings): Promise<PageCacheSettings> {
  let before = pageCacheSettings(site);
  await site.settings.change(pageCacheSetting, (present) => update((before = present)));
  const { purgesAll, purgesAnonymous } = consequencesOf(before, pageCacheSettings(site));
  if (purgesAll) await purgePages(site, { all: true });
  else if (purgesAnonymous) await purgePages(site, { bucket: 'anonymous' });
  return before;
}

/** Changes settings. Drops or cleans invalid values, as the reference specifies (1.2). */
export async function changePageCache(site: Site, changes: PageCacheChanges): Promise<void> {
  const at = now();
  await store(site, (before) => changed(before, changes, site.config.siteUrl, at));
  if (isSaid(changes.preload)) await planPreload(site, at);
  const [pinned] = changes.pins == null ? [] : cleanPinned([changes.pins], site.config.siteUrl);
  if (pinned !== undefined) await purgePages(site, { directory: directoryOf(site.config.siteUrl + pinned) });
}

/** Enables the cache with the recommended settings, or disables it. Cached responses stay. */
export async function setUpPageCache(site: Site, isOn: boolean): Promise<void> {
  const at = now();
  await store(site, (before) => {
    if (!isOn) return changed(before, { isEnabled: false }, site.config.siteUrl, at);
    const after = changed(before, recommended, site.config.siteUrl, at);
    const nextAt = Math.floor(at.getTime() / 1000) + FIRST_COLLECTION_SECONDS;
    return { ...after, collection: { ...after.collection, nextAt } };
  });
}

/** Resets the settings to those of a new site, with a new secret. Cached responses stay. */
export async function restorePageCache(site: Site): Promise<void> {
  await store(site, restored);
}

/** Creates the random secret of an installation if it is missing. */
export async function ensureSecrets(site: Site): Promise<void> {
  if (pageCacheSettings(site).secret !== '') return;
  await site.settings.change(pageCacheSetting, (present) =>
    present.secret !== ''
      ? present
      : {
          ...present,
          secret: newSecret(),
          debugging: { ...present.debugging, username: newSecret(), logName: `${newSecret()}.log` },
        },
  );
}
