/** A subscription that calls `end` when it ends for any reason. */
export class WatchedSubscription<T> implements AsyncIterableIterator<T> {
  readonly #source: AsyncIterableIterator<T>;
  readonly #end: () => void;

  constructor(source: AsyncIterableIterator<T>, end: () => void) {
    this.#source = source;
    this.#end = end;
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    try {
      const result = (await this.#source.next()) as IteratorResult<T, undefined>;
      if (result.done) this.#end();
      return result;
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#end();
    await this.#source.return?.();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
