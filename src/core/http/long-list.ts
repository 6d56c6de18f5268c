import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalid } from '../failures/failure.ts';

/** Items completed at a time: a few milliseconds of work. */
const CHUNK = 20;

/** Yields the items of arrays in chunks. Lets other work of the process run between chunks. */
async function* inChunks<T>(arrays: AsyncIterable<readonly T[]> | Iterable<readonly T[]>): AsyncGenerator<readonly T[]> {
  for await (const items of arrays)
    for (let at = 0; at < items.length; at += CHUNK) {
      await nextTurn();
      yield items.slice(at, at + CHUNK);
    }
}

/** The long lists of a response, by their markers in its JSON. */
export type LongLists = Map<string, LongList<unknown>>;

/**
 * A REST list that is too long to be built and serialized at once. Its items are completed and written while the response is sent. In the JSON it is
 * represented by a marker, which `withLists` replaces with the items.
 */
export class LongList<T> {
  readonly #arrays: () => AsyncIterable<readonly T[]>;
  readonly #lists: LongLists;
  readonly #whole: readonly T[] | undefined;

  private constructor(arrays: () => AsyncIterable<readonly T[]>, lists: LongLists, whole?: readonly T[]) {
    this.#arrays = arrays;
    this.#lists = lists;
    this.#whole = whole;
  }

  /** Creates a list for the response that owns `lists`, from items in memory or from arrays that are read one after another. */
  static of<T>(items: readonly T[] | (() => AsyncIterable<readonly T[]>), lists: LongLists): LongList<T> {
    if (typeof items === 'function') return new LongList(() => inChunks(items()), lists);
    return new LongList(() => inChunks([items]), lists, items);
  }

  /** Returns a list in which every chunk is transformed. */
  map<U>(change: (chunk: readonly T[]) => readonly U[] | Promise<readonly U[]>): LongList<U> {
    const arrays = this.#arrays;
    return new LongList(async function* () {
      for await (const chunk of arrays()) yield await change(chunk);
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

  /** GraphQL iterates over lists synchronously, which only works for lists in memory. */
  [Symbol.iterator](): Iterator<T> {
    if (this.#whole) return this.#whole[Symbol.iterator]();
    throw invalid('list_too_long', 'This list is too long to be returned at once. Ask for its pages, such as `attendees(first: 100)`.');
  }
}

/** Transforms each item of an array or long list; returns undefined for other values. */
export function mapItems(value: unknown, change: (item: unknown) => unknown): unknown[] | LongList<unknown> | undefined {
  if (Array.isArray(value)) return value.map(change);
  return value instanceof LongList ? value.map((chunk) => chunk.map(change)) : undefined;
}

/** Returns an item as JSON, indented for its place in the document. */
function written(item: unknown, indent: string | null): string {
  if (indent === null) return JSON.stringify(item);
  return `\n${indent}${JSON.stringify(item, null, 4).replaceAll('\n', `\n${indent}`)}`;
}

/** Yields JSON in which the markers of long lists are replaced with their items, with the indentation of the document. */
export async function* withLists(text: string, lists: LongLists, isIndented = false): AsyncGenerator<string> {
  let at = 0;
  for (const found of text.matchAll(/"(long-list:[\da-f-]{36})"/g)) {
    const list = lists.get(found[1] as string);
    if (!list) continue;
    const lead = isIndented ? (/\n( *)[^\n]*$/.exec(text.slice(Math.max(0, found.index - 1000), found.index))?.[1] ?? '') : null;
    yield `${text.slice(at, found.index)}[`;
    at = found.index + found[0].length;
    let isFirst = true;
    for await (const chunk of list.chunks()) {
      const items = chunk.map((item) => written(item, lead === null ? null : `${lead}    `));
      if (items.length > 0) yield `${isFirst ? '' : ','}${items.join()}`;
      isFirst &&= items.length === 0;
    }
    yield lead === null || isFirst ? ']' : `\n${lead}]`;
  }
  yield text.slice(at);
}
