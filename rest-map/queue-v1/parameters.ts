import type { Field } from '#app/rest/parameters/declaration.ts';
import { MAX_INT, parseJson, toPlainString } from '#app/rest/parameters/types.ts';
import { text, type FieldOptions, untyped } from '#app/rest/parameters/field-types.ts';

/** A string with JSON, which is parsed. Invalid JSON becomes null. */
export function jsonValue(options: FieldOptions = {}): Field {
  return text({ ...options, clean: (value) => parseJson(value) ?? null });
}

/** True if a comma-separated string contains the word. */
export function containsWord(word: string, options: FieldOptions = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    clean: (value) =>
      toPlainString(value)
        .split(',')
        .some((part) => part.trim() === word),
  });
}

/** A comma-separated string of IDs. Fractions are removed. Other parts become 0, which is never the ID of a job. */
export function numbersOrZero(options: FieldOptions = {}): Field {
  return text({
    ...options,
    clean: (value) =>
      toPlainString(value)
        .split(',')
        .map((part) => Math.trunc(Number(part)))
        .map((part) => (part > 0 && part <= MAX_INT ? part : 0)),
  });
}
