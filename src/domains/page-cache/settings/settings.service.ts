import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { purgePages } from '../entries/purge.service.ts';
import { planPreload } from '../preload/plan.service.ts';
import { getDirectory } from '../entries/purge.rules.ts';
import {
  applyChanges,
  computeConsequences,
  hasValues,
  createSecret,
  type PageCacheChanges,
  recommended,
  resetSettings,
} from './changes.rules.ts';
import { cleanPinned } from './cleaning.rules.ts';
import { FIRST_COLLECTION_SECONDS } from './planning.rules.ts';
import { type PageCacheSettings, pageCacheSetting } from './settings.ts';

/** Returns the current settings from memory. */
export function getPageCacheSettings(site: Site): PageCacheSettings {
  return site.settings.get(pageCacheSetting);
}

/** Updates the settings, applies the consequences, and returns the previous settings. */
async function storeSettings(site: Site, update: (before: PageCacheSettings) => PageCacheSettings): Promise<PageCacheSettings> {
  let before = getPageCacheSettings(site);
  await site.settings.change(pageCacheSetting, (current) => update((before = current)));
  const { purgesAll, purgesAnonymous } = computeConsequences(before, getPageCacheSettings(site));
  if (purgesAll) await purgePages(site, { all: true });
  else if (purgesAnonymous) await purgePages(site, { bucket: 'anonymous' });
  return before;
}

/** Changes settings. Removes or cleans invalid values (docs/behaviour/cache-compliance-maps-2fa-theme.md 1.2). */
export async function changePageCache(site: Site, changes: PageCacheChanges): Promise<void> {
  const at = now();
  await storeSettings(site, (before) => applyChanges(before, changes, site.config.siteUrl, at));
  if (hasValues(changes.preload)) await planPreload(site, at);
  const [pinned] = changes.pins == null ? [] : cleanPinned([changes.pins], site.config.siteUrl);
  if (pinned !== undefined) await purgePages(site, { directory: getDirectory(site.config.siteUrl + pinned) });
}

/** Enables the cache with the recommended settings, or disables it. Does not remove cached responses. */
export async function setUpPageCache(site: Site, isOn: boolean): Promise<void> {
  const at = now();
  await storeSettings(site, (before) => {
    if (!isOn) return applyChanges(before, { isEnabled: false }, site.config.siteUrl, at);
    const after = applyChanges(before, recommended, site.config.siteUrl, at);
    const nextAt = Math.floor(at.getTime() / 1000) + FIRST_COLLECTION_SECONDS;
    return { ...after, collection: { ...after.collection, nextAt } };
  });
}

/** Resets the settings to those of a new site, with a new secret. Removes cached responses only if the changes require it. */
export async function restorePageCache(site: Site): Promise<void> {
  await storeSettings(site, resetSettings);
}

/** Creates the random secret, user name and log name of an installation if they are missing. */
export async function ensureSecrets(site: Site): Promise<void> {
  if (getPageCacheSettings(site).secret !== '') return;
  await site.settings.change(pageCacheSetting, (current) =>
    current.secret !== ''
      ? current
      : {
          ...current,
          secret: createSecret(),
          debugging: { ...current.debugging, username: createSecret(), logName: `${createSecret()}.log` },
        },
  );
}
