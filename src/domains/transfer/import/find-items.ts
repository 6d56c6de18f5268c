import { columns } from '#app/core/db/columns.ts';
import type { Tx } from '#app/core/db/database.ts';
import { rowsIn, statement } from '#app/core/db/statement.ts';
import type { WxrItem } from '../wxr/records.ts';
import { sourceNumber } from './item-notes.ts';
import type { PreparedItem } from './prepare-item.ts';

/** An item that is here already. */
export interface Known {
  item: WxrItem;
  contentId: number;
}

/** What is to be done with items of a batch. */
export interface Found {
  fresh: PreparedItem[];
  known: Known[];
  /** Items that stand in the file a second time. */
  repeated: Known[];
}

/** What the database knows of the items: contents by key, and contents of this site by number and permanent address. */
interface Knowledge {
  byKey: ReadonlyMap<string, number>;
  own: ReadonlyMap<string, number>;
  /** Content → number on the other site of the item of this run that it is. */
  claimed: Map<number, string | null>;
}

const ownColumns = columns('Content', 'c', { only: ['id', 'kind', 'guid'] });
// what came with an import is known by its keys: another site may have given the same number and address
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

/** The content that an item is; another item of this file may already be it, then only the item's own key counts. */
function contentOf({ item, itemKind, keys, guid }: PreparedItem, { byKey, own, claimed }: Knowledge): number | undefined {
  const isFree = (contentId: number) => !claimed.has(contentId) || claimed.get(contentId) === item.id;
  const exact = byKey.get(keys.own) ?? (guid === '' ? undefined : own.get(`${itemKind.kind} ${item.id} ${guid}`));
  if (exact !== undefined) return exact;
  return [keys.shared, ...keys.earlier].map((key) => byKey.get(key)).find((contentId) => contentId !== undefined && isFree(contentId));
}

/**
 * Parts items into new ones, those that an earlier import or this site itself has brought here (also where they have got a date or another number
 * since), and those that the file repeats.
 */
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
