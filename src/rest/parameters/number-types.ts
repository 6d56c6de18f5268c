import type { Field } from './declaration.ts';
import { isScalar } from './types.ts';
import { type FieldOptions, number, untyped } from './field-types.ts';

/** Types of numbers that clients send with signs, with fractions, as strings or in other forms. */

/** Digits of an ID. Longer numbers are not valid IDs. */
const shortDigits = /^\d{1,9}$/;

/** A number, truncated to its integer part. Numbers outside the bounds become the nearest bound. The bounds are not published. */
export function wholePart({
  min = -Infinity,
  max = Infinity,
  ...options
}: Parameters<typeof number>[0] & { min?: number; max?: number } = {}): Field {
  return number({ ...options, clean: (value) => Math.trunc(Math.max(min, Math.min(max, Number(value)))) });
}

/** A number other than 0. Other values become −1. */
export function numberOrMinusOne(): Field {
  return untyped({ onNull: 'absent', clean: (value) => Number(value) || -1 });
}

/** An ID of at most nine digits. Other values become `otherwise`. Without `otherwise`, they are refused with a general message. */
export function shortNumber({ otherwise, ...options }: FieldOptions & { otherwise?: number | null } = {}): Field {
  const isShort = (value: unknown): boolean => isScalar(value) && shortDigits.test(String(value));
  return untyped({
    ...options,
    ...(otherwise === undefined && { check: isShort }),
    clean: (value) => (isShort(value) ? Number(value) : otherwise),
  });
}
