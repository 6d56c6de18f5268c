// Fields of a module's settings: their defaults, and the conversion of invalid values (docs/behaviour/analytics.md 6.4). Conversions never throw.

export type SettingValue = string | number | boolean | null | readonly string[];
export type SettingValues = Readonly<Record<string, SettingValue>>;

/** Type of a field, from which GraphQL derives its types: string, boolean, integer, list of strings, or one of several strings. */
export type SettingKind = 'text' | 'flag' | 'integer' | 'texts' | 'word';

export interface SettingField {
  kind: SettingKind;
  default: SettingValue;
  /** Descriptions of the allowed values, by value. Only for the kind `word`. */
  values?: Readonly<Record<string, string>>;
  /** Unit of a number that is a Unix time. 0 means never. Undefined for other fields. */
  unit?: 'seconds' | 'milliseconds';
  /** True if the user who changes the field becomes the owner of the module. */
  isOwnership: boolean;
  /** True if viewers of a shared dashboard may read the field. */
  isViewOnly: boolean;
  description: string;
  /**
   * Converts a value from a client, which is never null, to the value to store. `previous` is the stored value. Names that belong to the site start
   * with `prefix`.
   */
  clean(value: unknown, previous: SettingValue, prefix: string): SettingValue;
}

export type SettingFields = Readonly<Record<string, SettingField>>;

interface FieldOptions {
  ownership?: boolean;
  viewOnly?: boolean;
}

const toFieldFlags = ({ ownership = false, viewOnly = false }: FieldOptions) => ({ isOwnership: ownership, isViewOnly: viewOnly });
const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value);
const toText = (value: unknown) => (isScalar(value) ? String(value) : '');
const toTexts = (value: unknown): string[] => (Array.isArray(value) ? value.filter(isScalar).map(String) : []);
const isInteger = (value: unknown): value is number => typeof value === 'number' && Number.isSafeInteger(value);

/** Creates a string field. A string that does not match `accepts` becomes an empty string. */
export function stringField(description: string, { accepts, ...options }: FieldOptions & { accepts?: RegExp } = {}): SettingField {
  const clean = (value: unknown) => {
    const text = toText(value);
    return accepts && !accepts.test(text) ? '' : text;
  };
  return { kind: 'text', default: '', description, ...toFieldFlags(options), clean };
}

/** Creates a boolean field. */
export function flagField(description: string, fallback = false, options: FieldOptions = {}): SettingField {
  const clean = (value: unknown) => (typeof value === 'string' ? !['', '0', 'false'].includes(value.toLowerCase()) : Boolean(value));
  return { kind: 'flag', default: fallback, description, ...toFieldFlags(options), clean };
}

/** Creates an integer field. A value that is not an integer becomes the default. */
function integerField(description: string, fallback: 0 | null = 0, options: FieldOptions = {}): SettingField {
  const clean = (value: unknown) => {
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    return isInteger(number) ? number : fallback;
  };
  return { kind: 'integer', default: fallback, description, ...toFieldFlags(options), clean };
}

/** Creates a field for a Unix time. A value that is not an integer becomes the default. */
export function timestampField(
  description: string,
  unit: 'seconds' | 'milliseconds',
  { fallback = 0, ...options }: FieldOptions & { fallback?: 0 | null } = {},
): SettingField {
  return { ...integerField(description, fallback, options), unit };
}

/** Creates the field for the user ID of the module's owner. `fallback` is the value if the module has no owner. */
export function ownerField(fallback: 0 | '' = 0): SettingField {
  return { ...integerField('ID of the user who set up the module.'), default: fallback };
}

/** Creates a field for a list of strings. A value that is not a list becomes the default. */
export function stringListField(
  description: string,
  fallback: readonly string[] | null,
  options: FieldOptions & { normalize?: (items: string[], prefix: string) => string[] } = {},
): SettingField {
  const { normalize = (items: string[]) => items } = options;
  const clean = (value: unknown, _previous: SettingValue, prefix: string) =>
    Array.isArray(value) ? normalize(toTexts(value), prefix) : fallback;
  return { kind: 'texts', default: fallback, description, ...toFieldFlags(options), clean };
}

/** Creates a field for one of the strings in `values`. `otherwise` decides whether any other value becomes the default or the stored value. */
export function enumField(
  description: string,
  values: Readonly<Record<string, string>>,
  fallback: string,
  { otherwise = 'default', ...options }: FieldOptions & { otherwise?: 'default' | 'previous' } = {},
): SettingField {
  const clean = (value: unknown, previous: SettingValue) =>
    typeof value === 'string' && Object.hasOwn(values, value) ? value : otherwise === 'previous' ? previous : fallback;
  return { kind: 'word', default: fallback, values, description, ...toFieldFlags(options), clean };
}

/** Returns the defaults of all fields. */
export function getDefaults(fields: SettingFields): SettingValues {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default]));
}

/** Merges values from a client into the stored ones. Ignores unknown names and nulls, and converts invalid values. */
export function mergeSettings(
  fields: SettingFields,
  stored: SettingValues,
  input: Readonly<Record<string, unknown>>,
  prefix: string,
): SettingValues {
  const changes = Object.entries(fields).flatMap(([name, field]) => {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    return value === undefined || value === null ? [] : [[name, field.clean(value, stored[name] ?? field.default, prefix)] as const];
  });
  return { ...stored, ...Object.fromEntries(changes) };
}

/** True if both values are equal. Compares lists by their items. */
export function isSameValue(left: SettingValue | undefined, right: SettingValue | undefined): boolean {
  return JSON.stringify(left ?? null) === JSON.stringify(right ?? null);
}

/** True if a setting has a value other than empty, false or 0. */
export function isFilled(value: SettingValue | undefined): boolean {
  return value !== undefined && value !== null && value !== '' && value !== false && value !== 0;
}
