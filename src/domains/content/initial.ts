import { rowShape } from '#app/core/db/columns.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

const firstCategory = statement(
  'first_category',
  `INSERT INTO term (id, taxonomy, name, slug, sort_name) VALUES (1, 'category', 'Uncategorized', 'uncategorized', 'uncategorized')
  ON CONFLICT DO NOTHING`,
);
const nextTermNumber = statement(
  'next_term_number',
  `SELECT setval(pg_get_serial_sequence('term', 'id'), GREATEST((SELECT max(id) FROM term), (SELECT last_value FROM term_id_seq)))::text`,
);
const hasFirst = statement('has_first_category', 'SELECT t.id FROM term t WHERE t.id = 1', rowShape({ id: 'int' }));

/** Creates the default category with ID 1. Several processes may repeat it at once. */
export async function ensureInitialContent(site: Site): Promise<void> {
  const [firstTerm] = await site.db.rows(hasFirst);
  if (firstTerm) return;
  await site.db.transaction(async (tx) => {
    await executeIn(tx, firstCategory);
    await executeIn(tx, nextTermNumber);
  });
}
