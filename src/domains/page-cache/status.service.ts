import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { getPageCacheSettings } from './settings/settings.service.ts';

/** Problems of the cache and its preload. */
export interface PageCacheStatus {
  isPreloadWithoutCache: boolean;
  isPreloadWithoutAnonymous: boolean;
  isPreloadForbidden: boolean;
}

/** Returns the problems of the cache and its preload (docs/behaviour/cache-compliance-maps-2fa-theme.md 1.4). */
export function getPageCacheStatus(site: Site): PageCacheStatus {
  const { isEnabled, isAnonymousEnabled } = getPageCacheSettings(site);
  return {
    isPreloadWithoutCache: !isEnabled,
    isPreloadWithoutAnonymous: isEnabled && !isAnonymousEnabled,
    isPreloadForbidden: !site.config.pageCachePreload,
  };
}

const selectPublishedCount = statement(
  'page_cache_published',
  `SELECT count(*)::int AS count FROM content WHERE status = 'publish' AND kind IN ('post', 'page', 'event', 'venue', 'organizer')`,
  rowShape({ count: 'int' }),
);

/** Counts published posts, pages, events, venues and organizers. */
export async function countPublished(site: Site): Promise<number> {
  const [row] = await site.db.rows(selectPublishedCount);
  return row?.count ?? 0;
}
