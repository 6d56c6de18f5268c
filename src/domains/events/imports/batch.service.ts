import { now } from '#app/core/time/clock.ts';
import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { isDatabaseDown, isRetryable, isUniqueViolation } from '#app/core/db/errors.ts';
import { withSavepoint } from '#app/core/db/savepoint.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { runCalendarTransaction } from '../transaction.ts';
import type { Site } from '#app/site.ts';
import { type Activity, parseActivity, mergeActivities, createActivity } from './activity.ts';
import { createBatchSecret, hashBatchSecret } from './batch-hash.ts';
import { fetchItemImages } from './images.ts';
import { createCallbackError, requireCallbackImport } from './import.access.ts';
import { notifyImportChanged } from './import-changes.ts';
import { importColumns, type ImportRecord } from './import.record.ts';
import { type ImportScope, copyImportScope } from './import.scope.ts';
import { getImportingViewer } from './importing-viewer.ts';
import { storeItemErrors } from './import-errors.ts';
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
  /** Progress before this batch: `data` counts events, `batch` counts batches. */
  status: { data: Progress; batch: Progress };
  percentageComplete: number;
  /** Unparsed items (docs/behaviour/events.md 5.2). */
  events: readonly unknown[];
}

/** Result of a batch. */
export interface BatchResult {
  record: ImportRecord;
  /** Activity of this batch only. */
  activity: Activity;
  /** Secret that the next batch must contain; null if the import has ended. */
  nextBatchHash: string | null;
}

/** Timeout of a batch, in milliseconds. A batch may contain hundreds of events with a dozen statements each. */
const TIMEOUT_MS = 120_000;
const MAX_INT_COLUMN = 2_147_483_647;

/** Replaces the expected hash, so that a repeated or concurrent batch is stored only once. */
const claimBatch = statement(
  'take_event_import',
  `UPDATE event_import SET next_batch_hash = $3, total_events = $4, modified_utc = $5::timestamptz
  WHERE id = $1 AND status = 'pending' AND next_batch_hash = $2 RETURNING activity`,
  rowShape({ activity: 'json' }),
);
const finishBatch = statement(
  'finish_event_import_batch',
  `UPDATE event_import AS i SET activity = $2::jsonb, percentage_complete = CASE WHEN $3 THEN $4::float8 ELSE percentage_complete END,
  status = CASE WHEN $5 THEN 'success' ELSE status END, next_batch_hash = CASE WHEN $5 THEN NULL ELSE next_batch_hash END
  WHERE id = $1 RETURNING ${importColumns.list}`,
  importColumns,
);

/** Messages of items that could not be stored, by position from 0. */
type ItemErrors = Map<number, string>;

async function tryItem(scope: ImportScope, item: ImportItem, position: number, errors: ItemErrors): Promise<void> {
  const { tx, site, record } = scope;
  const itemScope = copyImportScope(scope);
  const write = async () => {
    await writeItem(itemScope, item);
    return true;
  };
  const isStored = await withSavepoint(tx, write, (error) => {
    // the caller retries the whole batch, or reports that the database is unavailable
    if (isRetryable(error) || isUniqueViolation(error) || isDatabaseDown(error)) throw error;
    if (!(error instanceof Failure))
      site.log.error({ err: error, import: record.importId, position }, 'an imported event could not be stored');
    errors.set(position, error instanceof Failure ? error.message : 'It could not be stored.');
    return false;
  });
  if (isStored) Object.assign(scope, { activity: itemScope.activity, images: itemScope.images, processed: itemScope.processed });
}

async function writeItems(scope: ImportScope, items: readonly (ImportItem | string)[]): Promise<ItemErrors> {
  const errors: ItemErrors = new Map();
  for (const [position, item] of items.entries()) {
    if (typeof item === 'string') errors.set(position, item);
    else await tryItem(scope, item, position, errors);
  }
  return errors;
}

/**
 * Stores the events of a batch and updates the import in one transaction (docs/behaviour/events.md 5.1, 5.2). Skips items that cannot be stored. A
 * batch with skipped items does not end the import. Throws `invalid_arguments` naming `importId` or `batchHash` if the batch is not expected.
 */
export async function storeBatch(site: Site, batch: Batch): Promise<BatchResult> {
  const record = await requireCallbackImport(site, batch.importId, batch.batchHash);
  const viewer = await getImportingViewer(site, record.authorId);
  const items = batch.events.map(readItem);
  const validItems = items.filter((item) => typeof item !== 'string');
  const images = viewer.can('upload_files') ? await fetchItemImages(site, validItems) : new Map();
  const { status } = batch;
  const nextBatchHash = createBatchSecret();

  return await runCalendarTransaction(
    site,
    async (tx: Tx) => {
      const total = Math.min(MAX_INT_COLUMN, Math.trunc(status.data.total));
      const claim = [record.id, record.nextBatchHash, hashBatchSecret(site, nextBatchHash), total, now().toISOString()];
      const [claimed] = await queryIn(tx, claimBatch, ...claim);
      if (!claimed) throw createCallbackError(true);
      const scope: ImportScope = { site, tx, viewer, record, activity: createActivity(), images: new Map(images), processed: new Map() };
      const errors = await writeItems(scope, items);
      const isComplete = errors.size === 0;
      const isLast = isComplete && status.batch.done + 1 === status.batch.total;
      const activity = JSON.stringify(mergeActivities(parseActivity(claimed.activity), scope.activity));
      const [updated] = await queryIn(tx, finishBatch, record.id, activity, isComplete, batch.percentageComplete, isLast);
      await storeItemErrors(tx, record.id, errors);
      await notifyImportChanged(tx, record.id);
      return { record: updated as ImportRecord, activity: scope.activity, nextBatchHash: isLast ? null : nextBatchHash };
    },
    { timeout: TIMEOUT_MS },
  );
}
