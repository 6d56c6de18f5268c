import { now } from '#app/core/time/clock.ts';
import type { Job } from '#app/core/jobs/job.ts';
import type { Site } from '#app/site.ts';
import { purgeExpired, purgePages } from '../entries/purge.service.ts';
import { queueAdministratorMail } from '../page-cache.mail.ts';
import { runPreload } from '../preload/run.service.ts';
import { pageCacheSetting } from '../settings/settings.ts';
import { computeFollowingCollection } from '../settings/planning.rules.ts';
import { HOME_PATH, requestPage } from '../visits.ts';

/** Removes expired responses if a collection is due. Returns their number, or null if no collection is due. */
export async function collectExpired(site: Site): Promise<number | null> {
  const at = now();
  const { collection } = site.settings.get(pageCacheSetting);
  if (collection.nextAt === null || collection.nextAt * 1000 > at.getTime()) return null;
  await site.settings.change(pageCacheSetting, (settings) => ({
    ...settings,
    collection: { ...settings.collection, nextAt: computeFollowingCollection(settings.collection, at) },
  }));
  const removed = await purgeExpired(site);
  if (collection.isMailed)
    await queueAdministratorMail(site, 'Expired pages were removed', `${removed} expired responses were removed from the page cache.`);
  return removed;
}

/**
 * Checks that the home page contains the configured text. If it does not, removes all cached responses and sends a mail to the administrator,
 * depending on the settings.
 */
async function checkFrontPage(site: Site): Promise<boolean> {
  const { isEnabled, debugging } = site.settings.get(pageCacheSetting);
  if (!isEnabled || !debugging.checksFrontPage) return true;
  const response = await requestPage(site, HOME_PATH);
  if (!response || (response.status === 200 && response.text.includes(debugging.frontPageText))) return true;
  if (debugging.clearsOnFailure) await purgePages(site, { all: true });
  if (debugging.isMailed)
    await queueAdministratorMail(
      site,
      'The check of the home page has failed',
      `${site.config.siteUrl} responded with status ${response.status}.`,
    );
  return false;
}

/** Job that removes expired responses and continues an abandoned preload. */
export const collectPages: Job<Site> = {
  name: 'page-cache-collection',
  cron: '* * * * *',
  run: async (site) => {
    await collectExpired(site);
    await runPreload(site);
  },
};

/** Job that checks the front page every six minutes, as in the upstream software. */
export const watchFrontPage: Job<Site> = {
  name: 'page-cache-front-page',
  cron: '*/6 * * * *',
  run: async (site) => void (await checkFrontPage(site)),
};
