import type { Site } from '../site.ts';

const firstCategory = `INSERT INTO term (id, taxonomy, name, slug, sort_name) VALUES (1, 'category', 'Uncategorized', 'uncategorized', 'uncategorized')
  ON CONFLICT DO NOTHING`;
const nextNumber = `SELECT setval(pg_get_serial_sequence('term', 'id'), GREATEST((SELECT max(id) FROM term), (SELECT last_value FROM term_id_seq)))::text`;

/** What every installation has: the category of posts that name none, with id 1. Safe to repeat, also by several processes at once. */
export async function ensureInitialContent(site: Site): Promise<void> {
  const [known] = await site.db.sql<{ id: number }>('SELECT id FROM term WHERE id = 1', []);
  if (known) return;
  await site.db.transaction(async (tx) => {
    await tx.$executeRawUnsafe(firstCategory);
    await tx.$queryRawUnsafe(nextNumber);
  });
}
