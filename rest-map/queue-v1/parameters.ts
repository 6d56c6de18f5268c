import type { Field } from '#app/rest/parameters/declaration.ts';
import { scalarText } from '#app/rest/parameters/types.ts';
import { text, type FieldOptions, untyped } from '#app/rest/parameters/field-types.ts';


/** Parses a text as JSON. Returns undefined for invalid JSON. */
function parsed(value: unknown): unknown {
  try {
    return JSON.parse(scalarText(value)) as unknown;
  } catch {
    return undefined;
  }
}

/** A JSON text that is parsed; null for invalid JSON. */
export function jsonValue(options: FieldOptions = {}): Field {
  return text({ ...options, clean: (value) => parsed(value) ?? null });
}

/** True if a comma-separated text contains the word. */
export function namesWord(word: string, options: FieldOptions = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    clean: (sent) =>
      scalarText(sent)
        .split(',')
        .some((part) => part.trim() === word),
  });
}

const MAX_INT = 2_147_483_647;

/** IDs in a comma-separated text, without fractions. Other parts become 0, which no job has. */
export function numbersOrZero(options: FieldOptions = {}): Field {
  return text({
    ...options,
    clean: (sent) =>
      scalarText(sent)
        .split(',')
        .map((part) => Math.trunc(Number(part)))
        .map((part) => (part > 0 && part <= MAX_INT ? part : 0)),
  });
}
