import type pg from 'pg';
import type { WriterLimiter } from './writers.ts';

/**
 * Runs SQL of a library: one statement with values, or several statements without values, with their own `BEGIN` and `COMMIT`. Returns the rows of
 * all statements, parsed by the driver. If one of several statements fails, rolls back before the connection is used again.
 */
export type LibraryStatements = (text: string, values?: readonly unknown[]) => Promise<{ rows: unknown[] }>;

const startsTransaction = (text: string) => /^\s*BEGIN\b/i.test(text);

/** Returns the rows of all results. The driver returns an array for several statements, contrary to its types. */
const collectRows = (results: { rows: unknown[] } | { rows: unknown[] }[]) => ({ rows: [results].flat().flatMap(({ rows }) => rows) });

/** Creates a function that runs SQL of a library on the pool for requests. The limit for writers applies to it, too. */
export function createLibraryStatements(pool: pg.Pool, writers: WriterLimiter): LibraryStatements {
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
