import DataLoader from 'dataloader';
import { named } from '../tracing/attributes.ts';
import { traced, tracing } from '../tracing/tracing.ts';

/**
 * Reads of one request by key: what resolvers ask for in the same step is read together. In a trace each such reading is a span of this name, whatever the number of
 * those who asked.
 */
export function groupedReads<Key, Value, CacheKey = Key>(
  name: string,
  load: DataLoader.BatchLoadFn<Key, Value>,
  options?: DataLoader.Options<Key, Value, CacheKey>,
): DataLoader<Key, Value, CacheKey> {
  if (tracing() === null) return new DataLoader(load, options);
  const inSpan: typeof load = (keys) => traced(`read ${name}`, async () => await load(keys), { attributes: { [named.keys]: keys.length } });
  return new DataLoader(inSpan, options);
}

/** As `groupedReads`, of rows by their number; null for a number that none has. */
export function readsById<T extends { id: number }>(
  name: string,
  load: (ids: readonly number[]) => Promise<readonly T[]>,
): DataLoader<number, T | null> {
  return groupedReads(name, async (ids) => await rowsInOrder(ids, load));
}

/** Like `groupedReads`, with a loader for each `query`, the selection of a field of the Prisma plugin. */
export function readsByQuery<Key, Value>(
  name: string,
  load: (keys: readonly Key[], query: object) => Promise<readonly Value[]>,
  options?: DataLoader.Options<Key, Value>,
): (key: Key, query: object) => Promise<Value> {
  const loaders = new Map<string, DataLoader<Key, Value>>();
  return (key, query) => {
    const selection = JSON.stringify(query);
    let loader = loaders.get(selection);
    if (!loader) loaders.set(selection, (loader = groupedReads(name, async (keys) => await load(keys, query), options)));
    return loader.load(key);
  };
}

/** The row of each number, in the order of the numbers, which are asked for once each; null for null and where no row has it. */
export async function rowsInOrder<T extends { id: number }>(
  ids: readonly (number | null)[],
  load: (ids: readonly number[]) => Promise<readonly T[]>,
): Promise<(T | null)[]> {
  const found = new Map((await load([...new Set(ids)].filter((id) => id !== null))).map((row) => [row.id, row]));
  return ids.map((id) => (id === null ? null : (found.get(id) ?? null)));
}
