import type DataLoader from 'dataloader';
import { createLoader } from '#app/core/batching/grouped-reads.ts';
import {
  countAll,
  countRows,
  type KeysetList,
  loadCountedSlice,
  loadSlices,
  hasRowsBefore,
  type Slice,
  type SliceOptions,
} from '#app/core/db/lists/keyset-list.ts';
import type { Context } from '../context.ts';
import { type ConnectionArguments, parseSliceOptions } from './arguments.ts';
import { createCursor } from './cursor.ts';
import { cachePerResponse } from '../per-request.ts';

/** A node of a connection with its position in the sort order. */
export interface Edge<Node> {
  node: Node;
  order: string;
  place: string;
}

/** A part of a list with its page information. Each value is read when it is first selected, and only once. */
export interface Connection<Node> {
  edges(): Promise<Edge<Node>[]>;
  total(): Promise<number>;
  hasNextPage(): Promise<boolean>;
  hasPreviousPage(): Promise<boolean>;
}

/** The reads of a list. Each of them runs one SQL statement. */
interface ListReads<Node> {
  slice: () => Promise<Slice<Node>>;
  total: () => Promise<number>;
  /** Returns true if the list has items on the other side of the cursor. */
  hasItemsBeyondCursor: () => Promise<boolean>;
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= read());
}

function createConnection<Node>(order: string, options: SliceOptions, reads: ListReads<Node>): Connection<Node> {
  const slice = once(reads.slice);
  const edges = once(async () => (await slice()).rows.map(({ node, place }) => ({ node, place, order })));
  const hasMore = async () => (await slice()).hasMore;
  const hasCursor = (options.isBackward ? options.before : options.after) !== null;
  const hasItemsBeyondCursor = once(async () => hasCursor && (await reads.hasItemsBeyondCursor()));
  return {
    edges,
    total: once(reads.total),
    hasNextPage: options.isBackward ? hasItemsBeyondCursor : hasMore,
    hasPreviousPage: options.isBackward ? hasMore : hasItemsBeyondCursor,
  };
}

const collectParameter = () => '$0';

/** Reads a slice and the total of a list together if both are requested in the same step of the execution. */
function readTogether<Node>(list: KeysetList<Node>, options: SliceOptions, { site }: Context): Pick<ListReads<Node>, 'slice' | 'total'> {
  const requested = { slice: false, total: false };
  const read = once(async () => {
    await Promise.resolve();
    if (requested.slice && requested.total) return await loadCountedSlice(site.db, list, options);
    return requested.total
      ? { total: await countAll(site.db, list) }
      : { slice: (await loadSlices(site.db, list, null, options))[0] as Slice<Node> };
  });
  return {
    async slice() {
      requested.slice = true;
      return (await read()).slice ?? ((await loadSlices(site.db, list, null, options))[0] as Slice<Node>);
    },
    async total() {
      requested.total = true;
      return (await read()).total ?? (await countAll(site.db, list));
    },
  };
}

/** Creates the connection of a list that belongs to no object. `order` names the sort order. Cursors of other sort orders are refused. */
export function createListConnection<Node>(
  context: Context,
  list: KeysetList<Node>,
  order: string,
  args: ConnectionArguments,
): Connection<Node> {
  const options = parseSliceOptions(args, order, list.keys(collectParameter));
  const cursor = options.isBackward ? options.before : options.after;
  const { site } = context;
  return createConnection(order, options, {
    ...readTogether(list, options, context),
    hasItemsBeyondCursor: async () =>
      cursor !== null && ((await hasRowsBefore(site.db, list, null, cursor, options.isBackward))[0] ?? false),
  });
}

interface Loaders {
  slice: DataLoader<number, Slice<unknown>>;
  total: DataLoader<number, number>;
  hasItemsBeyondCursor: DataLoader<number, boolean>;
}

const batchesByKey = cachePerResponse(() => new Map<string, Loaders>());

function getLoaders(context: Context, key: string, list: KeysetList<unknown>, options: SliceOptions): Loaders {
  const { site } = context;
  const loadersByKey = batchesByKey(context);
  const existing = loadersByKey.get(key);
  if (existing) return existing;
  const cursor = options.isBackward ? options.before : options.after;
  const loaders: Loaders = {
    slice: createLoader('parts of lists', (owners) => loadSlices(site.db, list, owners, options)),
    total: createLoader('totals of lists', (owners) => countRows(site.db, list, owners)),
    hasItemsBeyondCursor: createLoader('items beyond cursors', async (owners) =>
      cursor === null ? owners.map(() => false) : await hasRowsBefore(site.db, list, owners, cursor, options.isBackward),
    ),
  };
  loadersByKey.set(key, loaders);
  return loaders;
}

/**
 * Creates the connection of a list that belongs to an object, such as the posts of a term. Lists with the same name and arguments are read together
 * for all owners. The name therefore contains everything else on which the content of the list depends.
 */
export function createOwnedConnection<Node>(
  context: Context,
  name: string,
  owner: number,
  list: KeysetList<Node>,
  order: string,
  args: ConnectionArguments,
): Connection<Node> {
  const options = parseSliceOptions(args, order, list.keys(collectParameter));
  const loaders = getLoaders(context, `${name} ${order} ${JSON.stringify(options)}`, list as KeysetList<unknown>, options);
  return createConnection(order, options, {
    slice: () => loaders.slice.load(owner) as Promise<Slice<Node>>,
    total: () => loaders.total.load(owner),
    hasItemsBeyondCursor: () => loaders.hasItemsBeyondCursor.load(owner),
  });
}

/** Creates an empty connection, for users who may not see the list. */
export function createEmptyConnection<Node>(): Connection<Node> {
  const returnFalse = async () => false;
  return { edges: async () => [], total: async () => 0, hasNextPage: returnFalse, hasPreviousPage: returnFalse };
}

/** Returns the cursor of an edge. */
export function createEdgeCursor({ order, place }: Edge<unknown>): string {
  return createCursor(order, place);
}
