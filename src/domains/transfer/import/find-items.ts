import { columns } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import type { WxrItem } from '../wxr/records.ts';
import { sourceNumber } from './item-notes.ts';
import type { PreparedItem } from './prepare-item.ts';

/** An item that already exists here. */
export interface Known {
  item: WxrItem;
  contentId: number;
}

/** The items of a batch, by what to do with them. */
export interface Found {
  fresh: PreparedItem[];
  known: Known[];
  /** Items that occur in the file a second time. */
  repeated: Known[];
}

/** Existing data for the items: contents by key, and the site's own contents by ID and permanent address. */
interface Knowledge {
  byKey: ReadonlyMap<string, number>;
  own: ReadonlyMap<string, number>;
  /** Content ID → ID on the other site of the item of this run that it belongs to. */
  claimed: Map<number, string | null>;
}

const ownColumns = columns('Content', 'c', { only: ['id', 'kind', 'guid'] });
// imported content is identified by its keys, because another site may have used the same ID and address
const ownContents = statement(
  'import_own_contents',
  `SELECT ${ownColumns.list} FROM content c WHERE c.id = ANY($1::int[]) AND NOT EXISTS (SELECT 1 FROM imported_content i WHERE i.content_id = c.id)`,
  ownColumns,
);

async function askDatabase(tx: Tx, runId: number, items: readonly PreparedItem[]): Promise<Knowledge> {
  const keys = items.flatMap(({ keys: { own, shared, earlier } }) => [own, shared, ...earlier]);
  const byKey = new Map(
    (await tx.importedContent.findMany({ where: { key: { in: keys } } })).map(({ key, contentId }) => [key, contentId]),
  );
  const numbers = items.flatMap(({ item }) => ((sourceNumber(item.id)?.length ?? 99) <= 9 ? Number(item.id) : []));
  const rows = await rowsIn(tx, ownContents, numbers);
  const own = new Map(rows.map((row) => [`${row.kind} ${row.id} ${row.guid}`, row.id]));
  const contents = [...new Set([...byKey.values(), ...own.values()])];
  const references = await tx.importReference.findMany({
    where: { runId, contentId: { in: contents } },
    select: { contentId: true, sourceId: true },
  });
  return { byKey, own, claimed: new Map(references.map(({ contentId, sourceId }) => [contentId, sourceId])) };
}

/** Returns the ID of an item's content. If another item of this file already has that content, only the item's own key counts. */
function contentOf({ item, itemKind, keys, guid }: PreparedItem, { byKey, own, claimed }: Knowledge): number | undefined {
  const isFree = (contentId: number) => !claimed.has(contentId) || claimed.get(contentId) === item.id;
  const exact = byKey.get(keys.own) ?? (guid === '' ? undefined : own.get(`${itemKind.kind} ${item.id} ${guid}`));
  if (exact !== undefined) return exact;
  return [keys.shared, ...keys.earlier].map((key) => byKey.get(key)).find((contentId) => contentId !== undefined && isFree(contentId));
}

/** Splits items into new ones, existing ones (from an earlier import or this site, even if date or ID changed), and repeated ones. */
export async function findHere(tx: Tx, runId: number, items: readonly PreparedItem[]): Promise<Found> {
  const knowledge = await askDatabase(tx, runId, items);
  const found: Found = { fresh: [], known: [], repeated: [] };
  const inBatch = new Set<string>();
  for (const prepared of items) {
    const { item, keys } = prepared;
    if (inBatch.has(keys.own)) {
      found.repeated.push({ item, contentId: 0 });
      continue;
    }
    inBatch.add(keys.own);
    const contentId = contentOf(prepared, knowledge);
    if (contentId === undefined) found.fresh.push(prepared);
    else if (knowledge.claimed.has(contentId)) found.repeated.push({ item, contentId });
    else {
      knowledge.claimed.set(contentId, item.id);
      found.known.push({ item, contentId });
    }
  }
  return found;
}
