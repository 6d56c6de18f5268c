import { now } from '#app/core/time/clock.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { createCallbackError, requireCallbackImport } from './import.access.ts';
import { notifyImportChanged } from './import-changes.ts';
import { storeFailure } from './import-errors.ts';
import { importColumns, type ImportRecord } from './import.record.ts';

/** Statuses that the import service may report. */
export const reportedStates = ['success', 'failed', 'pending'] as const;

/** Report of the import service about a whole import. */
export interface StateReport {
  importId: string;
  batchHash: string;
  status: (typeof reportedStates)[number];
  percentageComplete: number;
  message: string;
  /** Key of the message, for translation. It is stored as the error code. */
  messageSlug: string;
}

const storeReport = statement(
  'report_event_import',
  `UPDATE event_import AS i SET status = $3, percentage_complete = $4::float8, modified_utc = $5::timestamptz,
  next_batch_hash = CASE WHEN $3 = 'pending' THEN next_batch_hash END
  WHERE id = $1 AND status = 'pending' AND next_batch_hash = $2 RETURNING ${importColumns.list}`,
  importColumns,
);

/**
 * Stores the status that the import service reports. Success and failure end the import (docs/behaviour/events.md 5.1, 5.3). Throws the same errors
 * as `storeBatch`.
 */
export async function storeReportedState(site: Site, state: StateReport): Promise<ImportRecord> {
  const record = await requireCallbackImport(site, state.importId, state.batchHash);
  return await site.db.transaction(async (tx) => {
    const values = [record.id, record.nextBatchHash, state.status, state.percentageComplete, now().toISOString()];
    const [updated] = await queryIn(tx, storeReport, ...values);
    if (!updated) throw createCallbackError(true);
    if (state.status === 'failed') await storeFailure(tx, record.id, state.messageSlug, state.message);
    await notifyImportChanged(tx, record.id);
    return updated;
  });
}
