import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, executeIn, type Statement, statement } from '#app/core/db/statement.ts';

/** Statements for a sequence of IDs and the tables that share it. */
interface IdSequence {
  /** Returns those of the given IDs that are already used. */
  taken: Statement<{ id: number }>;
  /** Advances the sequence to an ID, unless it is already beyond it. */
  skipTo: Statement;
  /** Returns the next IDs. */
  next: Statement<{ id: number }>;
}

function declareIdSequence(name: string, sequence: string, tables: readonly string[]): IdSequence {
  const ids = rowShape({ id: 'int' });
  return {
    taken: statement(
      `import_taken_${name}_numbers`,
      tables.map((table) => `SELECT id FROM ${table} WHERE id = ANY($1::int[])`).join(' UNION ALL '),
      ids,
    ),
    skipTo: statement(`import_skip_${name}_numbers`, `SELECT setval(${sequence}, $1::int) WHERE $1::int > (SELECT nextval(${sequence}))`),
    next: statement(`import_next_${name}_numbers`, `SELECT nextval(${sequence})::int AS id FROM generate_series(1, $1::int)`, ids),
  };
}

/** Sequence of content IDs. Imports preserve these IDs, because links such as `/?p=1148` contain them. */
export const contentIdSequence = declareIdSequence('content', `'content_id_seq'`, [
  'content',
  'revision',
  'autosave',
  'ticket',
  'ticket_order',
  'attendee',
  'event_import',
  'ticket_hold',
  'waiting_entry',
]);

const declareTableSequence = (table: string) => declareIdSequence(table, `pg_get_serial_sequence('${table}', 'id')`, [table]);
export const commentIdSequence = declareTableSequence('comment');
export const termIdSequence = declareTableSequence('term');
export const userIdSequence = declareTableSequence('user_account');

/** Larger IDs are not preserved, so that a file cannot exhaust the sequence. */
const MAX_ASSIGNABLE_ID = 1_000_000_000;

const parseAssignableId = (text: string): number | null =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ASSIGNABLE_ID ? Number(text) : null;

/**
 * Returns an ID for each row: the ID on the other site if it is free here, otherwise a new one from the sequence. Advances the sequence past all
 * returned IDs. If another process takes an ID in the meantime, the insert fails and the caller repeats its transaction.
 */
export async function assignIds(tx: Tx, sequence: IdSequence, sourceIds: readonly string[]): Promise<number[]> {
  const candidates = sourceIds.map(parseAssignableId);
  const rows = await queryIn(tx, sequence.taken, [...new Set(candidates.filter((id) => id !== null))]);
  const taken = new Set(rows.map(({ id }) => id));
  const preserved = candidates.map((id) => {
    if (id === null || taken.has(id)) return null;
    taken.add(id);
    return id;
  });
  const greatest = Math.max(0, ...preserved.map((id) => id ?? 0));
  if (greatest > 0) await executeIn(tx, sequence.skipTo, greatest);
  const missing = preserved.filter((id) => id === null).length;
  const newIds = (await queryIn(tx, sequence.next, missing)).map(({ id }) => id).sort((a, b) => a - b);
  return preserved.map((id) => id ?? (newIds.shift() as number));
}
