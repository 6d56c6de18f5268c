import type { PGlite } from '@electric-sql/pglite';
import type { Log } from '../log.ts';

/** What background processes of a server do, which an embedded database does not have. */
export interface Upkeep {
  /** Does what is due now; answers whether anything was. */
  round: () => Promise<boolean>;
  stop: () => void;
}

const everyMs = 60_000;
const dueAfterBytes = 16 * 1024 * 1024;

/**
 * Once a minute, when more than 16 MB have been written since the last time: vacuums and analyses every table (the cost follows what changed, and
 * requests run in between) and makes a checkpoint. Without it the log would grow for ever and the planner would know nothing about the rows.
 */
export function startUpkeep(client: PGlite, log?: Log): Upkeep {
  let written = 0;
  const timer = setInterval(() => {
    round().catch((error: unknown) => log?.warn({ err: error }, 'upkeep of the embedded database failed'));
  }, everyMs);
  timer.unref();

  async function round(): Promise<boolean> {
    const position = await bytesWritten();
    if (position - written < dueAfterBytes) return false;
    const tables = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables.rows) {
      await client.exec(`VACUUM (ANALYZE) ${name}`);
      await new Promise(setImmediate);
    }
    await client.exec('CHECKPOINT');
    written = await bytesWritten();
    return true;
  }

  async function bytesWritten(): Promise<number> {
    const { rows } = await client.query<{ bytes: string }>(`SELECT (pg_current_wal_insert_lsn() - '0/0')::text AS bytes`);
    return Number(rows[0]?.bytes);
  }

  return { round, stop: () => clearInterval(timer) };
}
