import DataLoader from 'dataloader';
import { spanAttributes } from '../tracing/attributes.ts';
import { runTraced, getTracing } from '../tracing/tracing.ts';

/**
 * Creates a loader that batches the reads of one request: keys that resolvers request in the same tick are read together. In a trace, each batch is a
 * span `read <name>`.
 */
export function createLoader<Key, Value, CacheKey = Key>(
  name: string,
  load: DataLoader.BatchLoadFn<Key, Value>,
  options?: DataLoader.Options<Key, Value, CacheKey>,
): DataLoader<Key, Value, CacheKey> {
  if (getTracing() === null) return new DataLoader(load, options);
  const tracedLoad: typeof load = (keys) =>
    runTraced(`read ${name}`, async () => await load(keys), { attributes: { [spanAttributes.keys]: keys.length } });
  return new DataLoader(tracedLoad, options);
}

/** Creates a loader like `createLoader`, for rows by their ID. It returns null for an ID without a row. */
export function createLoaderById<T extends { id: number }>(
  name: string,
  load: (ids: readonly number[]) => Promise<readonly T[]>,
): DataLoader<number, T | null> {
  return createLoader(name, async (ids) => await loadRowsInOrder(ids, load));
}

/** Creates loaders like `createLoader`, one for each `query`. A `query` is the selection that Pothos's Prisma plugin derives from a field. */
export function createLoaderByQuery<Key, Value>(
  name: string,
  load: (keys: readonly Key[], query: object) => Promise<readonly Value[]>,
  options?: DataLoader.Options<Key, Value>,
): (key: Key, query: object) => Promise<Value> {
  const loaders = new Map<string, DataLoader<Key, Value>>();
  return (key, query) => {
    const selection = JSON.stringify(query);
    let loader = loaders.get(selection);
    if (!loader) loaders.set(selection, (loader = createLoader(name, async (keys) => await load(keys, query), options)));
    return loader.load(key);
  };
}

/** Returns the row of each ID, in the order of the IDs: null for null and for an ID without a row. Reads each distinct ID once. */
export async function loadRowsInOrder<T extends { id: number }>(
  ids: readonly (number | null)[],
  load: (ids: readonly number[]) => Promise<readonly T[]>,
): Promise<(T | null)[]> {
  const rowsById = new Map((await load([...new Set(ids)].filter((id) => id !== null))).map((row) => [row.id, row]));
  return ids.map((id) => (id === null ? null : (rowsById.get(id) ?? null)));
}
