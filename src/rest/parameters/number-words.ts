import type { Field } from './declaration.ts';
import { isScalar } from './types.ts';
import { type FieldOptions, number, untyped } from './words.ts';

/** Words for numbers that clients send with signs, with fractions, as text or as something else. */

/** What no sender means by a number of something stored. */
const shortDigits = /^\d{1,9}$/;

/** A number whose fraction does not matter; beyond the bounds, which are not published, it is the nearest of them. */
export function wholePart({
  least = -Infinity,
  most = Infinity,
  ...options
}: Parameters<typeof number>[0] & { least?: number; most?: number } = {}): Field {
  return number({ ...options, clean: (sent) => Math.trunc(Math.max(least, Math.min(most, Number(sent)))) });
}

/** The number of something, in at most nine digits; anything else is `otherwise`, and refused without a reason where that is not said. */
export function shortNumber({ otherwise, ...options }: FieldOptions & { otherwise?: number | null } = {}): Field {
  const isShort = (sent: unknown): boolean => isScalar(sent) && shortDigits.test(String(sent));
  return untyped({
    ...options,
    ...(otherwise === undefined && { check: isShort }),
    clean: (sent) => (isShort(sent) ? Number(sent) : otherwise),
  });
}
