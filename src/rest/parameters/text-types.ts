import type { Field } from './declaration.ts';
import { type FieldOptions, text, untyped } from './field-types.ts';
import { isScalar } from './types.ts';

/** Types of texts that are accepted unchanged or converted. */

/** A text, unchanged, and values of the types in `also` as text. Other values become `otherwise`. */
export function textOr(otherwise: string | null, published: Field, ...also: ('number' | 'boolean')[]): Field {
  const accepted: readonly string[] = ['string', ...also];
  return { ...published, clean: (value) => (accepted.includes(typeof value) ? String(value) : otherwise) };
}

interface WordOptions {
  /** Replacement of other values, which stay unchanged without it. */
  otherwise?: string | null;
  published?: Field;
}

/** Exactly one of these words, converted to the operation's word. */
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

/** One of the words; other texts become null. */
export function wordOrNull(words: readonly string[], options: FieldOptions = {}): Field {
  return text({ ...options, clean: (value) => words.find((word) => word === value) ?? null });
}
