import { defineDomain } from '#app/site.ts';
import { purgePages } from './entries/purge.service.ts';
import { pageCacheMails } from './page-cache.mail.ts';
import { ensureSecrets } from './settings/settings.service.ts';
import { pageCacheSetting } from './settings/settings.ts';
import { collectPages, watchFrontPage } from './upkeep/collection.job.ts';
import { setPageService } from './visits.ts';
import { pageCacheData } from './personal-data.ts';

/** The page cache: cached responses for visitors who are not signed in. */
export const pageCache = defineDomain({
  name: 'page-cache',
  workTables: ['page_cache_entry', 'page_cache_note', 'page_cache_preload'],
  personalData: pageCacheData,
  settings: [pageCacheSetting],
  jobs: [collectPages, watchFrontPage],
  mails: pageCacheMails,
  async purgePages(site) {
    await purgePages(site, { all: true });
    return true;
  },
  createInitialContent: ensureSecrets,
  http: (app, site) => setPageService(app, site),
});
