import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { invalidArguments, refused } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import type { Taxonomy } from '#app/domains/content/terms/taxonomies.ts';
import { loadTerms, type TermRecord } from '#app/domains/content/terms/term.record.ts';
import { eventKind } from './kinds.ts';

/** Throws `forbidden` unless the viewer may write events and manage the taxonomy (docs/behaviour/events.md 2.1). */
export function checkManageTerms(viewer: Viewer, taxonomy: Taxonomy): void {
  if (!viewer.can(eventKind.capabilities.edit) || !viewer.can(taxonomy.manage)) {
    throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage these terms.');
  }
}

/** Returns the terms with these IDs. Throws `invalid_arguments` naming the argument if an ID is unknown or belongs to another taxonomy. */
export async function requireTerms(site: Site, taxonomy: Taxonomy, ids: readonly number[], argument: string): Promise<TermRecord[]> {
  const uniqueIds = [...new Set(ids)];
  const terms = uniqueIds.length === 0 ? [] : (await loadTerms(site, uniqueIds)).filter((term) => term.taxonomy === taxonomy.name);
  if (terms.length < uniqueIds.length) throw invalidArguments({ [argument]: 'There is no such term.' });
  return terms;
}

const bySlugOrId = statement(
  'terms_by_slug_or_id',
  `WITH RECURSIVE named AS (
    SELECT DISTINCT ON (input.position) input.position, t.id FROM unnest($2::text[]) WITH ORDINALITY AS input(word, position)
    JOIN term t ON t.taxonomy = $1 AND (t.slug = lower(input.word) OR t.id::text = input.word)
    ORDER BY input.position, (t.slug = lower(input.word)) DESC
  ), below AS (SELECT id FROM named UNION SELECT t.id FROM term t JOIN below ON t.parent_id = below.id)
  SELECT (SELECT count(*)::int FROM named) AS known, (SELECT array_agg(id) FROM below) AS ids`,
  rowShape({ known: 'int', ids: 'int[]?' }),
);

/**
 * Returns the IDs of the terms with these slugs or IDs (a slug takes precedence) and of their descendants. Throws `invalid_arguments` naming
 * the argument if a slug or ID matches no term of the taxonomy.
 */
export async function findTermIdsBySlugOrId(
  site: Site,
  taxonomy: Taxonomy,
  slugsOrIds: readonly string[],
  argument: string,
): Promise<number[]> {
  const [row] = await site.db.rows(bySlugOrId, [taxonomy.name, slugsOrIds]);
  if (!row || row.known < slugsOrIds.length) throw invalidArguments({ [argument]: 'There is no such term.' });
  return row.ids ?? [];
}

const byId = statement(
  'terms_by_id_with_descendants',
  `WITH RECURSIVE below AS (
    SELECT id FROM term WHERE taxonomy = $1 AND id = ANY($2::int[]) UNION SELECT t.id FROM term t JOIN below ON t.parent_id = below.id
  ) SELECT array_agg(id) AS ids FROM below`,
  rowShape({ ids: 'int[]?' }),
);

/** Returns the given IDs that belong to terms of the taxonomy, and the IDs of all their descendants. */
export async function expandTermIds(site: Site, taxonomy: Taxonomy, ids: readonly number[]): Promise<number[]> {
  const [row] = await site.db.rows(byId, [taxonomy.name, ids]);
  return row?.ids ?? [];
}
