import type pg from 'pg';
import type { Writers } from './writers.ts';

/**
 * Runs a text as a library wrote it: one statement with its values, or several without, which then bring `BEGIN` and `COMMIT` with them. Returns the rows
 * of all, read as the driver reads them. Where one of several fails their transaction is undone before anyone else asks.
 */
export type LibraryStatements = (text: string, values?: readonly unknown[]) => Promise<{ rows: unknown[] }>;

const bringsTransaction = (text: string) => /^\s*BEGIN\b/i.test(text);

/** The driver returns a list for several statements, whatever its types say. */
const allRows = (answers: { rows: unknown[] } | { rows: unknown[] }[]) => ({ rows: [answers].flat().flatMap(({ rows }) => rows) });

/** On the pool that serves requests, in turns with all others who write. */
export function libraryStatementsOnServer(pool: pg.Pool, writers: Writers): LibraryStatements {
  return (text, values) =>
    writers.run(async () => {
      if (!bringsTransaction(text)) return allRows(await pool.query(text, values && [...values]));
      const connection = await pool.connect();
      try {
        const answers = allRows(await connection.query(text));
        connection.release();
        return answers;
      } catch (error) {
        // a transaction ends with its connection
        connection.release(true);
        throw error;
      }
    });
}
