import type { Field } from './declaration.ts';
import { tooManyItems } from './lists.ts';
import { because, type Reasoned } from './fault.ts';
import type { ParameterSchema } from './schema.ts';
import { isScalar, listOf, numberOf, scalarText } from './types.ts';
import { type FieldOptions, text, untyped } from './words.ts';

/** Words for parameters that say less, or take more, than their published type: older clients send them in many forms. */

type Said = Partial<ParameterSchema> & Partial<Omit<Field, 'schema'>>;

export function field(said: Said): Field {
  const { required, takes, phase, check, clean, onNull, appliesDefault, from, ...schema } = said;
  const treatment = Object.entries({ required, takes, phase, check, clean, onNull, appliesDefault, from }).filter(
    ([, value]) => value !== undefined,
  );
  return { ...untyped(), schema: { ...schema }, ...Object.fromEntries(treatment) };
}

const isPositive = (value: unknown): boolean => {
  const number = numberOf(value);
  return Number.isInteger(number) && Number(number) > 0;
};

/** A whole number above 0 and not above `maximum`; larger ones than `most` count as `most`. With `asText` the operation takes a text. */
export function positiveInteger({ most, asText, fault, ...said }: Said & Reasoned & { most?: number; asText?: boolean } = {}): Field {
  const { maximum } = said;
  return field({
    onNull: 'absent',
    check: (value, name) => (isPositive(value) && (maximum === undefined || Number(value) <= maximum)) || because(fault, name),
    clean: (value) => (asText ? String(value) : Math.min(Number(value), most ?? Number.MAX_SAFE_INTEGER)),
    ...said,
  });
}

/** A number, also as text, within these bounds; they are not published. */
export function numeric({ least = -Infinity, most = Infinity, ...said }: Said & { least?: number; most?: number } = {}): Field {
  return field({
    onNull: 'absent',
    check: (value) => {
      const number = numberOf(value);
      return number !== undefined && number >= least && number <= most;
    },
    clean: Number,
    ...said,
  });
}

const truths = new Set(['1', 'enable', 'enabled', 'on', 'y', 'yes', 'true']);

/** True for true, numbers but 0, and the words that mean so in any case; anything else is false, nothing is refused (events.md 0.4). */
export function truthy(said: Said = {}): Field {
  return field({
    ...(said.type !== 'boolean' && { takes: { type: ['boolean', 'string', 'integer'] } }),
    phase: 'none',
    onNull: 'absent',
    clean: (value) =>
      typeof value === 'string' ? truths.has(value.trim().toLowerCase()) : typeof value === 'number' ? value !== 0 : value === true,
    ...said,
  });
}

/** Text that is not empty. */
export function filled(options: FieldOptions = {}): Field {
  return { ...text(options), onNull: 'absent', check: (value) => typeof value === 'string' && value !== '', clean: String };
}

/** Text, also where it is sent as a number; published as text. */
export function scalar({ fault, ...said }: Said & Reasoned = {}): Field {
  return field({
    type: 'string',
    onNull: 'absent',
    check: (value, name) => isScalar(value) || because(fault, name),
    clean: scalarText,
    ...said,
  });
}

/** The parts of a list in any form: brackets, repeated names, or text with commas; blanks around them and empty parts are dropped. */
export function partsOf(value: unknown): unknown[] {
  if (typeof value === 'string')
    return value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return (listOf(value) ?? []).filter((part) => part !== '' && part !== null);
}

interface CsvOptions extends Said, Reasoned {
  /** Whether one part will do; a list with another one is refused. */
  accepts?: (part: unknown) => boolean;
  /** What a part becomes; its text by default. */
  each?: (part: unknown) => unknown;
}

/** A list as text with commas or in brackets, or its only part. Its parts become texts, or what `each` makes of them. */
export function csv({ accepts, each = String, fault, ...said }: CsvOptions = {}): Field {
  return field({
    onNull: 'absent',
    check: (value, name) =>
      tooManyItems(value, name, said.mostItems) ??
      ((typeof value !== 'boolean' &&
        listOf(value) !== undefined &&
        partsOf(value).every((part) => isScalar(part) && (accepts?.(part) ?? true))) ||
        because(fault, name)),
    clean: (value) => partsOf(value).map(each),
    ...said,
  });
}

/** Only whole numbers above 0. */
csv.positive = { accepts: isPositive, each: Number } as const;

/** Ids of what is there or not; what can be no id is 0, which nothing has. */
csv.ids = { each: (part: unknown) => (isPositive(part) ? Number(part) : 0) } as const;

/** Only whole numbers above 0, each as the id of something linked: `{ id }`. */
csv.links = { accepts: isPositive, each: (part: unknown) => ({ id: Number(part) }) } as const;

/** Judged by the domain: nothing is refused. */
csv.anything = { check: () => true } as const;
