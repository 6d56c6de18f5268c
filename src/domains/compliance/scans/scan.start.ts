import { randomBytes, randomUUID } from 'node:crypto';
import { now } from '#app/core/time/clock.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { seal } from '#app/core/secrets/sealed.ts';
import type { Site } from '#app/site.ts';
import { issueScanToken } from '../cookies/report.service.ts';
import { scanKey } from './scan.result.ts';
import type { ScanKind } from './scan.rules.ts';

const PAUSE_MS = 30 * 24 * 3600_000;
/** A scan without a result for this time is taken for lost. */
const LOST_MS = 24 * 3600_000;

/** A scan that has begun. */
export interface StartedScan {
  id: string;
  /** What its report has to be signed with; shown this once. */
  secret: string;
  /** By which the browser of its starter may report cookies, for 24 hours. */
  cookieToken: string;
}

/** What is to be scanned, and who does it. */
export interface WantedScan {
  kind: ScanKind;
  /** Another scanner sends the report; without it the site's own does, within minutes. */
  isExternal?: boolean;
}

/**
 * Begins a scan that nobody in particular asked for. Throws 409 `scan_under_way` while one of its kind runs, and 409 `scan_too_soon` for checks
 * within 30 days of the former ones.
 */
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

/** Begins a scan for someone, whose browser may report cookies too; throws as `beginScan` does. */
export async function startSiteScan(site: Site, userId: number, wanted: WantedScan): Promise<StartedScan> {
  const begun = await beginScan(site, wanted);
  const { token } = await issueScanToken(site, userId);
  return { ...begun, cookieToken: token };
}
