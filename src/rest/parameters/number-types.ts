import type { Field } from './declaration.ts';
import { isScalar } from './types.ts';
import { type FieldOptions, number, untyped } from './field-types.ts';

/** Types of numbers that clients send with signs, with fractions, as text or in other forms. */

/** Digits of an ID. Longer numbers are not valid IDs. */
const shortDigits = /^\d{1,9}$/;

/** A number without its fraction. Numbers beyond the bounds, which are not published, become the nearest bound. */
export function wholePart({
  least = -Infinity,
  most = Infinity,
  ...options
}: Parameters<typeof number>[0] & { least?: number; most?: number } = {}): Field {
  return number({ ...options, clean: (sent) => Math.trunc(Math.max(least, Math.min(most, Number(sent)))) });
}

/** An ID of at most nine digits. Other values become `otherwise`, or are refused without a reason if it is not given. */
export function shortNumber({ otherwise, ...options }: FieldOptions & { otherwise?: number | null } = {}): Field {
  const isShort = (sent: unknown): boolean => isScalar(sent) && shortDigits.test(String(sent));
  return untyped({
    ...options,
    ...(otherwise === undefined && { check: isShort }),
    clean: (sent) => (isShort(sent) ? Number(sent) : otherwise),
  });
}
