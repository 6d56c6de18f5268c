import { randomBytes, randomUUID } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { encryptString } from '#app/core/secrets/encrypt.ts';
import type { Site } from '#app/site.ts';
import { issueScanToken } from '../cookies/report.service.ts';
import { deriveScanKey } from './scan.result.ts';
import type { ScanKind } from './scan.rules.ts';

const MIN_INTERVAL_MS = 30 * 24 * 3600_000;
/** Time after which a scan without a result counts as failed. */
const RESULT_TIMEOUT_MS = 24 * 3600_000;

/** A new scan. */
export interface StartedScan {
  id: string;
  /** Secret with which the scanner signs its report. It is returned only once. */
  secret: string;
  /** Token that lets the user's browser report cookies for 24 hours. */
  cookieToken: string;
}

/** Kind of the scan, and its scanner. */
export interface ScanOptions {
  kind: ScanKind;
  /** True if an external scanner sends the report. If false, the built-in scanner scans the site within minutes. */
  isExternal?: boolean;
}

/**
 * Starts a scan without a cookie token. Throws `scan_under_way` while a scan of the same kind runs, and `scan_too_soon` for checks less than 30 days
 * after the previous checks.
 */
export async function startScan(site: Site, { kind, isExternal = false }: ScanOptions): Promise<{ id: string; secret: string }> {
  const id = randomUUID();
  const secret = randomBytes(32).toString('hex');
  const createdAt = now();
  await site.db.transaction(async (tx) => {
    await tx.siteScan.updateMany({
      where: { activeKind: kind, status: 'progress', createdAt: { lte: new Date(createdAt.getTime() - RESULT_TIMEOUT_MS) } },
      data: { status: 'failed', finishedAt: createdAt, activeKind: null },
    });
    const active = await tx.siteScan.findUnique({ where: { activeKind: kind }, select: { status: true } });
    if (active?.status === 'progress') throw new Failure('scan_under_way', 409, 'A scan of this kind is already running.');
    const last = await tx.siteScan.findFirst({
      where: { kind, status: 'completed' },
      orderBy: { createdAt: 'desc' },
      select: { createdAt: true },
    });
    if (kind === 'checks' && last && last.createdAt.getTime() > createdAt.getTime() - MIN_INTERVAL_MS)
      throw new Failure('scan_too_soon', 409, 'The site was checked within the last 30 days. Try again later.');
    await tx.siteScan.updateMany({ where: { activeKind: kind }, data: { activeKind: null } });
    await tx.siteScan.create({
      data: { id, kind, isExternal, status: 'progress', createdAt, activeKind: kind, secret: encryptString(deriveScanKey(site), secret) },
      select: { id: true },
    });
  });
  return { id, secret };
}

/** Starts a scan on behalf of a user, whose browser may also report cookies. Throws the failures of `startScan`. */
export async function startSiteScan(site: Site, userId: number, options: ScanOptions): Promise<StartedScan> {
  const started = await startScan(site, options);
  const { token } = await issueScanToken(site, userId);
  return { ...started, cookieToken: token };
}
