import { createHash } from 'node:crypto';

/** A connection keeps every named statement for as long as it lives: callers' wishes must not make endlessly many. */
const MOST_NAMES = 200;

/** Names for the statements of dynamic queries, one per text; the first two hundred texts get one, later ones run unnamed. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** The name of the statement, or undefined when it is to run without one. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MOST_NAMES) return known;
    const name = `${this.#prefix}_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
    this.#names.set(text, name);
    return name;
  }
}
