import type { Field } from './declaration.ts';
import { checkItemCount } from './lists.ts';
import { createReasonedFault, type ReasonOptions } from './fault.ts';
import { isScalar, parseList, parseNumber, toPlainString } from './types.ts';
import { createField, type FieldOptions, type Keywords, text } from './field-types.ts';

/** Types of parameters that accept more than their published type, because legacy clients send them in many forms. */

const isPositive = (value: unknown): boolean => {
  const number = parseNumber(value);
  return Number.isInteger(number) && Number(number) > 0;
};

/** A whole number above 0 and up to `maximum`. Numbers above `cap` become `cap`. `asText` converts the number to a string. */
export function positiveInteger({
  cap,
  asText,
  fault,
  ...keywords
}: Keywords & ReasonOptions & { cap?: number; asText?: boolean } = {}): Field {
  const { maximum } = keywords;
  return createField({
    onNull: 'absent',
    check: (value, name) => (isPositive(value) && (maximum === undefined || Number(value) <= maximum)) || createReasonedFault(fault, name),
    clean: (value) => (asText ? String(value) : Math.min(Number(value), cap ?? Number.MAX_SAFE_INTEGER)),
    ...keywords,
  });
}

/** A number, or a string with a number, within these bounds. The bounds are not published. */
export function numeric({ min = -Infinity, max = Infinity, ...keywords }: Keywords & { min?: number; max?: number } = {}): Field {
  return createField({
    onNull: 'absent',
    check: (value) => {
      const number = parseNumber(value);
      return number !== undefined && number >= min && number <= max;
    },
    clean: Number,
    ...keywords,
  });
}

const truthyWords = new Set(['1', 'enable', 'enabled', 'on', 'y', 'yes', 'true']);

/**
 * A boolean. True for true, numbers other than 0, and words such as `yes` and `on` in upper or lower case. False for all other values. Refuses
 * nothing (docs/behaviour/events.md 0.4).
 */
export function truthy(keywords: Keywords = {}): Field {
  return createField({
    ...(keywords.type !== 'boolean' && { acceptedSchema: { type: ['boolean', 'string', 'integer'] } }),
    phase: 'none',
    onNull: 'absent',
    clean: (value) =>
      typeof value === 'string' ? truthyWords.has(value.trim().toLowerCase()) : typeof value === 'number' ? value !== 0 : value === true,
    ...keywords,
  });
}

/** A string that is not empty. */
export function filled(options: FieldOptions = {}): Field {
  return { ...text(options), onNull: 'absent', check: (value) => typeof value === 'string' && value !== '', clean: String };
}

/** A scalar, converted to a string. Published as a string. */
export function scalar({ fault, ...keywords }: Keywords & ReasonOptions = {}): Field {
  return createField({
    type: 'string',
    onNull: 'absent',
    check: (value, name) => isScalar(value) || createReasonedFault(fault, name),
    clean: toPlainString,
    ...keywords,
  });
}

/** Returns the items of a list in brackets, or the trimmed parts of a comma-separated string. Drops empty parts. */
export function splitCsv(value: unknown): unknown[] {
  if (typeof value === 'string')
    return value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return (parseList(value) ?? []).filter((part) => part !== '' && part !== null);
}

interface CsvOptions extends Keywords, ReasonOptions {
  /** Returns true for a valid part. A list with an invalid part is refused. */
  accepts?: (part: unknown) => boolean;
  /** Converts a part. By default, converts it to a string. */
  each?: (part: unknown) => unknown;
}

/** A list in brackets, a comma-separated string, or a single part. `each` converts the parts. */
export function csv({ accepts, each = String, fault, ...keywords }: CsvOptions = {}): Field {
  return createField({
    onNull: 'absent',
    check: (value, name) =>
      checkItemCount(value, name, keywords.itemLimit) ??
      ((typeof value !== 'boolean' &&
        parseList(value) !== undefined &&
        splitCsv(value).every((part) => isScalar(part) && (accepts?.(part) ?? true))) ||
        createReasonedFault(fault, name)),
    clean: (value) => splitCsv(value).map(each),
    ...keywords,
  });
}

/** Accepts only whole numbers above 0. */
csv.positive = { accepts: isPositive, each: Number } as const;

/** IDs of objects, which need not exist. Invalid IDs become 0, which is never the ID of an object. */
csv.ids = { each: (part: unknown) => (isPositive(part) ? Number(part) : 0) } as const;

/** Accepts only whole numbers above 0 and converts each to a link: `{ id }`. */
csv.links = { accepts: isPositive, each: (part: unknown) => ({ id: Number(part) }) } as const;

/** Accepts everything, because the domain validates the parts. */
csv.anything = { check: () => true } as const;
