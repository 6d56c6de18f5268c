import type { Site } from '../../src/site.ts';

/** Returns the names of all tables of all schemas. */
async function listTables(site: Site): Promise<string[]> {
  const rows = await site.db.sql<{ name: string }>(
    // partitioned tables have no rows of their own
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Returns the number of rows, by table, that contain a string in any column, also as bytes. Omits tables without such rows. */
export async function countRowsWith(site: Site, text: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const hex = Buffer.from(text).toString('hex');
  for (const name of await listTables(site)) {
    const [row] = await site.db.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${name} AS t WHERE strpos(lower(t::text), lower($1)) > 0 OR strpos(t::text, $2) > 0`,
      [text, hex],
    );
    if (row && row.n > 0) counts[name.replace(/^public\./, '')] = row.n;
  }
  return counts;
}
