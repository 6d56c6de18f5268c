import { runIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { ContentKind } from './kinds.ts';
import type { TermRef } from './record.ts';

/** Term counts look at published content only. */
export const isCounted = (status: string | null) => status === 'publish';

/** The given ids per taxonomy of the kind, without those that no term of that taxonomy has. */
async function existing(
  tx: Tx,
  kind: ContentKind,
  wanted: Readonly<Record<string, readonly number[]>>,
): Promise<ReadonlyMap<string, readonly number[]>> {
  const taxonomies = kind.taxonomies.filter((taxonomy) => wanted[taxonomy] !== undefined);
  const ids = taxonomies.flatMap((taxonomy) => wanted[taxonomy] ?? []);
  const rows = ids.length === 0 ? [] : await tx.term.findMany({ where: { id: { in: ids } }, select: { id: true, taxonomy: true } });
  const taxonomyOf = new Map(rows.map((row) => [row.id, row.taxonomy]));
  return new Map(taxonomies.map((taxonomy) => [taxonomy, (wanted[taxonomy] ?? []).filter((id) => taxonomyOf.get(id) === taxonomy)]));
}

// terms are locked by number: writers of the same terms never wait for each other in a circle
const moveCounts = statement(
  'move_term_counts',
  `WITH locked AS MATERIALIZED (SELECT id FROM term WHERE id = ANY($1::int[]) ORDER BY id FOR NO KEY UPDATE)
  UPDATE term SET count = GREATEST(0, count + moved.by) FROM unnest($1::int[], $2::int[]) AS moved(id, by) JOIN locked USING (id) WHERE term.id = moved.id`,
);

/** Moves the counts of the terms whose published content changes from one set to another. */
export async function moveTermCounts(tx: Tx, before: readonly number[], after: readonly number[]): Promise<void> {
  const moved = new Map<number, number>();
  for (const id of before) moved.set(id, (moved.get(id) ?? 0) - 1);
  for (const id of after) moved.set(id, (moved.get(id) ?? 0) + 1);
  const changed = [...moved].filter(([, by]) => by !== 0).sort(([a], [b]) => a - b);
  if (changed.length > 0)
    await runIn(
      tx,
      moveCounts,
      changed.map(([id]) => id),
      changed.map(([, by]) => by),
    );
}

/** What a write does to the terms of a content. */
export interface TermChange {
  contentId: number;
  stored: readonly TermRef[];
  /** Taxonomy → ids that replace the stored ones. */
  wanted: Readonly<Record<string, readonly number[]>>;
  wasCounted: boolean;
  isCounted: boolean;
}

/** Stores the terms of several new contents of a kind, and counts them. Unknown ids are dropped. */
export async function putTerms(
  tx: Tx,
  kind: ContentKind,
  contents: readonly Pick<TermChange, 'contentId' | 'wanted' | 'isCounted'>[],
): Promise<void> {
  const all = Object.fromEntries(
    kind.taxonomies.map((taxonomy) => [taxonomy, [...new Set(contents.flatMap(({ wanted }) => wanted[taxonomy] ?? []))]]),
  );
  const known = await existing(tx, kind, all);
  const pairs = contents.flatMap(({ contentId, wanted, isCounted: counts }) =>
    [...known].flatMap(([taxonomy, ids]) =>
      [...new Set(wanted[taxonomy])].filter((id) => ids.includes(id)).map((termId) => ({ contentId, termId, counts })),
    ),
  );
  if (pairs.length > 0) await tx.contentTerm.createMany({ data: pairs.map(({ contentId, termId }) => ({ contentId, termId })) });
  await moveTermCounts(
    tx,
    [],
    pairs.flatMap(({ termId, counts }) => (counts ? [termId] : [])),
  );
}

/** Stores the terms and moves the counts of all terms concerned, also when only the status changed. Unknown ids are dropped. */
export async function changeTerms(tx: Tx, kind: ContentKind, change: TermChange): Promise<void> {
  const wanted = await existing(tx, kind, change.wanted);
  const before = change.stored.map((term) => term.id);
  const kept = change.stored.filter((term) => !wanted.has(term.taxonomy)).map((term) => term.id);
  const after = [...new Set([...kept, ...[...wanted.values()].flat()])];
  const removed = before.filter((id) => !after.includes(id));
  const added = after.filter((id) => !before.includes(id));
  if (removed.length > 0) await tx.contentTerm.deleteMany({ where: { contentId: change.contentId, termId: { in: removed } } });
  if (added.length > 0) await tx.contentTerm.createMany({ data: added.map((termId) => ({ contentId: change.contentId, termId })) });
  await moveTermCounts(tx, change.wasCounted ? before : [], change.isCounted ? after : []);
}
