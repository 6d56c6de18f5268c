import { parseDateTime } from '#app/core/time/date-time.ts';
import type { Field } from '#app/rest/parameters/declaration.ts';
import { createReasonedFault, type ReasonOptions } from '#app/rest/parameters/fault.ts';
import type { ParameterSchema } from '#app/rest/parameters/schema.ts';
import { createField, type FieldOptions, integer, type Keywords } from '#app/rest/parameters/field-types.ts';


/** Checks of strings by kind. */
const kinds = {
  text: () => true,
  'e-mail address': (text) => /^[^\s\p{Cc}@]+@[^\s\p{Cc}@.]+(\.[^\s\p{Cc}@.]+)+$/u.test(text),
  'web address': (text) => URL.canParse(text) && /^https?:/i.test(text),
} satisfies Record<string, (text: string) => boolean>;

/** A string that must pass the check of its kind. Published as a string. */
export function textOfKind(kind: keyof typeof kinds, { fault, ...keywords }: Keywords & ReasonOptions = {}): Field {
  return createField({
    type: 'string',
    onNull: 'absent',
    check: (value, name) => (typeof value === 'string' && kinds[kind](value)) || createReasonedFault(fault, name),
    clean: String,
    ...keywords,
  });
}

const SQL_DATE_TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** A time as `YYYY-MM-DD HH:MM:SS`. `loose` also accepts the `date-time` format. `fault` is the reason of a refusal. */
export function sqlDateTime({ fault, loose = false, ...schema }: ParameterSchema & Required<ReasonOptions> & { loose?: boolean }): Field {
  return {
    schema,
    onNull: 'absent',
    check: (value, name) =>
      (typeof value === 'string' && (loose || SQL_DATE_TIME.test(value)) && parseDateTime(value, 'UTC') !== undefined) ||
      createReasonedFault(fault, name),
    clean: (value) => value,
  };
}

/** A whole number, or a string with one. The string may contain only digits, a minus sign and surrounding spaces. */
export function plainInteger({ fault, ...options }: FieldOptions & ReasonOptions = {}): Field {
  const isWhole = (value: unknown): boolean =>
    typeof value === 'number' ? Number.isInteger(value) : typeof value === 'string' && /^\s*-?\d+\s*$/.test(value);
  return integer({ ...options, onNull: 'absent', check: (value, name) => isWhole(value) || createReasonedFault(fault, name), clean: Number });
}

/** A string that becomes a list with one item. */
export function listedText(published: Field): Field {
  return { ...published, clean: (value) => [String(value)] };
}
