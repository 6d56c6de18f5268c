import { now } from '#app/core/time/clock.ts';
import { Failure } from '#app/core/failures/failure.ts';
import type { Job } from '#app/core/jobs/job.ts';
import { OutgoingError } from '#app/core/outgoing/outgoing-error.ts';
import { fetchOwnPage, isPage } from '#app/core/scanner/own-page.ts';
import { unsealWithAny } from '#app/core/secrets/sealed.ts';
import type { Site } from '#app/site.ts';
import { noAutomaticScan, scannerToken, scanStatus } from '../compliance.settings.ts';
import { addPageFindings, noFindings, resultOf } from './page-findings.ts';
import { scanKey, signatureOf, takeScanReport } from './scan.result.ts';
import type { ScanKind } from './scan.rules.ts';
import { beginScan } from './scan.start.ts';
import { scannedPages } from './scanned-pages.ts';

const MAX_POLLS = 25;
const PAGES_A_POLL = 4;
const START = 25;
const STEP = 5;

interface OpenScan {
  id: string;
  kind: string;
  secret: Uint8Array | null;
}

async function lookAtPage(site: Site, url: string, findings: ReturnType<typeof noFindings>): Promise<boolean> {
  try {
    const answer = await fetchOwnPage(site, url);
    const markup = isPage(answer) ? answer.text() : '';
    addPageFindings(findings, { url, markup, setCookie: answer.headers['set-cookie'] });
    return true;
  } catch (error) {
    if (error instanceof OutgoingError) return false;
    throw error;
  }
}

async function report(site: Site, { id, kind, secret }: OpenScan, result: Record<string, unknown>): Promise<void> {
  const body = JSON.stringify({ event: 'scan-completed', data: { id, result } });
  const timestamp = String(now().getTime());
  const signature = secret && signatureOf(unsealWithAny(site, scanKey, secret), timestamp, body);
  await takeScanReport(site, {
    kind: kind as ScanKind,
    body,
    userAgent: `Marquee ${site.settings.get(scannerToken)}`,
    timestamp,
    signature,
  });
}

/** Runs a scan and reports its result. The scan fails if no page can be loaded. */
async function scan(site: Site, open: OpenScan): Promise<void> {
  const { id } = open;
  const findings = noFindings();
  const pages = await scannedPages(site, MAX_POLLS * PAGES_A_POLL);
  let seen = 0;
  for (let polls = 1; (polls - 1) * PAGES_A_POLL < pages.length; polls += 1) {
    const part = pages.slice((polls - 1) * PAGES_A_POLL, polls * PAGES_A_POLL);
    for (const url of part) if (await lookAtPage(site, url, findings)) seen += 1;
    const progress = Math.min(START + STEP * polls, 95);
    const { count } = await site.db.prisma.siteScan.updateMany({ where: { id, status: 'progress' }, data: { polls, progress } });
    // another scanner has reported meanwhile
    if (count === 0) return;
  }
  if (seen > 0) return await report(site, open, resultOf(open.kind as ScanKind, findings));
  await site.db.prisma.siteScan.updateMany({
    where: { id, status: 'progress' },
    data: { status: 'failed', finishedAt: now(), activeKind: null },
  });
  site.log.warn({ kind: open.kind }, 'no page of the site could be scanned');
}

/** Runs all open scans except those of external scanners, and returns their number. Does nothing if scanning is off. */
export async function runSiteScans(site: Site): Promise<number> {
  if (site.settings.get(scanStatus) !== 'enabled') return 0;
  const open = await site.db.prisma.siteScan.findMany({
    where: { status: 'progress', isExternal: false, activeKind: { not: null } },
    select: { id: true, kind: true, secret: true },
  });
  for (const one of open) await scan(site, one);
  return open.length;
}

/** Job of the built-in scanner. */
export const scanSite: Job<Site> = {
  name: 'scan-site',
  every: '* * * * *',
  run: async (site) => {
    const scanned = await runSiteScans(site);
    if (scanned > 0) site.log.info({ scanned }, 'the site was scanned');
  },
};

/** Starts both kinds of scans unless automatic scans are off. Ignores kinds that are running or ran recently. */
export async function beginMonthlyScans(site: Site): Promise<void> {
  if (site.settings.get(scanStatus) !== 'enabled' || site.settings.get(noAutomaticScan)) return;
  for (const kind of ['scan', 'checks'] as const) {
    try {
      await beginScan(site, { kind });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }
}

/** Runs on the second of every month, when the previous month's checks are at least 30 days old. */
export const monthlyScan: Job<Site> = { name: 'begin-site-scan', every: '17 2 2 * *', run: beginMonthlyScans };
