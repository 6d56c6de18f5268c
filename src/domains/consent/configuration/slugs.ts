import { rowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { holdLock } from '#app/core/db/lock.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import { sanitizeSlug, suffixed } from '#app/core/text/slug.ts';

type Slugged = 'service_group' | 'consent_service' | 'content_blocker' | 'banner_link';

const takenIn = (table: Slugged) =>
  statement(`slugs_of_${table}`, `SELECT slug FROM ${table} WHERE slug = $1 OR slug LIKE $2`, rowShape({ slug: 'text' }));
const takenSlugs = {
  service_group: takenIn('service_group'),
  consent_service: takenIn('consent_service'),
  content_blocker: takenIn('content_blocker'),
  banner_link: takenIn('banner_link'),
} as const;

/** Returns a slug that is unique in the table: that of the text, with `-2`, `-3`, … if it is taken. A lock serializes writers of the table until their transactions end. */
export async function freeSlug(tx: Tx, table: Slugged, text: string, fallback: string): Promise<string> {
  await holdLock(tx, `slug of ${table}`);
  const slug = sanitizeSlug(text) || fallback;
  const stem = suffixed(slug, 1)
    .replace(/-1$/, '')
    .replace(/[\\%_]/g, '\\$&');
  const taken = await rowsIn(tx, takenSlugs[table], slug, `${stem}-%`);
  const known = new Set(taken.map((row) => row.slug));
  if (!known.has(slug)) return slug;
  for (let n = 2; ; n += 1) {
    const candidate = suffixed(slug, n);
    if (!known.has(candidate)) return candidate;
  }
}
