import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';

/** Error code of items that could not be stored. */
const ITEM_CODE = 'item_not_stored';
/** Maximum number of stored item errors of an import. Older ones are deleted. */
const MAX_ITEM_ERRORS = 100;
const MAX_MESSAGE_LENGTH = 1_000;

const insertErrors = statement(
  'insert_event_import_errors',
  `INSERT INTO event_import_error (event_import_id, code, message, created_utc)
  SELECT $1::int, $2::text, unnest($3::text[]), $4::timestamptz`,
);
const trimErrors = statement(
  'trim_event_import_errors',
  `DELETE FROM event_import_error WHERE event_import_id = $1 AND code = $2 AND id NOT IN (
  SELECT id FROM event_import_error WHERE event_import_id = $1 AND code = $2 ORDER BY id DESC LIMIT ${MAX_ITEM_ERRORS})`,
);

/** Stores the errors of a batch's items, by position from 0. Keeps the newest hundred item errors of an import. */
export async function storeItemErrors(tx: Tx, importId: number, errors: ReadonlyMap<number, string>): Promise<void> {
  if (errors.size === 0) return;
  const messages = [...errors]
    .slice(-MAX_ITEM_ERRORS)
    .map(([position, message]) => `Event ${position + 1}: ${message}`.slice(0, MAX_MESSAGE_LENGTH));
  await executeIn(tx, insertErrors, importId, ITEM_CODE, messages, now().toISOString());
  await executeIn(tx, trimErrors, importId, ITEM_CODE);
}

const insertDailyFailure = statement(
  'insert_event_import_failure',
  `INSERT INTO event_import_error (event_import_id, code, message, created_utc)
  SELECT $1::int, $2::text, $3::text, $4::timestamptz WHERE NOT EXISTS (SELECT 1 FROM event_import_error
    WHERE event_import_id = $1 AND code <> '${ITEM_CODE}' AND (created_utc AT TIME ZONE 'UTC')::date = ($4::timestamptz AT TIME ZONE 'UTC')::date)`,
);

/** Stores a failure that the import service reports, at most one a day (docs/behaviour/events.md 5.3). The caller has locked the import's row. */
export async function storeFailure(tx: Tx, importId: number, code: string, message: string): Promise<void> {
  const storedCode = code === ITEM_CODE ? 'failed' : code.slice(0, 200);
  await executeIn(tx, insertDailyFailure, importId, storedCode, message.slice(0, MAX_MESSAGE_LENGTH), now().toISOString());
}
