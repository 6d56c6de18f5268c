import type { Field } from '#app/rest/parameters/declaration.ts';
import { scalarText } from '#app/rest/parameters/types.ts';
import { text, type FieldOptions, untyped } from '#app/rest/parameters/words.ts';

/** Parameters that only this namespace has. */

/** The value that a text spells as JSON; undefined for any other text. */
function parsed(value: unknown): unknown {
  try {
    return JSON.parse(scalarText(value)) as unknown;
  } catch {
    return undefined;
  }
}

/** The value that a text spells as JSON; null for a text that is no JSON. */
export function jsonValue(options: FieldOptions = {}): Field {
  return text({ ...options, clean: (value) => parsed(value) ?? null });
}

/** Whether this word is among those of a text with commas. */
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

/** Numbers in a text with commas, their fractions cut; any other part is 0, which is the number of no job. */
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
