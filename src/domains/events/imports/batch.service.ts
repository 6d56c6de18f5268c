import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { isDatabaseDown, isRetryable, isUniqueViolation } from '#app/core/db/errors.ts';
import { inSavepoint } from '#app/core/db/savepoint.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { calendarTransaction } from '../transaction.ts';
import type { Site } from '#app/site.ts';
import { type Activity, activityOf, merged, noActivity } from './activity.ts';
import { newBatchHash, storedBatchHash } from './batch-hash.ts';
import { imagesOf } from './images.ts';
import { callbackRefusal, importOfCallback } from './import.access.ts';
import { announceImport } from './import-changes.ts';
import { importColumns, type ImportRecord } from './import.record.ts';
import { type ImportScope, scopeOfItem } from './import.scope.ts';
import { importingViewer } from './importing-viewer.ts';
import { keepItemErrors } from './import-errors.ts';
import { type ImportItem, readItem } from './item.rules.ts';
import { writeItem } from './item.writer.ts';

/** Progress of the import service. */
interface Progress {
  total: number;
  done: number;
}

/** A batch as the import service sends it. */
export interface Batch {
  importId: string;
  batchHash: string;
  /** Progress in events and in batches, before this batch. */
  status: { data: Progress; batch: Progress };
  percentageComplete: number;
  /** Unparsed items (events.md 5.2). */
  events: readonly unknown[];
}

/** Result of a batch. */
export interface BatchOutcome {
  record: ImportRecord;
  /** Activity of this batch only. */
  activity: Activity;
  /** Secret of the next batch; null if the import has ended. */
  nextBatchHash: string | null;
}

/** Timeout of a batch: it may contain hundreds of events with a dozen statements each. */
const LONGEST_MS = 120_000;
const MAX_INT_COLUMN = 2_147_483_647;

/** Clears the expected hash, so that a repeated or concurrent batch is stored only once. */
const take = statement(
  'take_event_import',
  `UPDATE event_import SET next_batch_hash = $3, total_events = $4, modified_utc = $5::timestamptz
  WHERE id = $1 AND status = 'pending' AND next_batch_hash = $2 RETURNING activity`,
  rowShape({ activity: 'json' }),
);
const finish = statement(
  'finish_event_import_batch',
  `UPDATE event_import AS i SET activity = $2::jsonb, percentage_complete = CASE WHEN $3 THEN $4::float8 ELSE percentage_complete END,
  status = CASE WHEN $5 THEN 'success' ELSE status END, next_batch_hash = CASE WHEN $5 THEN NULL ELSE next_batch_hash END
  WHERE id = $1 RETURNING ${importColumns.list}`,
  importColumns,
);

/** Errors of items that could not be stored, by position. */
type Faults = Map<number, string>;

async function attempt(scope: ImportScope, item: ImportItem, position: number, faults: Faults): Promise<void> {
  const { tx, site, record } = scope;
  const own = scopeOfItem(scope);
  const write = async () => {
    await writeItem(own, item);
    return true;
  };
  const isStored = await inSavepoint(tx, write, (error) => {
    // the caller retries the whole batch, or reports that the database is unavailable
    if (isRetryable(error) || isUniqueViolation(error) || isDatabaseDown(error)) throw error;
    if (!(error instanceof Failure))
      site.log.error({ err: error, import: record.importId, position }, 'an imported event could not be stored');
    faults.set(position, error instanceof Failure ? error.message : 'It could not be stored.');
    return false;
  });
  if (isStored) Object.assign(scope, { activity: own.activity, images: own.images, dealtWith: own.dealtWith });
}

async function writeAll(scope: ImportScope, items: readonly (ImportItem | string)[]): Promise<Faults> {
  const faults: Faults = new Map();
  for (const [position, item] of items.entries()) {
    if (typeof item === 'string') faults.set(position, item);
    else await attempt(scope, item, position, faults);
  }
  return faults;
}

/**
 * Stores the events of a batch and updates the import in one transaction (events.md 5.1, 5.2). Skips items that cannot be stored; an import
 * with skipped items does not end. Throws `invalid_arguments` naming `importId` or `batchHash` if the batch is not expected.
 */
export async function takeBatch(site: Site, batch: Batch): Promise<BatchOutcome> {
  const record = await importOfCallback(site, batch.importId, batch.batchHash);
  const viewer = await importingViewer(site, record.authorId);
  const items = batch.events.map(readItem);
  const read = items.filter((item) => typeof item !== 'string');
  const images = viewer.can('upload_files') ? await imagesOf(site, read) : new Map();
  const { status } = batch;
  const nextBatchHash = newBatchHash();

  return await calendarTransaction(
    site,
    async (tx: Tx) => {
      const total = Math.min(MAX_INT_COLUMN, Math.trunc(status.data.total));
      const taken = [record.id, record.nextBatchHash, storedBatchHash(site, nextBatchHash), total, now().toISOString()];
      const [before] = await rowsIn(tx, take, ...taken);
      if (!before) throw callbackRefusal(true);
      const scope: ImportScope = { site, tx, viewer, record, activity: noActivity(), images: new Map(images), dealtWith: new Map() };
      const faults = await writeAll(scope, items);
      const isWhole = faults.size === 0;
      const isOver = isWhole && status.batch.done + 1 === status.batch.total;
      const activity = JSON.stringify(merged(activityOf(before.activity), scope.activity));
      const [after] = await rowsIn(tx, finish, record.id, activity, isWhole, batch.percentageComplete, isOver);
      await keepItemErrors(tx, record.id, faults);
      await announceImport(tx, record.id);
      return { record: after as ImportRecord, activity: scope.activity, nextBatchHash: isOver ? null : nextBatchHash };
    },
    { timeout: LONGEST_MS },
  );
}
