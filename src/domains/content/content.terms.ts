import { executeIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { ContentKind } from './kinds.ts';
import type { TermRef } from './record.ts';

/** Only published content is included in term counts. */
export const isCounted = (status: string | null) => status === 'publish';

/** Returns the term IDs by taxonomy. Omits taxonomies that the kind does not have, and IDs that are not terms of their taxonomy. */
async function filterExisting(
  tx: Tx,
  kind: ContentKind,
  termIds: Readonly<Record<string, readonly number[]>>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const taxonomies = kind.taxonomies.filter((taxonomy) => termIds[taxonomy] !== undefined);
  const ids = taxonomies.flatMap((taxonomy) => termIds[taxonomy] ?? []);
  const rows = ids.length === 0 ? [] : await tx.term.findMany({ where: { id: { in: ids } }, select: { id: true, taxonomy: true } });
  const taxonomyById = new Map(rows.map((row) => [row.id, row.taxonomy]));
  return new Map(taxonomies.map((taxonomy) => [taxonomy, (termIds[taxonomy] ?? []).filter((id) => taxonomyById.get(id) === taxonomy)]));
}

// locks terms in the order of their IDs, so that concurrent writers do not deadlock
const addToCounts = statement(
  'move_term_counts',
  `WITH locked AS MATERIALIZED (SELECT id FROM term WHERE id = ANY($1::int[]) ORDER BY id FOR NO KEY UPDATE)
  UPDATE term SET count = GREATEST(0, count + moved.by) FROM unnest($1::int[], $2::int[]) AS moved(id, by) JOIN locked USING (id) WHERE term.id = moved.id`,
);

/** Updates the counts of terms after the terms of published content changed from `before` to `after`. */
export async function updateTermCounts(tx: Tx, before: readonly number[], after: readonly number[]): Promise<void> {
  const differences = new Map<number, number>();
  for (const id of before) differences.set(id, (differences.get(id) ?? 0) - 1);
  for (const id of after) differences.set(id, (differences.get(id) ?? 0) + 1);
  const changed = [...differences].filter(([, difference]) => difference !== 0).sort(([a], [b]) => a - b);
  if (changed.length > 0)
    await executeIn(
      tx,
      addToCounts,
      changed.map(([id]) => id),
      changed.map(([, difference]) => difference),
    );
}

/** A change of the terms of a content item. */
export interface TermChange {
  contentId: number;
  stored: readonly TermRef[];
  /** New term IDs by taxonomy. */
  termIds: Readonly<Record<string, readonly number[]>>;
  wasCounted: boolean;
  isCounted: boolean;
}

/** Stores and counts the terms of several new content items of a kind. Ignores unknown IDs. */
export async function insertTerms(
  tx: Tx,
  kind: ContentKind,
  items: readonly Pick<TermChange, 'contentId' | 'termIds' | 'isCounted'>[],
): Promise<void> {
  const allTermIds = Object.fromEntries(
    kind.taxonomies.map((taxonomy) => [taxonomy, [...new Set(items.flatMap(({ termIds }) => termIds[taxonomy] ?? []))]]),
  );
  const existingByTaxonomy = await filterExisting(tx, kind, allTermIds);
  const pairs = items.flatMap(({ contentId, termIds, isCounted: isPublished }) =>
    [...existingByTaxonomy].flatMap(([taxonomy, ids]) =>
      [...new Set(termIds[taxonomy])].filter((id) => ids.includes(id)).map((termId) => ({ contentId, termId, isPublished })),
    ),
  );
  if (pairs.length > 0) await tx.contentTerm.createMany({ data: pairs.map(({ contentId, termId }) => ({ contentId, termId })) });
  await updateTermCounts(
    tx,
    [],
    pairs.flatMap(({ termId, isPublished }) => (isPublished ? [termId] : [])),
  );
}

/** Stores the terms of a content item, and updates the counts of all affected terms, even if only the status changed. Ignores unknown IDs. */
export async function changeTerms(tx: Tx, kind: ContentKind, change: TermChange): Promise<void> {
  const termIds = await filterExisting(tx, kind, change.termIds);
  const before = change.stored.map((term) => term.id);
  const unchanged = change.stored.filter((term) => !termIds.has(term.taxonomy)).map((term) => term.id);
  const after = [...new Set([...unchanged, ...[...termIds.values()].flat()])];
  const removed = before.filter((id) => !after.includes(id));
  const added = after.filter((id) => !before.includes(id));
  if (removed.length > 0) await tx.contentTerm.deleteMany({ where: { contentId: change.contentId, termId: { in: removed } } });
  if (added.length > 0) await tx.contentTerm.createMany({ data: added.map((termId) => ({ contentId: change.contentId, termId })) });
  await updateTermCounts(tx, change.wasCounted ? before : [], change.isCounted ? after : []);
}
