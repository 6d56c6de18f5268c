import { runIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { ContentKind } from './kinds.ts';
import type { TermRef } from './record.ts';

/** Only published content is included in term counts. */
export const isCounted = (status: string | null) => status === 'publish';

/** Returns the given IDs by taxonomy of the kind, without IDs that are not terms of that taxonomy. */
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

// terms are locked by ID, so that concurrent writers do not deadlock
const moveCounts = statement(
  'move_term_counts',
  `WITH locked AS MATERIALIZED (SELECT id FROM term WHERE id = ANY($1::int[]) ORDER BY id FOR NO KEY UPDATE)
  UPDATE term SET count = GREATEST(0, count + moved.by) FROM unnest($1::int[], $2::int[]) AS moved(id, by) JOIN locked USING (id) WHERE term.id = moved.id`,
);

/** Updates the counts of terms when the published terms change from one set to another. */
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

/** A change of a content's terms. */
export interface TermChange {
  contentId: number;
  stored: readonly TermRef[];
  /** New term IDs by taxonomy. */
  wanted: Readonly<Record<string, readonly number[]>>;
  wasCounted: boolean;
  isCounted: boolean;
}

/** Stores and counts the terms of several new contents of a kind. Ignores unknown IDs. */
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

/** Stores the terms and updates the counts of all affected terms, also if only the status changed. Ignores unknown IDs. */
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
