import { parseDateTime } from '#app/core/time/date-time.ts';
import type { Field } from '#app/rest/parameters/declaration.ts';
import { createWrongTypeFault } from '#app/rest/parameters/fault.ts';
import type { ParameterSchema } from '#app/rest/parameters/schema.ts';
import { parseJson, toPlainString } from '#app/rest/parameters/types.ts';
import { text, type FieldOptions, untyped } from '#app/rest/parameters/field-types.ts';


/** A string with JSON of any value except null. It is not parsed. */
export function jsonString(options: FieldOptions = {}): Field {
  return text({
    ...options,
    check: (value, name) => (typeof value === 'string' ? (parseJson(value) ?? null) !== null : createWrongTypeFault(name, 'string')),
  });
}

const DAY = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/;

/** Returns the date at the beginning of a string as `YYYY-MM-DD`, or undefined if the calendar has no such date. */
function parseDay(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = DAY.exec(text) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return parseDateTime(`${iso} 00:00:00`, 'UTC')?.wall.startsWith(iso) === true ? iso : undefined;
}

/** A date, `YYYY-MM-DD`. A time after it is ignored. An empty string means no date, unless the parameter is required. */
export function day({ required, ...schema }: ParameterSchema & Pick<Field, 'required'> = {}): Field {
  return {
    schema: { type: 'string', ...schema },
    ...(required !== undefined && { required }),
    onNull: 'absent',
    check: (value) => typeof value === 'string' && ((value === '' && required !== true) || parseDay(value) !== undefined),
    clean: (value) => parseDay(String(value)) ?? null,
  };
}

/** Digits of an ID. Longer numbers are not valid IDs. */
const shortDigits = /^\d{1,9}$/;

/** A comma-separated string of IDs with at most nine digits. Ignores other parts. */
export function shortNumbers(options: FieldOptions = {}): Field {
  return text({
    ...options,
    clean: (value) =>
      toPlainString(value)
        .split(',')
        .map((part) => part.trim())
        .filter((part) => shortDigits.test(part))
        .map(Number),
  });
}

/** A list of numbers, converted to whole numbers without a sign. Ignores other items. Other types become an empty list. */
export function unsignedNumbers(options: FieldOptions = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    clean: (value) =>
      (Array.isArray(value) ? value : []).map((id: unknown) => Math.abs(Math.trunc(Number(id)))).filter((id) => Number.isSafeInteger(id)),
  });
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** A list that contains only strings. Other values become null. */
export function allTexts(): Field {
  return untyped({ onNull: 'absent', clean: (value) => (Array.isArray(value) && value.every(isString) ? value : null) });
}
