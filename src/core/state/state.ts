/** What is kept in memory for as long as its owner lives, a site or a database: one value for each function that makes one. */
export class State {
  readonly #values = new Map<unknown, unknown>();

  /** Returns the value that the function made; makes it when it is first asked for. */
  of<Value, Given extends readonly unknown[]>(make: (...given: Given) => Value, ...given: Given): Value {
    if (!this.#values.has(make)) this.#values.set(make, make(...given));
    return this.#values.get(make) as Value;
  }
}
