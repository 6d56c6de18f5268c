import { randomUUID } from 'node:crypto';
import { purgePageCaches } from '#app/core/caching/page-caches.ts';
import { publicAddresses } from '#app/domains/content/public-addresses.ts';
import { addJobs, jobValues, type NewJob } from '#app/domains/queue/job.service.ts';
import type { Site } from '#app/site.ts';
import { addressesExpected } from '../failures.ts';
import { sha256 } from '../revision/calculated.ts';
import { scannedOnce } from '../settings/state.settings.ts';

/** Type of the jobs with which clients scan pages. */
export const SCAN_JOB = 'xcb-scan';
/** Type of the job that makes a client start a scan of the whole site. */
export const SCAN_STARTER_JOB = 'xcb-automatic-scan-starter';

const RETRIES = 3;
/** Maximum number of pages per scan. */
const MAX_PAGES = 10_000;

/** Default pages: at most this many, the home page and contents of these kinds. */
const MAX_OWN_PAGES = 1_000;
const pageKinds = ['page', 'post', 'event', 'venue', 'organizer'];

const loginPaths = ['/sign-in', '/sign-in?action=lostpassword', '/sign-in?action=register'];

function ownAddresses(site: Site, given: readonly string[]): string[] {
  const own = site.config.siteUrl.toLowerCase();
  return [...new Set(given.filter((url) => URL.canParse(url) && url.toLowerCase().includes(own)))].slice(0, MAX_PAGES);
}

function jobFor(url: string, allowFailure: boolean, group?: NewJob['group']): NewJob {
  return { type: SCAN_JOB, worker: 'client', retries: RETRIES, data: { url, isLoopback: true, allowFailure }, ...(group && { group }) };
}

/** Deletes findings on pages that no longer exist. */
async function forgetOtherPages(site: Site, urls: readonly string[]): Promise<void> {
  await site.db.prisma.scanEntry.deleteMany({ where: { sourceUrlHash: { notIn: urls.map(sha256) } } });
}

const allPages = async (site: Site) => [`${site.config.siteUrl}/`, ...(await publicAddresses(site, pageKinds, MAX_OWN_PAGES - 1))];

/**
 * Queues pages of this site for the scanner, by default all public ones, and returns their number. Skips pages that are already queued. A scan of the
 * whole site queues all pages as one group, starting with the sign-in pages, and purges page caches.
 */
export async function queueScan(site: Site, given: unknown, isWholeSite: boolean): Promise<number> {
  const addresses = given ?? (await allPages(site));
  if (!Array.isArray(addresses) || !addresses.every((one) => typeof one === 'string')) throw addressesExpected();
  const wanted = ownAddresses(site, addresses);
  await site.settings.set(scannedOnce, true);
  if (!isWholeSite) {
    const waiting = await jobValues(site, SCAN_JOB, 'url');
    const fresh = wanted.filter((url) => !waiting.has(url));
    await addJobs(
      site,
      fresh.map((url) => jobFor(url, false)),
    );
    return fresh.length;
  }
  const login = loginPaths.map((path) => site.config.siteUrl + path);
  const all = [...login, ...wanted.filter((url) => !login.includes(url))];
  const uuid = randomUUID();
  await forgetOtherPages(site, all);
  await purgePageCaches(site);
  await addJobs(
    site,
    all.map((url, index) => jobFor(url, login.includes(url), { uuid, position: index + 1, total: all.length })),
  );
  return all.length;
}

/** Queues a job that makes the next client start a scan of the whole site. */
export async function queueScanStarter(site: Site): Promise<void> {
  await addJobs(site, [{ type: SCAN_STARTER_JOB, worker: 'client', retries: 1, data: {} }]);
}
