import type { Site } from '../../src/site.ts';

/** Makes a function that answers a hash of every row of every table of the site. */
export async function storedHash(site: Site): Promise<() => Promise<string>> {
  const tables = await site.db.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations' ORDER BY 1`,
  );
  const parts = tables.map(
    ({ name }) =>
      `SELECT '${name}' AS part, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS hash FROM "${name}" t`,
  );
  const text = `SELECT string_agg(part || ' ' || hash, E'\\n' ORDER BY part) AS all FROM (${parts.join(' UNION ALL ')}) AS one`;
  return async () => (await site.db.sql<{ all: string }>(text, [], 'stored_hash'))[0]?.all ?? '';
}
