import type { Field } from './declaration.ts';
import { type FieldOptions, text } from './field-types.ts';

/** Types of texts that are accepted unchanged or converted. */

/** A text, unchanged; with `numbers` also a number as text. Other values become `otherwise`. */
export function textOr(otherwise: string | null, published: Field, { numbers = false }: { numbers?: boolean } = {}): Field {
  return {
    ...published,
    clean: (sent) => (typeof sent === 'string' ? sent : numbers && typeof sent === 'number' ? String(sent) : otherwise),
  };
}

/** One of the words; other texts become null. */
export function wordOrNull(words: readonly string[], options: FieldOptions = {}): Field {
  return text({ ...options, clean: (value) => words.find((word) => word === value) ?? null });
}
