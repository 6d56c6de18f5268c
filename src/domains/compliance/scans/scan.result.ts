import type { Keeper } from '#app/core/secrets/keeper.ts';
import { createHmac } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { type ShapedRow, columns } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import { notifyMailQueued, postMail } from '#app/core/mail/outbox.ts';
import { sameText } from '#app/core/secrets/keyed-hash.ts';
import { sealingKey, unsealWithAny } from '#app/core/secrets/sealed.ts';
import type { Site } from '#app/site.ts';
import { consentMode, noAutomaticScan, scannerToken, scanStatus, syncedAt } from '../compliance.settings.ts';
import { noteCookies } from '../cookies/inventory.service.ts';
import { sellsTickets } from '../documents/shop.ts';
import {
  emptyScanResult,
  notAScanResult,
  oldScanResult,
  unknownScan,
  unknownScanner,
  unsignedScanResult,
  wronglySignedScanResult,
} from '../failures.ts';
import { CHECKS_MAIL, type ChecksMail } from './scan.mails.ts';
import { detectionsOf, type ScanKind, trackersOf } from './scan.rules.ts';

const TOLERANCE_MS = 5 * 60_000;

/** A request of a scanner. */
export interface ScanReport {
  kind: ScanKind;
  /** Raw body, which the signature covers. */
  body: string;
  userAgent: string;
  /** Milliseconds since 1970, as text. */
  timestamp: string | null | undefined;
  /** `sha256=` and the HMAC in hexadecimal. */
  signature: string | null | undefined;
}

/** Returns the key that encrypts the secrets of scans. */
export const scanKey = (site: Keeper): Buffer => sealingKey(site.secretKey, 'site scan');

/** Returns the signature header of a report: HMAC-SHA-256 over time and body. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

const scanColumns = columns('SiteScan', 's', { only: ['id', 'status', 'secret'] });
type ActiveScan = ShapedRow<typeof scanColumns>;

const holdActive = statement(
  'hold_active_scan',
  `SELECT ${scanColumns.list} FROM site_scan s WHERE s.active_kind = $1 FOR UPDATE`,
  scanColumns,
);

/** Returns the active scan and locks its row, so that concurrent reports are processed one after the other. */
async function activeScan(tx: Tx, kind: ScanKind): Promise<ActiveScan | null> {
  const [row] = await rowsIn(tx, holdActive, kind);
  return row ?? null;
}

interface Event {
  event?: unknown;
  data?: { id?: unknown; result?: unknown };
}

function eventOf(body: string): Event {
  try {
    const read = JSON.parse(body) as Event | null;
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}

/** Throws if the signature of a report is invalid. Checks in the order of cache-compliance-maps-2fa-theme.md 2.8. */
function checkSignature(site: Site, { secret }: ActiveScan, { body, timestamp, signature }: ScanReport): void {
  if (secret === null) return;
  if (!timestamp || !signature) throw unsignedScanResult();
  const time = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now().getTime() - time) <= TOLERANCE_MS)) throw oldScanResult();
  if (!sameText(signatureOf(unsealWithAny(site, scanKey, secret), timestamp, body), signature)) throw wronglySignedScanResult();
}

const finished = (status: 'completed') => ({ status, progress: 100, finishedAt: now() });

async function takeTrackers(site: Site, tx: Tx, scan: ActiveScan, result: unknown): Promise<string> {
  if (scan.status === 'completed') return 'Scan already completed.';
  const trackers = trackersOf(result);
  if (trackers) await noteCookies(site, tx, trackers);
  await tx.siteScan.update({
    where: { id: scan.id },
    data: { ...finished('completed'), result: (result ?? {}) as object },
    select: { id: true },
  });
  return trackers ? 'Cookies updated!' : 'No cookies found in the result.';
}

async function takeChecks(site: Site, tx: Tx, scan: ActiveScan, result: unknown, isShop: boolean): Promise<string> {
  const detections = detectionsOf(result, { usesConsentMode: site.settings.get(consentMode), sellsTickets: isShop });
  await tx.siteScan.update({
    where: { id: scan.id },
    data: { ...finished('completed'), result: (result ?? {}) as object, detections: detections as object[], activeKind: null },
    select: { id: true },
  });
  if (!site.settings.get(noAutomaticScan)) {
    const payload: ChecksMail = { detections };
    await postMail(site, tx, { kind: CHECKS_MAIL, payload });
  }
  return 'Checks updated!';
}

/** Processes a scanner's report and returns a message. If scanning is off, returns `OK` and stores nothing. Throws the `scan_…` failures. */
export async function takeScanReport(site: Site, report: ScanReport): Promise<string> {
  if (site.settings.get(scanStatus) !== 'enabled') return 'OK';
  if (report.body.trim() === '') throw emptyScanResult();
  const isShop = report.kind === 'checks' && (await sellsTickets(site));
  const said = await site.db.transaction(async (tx) => {
    const scan = await activeScan(tx, report.kind);
    if (!scan) throw unknownScan();
    if (!report.userAgent.includes(site.settings.get(scannerToken))) throw unknownScanner();
    const { event, data } = eventOf(report.body);
    if (event !== 'scan-completed') throw notAScanResult();
    checkSignature(site, scan, report);
    if (data?.id !== scan.id) throw unknownScan();
    return report.kind === 'scan' ? takeTrackers(site, tx, scan, data.result) : takeChecks(site, tx, scan, data.result, isShop);
  });
  if (report.kind === 'scan') await site.settings.set(syncedAt, Math.floor(now().getTime() / 1000));
  else notifyMailQueued(site);
  return said;
}
