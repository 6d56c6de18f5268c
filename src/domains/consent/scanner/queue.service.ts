import { randomUUID } from 'node:crypto';
import { purgePageCaches } from '#app/core/caching/page-caches.ts';
import { listPublicContentUrls } from '#app/domains/content/public-urls.ts';
import { addJobs, findJobValues, type NewJob } from '#app/domains/queue/job.service.ts';
import type { Site } from '#app/site.ts';
import { urlsMissing } from '../failures.ts';
import { hashSha256 } from '../revision/calculated-revisions.ts';
import { scannedOnce } from '../settings/state.settings.ts';

/** Job type: a client scans one page. */
export const SCAN_JOB = 'xcb-scan';
/** Job type: a client starts a scan of the whole site. */
export const SCAN_STARTER_JOB = 'xcb-automatic-scan-starter';

const RETRIES = 3;
/** Maximum number of pages per scan. */
const MAX_PAGES = 10_000;

/** Maximum number of pages that are scanned by default: the home page, and public content of `pageKinds`. */
const MAX_OWN_PAGES = 1_000;
const pageKinds = ['page', 'post', 'event', 'venue', 'organizer'];

const signInPaths = ['/sign-in', '/sign-in?action=lostpassword', '/sign-in?action=register'];

function filterOwnUrls(site: Site, urls: readonly string[]): string[] {
  const siteUrl = site.config.siteUrl.toLowerCase();
  return [...new Set(urls.filter((url) => URL.canParse(url) && url.toLowerCase().includes(siteUrl)))].slice(0, MAX_PAGES);
}

function createJob(url: string, allowFailure: boolean, group?: NewJob['group']): NewJob {
  return { type: SCAN_JOB, worker: 'client', retries: RETRIES, data: { url, isLoopback: true, allowFailure }, ...(group && { group }) };
}

/** Deletes findings on pages that are not listed. */
async function deleteOtherFindings(site: Site, urls: readonly string[]): Promise<void> {
  await site.db.prisma.scanEntry.deleteMany({ where: { sourceUrlHash: { notIn: urls.map(hashSha256) } } });
}

const listPublicUrls = async (site: Site) => [
  `${site.config.siteUrl}/`,
  ...(await listPublicContentUrls(site, pageKinds, MAX_OWN_PAGES - 1)),
];

/**
 * Queues pages of this site for the scanner, by default all public ones, and returns their number. A scan of the whole site queues all pages as one
 * group, starting with the sign-in pages, and purges page caches. Other scans skip pages that are already queued. Throws `addresses_expected`.
 */
export async function queueScan(site: Site, urls: unknown, isWholeSite: boolean): Promise<number> {
  const candidates = urls ?? (await listPublicUrls(site));
  if (!Array.isArray(candidates) || !candidates.every((url) => typeof url === 'string')) throw urlsMissing();
  const ownUrls = filterOwnUrls(site, candidates);
  await site.settings.set(scannedOnce, true);
  if (!isWholeSite) {
    const queuedUrls = await findJobValues(site, SCAN_JOB, 'url');
    const newUrls = ownUrls.filter((url) => !queuedUrls.has(url));
    await addJobs(
      site,
      newUrls.map((url) => createJob(url, false)),
    );
    return newUrls.length;
  }
  const signInUrls = signInPaths.map((path) => site.config.siteUrl + path);
  const allUrls = [...signInUrls, ...ownUrls.filter((url) => !signInUrls.includes(url))];
  const uuid = randomUUID();
  await deleteOtherFindings(site, allUrls);
  await purgePageCaches(site);
  await addJobs(
    site,
    allUrls.map((url, index) => createJob(url, signInUrls.includes(url), { uuid, position: index + 1, total: allUrls.length })),
  );
  return allUrls.length;
}

/** Queues a job that makes the next client start a scan of the whole site. */
export async function queueScanStarter(site: Site): Promise<void> {
  await addJobs(site, [{ type: SCAN_STARTER_JOB, worker: 'client', retries: 1, data: {} }]);
}
