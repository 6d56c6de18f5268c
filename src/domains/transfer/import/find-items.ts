import { columns } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { WxrItem } from '../wxr/records.ts';
import { parseSourceId } from './item-notes.ts';
import type { PreparedItem } from './prepare-item.ts';

/** An item, and the content on this site that it matches. */
export interface KnownItem {
  item: WxrItem;
  contentId: number;
}

/** The items of a batch, by how to handle them. */
export interface ClassifiedItems {
  newItems: PreparedItem[];
  known: KnownItem[];
  /** Items that also occur earlier in the file. */
  repeated: KnownItem[];
}

/** Content that items may match: imported content by key, and the site's own content by kind, ID and GUID. */
interface ExistingContents {
  byKey: ReadonlyMap<string, number>;
  own: ReadonlyMap<string, number>;
  /** IDs of this run's items on the other site, by the ID of the content that they match. */
  claimed: Map<number, string | null>;
}

const ownColumns = columns('Content', 'c', { only: ['id', 'kind', 'guid'] });
// imported content is identified by its keys, because another site may have used the same ID and GUID
const selectOwnContents = statement(
  'import_own_contents',
  `SELECT ${ownColumns.list} FROM content c WHERE c.id = ANY($1::int[]) AND NOT EXISTS (SELECT 1 FROM imported_content i WHERE i.content_id = c.id)`,
  ownColumns,
);

async function findContents(tx: Tx, runId: number, items: readonly PreparedItem[]): Promise<ExistingContents> {
  const keys = items.flatMap(({ keys: { own, shared, earlier } }) => [own, shared, ...earlier]);
  const byKey = new Map(
    (await tx.importedContent.findMany({ where: { key: { in: keys } } })).map(({ key, contentId }) => [key, contentId]),
  );
  const ids = items.flatMap(({ item }) => ((parseSourceId(item.id)?.length ?? 99) <= 9 ? Number(item.id) : []));
  const rows = await queryIn(tx, selectOwnContents, ids);
  const own = new Map(rows.map((row) => [`${row.kind} ${row.id} ${row.guid}`, row.id]));
  const contentIds = [...new Set([...byKey.values(), ...own.values()])];
  const references = await tx.importReference.findMany({
    where: { runId, contentId: { in: contentIds } },
    select: { contentId: true, sourceId: true },
  });
  return { byKey, own, claimed: new Map(references.map(({ contentId, sourceId }) => [contentId, sourceId])) };
}

/** Returns the ID of the content that an item matches. If another item of this file already matches that content, only the item's own key counts. */
function findContentId({ item, itemKind, keys, guid }: PreparedItem, { byKey, own, claimed }: ExistingContents): number | undefined {
  const isFree = (contentId: number) => !claimed.has(contentId) || claimed.get(contentId) === item.id;
  const exactMatch = byKey.get(keys.own) ?? (guid === '' ? undefined : own.get(`${itemKind.kind} ${item.id} ${guid}`));
  if (exactMatch !== undefined) return exactMatch;
  return [keys.shared, ...keys.earlier].map((key) => byKey.get(key)).find((contentId) => contentId !== undefined && isFree(contentId));
}

/** Splits items into new ones, repeated ones, and known ones, which an earlier import or this site created, even if their date or ID changed. */
export async function classifyItems(tx: Tx, runId: number, items: readonly PreparedItem[]): Promise<ClassifiedItems> {
  const existing = await findContents(tx, runId, items);
  const classified: ClassifiedItems = { newItems: [], known: [], repeated: [] };
  const inBatch = new Set<string>();
  for (const prepared of items) {
    const { item, keys } = prepared;
    if (inBatch.has(keys.own)) {
      classified.repeated.push({ item, contentId: 0 });
      continue;
    }
    inBatch.add(keys.own);
    const contentId = findContentId(prepared, existing);
    if (contentId === undefined) classified.newItems.push(prepared);
    else if (existing.claimed.has(contentId)) classified.repeated.push({ item, contentId });
    else {
      existing.claimed.set(contentId, item.id);
      classified.known.push({ item, contentId });
    }
  }
  return classified;
}
