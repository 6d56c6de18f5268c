import type { Site } from '../../src/site.ts';

/** Returns all tables of all schemas. */
async function allTables(site: Site): Promise<string[]> {
  const rows = await site.db.sql<{ name: string }>(
    // partitioned tables store nothing themselves
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Counts the rows by table that contain a text in any column. Rows are cast to text, and bytes are also searched as bytes. */
export async function tablesWith(site: Site, text: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  const hex = Buffer.from(text).toString('hex');
  for (const name of await allTables(site)) {
    const [row] = await site.db.sql<{ n: number }>(
      `SELECT count(*)::int AS n FROM ${name} AS t WHERE strpos(lower(t::text), lower($1)) > 0 OR strpos(t::text, $2) > 0`,
      [text, hex],
    );
    if (row && row.n > 0) found[name.replace(/^public\./, '')] = row.n;
  }
  return found;
}
