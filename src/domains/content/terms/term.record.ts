import { rowShape, columns } from '#app/core/db/columns.ts';
import { anyId } from '#app/core/db/any-id.ts';
import type { Row } from '#app/core/db/model.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { getTaxonomy } from './taxonomies.ts';

/** A stored term. */
export type TermRecord = Row<'Term'>;

/** The columns of a `TermRecord` for statements with the term row `t`. */
export const termColumns = columns('Term', 't');

const byIds = statement('terms_by_id', `SELECT ${termColumns.list} FROM term t WHERE t.id = ${anyId('$1')}`, termColumns);
const bySlugOrName = statement(
  'term_by_slug_or_name',
  `SELECT ${termColumns.list} FROM term t WHERE t.taxonomy = $1 AND (t.slug = $2 OR lower(t.name) = lower($3)) ORDER BY (t.slug = $2) DESC, t.id LIMIT 1`,
  termColumns,
);

const slugPath = statement(
  'term_slug_path',
  `WITH RECURSIVE above AS (SELECT slug, parent_id, 0 AS height FROM term WHERE id = $1
      UNION ALL SELECT t.slug, t.parent_id, height + 1 FROM term t JOIN above ON t.id = above.parent_id)
    SELECT slug FROM above ORDER BY height DESC`,
  rowShape({ slug: 'text' }),
);

/**
 * Returns the URL of a term's page. `above` contains the slugs of its parents, from the root. A URL without the parents redirects to the
 * full URL.
 */
export function buildTermLink(site: Site, term: Pick<TermRecord, 'taxonomy' | 'slug'>, above: readonly string[] = []): string {
  return site.config.siteUrl + getTaxonomy(term.taxonomy).path([...above, term.slug].join('/'));
}

/** Returns the slugs of the parents and of the term as in its URL, from the root. */
export async function buildSlugPath(site: Site, { id, slug, taxonomy }: TermRecord): Promise<string> {
  if (!getTaxonomy(taxonomy).isNested) return slug;
  const rows = await site.db.rows(slugPath, [id]);
  return rows.map((row) => row.slug).join('/');
}

/** Returns terms of any taxonomy by ID, in no particular order. Uses one statement. */
export async function loadTerms(site: Site, ids: readonly number[]): Promise<TermRecord[]> {
  return await site.db.rows(byIds, [ids]);
}

/** Finds a term by its exact slug, or by its name ignoring case. Returns null if none matches. */
export async function findTerm(site: Site, taxonomy: string, slugOrName: string): Promise<TermRecord | null> {
  const [term] = await site.db.rows(bySlugOrName, [taxonomy, slugOrName.toLowerCase(), slugOrName]);
  return term ?? null;
}
