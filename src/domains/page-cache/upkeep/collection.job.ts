import { now } from '#app/core/time/clock.ts';
import type { Job } from '#app/core/jobs/job.ts';
import type { Site } from '#app/site.ts';
import { purgeExpired, purgePages } from '../entries/purge.service.ts';
import { tellAdministrator } from '../page-cache.mail.ts';
import { runPreload } from '../preload/run.service.ts';
import { pageCacheSetting } from '../settings/settings.ts';
import { followingCollection } from '../settings/planning.rules.ts';
import { HOME_PATH, visit } from '../visits.ts';

/** Removes what is expired, when that is due; returns how much, or null when it was not due. */
export async function collect(site: Site): Promise<number | null> {
  const at = now();
  const { collection } = site.settings.get(pageCacheSetting);
  if (collection.nextAt === null || collection.nextAt * 1000 > at.getTime()) return null;
  await site.settings.change(pageCacheSetting, (settings) => ({
    ...settings,
    collection: { ...settings.collection, nextAt: followingCollection(settings.collection, at) },
  }));
  const removed = await purgeExpired(site);
  if (collection.isMailed)
    await tellAdministrator(site, 'Expired pages were removed', `${removed} expired answers were removed from the page cache.`);
  return removed;
}

/** Looks whether the home page shows what it should; where it does not, cached responses are removed and the administrator is informed, as the settings say. */
async function checkFrontPage(site: Site): Promise<boolean> {
  const { isEnabled, debugging } = site.settings.get(pageCacheSetting);
  if (!isEnabled || !debugging.checksFrontPage) return true;
  const answer = await visit(site, HOME_PATH);
  if (!answer || (answer.status === 200 && answer.text.includes(debugging.frontPageText))) return true;
  if (debugging.clearsOnFailure) await purgePages(site, { all: true });
  if (debugging.isMailed)
    await tellAdministrator(site, 'The home page is not as it should be', `${site.config.siteUrl} answered ${answer.status}.`);
  return false;
}

/** Expired responses go, and a run of the preload that a process left is taken up. */
export const collectPages: Job<Site> = {
  name: 'page-cache-collection',
  every: '* * * * *',
  run: async (site) => {
    await collect(site);
    await runPreload(site);
  },
};

/** Every six minutes, as the reference has it. */
export const watchFrontPage: Job<Site> = {
  name: 'page-cache-front-page',
  every: '*/6 * * * *',
  run: async (site) => void (await checkFrontPage(site)),
};
