import { answer } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { rowsIn, runIn, type Statement, statement } from '#app/core/db/statement.ts';

/** Tables that share a sequence of numbers. */
interface Numbering {
  /** Which of these numbers are taken. */
  taken: Statement<{ id: number }>;
  /** Moves the sequence on, without moving it back, and without counting one of which nothing was taken yet. */
  skipTo: Statement;
  /** This many next numbers. */
  next: Statement<{ id: number }>;
}

function numbering(name: string, sequence: string, tables: readonly string[]): Numbering {
  const ids = answer({ id: 'int' });
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

/** Links such as `/?p=1148` name contents by number. */
export const contentNumbers = numbering('content', `'content_id_seq'`, [
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

const ownNumbers = (table: string) => numbering(table, `pg_get_serial_sequence('${table}', 'id')`, [table]);
export const commentNumbers = ownNumbers('comment');
export const termNumbers = ownNumbers('term');
export const userNumbers = ownNumbers('user_account');

/** Greater numbers are not kept: a file must not use up the sequence. */
const LARGEST = 1_000_000_000;

const wish = (number: string): number | null => (/^[1-9]\d{0,9}$/.test(number) && Number(number) <= LARGEST ? Number(number) : null);

/**
 * The numbers that rows are to have: those they had on the other site where these are free here, others of the sequence, which then goes on beyond all of them. A
 * number that another process takes meanwhile fails the insert; the caller's transaction is run again.
 */
export async function keepNumbers(tx: Tx, numbers: Numbering, theirs: readonly string[]): Promise<number[]> {
  const wishes = theirs.map(wish);
  const wanted = [...new Set(wishes.filter((one) => one !== null))];
  const rows = await rowsIn(tx, numbers.taken, wanted);
  const taken = new Set(rows.map(({ id }) => id));
  const kept = wishes.map((one) => {
    if (one === null || taken.has(one)) return null;
    taken.add(one);
    return one;
  });
  const greatest = Math.max(0, ...kept.map((one) => one ?? 0));
  if (greatest > 0) await runIn(tx, numbers.skipTo, greatest);
  const missing = kept.filter((one) => one === null).length;
  const fresh = (await rowsIn(tx, numbers.next, missing)).map(({ id }) => id).sort((a, b) => a - b);
  return kept.map((one) => one ?? (fresh.shift() as number));
}
