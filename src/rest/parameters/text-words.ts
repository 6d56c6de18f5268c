import type { Field } from './declaration.ts';
import { type FieldOptions, text } from './words.ts';

/** Words for texts that are taken as they are, or stand for another one. */

/** Text as it was sent, with `numbers` also a number as text; anything else is `otherwise`. */
export function textOr(otherwise: string | null, published: Field, { numbers = false }: { numbers?: boolean } = {}): Field {
  return {
    ...published,
    clean: (sent) => (typeof sent === 'string' ? sent : numbers && typeof sent === 'number' ? String(sent) : otherwise),
  };
}

/** One of the words; any other text is refused. */
export function wordOrNone(words: readonly string[], options: FieldOptions = {}): Field {
  return text({ ...options, clean: (value) => words.find((word) => word === value) ?? null });
}
