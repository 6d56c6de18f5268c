/** In-memory state with the lifetime of its owner, a site or a database: one value for each factory function. */
export class State {
  readonly #values = new Map<unknown, unknown>();

  /** Returns the value of the factory function, after creating it at the first call. */
  getOrCreate<Value, Args extends readonly unknown[]>(create: (...args: Args) => Value, ...args: Args): Value {
    if (!this.#values.has(create)) this.#values.set(create, create(...args));
    return this.#values.get(create) as Value;
  }
}
