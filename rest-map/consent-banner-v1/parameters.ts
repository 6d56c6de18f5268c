import { parseDateTime } from '#app/core/time/date-time.ts';
import type { Field } from '#app/rest/parameters/declaration.ts';
import { wrongType } from '#app/rest/parameters/fault.ts';
import type { ParameterSchema } from '#app/rest/parameters/schema.ts';
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

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** A text that is JSON of something: not of null, and not empty. It stays a text. */
export function spelledJson(options: FieldOptions = {}): Field {
  return text({ ...options, check: (value, name) => (typeof value === 'string' ? isGiven(parsed(value)) : wrongType(name, 'string')) });
}

type Said = Partial<ParameterSchema> & Pick<Field, 'required'>;

const DAY = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/;

/** The day of a text as `YYYY-MM-DD`; undefined when the calendar has no such day. */
function dayOf(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = DAY.exec(text) ?? [];
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return parseDateTime(`${iso} 00:00:00`, 'UTC')?.wall.startsWith(iso) === true ? iso : undefined;
}

/** A day, `YYYY-MM-DD`; a time behind it does not count. An empty text means no day, unless one is required. */
export function day({ required, ...schema }: Said = {}): Field {
  return {
    schema: { type: 'string', ...schema },
    ...(required !== undefined && { required }),
    onNull: 'absent',
    check: (value) => typeof value === 'string' && ((value === '' && required !== true) || dayOf(value) !== undefined),
    clean: (value) => dayOf(String(value)) ?? null,
  };
}

/** What no sender means by a number of something stored. */
const shortDigits = /^\d{1,9}$/;

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

/** A list of numbers without their signs and fractions; other items are dropped, anything but a list is an empty one. */
export function unsignedNumbers(options: FieldOptions = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    clean: (sent) =>
      (Array.isArray(sent) ? sent : []).map((one: unknown) => Math.abs(Math.trunc(Number(one)))).filter((one) => Number.isSafeInteger(one)),
  });
}

const isText = (sent: unknown): sent is string => typeof sent === 'string';

/** A list of texts and nothing else; null for anything else. */
export function allTexts(): Field {
  return untyped({ onNull: 'absent', clean: (sent) => (Array.isArray(sent) && sent.every(isText) ? sent : null) });
}

/** A text; these words become the ones they stand for. */
export function renamed(names: Readonly<Record<string, string>>, published: Field): Field {
  return { ...published, clean: (sent) => (typeof sent === 'string' && Object.hasOwn(names, sent) ? names[sent] : sent) };
}
