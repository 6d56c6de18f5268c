import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { acquireAdvisoryLock } from '#app/core/db/lock.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import { sanitizeSlug, appendSuffix } from '#app/core/text/slug.ts';

type SluggedTable = 'service_group' | 'consent_service' | 'content_blocker' | 'banner_link';

const selectTaken = (table: SluggedTable) =>
  statement(`slugs_of_${table}`, `SELECT slug FROM ${table} WHERE slug = $1 OR slug LIKE $2`, rowShape({ slug: 'text' }));
const takenSlugStatements = {
  service_group: selectTaken('service_group'),
  consent_service: selectTaken('consent_service'),
  content_blocker: selectTaken('content_blocker'),
  banner_link: selectTaken('banner_link'),
} as const;

/**
 * Converts a text to a slug that is unique in the table: appends `-2`, `-3`, … if the slug is taken. Holds a lock until the transaction ends, so
 * that two transactions cannot choose the same slug.
 */
export async function findFreeSlug(tx: Tx, table: SluggedTable, text: string, fallback: string): Promise<string> {
  await acquireAdvisoryLock(tx, `slug of ${table}`);
  const slug = sanitizeSlug(text) || fallback;
  const stem = appendSuffix(slug, 1)
    .replace(/-1$/, '')
    .replace(/[\\%_]/g, '\\$&');
  const rows = await queryIn(tx, takenSlugStatements[table], slug, `${stem}-%`);
  const taken = new Set(rows.map((row) => row.slug));
  if (!taken.has(slug)) return slug;
  for (let n = 2; ; n += 1) {
    const candidate = appendSuffix(slug, n);
    if (!taken.has(candidate)) return candidate;
  }
}
