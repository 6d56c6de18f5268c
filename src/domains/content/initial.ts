import { rowShape } from '#app/core/db/columns.ts';
import { executeIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';

const insertFirstCategory = statement(
  'first_category',
  `INSERT INTO term (id, taxonomy, name, slug, sort_name) VALUES (1, 'category', 'Uncategorized', 'uncategorized', 'uncategorized')
  ON CONFLICT DO NOTHING`,
);
const advanceTermIds = statement(
  'next_term_number',
  `SELECT setval(pg_get_serial_sequence('term', 'id'), GREATEST((SELECT max(id) FROM term), (SELECT last_value FROM term_id_seq)))::text`,
);
const selectFirstCategory = statement('has_first_category', 'SELECT t.id FROM term t WHERE t.id = 1', rowShape({ id: 'int' }));

/** Creates the default category with ID 1, if it does not exist. Several processes may call this at the same time. */
export async function ensureInitialContent(site: Site): Promise<void> {
  const [firstTerm] = await site.db.rows(selectFirstCategory);
  if (firstTerm) return;
  await site.db.transaction(async (tx) => {
    await executeIn(tx, insertFirstCategory);
    await executeIn(tx, advanceTermIds);
  });
}
