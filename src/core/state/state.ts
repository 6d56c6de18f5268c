/** In-memory state with the lifetime of its owner, a site or a database: one value for each factory function. */
export class State {
  readonly #values = new Map<unknown, unknown>();

  /** Returns the value of the factory function, after creating it at the first call. */
  of<Value, Given extends readonly unknown[]>(make: (...given: Given) => Value, ...given: Given): Value {
    if (!this.#values.has(make)) this.#values.set(make, make(...given));
    return this.#values.get(make) as Value;
  }
}
