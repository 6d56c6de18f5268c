/** Fields of a module's settings: their defaults, and how odd values are put right (analytics.md 6.4). Nothing in them is ever refused. */

export type SettingValue = string | number | boolean | null | readonly string[];
export type SettingValues = Readonly<Record<string, SettingValue>>;

/** What a field holds, for typed APIs. */
export type SettingKind = 'text' | 'flag' | 'integer' | 'texts' | 'word';

export interface SettingField {
  kind: SettingKind;
  default: SettingValue;
  /** The words it may hold, and what they mean. */
  words?: Readonly<Record<string, string>>;
  /** The number is a moment, counted from 1970 in this unit; 0 = never. */
  unit?: 'seconds' | 'milliseconds';
  /** The user who changes it becomes the owner. */
  isOwnership: boolean;
  /** Viewers of a shared dashboard may read it. */
  isViewOnly: boolean;
  description: string;
  /** The value that is stored for one that was sent, never null; `previous` is what is stored now, `prefix` what the site's own names begin with. */
  clean(value: unknown, previous: SettingValue, prefix: string): SettingValue;
}

export type SettingFields = Readonly<Record<string, SettingField>>;

interface Said {
  ownership?: boolean;
  viewOnly?: boolean;
}

const said = ({ ownership = false, viewOnly = false }: Said) => ({ isOwnership: ownership, isViewOnly: viewOnly });
const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);
const textOf = (value: unknown) => (isScalar(value) ? String(value) : '');
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isScalar).map(String) : []);
const isWhole = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

/** Text; one that `accepts` does not like becomes empty. */
export function text(description: string, { accepts, ...more }: Said & { accepts?: RegExp } = {}): SettingField {
  const clean = (value: unknown) => {
    const given = textOf(value);
    return accepts && !accepts.test(given) ? '' : given;
  };
  return { kind: 'text', default: '', description, ...said(more), clean };
}

/** True or false. */
export function flag(description: string, fallback = false, more: Said = {}): SettingField {
  const clean = (value: unknown) => (typeof value === 'string' ? !['', '0', 'false'].includes(value.toLowerCase()) : Boolean(value));
  return { kind: 'flag', default: fallback, description, ...said(more), clean };
}

/** A whole number; anything else becomes the default. */
function integer(description: string, fallback: 0 | null = 0, more: Said = {}): SettingField {
  const clean = (value: unknown) => {
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    return isWhole(number) ? number : fallback;
  };
  return { kind: 'integer', default: fallback, description, ...said(more), clean };
}

/** A moment as a number; anything else becomes the default. */
export function moment(
  description: string,
  unit: 'seconds' | 'milliseconds',
  { fallback = 0, ...more }: Said & { fallback?: 0 | null } = {},
): SettingField {
  return { ...integer(description, fallback, more), unit };
}

/** Who owns the module; shown as `fallback` while nobody does. */
export function owner(fallback: 0 | '' = 0): SettingField {
  return { ...integer('Number of the user who set the module up.'), default: fallback };
}

/** Texts; what is no list becomes the default. */
export function texts(
  description: string,
  fallback: readonly string[] | null,
  more: Said & { put?: (given: string[], prefix: string) => string[] } = {},
): SettingField {
  const { put = (given: string[]) => given } = more;
  const clean = (value: unknown, _previous: SettingValue, prefix: string) =>
    Array.isArray(value) ? put(textsOf(value), prefix) : fallback;
  return { kind: 'texts', default: fallback, description, ...said(more), clean };
}

/** One of a few words, each with what it means; any other becomes `otherwise`: the default, or what is stored. */
export function word(
  description: string,
  words: Readonly<Record<string, string>>,
  fallback: string,
  { otherwise = 'default', ...more }: Said & { otherwise?: 'default' | 'previous' } = {},
): SettingField {
  const clean = (value: unknown, previous: SettingValue) =>
    typeof value === 'string' && Object.hasOwn(words, value) ? value : otherwise === 'previous' ? previous : fallback;
  return { kind: 'word', default: fallback, words, description, ...said(more), clean };
}

/** The defaults of all fields. */
export function defaultsOf(fields: SettingFields): SettingValues {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default]));
}

/** What is stored after a write: known names only, nulls skipped, every value put right. */
export function merged(
  fields: SettingFields,
  present: SettingValues,
  sent: Readonly<Record<string, unknown>>,
  prefix: string,
): SettingValues {
  const changes = Object.entries(fields).flatMap(([name, field]) => {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    return value === undefined || value === null ? [] : [[name, field.clean(value, present[name] ?? field.default, prefix)] as const];
  });
  return { ...present, ...Object.fromEntries(changes) };
}

/** Whether two values are the same, lists by their items. */
export function isSameValue(left: SettingValue | undefined, right: SettingValue | undefined): boolean {
  return JSON.stringify(left ?? null) === JSON.stringify(right ?? null);
}

/** Whether a setting is filled. */
export function isFilled(value: SettingValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false && value !== 0;
}
