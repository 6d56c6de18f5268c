import type DataLoader from 'dataloader';
import { groupedReads } from '#app/core/batching/grouped-reads.ts';
import {
  countAll,
  countRows,
  type KeysetList,
  loadCountedSlice,
  loadSlices,
  reachesBack,
  type Slice,
  type SliceOptions,
} from '#app/core/db/lists/keyset-list.ts';
import type { Context } from '../context.ts';
import { type ConnectionArguments, wishOf } from './arguments.ts';
import { cursorOf } from './cursor.ts';
import { perResponse } from '../per-request.ts';

/** A node of a connection with its position in the sort order. */
export interface Edge<Node> {
  node: Node;
  order: string;
  place: string;
}

/** A list as one request reads it. Each part is read when it is first selected, and only once. */
export interface Connection<Node> {
  edges(): Promise<Edge<Node>[]>;
  total(): Promise<number>;
  hasNextPage(): Promise<boolean>;
  hasPreviousPage(): Promise<boolean>;
}

/** The three reads of a list, one statement each. */
interface Questions<Node> {
  slice: () => Promise<Slice<Node>>;
  total: () => Promise<number>;
  reachesBack: () => Promise<boolean>;
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= ask());
}

function connectionOf<Node>(order: string, wish: SliceOptions, questions: Questions<Node>): Connection<Node> {
  const slice = once(questions.slice);
  const edges = once(async () => (await slice()).rows.map(({ node, place }) => ({ node, place, order })));
  const hasMore = async () => (await slice()).hasMore;
  const isOpen = wish.isBackward ? wish.before === null : wish.after === null;
  const outside = once(async () => !isOpen && (await questions.reachesBack()));
  return {
    edges,
    total: once(questions.total),
    hasNextPage: wish.isBackward ? outside : hasMore,
    hasPreviousPage: wish.isBackward ? hasMore : outside,
  };
}

const collect = () => '$0';

/** Reads a slice and the total of a list together if both are requested in the same step of the execution. */
function together<Node>(list: KeysetList<Node>, wish: SliceOptions, { site }: Context): Pick<Questions<Node>, 'slice' | 'total'> {
  const wanted = { slice: false, total: false };
  const answer = once(async () => {
    await Promise.resolve();
    if (wanted.slice && wanted.total) return await loadCountedSlice(site.db, list, wish);
    return wanted.total
      ? { total: await countAll(site.db, list) }
      : { slice: (await loadSlices(site.db, list, null, wish))[0] as Slice<Node> };
  });
  return {
    async slice() {
      wanted.slice = true;
      return (await answer()).slice ?? ((await loadSlices(site.db, list, null, wish))[0] as Slice<Node>);
    },
    async total() {
      wanted.total = true;
      return (await answer()).total ?? (await countAll(site.db, list));
    },
  };
}

/** Connects a list that belongs to no object. `order` names the sort order; cursors of one sort order are refused in another. */
export function connect<Node>(context: Context, list: KeysetList<Node>, order: string, args: ConnectionArguments): Connection<Node> {
  const wish = wishOf(args, order, list.keys(collect));
  const back = wish.isBackward ? wish.before : wish.after;
  const { site } = context;
  return connectionOf(order, wish, {
    ...together(list, wish, context),
    reachesBack: async () => back !== null && ((await reachesBack(site.db, list, null, back, wish.isBackward))[0] ?? false),
  });
}

interface Batches {
  slice: DataLoader<number, Slice<unknown>>;
  total: DataLoader<number, number>;
  back: DataLoader<number, boolean>;
}

const batches = perResponse(() => new Map<string, Batches>());

function batchesOf(context: Context, key: string, list: KeysetList<unknown>, wish: SliceOptions): Batches {
  const { site } = context;
  const ofRequest = batches(context);
  const known = ofRequest.get(key);
  if (known) return known;
  const back = wish.isBackward ? wish.before : wish.after;
  const made: Batches = {
    slice: groupedReads('parts of lists', (owners) => loadSlices(site.db, list, owners, wish)),
    total: groupedReads('totals of lists', (owners) => countRows(site.db, list, owners)),
    back: groupedReads('beginnings of lists', async (owners) =>
      back === null ? owners.map(() => false) : await reachesBack(site.db, list, owners, back, wish.isBackward),
    ),
  };
  ofRequest.set(key, made);
  return made;
}

/**
 * Connects a list that belongs to an object, such as the posts of a term. Lists with the same name and arguments are read together for all owners.
 * The name therefore contains everything else that the content of the list depends on.
 */
export function connectOwned<Node>(
  context: Context,
  name: string,
  owner: number,
  list: KeysetList<Node>,
  order: string,
  args: ConnectionArguments,
): Connection<Node> {
  const wish = wishOf(args, order, list.keys(collect));
  const loaders = batchesOf(context, `${name} ${order} ${JSON.stringify(wish)}`, list as KeysetList<unknown>, wish);
  return connectionOf(order, wish, {
    slice: () => loaders.slice.load(owner) as Promise<Slice<Node>>,
    total: () => loaders.total.load(owner),
    reachesBack: () => loaders.back.load(owner),
  });
}

/** Connects an empty list, for users who may not see the real one. */
export function emptyConnection<Node>(): Connection<Node> {
  const no = async () => false;
  return { edges: async () => [], total: async () => 0, hasNextPage: no, hasPreviousPage: no };
}

/** Returns the cursor of an edge. */
export function edgeCursor({ order, place }: Edge<unknown>): string {
  return cursorOf(order, place);
}
