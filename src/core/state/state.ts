/** In-memory state that exists as long as its owner, a site or a database. It contains one value for each factory function. */
export class State {
  readonly #values = new Map<unknown, unknown>();

  /** Returns the value of a factory function. The first call creates it. */
  getOrCreate<Value, Args extends readonly unknown[]>(create: (...args: Args) => Value, ...args: Args): Value {
    if (!this.#values.has(create)) this.#values.set(create, create(...args));
    return this.#values.get(create) as Value;
  }
}
