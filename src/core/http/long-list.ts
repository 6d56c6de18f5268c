import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalid } from '../failures/failure.ts';

/** Number of items that are completed at a time: GraphQL resolves all their fields, which takes a few milliseconds. */
const CHUNK = 20;

/** Yields the items of the arrays in chunks. Between two chunks, other work of the process can run. */
async function* splitIntoChunks<T>(arrays: AsyncIterable<readonly T[]> | Iterable<readonly T[]>): AsyncGenerator<readonly T[]> {
  for await (const items of arrays)
    for (let position = 0; position < items.length; position += CHUNK) {
      await nextTurn();
      yield items.slice(position, position + CHUNK);
    }
}

/** The long lists of a response, by the markers that represent them in its JSON. */
export type LongLists = Map<string, LongList<unknown>>;

/**
 * A REST list that is too long to be built and serialized at once. Its items are completed and written while the response is sent. In the JSON of the
 * response, a marker represents the list. `insertLists` replaces the marker with the items.
 */
export class LongList<T> {
  readonly #arrays: () => AsyncIterable<readonly T[]>;
  readonly #lists: LongLists;
  readonly #inMemory: readonly T[] | undefined;

  private constructor(arrays: () => AsyncIterable<readonly T[]>, lists: LongLists, inMemory?: readonly T[]) {
    this.#arrays = arrays;
    this.#lists = lists;
    this.#inMemory = inMemory;
  }

  /** Creates a list for the response that owns `lists`. `items` are in memory, or arrays that are read one after the other. */
  static create<T>(items: readonly T[] | (() => AsyncIterable<readonly T[]>), lists: LongLists): LongList<T> {
    if (typeof items === 'function') return new LongList(() => splitIntoChunks(items()), lists);
    return new LongList(() => splitIntoChunks([items]), lists, items);
  }

  /** Returns a list whose chunks are transformed. */
  map<U>(transform: (chunk: readonly T[]) => readonly U[] | Promise<readonly U[]>): LongList<U> {
    const arrays = this.#arrays;
    return new LongList(async function* () {
      for await (const chunk of arrays()) yield await transform(chunk);
    }, this.#lists);
  }

  chunks(): AsyncIterable<readonly T[]> {
    return this.#arrays();
  }

  toJSON(): string {
    const marker = `long-list:${randomUUID()}`;
    this.#lists.set(marker, this);
    return marker;
  }

  /**
   * Iterates over the items of a list in memory, as GraphQL does. Throws `list_too_long` for other lists, because they can only be read
   * asynchronously.
   */
  [Symbol.iterator](): Iterator<T> {
    if (this.#inMemory) return this.#inMemory[Symbol.iterator]();
    throw invalid('list_too_long', 'This list is too long to be returned at once. Request it in pages, such as `attendees(first: 100)`.');
  }
}

/** Transforms each item of an array or long list. Returns undefined for other values. */
export function mapItems(value: unknown, transform: (item: unknown) => unknown): unknown[] | LongList<unknown> | undefined {
  if (Array.isArray(value)) return value.map(transform);
  return value instanceof LongList ? value.map((chunk) => chunk.map(transform)) : undefined;
}

/** Returns an item as JSON with the given indentation, or on one line if the indentation is null. */
function serializeItem(item: unknown, indent: string | null): string {
  if (indent === null) return JSON.stringify(item);
  return `\n${indent}${JSON.stringify(item, null, 4).replaceAll('\n', `\n${indent}`)}`;
}

/** Yields JSON in which the markers of long lists are replaced with their items. `isIndented` is true if the JSON is indented. */
export async function* insertLists(text: string, lists: LongLists, isIndented = false): AsyncGenerator<string> {
  let position = 0;
  for (const marker of text.matchAll(/"(long-list:[\da-f-]{36})"/g)) {
    const list = lists.get(marker[1] as string);
    if (!list) continue;
    const indent = isIndented ? (/\n( *)[^\n]*$/.exec(text.slice(Math.max(0, marker.index - 1000), marker.index))?.[1] ?? '') : null;
    yield `${text.slice(position, marker.index)}[`;
    position = marker.index + marker[0].length;
    let isFirst = true;
    for await (const chunk of list.chunks()) {
      const items = chunk.map((item) => serializeItem(item, indent === null ? null : `${indent}    `));
      if (items.length > 0) yield `${isFirst ? '' : ','}${items.join()}`;
      isFirst &&= items.length === 0;
    }
    yield indent === null || isFirst ? ']' : `\n${indent}]`;
  }
  yield text.slice(position);
}
