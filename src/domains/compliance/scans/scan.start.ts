import { randomBytes, randomUUID } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { seal } from '#app/core/secrets/sealed.ts';
import type { Site } from '#app/site.ts';
import { issueScanToken } from '../cookies/report.service.ts';
import { scanKey } from './scan.result.ts';
import type { ScanKind } from './scan.rules.ts';

const PAUSE_MS = 30 * 24 * 3600_000;
/** Time after which a scan without a result counts as failed. */
const LOST_MS = 24 * 3600_000;

/** A new scan. */
export interface StartedScan {
  id: string;
  /** Secret that signs the report. It is shown only once. */
  secret: string;
  /** Token with which the user's browser may report cookies for 24 hours. */
  cookieToken: string;
}

/** Kind of the scan, and its scanner. */
export interface WantedScan {
  kind: ScanKind;
  /** True if an external scanner sends the report. Otherwise the built-in scanner does, within minutes. */
  isExternal?: boolean;
}

/** Starts a scan without a cookie token. Throws 409 `scan_under_way` while a scan of the kind runs, and 409 `scan_too_soon` for checks within 30 days of the last ones. */
export async function beginScan(site: Site, { kind, isExternal = false }: WantedScan): Promise<{ id: string; secret: string }> {
  const id = randomUUID();
  const secret = randomBytes(32).toString('hex');
  const createdAt = now();
  await site.db.transaction(async (tx) => {
    await tx.siteScan.updateMany({
      where: { activeKind: kind, status: 'progress', createdAt: { lte: new Date(createdAt.getTime() - LOST_MS) } },
      data: { status: 'failed', finishedAt: createdAt, activeKind: null },
    });
    const active = await tx.siteScan.findUnique({ where: { activeKind: kind }, select: { status: true } });
    if (active?.status === 'progress') throw new Failure('scan_under_way', 409, 'Such a scan is under way.');
    const last = await tx.siteScan.findFirst({
      where: { kind, status: 'completed' },
      orderBy: { createdAt: 'desc' },
      select: { createdAt: true },
    });
    if (kind === 'checks' && last && last.createdAt.getTime() > createdAt.getTime() - PAUSE_MS)
      throw new Failure('scan_too_soon', 409, 'The site was checked within the last 30 days.');
    await tx.siteScan.updateMany({ where: { activeKind: kind }, data: { activeKind: null } });
    await tx.siteScan.create({
      data: { id, kind, isExternal, status: 'progress', createdAt, activeKind: kind, secret: seal(scanKey(site), secret) },
      select: { id: true },
    });
  });
  return { id, secret };
}

/** Starts a scan on behalf of a user, whose browser may report cookies as well. Throws the failures of `beginScan`. */
export async function startSiteScan(site: Site, userId: number, wanted: WantedScan): Promise<StartedScan> {
  const begun = await beginScan(site, wanted);
  const { token } = await issueScanToken(site, userId);
  return { ...begun, cookieToken: token };
}
