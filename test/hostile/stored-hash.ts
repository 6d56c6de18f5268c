import type { Site } from '../../src/site.ts';

/** SQL conditions of rows that may change when a refusal is counted or logged, by table. */
const IGNORED_ROWS: Readonly<Record<string, string>> = {
  _prisma_migrations: 'true',
  rate_bucket: 'true',
  request_budget: 'true',
  open_streams: 'true',
  running_process: 'true',
  audit_entry: "t.action = 'sign-in refused'",
  // read markers of the log
  audit_unsealed: 'true',
};

/**
 * Creates a function that returns a hash of all rows of all tables, except counters and logs of refused sign-ins. It reads the
 * tables only if the position of the write-ahead log has changed since the last call.
 */
export async function createRowHasher(site: Site): Promise<() => Promise<string>> {
  const tables = await site.db.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  );
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS part, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS hash FROM "${name}" t WHERE NOT (${IGNORED_ROWS[name] ?? 'false'})`,
  );
  const text = `SELECT string_agg(part || ' ' || hash, E'\\n' ORDER BY part) AS hash FROM (${parts.join(' UNION ALL ')}) AS parts`;
  let position = '';
  let hash = '';
  return async () => {
    const [log] = await site.db.sql<{ position: string }>('SELECT pg_current_wal_insert_lsn()::text AS position', [], 'log_position');
    const newPosition = log?.position ?? '';
    if (newPosition === '' || newPosition !== position)
      hash = (await site.db.sql<{ hash: string }>(text, [], 'stored_hash'))[0]?.hash ?? '';
    // keeps the position from before the rows were read, so that the next call notices writes since then
    position = newPosition;
    return hash;
  };
}
