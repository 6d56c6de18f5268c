import { isKind } from '../../content/kinds.ts';
import { rowShape, narrowShape } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { findItemKindOfContent } from '../item-kinds.ts';
import { addToTally, type Tally } from '../tally.ts';

/** Sets the parents of new items by their IDs on the other site. An item never becomes its own parent. */
const linkParents = statement(
  'import_link_parents',
  `UPDATE content c SET parent_id = p.content_id FROM import_reference r JOIN import_reference p ON p.run_id = r.run_id AND p.source_id = r.parent_source
  WHERE r.run_id = $1 AND r.is_new AND c.id = r.content_id AND p.content_id <> c.id AND EXISTS (SELECT 1 FROM content t WHERE t.id = p.content_id)`,
);
/** Sets the featured media of new items by their IDs on the other site. */
const linkMedia = statement(
  'import_link_media',
  `UPDATE content c SET featured_media_id = m.content_id FROM import_reference r JOIN import_reference m ON m.run_id = r.run_id AND m.source_id = r.thumbnail_source
  WHERE r.run_id = $1 AND r.is_new AND c.id = r.content_id AND EXISTS (SELECT 1 FROM content t WHERE t.id = m.content_id AND t.kind = 'attachment')`,
);

/** Returns SQL that adds notes about unresolved references of new items. */
const buildUnresolvedNotesSql = (
  column: string,
  target: string,
  reason: string,
) => `INSERT INTO import_note (run_id, line, outcome, what, source_id, title, reason, detail)
  SELECT r.run_id, r.line, 'changed', 'item ' || c.kind, r.source_id, left(c.title, 200), '${reason}', r.${column}
  FROM import_reference r JOIN content c ON c.id = r.content_id
  WHERE r.run_id = $1 AND r.is_new AND r.${column} IS NOT NULL AND c.${target} IS NULL ORDER BY r.line`;
const NO_PARENT = 'its parent was not imported, or is below it: it has no parent';
const NO_MEDIA = 'its featured image was not imported: it has none';
const noteUnresolvedParents = statement('import_lost_parents', buildUnresolvedNotesSql('parent_source', 'parent_id', NO_PARENT));
const noteUnresolvedMedia = statement('import_lost_media', buildUnresolvedNotesSql('thumbnail_source', 'featured_media_id', NO_MEDIA));

/** Returns SQL that removes the parents of new rows that are their own ancestors. */
const buildBreakLoopsSql = (table: 'content' | 'term', isNew: string) => `WITH RECURSIVE up AS (
    SELECT id AS start, parent_id AS above, 1 AS depth FROM ${table} WHERE parent_id IS NOT NULL AND ${isNew}
    UNION ALL SELECT up.start, t.parent_id, up.depth + 1 FROM up JOIN ${table} t ON t.id = up.above WHERE t.parent_id IS NOT NULL AND up.above <> up.start AND up.depth < 1000)
  UPDATE ${table} SET parent_id = NULL WHERE id IN (SELECT start FROM up WHERE above = start)`;
const breakContentLoops = statement(
  'import_content_loops',
  buildBreakLoopsSql('content', 'id IN (SELECT content_id FROM import_reference WHERE run_id = $1 AND is_new)'),
);
const breakTermLoops = statement(
  'import_term_loops',
  buildBreakLoopsSql('term', 'id IN (SELECT term_id FROM import_term_parent WHERE run_id = $1)'),
);

const linkTerms = statement(
  'import_link_terms',
  `UPDATE term t SET parent_id = p.id FROM import_term_parent n JOIN term p ON p.taxonomy = n.taxonomy AND p.slug = n.parent
  WHERE n.run_id = $1 AND t.id = n.term_id AND p.id <> t.id`,
);
const noteUnresolvedTermParents = statement(
  'import_lost_term_parents',
  `INSERT INTO import_note (run_id, line, outcome, what, source_id, title, reason, detail)
  SELECT n.run_id, 0, 'changed', 'term ' || t.taxonomy, '', left(t.name, 200), '${NO_PARENT}', n.parent
  FROM import_term_parent n JOIN term t ON t.id = n.term_id WHERE n.run_id = $1 AND t.parent_id IS NULL ORDER BY t.id`,
);

const BATCH_SIZE = 500;
const selectNewItemsWithMeta = statement(
  'import_new_items_with_meta',
  `SELECT r.content_id AS "contentId", json_agg(json_build_object('key', m.key, 'value', m.value) ORDER BY m.id) AS meta
  FROM import_reference r JOIN content c ON c.id = r.content_id JOIN imported_meta m ON m.content_id = c.id
  WHERE r.run_id = $1 AND r.is_new AND c.kind = $2 AND m.key = ANY($3::text[]) AND r.content_id > $4 GROUP BY r.content_id ORDER BY r.content_id LIMIT ${BATCH_SIZE}`,
  narrowShape<{ contentId: number; meta: { key: string; value: string }[] }>(rowShape({ contentId: 'int', meta: 'json' })),
);

const selectNewKinds = statement(
  'import_new_kinds',
  'SELECT DISTINCT c.kind FROM import_reference r JOIN content c ON c.id = r.content_id WHERE r.run_id = $1 AND r.is_new',
  rowShape({ kind: 'text' }),
);

const insertLinkNote = statement(
  'import_note_link',
  `INSERT INTO import_note (run_id, line, outcome, what, source_id, title, reason, detail)
  SELECT r.run_id, r.line, 'changed', 'item ' || $3::text, r.source_id, left(c.title, 200), $4, left($5, 500)
  FROM import_reference r JOIN content c ON c.id = r.content_id WHERE r.run_id = $1 AND r.content_id = $2 LIMIT 1`,
);

/** Links the new items of a kind to other items by their meta, and then deletes this meta. Returns the number of unresolved values. */
async function linkKind(site: Site, tx: Tx, runId: number, kind: string): Promise<number> {
  const itemKind = findItemKindOfContent(kind);
  if (!itemKind?.linkItems || !itemKind.linkMeta) return 0;
  let unresolved = 0;
  const keys = [...itemKind.linkMeta];
  const findItems = async (sourceIds: readonly string[]) => {
    const rows = await tx.importReference.findMany({
      where: { runId, sourceId: { in: [...sourceIds] } },
      select: { sourceId: true, contentId: true },
    });
    return new Map(rows.map(({ sourceId, contentId }) => [sourceId, contentId]));
  };
  for (let afterId = 0; ; ) {
    const items = await queryIn(tx, selectNewItemsWithMeta, runId, kind, keys, afterId);
    if (items.length === 0) return unresolved;
    for (const { contentId, reason, detail } of await itemKind.linkItems(site, tx, items, findItems)) {
      await executeIn(tx, insertLinkNote, runId, contentId, itemKind.postType, reason, detail);
      unresolved += 1;
    }
    await tx.importedMeta.deleteMany({ where: { contentId: { in: items.map(({ contentId }) => contentId) }, key: { in: keys } } });
    afterId = items.at(-1)?.contentId as number;
  }
}

/**
 * Resolves references between items and between terms: parents, featured media, and the links of each kind of item. Adds notes about
 * unresolved references and breaks loops of parents. Returns the updated tally. Idempotent.
 */
export async function linkItemsAndTerms(site: Site, tx: Tx, runId: number, tally: Tally): Promise<Tally> {
  // an import that was interrupted after this step has already written the same notes
  await tx.importNote.deleteMany({ where: { runId, reason: { in: [NO_PARENT, NO_MEDIA] } } });
  await executeIn(tx, linkTerms, runId);
  await executeIn(tx, breakTermLoops, runId);
  await executeIn(tx, noteUnresolvedTermParents, runId);
  await executeIn(tx, linkParents, runId);
  await executeIn(tx, breakContentLoops, runId);
  await executeIn(tx, linkMedia, runId);
  await executeIn(tx, noteUnresolvedParents, runId);
  let unresolved = await executeIn(tx, noteUnresolvedMedia, runId);
  const kinds = await queryIn(tx, selectNewKinds, runId);
  for (const { kind } of kinds) if (isKind(kind)) unresolved += await linkKind(site, tx, runId, kind);
  const updated = structuredClone(tally);
  addToTally(updated, 'post meta', 'imported', -unresolved);
  addToTally(updated, 'post meta', 'skipped', unresolved);
  return updated;
}
