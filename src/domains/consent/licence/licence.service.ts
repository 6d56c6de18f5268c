import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { deleteJobsOf, hasJobs } from '#app/domains/queue/job.service.ts';
import { queueScanStarter, SCAN_JOB, SCAN_STARTER_JOB } from '../scanner/queue.service.ts';
import { bannerLicence } from '../settings/design.settings.ts';
import { scannedOnce, scanStarted } from '../settings/state.settings.ts';
import { loadCatalog } from '../templates/catalog.service.ts';

/** The first scan begins by itself, unless one was ever begun or asked for. */
async function startFirstScan(site: Site): Promise<void> {
  if (site.settings.get(scannedOnce) || site.settings.get(scanStarted) || (await hasJobs(site, SCAN_STARTER_JOB))) return;
  await site.settings.set(scanStarted, true);
  await queueScanStarter(site);
}

/** What of a license the banner goes by. */
export interface Licence {
  /** Empty = no license. */
  code: string;
  isDevelopment: boolean;
}

/** Has the banner know its license, in the transaction that stores it; what it returns is to be called once that is committed. */
export async function knowLicence(site: Site, tx: Tx, licence: Licence): Promise<() => Promise<void>> {
  return await site.settings.setWithin(tx, bannerLicence, licence);
}

/** What follows once the banner has a license: templates are read again, the first scan begins. */
export async function licenceGained(site: Site): Promise<void> {
  await loadCatalog(site);
  await startFirstScan(site);
}

/** What goes with a license: nothing is scanned any more. */
export async function stopScans(tx: Tx): Promise<void> {
  await deleteJobsOf(tx, [SCAN_JOB, SCAN_STARTER_JOB]);
}
