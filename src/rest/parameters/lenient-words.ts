import { isLooselyEmpty } from '../../core/text/loosely-empty.ts';
import { compileSchema } from './compile.ts';
import type { Field } from './declaration.ts';
import { tooManyItems } from './lists.ts';
import { isEmailAddress } from './formats.ts';
import { because, type Reasoned } from './fault.ts';
import type { ParameterSchema } from './schema.ts';
import { isMap, isScalar, listOf, numberOf, scalarText } from './types.ts';
import { type FieldOptions, text, untyped } from './words.ts';

/** Words for parameters that say less, or take more, than their published type: older clients send them in many forms. */

type Said = Partial<ParameterSchema> & Partial<Omit<Field, 'schema'>>;

function field(said: Said): Field {
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

/** An id where none may be: whatever is sent counts as one, but for zero, false and what is empty. */
export function unwantedId(): Field {
  return field({ phase: 'none', onNull: 'absent', clean: (value) => (isLooselyEmpty(value) ? undefined : 1) });
}

/** Published as one thing, judged and read as another that takes more, less or something else. */
export function takenAs(published: Field, taken: Field): Field {
  const { validate, sanitize } = compileSchema(taken.schema);
  return { ...published, takes: taken.schema, check: validate, clean: sanitize };
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

/** Text that is an e-mail address, or with `mayBeEmpty` none; anything else is refused without a reason. */
export function emailText({ mayBeEmpty = false, ...options }: FieldOptions & { mayBeEmpty?: boolean } = {}): Field {
  return {
    ...text(options),
    check: (value) => typeof value === 'string' && ((mayBeEmpty && value === '') || isEmailAddress(value)),
    clean: String,
  };
}

/** Text that is not empty; one of the words, or the first of them for any other text. Becomes a word in lower case. */
export function oneOfOr(words: readonly [string, ...string[]], options: FieldOptions = {}): Field {
  return { ...filled(options), clean: (value) => words.find((word) => word === String(value).toLowerCase()) ?? words[0] };
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

/** What a text may have to be. */
const kinds = {
  text: () => true,
  'e-mail address': (text) => /^[^\s\p{Cc}@]+@[^\s\p{Cc}@.]+(\.[^\s\p{Cc}@.]+)+$/u.test(text),
  'web address': (text) => URL.canParse(text) && /^https?:/i.test(text),
} satisfies Record<string, (text: string) => boolean>;

/** Text of a kind; published as text. */
export function textOfKind(kind: keyof typeof kinds, { fault, ...said }: Said & Reasoned = {}): Field {
  return field({
    type: 'string',
    onNull: 'absent',
    check: (value, name) => (typeof value === 'string' && kinds[kind](value)) || because(fault, name),
    clean: String,
    ...said,
  });
}

/** The text of a whole number, or the number; published as text, and refused without a reason where it is none. */
export function idText(said: Said = {}): Field {
  return field({
    type: 'string',
    onNull: 'absent',
    check: (value) => /^\s*\d+(\.0+)?\s*$/.test(scalarText(value)),
    clean: String,
    ...said,
  });
}

/** One value or a list of values, each of them a text of its own: commas do not part them. */
export function elements(said: Said = {}): Field {
  return field({
    takes: { anyOf: [{ type: ['string', 'number'] }, { type: 'array', items: { type: ['string', 'number'] } }] },
    phase: 'none',
    onNull: 'absent',
    check: (value, name) => (isScalar(value) ? undefined : tooManyItems(value, name)) ?? true,
    clean: (value) => (isScalar(value) ? [value] : (listOf(value) ?? [])).filter(isScalar).map(String),
    ...said,
  });
}

/** The parts of a list in any form: brackets, repeated names, or text with commas; blanks around them and empty parts are dropped. */
function partsOf(value: unknown): unknown[] {
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
  /** What a part becomes; its text unless said otherwise. */
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

/** Words of this list, as text with commas or in brackets; others are passed over. */
export function knownWords(words: readonly string[], said: Said = {}): Field {
  return field({ phase: 'none', onNull: 'absent', clean: (value) => words.filter((word) => partsOf(value).includes(word)), ...said });
}

/** A text that may be empty, whatever its format says. */
export function orEmpty(declared: Field): Field {
  const { validate } = compileSchema(declared.schema);
  return { ...declared, check: (value, name) => (value === '' ? true : validate(value, name)) };
}

/** A list of words of which those that are not known are passed over: none of them left means none, an empty list nothing. */
export function knownOnly(words: readonly string[], list: Field): Field {
  const known = (value: unknown) => partsOf(value).filter((part) => words.includes(String(part)));
  return { ...list, clean: (value) => (partsOf(value).length === 0 ? null : known(value)) };
}

interface LinkedOptions extends Said {
  /** Published fields of a new object, with how each is validated. */
  fields: Readonly<Record<string, Field>>;
  /** Published name → name in the draft, where they differ. */
  names: Readonly<Record<string, string>>;
}

function draftOf(value: Record<string, unknown>, { fields, names }: LinkedOptions): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { clean }]) => {
      const given = value[name];
      return given === undefined || given === null ? [] : [[names[name] ?? name, clean ? clean(given, name) : given]];
    }),
  );
}

function isDraft(value: Record<string, unknown>, { fields }: LinkedOptions): boolean {
  return Object.entries(fields).every(([name, { check, required }]) => {
    const given = value[name];
    if (given === undefined || given === null) return required !== true;
    return !check || check(given, name) === true;
  });
}

function partsOfLinked(value: unknown): unknown[] {
  if (isMap(value) && Object.keys(value).some((name) => !/^\d+$/.test(name))) return [value];
  return partsOf(value).filter((part) => part !== 0 && part !== '0');
}

/** An id, an object with an id or with the fields of a new one, a list of these. */
function takenBy({ fields }: LinkedOptions): ParameterSchema {
  const properties = Object.entries(fields).map(([name, { schema, takes }]) => [name, takes ?? schema] as const);
  const one: ParameterSchema[] = [
    { type: 'integer' },
    { type: 'object', properties: { id: { type: 'integer' }, ...Object.fromEntries(properties) } },
  ];
  return { anyOf: [...one, { type: 'array', items: { anyOf: one } }, { type: 'string', description: 'Ids with commas.' }] };
}

/**
 * Linked objects: an id, ids with commas, an object with an id or with the fields of a new one, or a list of all these. Becomes a list of
 * `{ id }` and `{ draft }`; nothing, 0 and an empty list become an empty list.
 */
export function linked(options: LinkedOptions): Field {
  const { fields: _fields, names: _names, ...said } = options;
  const isLink = (part: unknown) =>
    isMap(part) ? (isGivenId(part['id']) ? isPositive(part['id']) : isDraft(part, options)) : isPositive(part);
  return field({
    takes: takenBy(options),
    onNull: 'absent',
    check: (value, name) => tooManyItems(value, name) ?? partsOfLinked(value).every(isLink),
    clean: (value) =>
      partsOfLinked(value).map((part) =>
        !isMap(part) ? { id: Number(part) } : isGivenId(part['id']) ? { id: Number(part['id']) } : { draft: draftOf(part, options) },
      ),
    ...said,
  });
}

const isGivenId = (id: unknown): boolean => id !== undefined && id !== null && id !== '' && id !== 0;
