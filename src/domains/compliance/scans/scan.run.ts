import { now } from '#app/core/time/clock.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Job } from '#app/core/jobs/job.ts';
import { OutgoingError } from '#app/core/outgoing/outgoing-error.ts';
import { fetchOwnPage, isHtmlPage } from '#app/core/scanner/own-page.ts';
import { decryptWithAnyKey } from '#app/core/secrets/encrypt.ts';
import type { Site } from '#app/site.ts';
import { noAutomaticScan, scannerToken, scanStatus } from '../compliance.settings.ts';
import { addPageFindings, createFindings, toScanResult } from './page-findings.ts';
import { deriveScanKey, signReport, processScanReport } from './scan.result.ts';
import type { ScanKind } from './scan.rules.ts';
import { startScan } from './scan.start.ts';
import { listPagesToScan } from './scanned-pages.ts';

/** Maximum number of polls of a scan. After each poll, a group of pages, the scanner stores its progress. */
const MAX_POLLS = 25;
const PAGES_PER_POLL = 4;
const START_PERCENT = 25;
const STEP_PERCENT = 5;

interface OpenScan {
  id: string;
  kind: string;
  secret: Uint8Array | null;
}

async function scanPage(site: Site, url: string, findings: ReturnType<typeof createFindings>): Promise<boolean> {
  try {
    const response = await fetchOwnPage(site, url);
    const markup = isHtmlPage(response) ? response.text() : '';
    addPageFindings(findings, { url, markup, setCookie: response.headers['set-cookie'] });
    return true;
  } catch (error) {
    if (error instanceof OutgoingError) return false;
    throw error;
  }
}

async function reportResult(site: Site, { id, kind, secret }: OpenScan, result: Record<string, unknown>): Promise<void> {
  const body = JSON.stringify({ event: 'scan-completed', data: { id, result } });
  const timestamp = String(now().getTime());
  const signature = secret && signReport(decryptWithAnyKey(site, deriveScanKey, secret), timestamp, body);
  await processScanReport(site, {
    kind: kind as ScanKind,
    body,
    userAgent: `Marquee ${site.settings.get(scannerToken)}`,
    timestamp,
    signature,
  });
}

/** Runs a scan and reports its result. The scan fails if no page could be loaded. */
async function runScan(site: Site, scan: OpenScan): Promise<void> {
  const { id } = scan;
  const findings = createFindings();
  const pages = await listPagesToScan(site, MAX_POLLS * PAGES_PER_POLL);
  let scannedCount = 0;
  for (let polls = 1; (polls - 1) * PAGES_PER_POLL < pages.length; polls += 1) {
    const batch = pages.slice((polls - 1) * PAGES_PER_POLL, polls * PAGES_PER_POLL);
    for (const url of batch) if (await scanPage(site, url, findings)) scannedCount += 1;
    const progress = Math.min(START_PERCENT + STEP_PERCENT * polls, 95);
    const { count } = await site.db.prisma.siteScan.updateMany({ where: { id, status: 'progress' }, data: { polls, progress } });
    // another process has completed the scan in the meantime
    if (count === 0) return;
  }
  if (scannedCount > 0) return await reportResult(site, scan, toScanResult(scan.kind as ScanKind, findings));
  await site.db.prisma.siteScan.updateMany({
    where: { id, status: 'progress' },
    data: { status: 'failed', finishedAt: now(), activeKind: null },
  });
  site.log.warn({ kind: scan.kind }, 'no page of the site could be scanned');
}

/** Runs all open scans of the built-in scanner and returns their number. Does nothing if scans are off. */
export async function runSiteScans(site: Site): Promise<number> {
  if (site.settings.get(scanStatus) !== 'enabled') return 0;
  const openScans = await site.db.prisma.siteScan.findMany({
    where: { status: 'progress', isExternal: false, activeKind: { not: null } },
    select: { id: true, kind: true, secret: true },
  });
  for (const scan of openScans) await runScan(site, scan);
  return openScans.length;
}

/** Job of the built-in scanner. */
export const scanSiteJob: Job<Site> = {
  name: 'scan-site',
  cron: '* * * * *',
  run: async (site) => {
    const scanned = await runSiteScans(site);
    if (scanned > 0) site.log.info({ scanned }, 'the site was scanned');
  },
};

/** Starts both kinds of scans unless automatic scans are off. Skips kinds that are running or have run recently. */
export async function startMonthlyScans(site: Site): Promise<void> {
  if (site.settings.get(scanStatus) !== 'enabled' || site.settings.get(noAutomaticScan)) return;
  for (const kind of ['scan', 'checks'] as const) {
    try {
      await startScan(site, { kind });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
}

/** Starts scans on the second day of every month. By then, the checks of the previous month are usually at least 30 days old. */
export const monthlyScanJob: Job<Site> = { name: 'begin-site-scan', cron: '17 2 2 * *', run: startMonthlyScans };
