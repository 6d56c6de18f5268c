import type { Site } from '../site.ts';
import { taxonomyOf } from './taxonomies.ts';

/** A term as it is read. */
export interface TermRecord {
  id: number;
  /** `category`, `post_tag`, `event_category` */
  taxonomy: string;
  name: string;
  slug: string;
  description: string;
  parentId: number | null;
  /** Published contents that carry it. */
  count: number;
}

/** The columns of a `TermRecord` for a statement whose term row is called `t`. */
export const termColumns = 't.id, t.taxonomy, t.name, t.slug, t.description, t.parent_id AS "parentId", t.count';

/** Address of the term's page. */
export function termLink(site: Site, term: Pick<TermRecord, 'taxonomy' | 'slug'>): string {
  return site.config.siteUrl + taxonomyOf(term.taxonomy).path(term.slug);
}

/** The terms with these ids, of any taxonomy, in no particular order. One statement. */
export async function loadTerms(site: Site, ids: readonly number[]): Promise<TermRecord[]> {
  return await site.db.sql<TermRecord>(`SELECT ${termColumns} FROM term t WHERE t.id = ANY($1::int[])`, [ids], 'terms_by_id');
}

/** Finds a term by its exact slug, or by its name in any case; null when there is none. */
export async function findTerm(site: Site, taxonomy: string, slugOrName: string): Promise<TermRecord | null> {
  const [term] = await site.db.sql<TermRecord>(
    `SELECT ${termColumns} FROM term t WHERE t.taxonomy = $1 AND (t.slug = $2 OR lower(t.name) = lower($3)) ORDER BY (t.slug = $2) DESC, t.id LIMIT 1`,
    [taxonomy, slugOrName.toLowerCase(), slugOrName],
    'term_by_slug_or_name',
  );
  return term ?? null;
}
