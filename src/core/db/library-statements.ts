import type pg from 'pg';
import type { Writers } from './writers.ts';

/**
 * Runs SQL of a library: one statement with values, or several without, which include their own `BEGIN` and `COMMIT`. Returns all rows,
 * parsed by the driver. If one of several fails, rolls back before the connection is used again.
 */
export type LibraryStatements = (text: string, values?: readonly unknown[]) => Promise<{ rows: unknown[] }>;

const startsTransaction = (text: string) => /^\s*BEGIN\b/i.test(text);

/** The driver returns an array for several statements, contrary to its types. */
const collectRows = (results: { rows: unknown[] } | { rows: unknown[] }[]) => ({ rows: [results].flat().flatMap(({ rows }) => rows) });

/** Runs statements on the pool for requests, subject to the same limit as other writers. */
export function createLibraryStatements(pool: pg.Pool, writers: Writers): LibraryStatements {
  return (text, values) =>
    writers.run(async () => {
      if (!startsTransaction(text)) return collectRows(await pool.query(text, values && [...values]));
      const connection = await pool.connect();
      try {
        const results = collectRows(await connection.query(text));
        connection.release();
        return results;
      } catch (error) {
        // closing the connection rolls back its transaction
        connection.release(true);
        throw error;
      }
    });
}
