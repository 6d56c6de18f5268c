import type { KeyOwner } from '#app/core/secrets/key-owner.ts';
import { createHmac } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { type ShapedRow, columns } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { notifyMailQueued, postMail } from '#app/core/mail/outbox.ts';
import { areEqualInConstantTime } from '#app/core/secrets/keyed-hash.ts';
import { deriveAesKey, decryptWithAnyKey } from '#app/core/secrets/encrypt.ts';
import type { Site } from '#app/site.ts';
import { consentMode, noAutomaticScan, scannerToken, scanStatus, syncedAt } from '../compliance.settings.ts';
import { recordCookies } from '../cookies/inventory.service.ts';
import { hasPaidTickets } from '../documents/ticket-sales.ts';
import {
  scanResultEmpty,
  scanResultMalformed,
  scanResultOutdated,
  scanNotFound,
  scannerNotFound,
  scanResultUnsigned,
  scanResultSignatureInvalid,
} from '../failures.ts';
import { CHECKS_MAIL, type ChecksMail } from './scan.mails.ts';
import { computeDetections, type ScanKind, parseTrackers } from './scan.rules.ts';

const TOLERANCE_MS = 5 * 60_000;

/** A request of a scanner. */
export interface ScanReport {
  kind: ScanKind;
  /** Raw body, which the signature covers. */
  body: string;
  userAgent: string;
  /** Time of the signature, as a string of Unix milliseconds. */
  timestamp: string | null | undefined;
  /** `sha256=` and the HMAC in hex. */
  signature: string | null | undefined;
}

/** Returns the key that encrypts the secrets of stored scans. */
export const deriveScanKey = (site: KeyOwner): Buffer => deriveAesKey(site.secretKey, 'site scan');

/** Returns the signature of a report: the HMAC-SHA-256 of the time and the body. */
export function signReport(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

const scanColumns = columns('SiteScan', 's', { only: ['id', 'status', 'secret'] });
type ActiveScan = ShapedRow<typeof scanColumns>;

const selectActive = statement(
  'hold_active_scan',
  `SELECT ${scanColumns.list} FROM site_scan s WHERE s.active_kind = $1 FOR UPDATE`,
  scanColumns,
);

/** Returns the active scan of a kind and locks its row, so that concurrent reports are processed one after the other. */
async function lockActiveScan(tx: Tx, kind: ScanKind): Promise<ActiveScan | null> {
  const [row] = await queryIn(tx, selectActive, kind);
  return row ?? null;
}

interface ScanEvent {
  event?: unknown;
  data?: { id?: unknown; result?: unknown };
}

function parseEvent(body: string): ScanEvent {
  try {
    const event = JSON.parse(body) as ScanEvent | null;
    return typeof event === 'object' && event !== null ? event : {};
  } catch {
    return {};
  }
}

/** Throws if the signature of a report is invalid. The order of the checks is that of docs/behaviour/cache-compliance-maps-2fa-theme.md 2.8. */
function checkSignature(site: Site, { secret }: ActiveScan, { body, timestamp, signature }: ScanReport): void {
  if (secret === null) return;
  if (!timestamp || !signature) throw scanResultUnsigned();
  const time = /^\d{1,15}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now().getTime() - time) <= TOLERANCE_MS)) throw scanResultOutdated();
  if (!areEqualInConstantTime(signReport(decryptWithAnyKey(site, deriveScanKey, secret), timestamp, body), signature))
    throw scanResultSignatureInvalid();
}

const buildCompletedColumns = () => ({ status: 'completed' as const, progress: 100, finishedAt: now() });

async function recordTrackers(site: Site, tx: Tx, scan: ActiveScan, result: unknown): Promise<string> {
  if (scan.status === 'completed') return 'Scan already completed.';
  const trackers = parseTrackers(result);
  if (trackers) await recordCookies(site, tx, trackers);
  await tx.siteScan.update({
    where: { id: scan.id },
    data: { ...buildCompletedColumns(), result: (result ?? {}) as object },
    select: { id: true },
  });
  return trackers ? 'Cookies updated!' : 'No cookies found in the result.';
}

async function recordChecks(site: Site, tx: Tx, scan: ActiveScan, result: unknown, isShop: boolean): Promise<string> {
  const detections = computeDetections(result, { usesConsentMode: site.settings.get(consentMode), sellsTickets: isShop });
  await tx.siteScan.update({
    where: { id: scan.id },
    data: { ...buildCompletedColumns(), result: (result ?? {}) as object, detections: detections as object[], activeKind: null },
    select: { id: true },
  });
  if (!site.settings.get(noAutomaticScan)) {
    const payload: ChecksMail = { detections };
    await postMail(site, tx, { kind: CHECKS_MAIL, payload });
  }
  return 'Checks updated!';
}

/**
 * Stores a scanner's report and returns a message for the scanner. If scans are off, returns `OK` and stores nothing. Throws the failures in
 * `failures.ts`.
 */
export async function processScanReport(site: Site, report: ScanReport): Promise<string> {
  if (site.settings.get(scanStatus) !== 'enabled') return 'OK';
  if (report.body.trim() === '') throw scanResultEmpty();
  const isShop = report.kind === 'checks' && (await hasPaidTickets(site));
  const message = await site.db.transaction(async (tx) => {
    const scan = await lockActiveScan(tx, report.kind);
    if (!scan) throw scanNotFound();
    if (!report.userAgent.includes(site.settings.get(scannerToken))) throw scannerNotFound();
    const { event, data } = parseEvent(report.body);
    if (event !== 'scan-completed') throw scanResultMalformed();
    checkSignature(site, scan, report);
    if (data?.id !== scan.id) throw scanNotFound();
    return report.kind === 'scan' ? recordTrackers(site, tx, scan, data.result) : recordChecks(site, tx, scan, data.result, isShop);
  });
  if (report.kind === 'scan') await site.settings.set(syncedAt, Math.floor(now().getTime() / 1000));
  else notifyMailQueued(site);
  return message;
}
