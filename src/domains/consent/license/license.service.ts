import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { deleteJobsOf, hasJobs } from '#app/domains/queue/job.service.ts';
import { queueScanStarter, SCAN_JOB, SCAN_STARTER_JOB } from '../scanner/queue.service.ts';
import { bannerLicense } from '../settings/design.settings.ts';
import { scannedOnce, scanStarted } from '../settings/state.settings.ts';
import { loadCatalog } from '../templates/catalog.service.ts';

/** Queues the first scan, unless a scan was started or queued before. */
async function startFirstScan(site: Site): Promise<void> {
  if (site.settings.get(scannedOnce) || site.settings.get(scanStarted) || (await hasJobs(site, SCAN_STARTER_JOB))) return;
  await site.settings.set(scanStarted, true);
  await queueScanStarter(site);
}

/** The parts of the license that the banner uses. */
export interface License {
  /** License code, or an empty string if the site has no license. */
  code: string;
  isDevelopment: boolean;
}

/** Stores the banner's license inside the caller's transaction. The caller must call the returned function after the commit. */
export async function storeLicense(site: Site, tx: Tx, license: License): Promise<() => Promise<void>> {
  return await site.settings.setInTransaction(tx, bannerLicense, license);
}

/** Reloads the templates and queues the first scan after a license was added. */
export async function handleLicenseAdded(site: Site): Promise<void> {
  await loadCatalog(site);
  await startFirstScan(site);
}

/** Deletes queued scans when a license is removed. */
export async function stopScans(tx: Tx): Promise<void> {
  await deleteJobsOf(tx, [SCAN_JOB, SCAN_STARTER_JOB]);
}
