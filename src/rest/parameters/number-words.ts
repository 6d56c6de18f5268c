import { countOf } from './counts.ts';
import type { Field } from './declaration.ts';
import { because, type Reasoned } from './fault.ts';
import { isScalar, scalarText } from './types.ts';
import { type FieldOptions, integer, number, text, untyped } from './words.ts';

/** Words for numbers that clients send with signs, with fractions, as text or as something else. */

const MOST_INT = 2_147_483_647;
/** What no sender means by a number of something stored. */
const shortDigits = /^\d{1,9}$/;

/** A count that is never refused: see `countOf`. */
export function count(published: Field): Field {
  return { ...published, clean: countOf };
}

/** A number whose fraction does not matter; beyond the bounds, which are not published, it is the nearest of them. */
export function wholePart({
  least = -Infinity,
  most = Infinity,
  ...options
}: Parameters<typeof number>[0] & { least?: number; most?: number } = {}): Field {
  return number({ ...options, clean: (sent) => Math.trunc(Math.max(least, Math.min(most, Number(sent)))) });
}

/** A number or its text, its fraction cut, at least 0 and at most what GraphQL can hold; null for anything else. */
export function wholeOrNone(): Field {
  return untyped({
    onNull: 'absent',
    clean: (sent) => {
      const whole = typeof sent === 'number' || (typeof sent === 'string' && sent.trim() !== '') ? Math.trunc(Number(sent)) : Number.NaN;
      return Number.isFinite(whole) ? Math.min(Math.max(whole, 0), MOST_INT) : null;
    },
  });
}

/** One of these values as it is; anything else as `otherwise` reads it. */
export function exactlyOr(values: readonly unknown[], otherwise: Field): Field {
  return { ...otherwise, clean: (sent, name) => (values.includes(sent) || !otherwise.clean ? sent : otherwise.clean(sent, name)) };
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

/** Numbers of at most nine digits in a text with commas; other parts are dropped. */
export function shortNumbers(options: FieldOptions = {}): Field {
  return text({
    ...options,
    clean: (sent) =>
      scalarText(sent)
        .split(',')
        .map((part) => part.trim())
        .filter((part) => shortDigits.test(part))
        .map(Number),
  });
}

/** Numbers in a text with commas, their fractions cut; a part that is none is 0, the number of nothing. */
export function numbersOrZero(options: FieldOptions = {}): Field {
  return text({
    ...options,
    clean: (sent) =>
      scalarText(sent)
        .split(',')
        .map((part) => Math.trunc(Number(part)))
        .map((part) => (part > 0 && part <= MOST_INT ? part : 0)),
  });
}

/** A list of numbers without their signs and fractions; what is none is dropped, what is no list is an empty one. */
export function unsignedNumbers(options: FieldOptions = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    clean: (sent) =>
      (Array.isArray(sent) ? sent : []).map((one: unknown) => Math.abs(Math.trunc(Number(one)))).filter((one) => Number.isSafeInteger(one)),
  });
}

/** A number in digits; one of these words is null, anything else is refused without a reason. */
export function numberOr(words: readonly unknown[], published: Field): Field {
  return {
    ...published,
    check: (sent) => words.includes(sent) || /^\d+$/.test(scalarText(sent)),
    clean: (sent) => (words.includes(sent) ? null : Number(sent)),
  };
}

/** Any number but 0; −1 for what is none. */
export function numberOrMinusOne(): Field {
  return untyped({ onNull: 'absent', clean: (sent) => Number(sent) || -1 });
}

/** A whole number, as text in digits alone. */
export function plainInteger({ fault, ...options }: FieldOptions & Reasoned = {}): Field {
  const isWhole = (sent: unknown): boolean =>
    typeof sent === 'number' ? Number.isInteger(sent) : typeof sent === 'string' && /^\s*-?\d+\s*$/.test(sent);
  return integer({ ...options, onNull: 'absent', check: (sent, name) => isWhole(sent) || because(fault, name), clean: Number });
}
