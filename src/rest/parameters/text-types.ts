import type { Field } from './declaration.ts';
import { type FieldOptions, text, untyped } from './field-types.ts';
import { isScalar } from './types.ts';

/** Types of strings that are accepted unchanged or converted. */

/** A string, unchanged. Values of the types in `also` become strings. Other values become `otherwise`. */
export function textOr(otherwise: string | null, published: Field, ...also: ('number' | 'boolean')[]): Field {
  const accepted: readonly string[] = ['string', ...also];
  return { ...published, clean: (value) => (accepted.includes(typeof value) ? String(value) : otherwise) };
}

interface WordOptions {
  /** Replacement of other values. Without it, they stay unchanged. */
  otherwise?: string | null;
  published?: Field;
}

/** A key of `words`, converted to its value, which the operation uses. */
export function wordAs(
  words: Readonly<Record<string, string>>,
  { otherwise, published = untyped({ onNull: 'absent' }) }: WordOptions,
): Field {
  const clean = (value: unknown): unknown => {
    if (isScalar(value) && Object.hasOwn(words, String(value))) return words[String(value)];
    return otherwise === undefined ? value : otherwise;
  };
  return { ...published, clean };
}

/** One of the words. Other strings become null. */
export function wordOrNull(words: readonly string[], options: FieldOptions = {}): Field {
  return text({ ...options, clean: (value) => words.find((word) => word === value) ?? null });
}
