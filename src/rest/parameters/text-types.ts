import type { Field } from './declaration.ts';
import { type FieldOptions, text } from './field-types.ts';

/** Types of texts that are accepted unchanged or converted. */

/** A text, unchanged; with `numbers` also a number as text. Other values become `otherwise`. */
export function textOr(otherwise: string | null, published: Field, { numbers = false }: { numbers?: boolean } = {}): Field {
  return {
    ...published,
    clean: (value) => (typeof value === 'string' ? value : numbers && typeof value === 'number' ? String(value) : otherwise),
  };
}

/** A text. Words that `names` contains are replaced. */
export function renamedWords(names: Readonly<Record<string, string>>, published: Field): Field {
  return { ...published, clean: (value) => (typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : value) };
}

/** One of the words; other texts become null. */
export function wordOrNull(words: readonly string[], options: FieldOptions = {}): Field {
  return text({ ...options, clean: (value) => words.find((word) => word === value) ?? null });
}
