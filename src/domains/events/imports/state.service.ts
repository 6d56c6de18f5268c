import { now } from '#app/core/time/clock.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { callbackRefusal, importOfCallback } from './import.access.ts';
import { announceImport } from './import-changes.ts';
import { keepFailure } from './import-errors.ts';
import { importColumns, type ImportRecord } from './import.record.ts';

/** States that the import service may report. */
export const reportedStates = ['success', 'failed', 'pending'] as const;

/** What the import service says about an import as a whole. */
export interface StateReport {
  importId: string;
  batchHash: string;
  status: (typeof reportedStates)[number];
  percentageComplete: number;
  message: string;
  /** Names the message, for translation. */
  messageSlug: string;
}

const report = statement(
  'report_event_import',
  `UPDATE event_import AS i SET status = $3, percentage_complete = $4::float8, modified_utc = $5::timestamptz,
  next_batch_hash = CASE WHEN $3 = 'pending' THEN next_batch_hash END
  WHERE id = $1 AND status = 'pending' AND next_batch_hash = $2 RETURNING ${importColumns.list}`,
  importColumns,
);

/** Sets the state of an import as its service reports it; success and failure end it (events.md 5.1, 5.3). Throws as `takeBatch` does. */
export async function takeState(site: Site, state: StateReport): Promise<ImportRecord> {
  const record = await importOfCallback(site, state.importId, state.batchHash);
  return await site.db.transaction(async (tx) => {
    const values = [record.id, record.nextBatchHash, state.status, state.percentageComplete, now().toISOString()];
    const [after] = await rowsIn(tx, report, ...values);
    if (!after) throw callbackRefusal(true);
    if (state.status === 'failed') await keepFailure(tx, record.id, state.messageSlug, state.message);
    await announceImport(tx, record.id);
    return after;
  });
}
