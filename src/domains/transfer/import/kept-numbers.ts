import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { rowsIn, runIn, type Statement, statement } from '#app/core/db/statement.ts';

/** Tables that share a sequence of IDs. */
interface Numbering {
  /** Returns those of the IDs that are used. */
  taken: Statement<{ id: number }>;
  /** Advances the sequence if necessary. Leaves a sequence unchanged that no ID was taken from. */
  skipTo: Statement;
  /** Returns the next IDs. */
  next: Statement<{ id: number }>;
}

function numbering(name: string, sequence: string, tables: readonly string[]): Numbering {
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

/** IDs of content are kept because links such as `/?p=1148` contain them. */
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

/** Larger IDs are not kept, so that a file cannot exhaust the sequence. */
const LARGEST = 1_000_000_000;

const wish = (number: string): number | null => (/^[1-9]\d{0,9}$/.test(number) && Number(number) <= LARGEST ? Number(number) : null);

/**
 * Assigns IDs to rows: those of the other site if they are free here, otherwise new ones from the sequence, which then continues after all of them. If
 * another process takes an ID meanwhile, the insert fails and the caller repeats its transaction.
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
