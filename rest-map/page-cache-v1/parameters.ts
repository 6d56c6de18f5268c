import type { Field } from '#app/rest/parameters/declaration.ts';
import { isMap, isScalar, MAX_INT } from '#app/rest/parameters/types.ts';
import { everything, untyped } from '#app/rest/parameters/field-types.ts';


/** True for all values except false, 0, `''`, `'0'`, `'false'` and null. */
const isLooselyTrue = (value: unknown): boolean =>
  !(value === false || value === 0 || value === '' || value === '0' || value === 'false' || value === null);

/**
 * A flag that is false for false, 0, `''`, `'0'`, `'false'` and null, and true for other values. Lists and objects become null, which leaves the
 * setting unchanged. With `anything`, they become true.
 */
export function looseFlag({ anything = false }: { anything?: boolean } = {}): Field {
  return untyped({ onNull: 'absent', clean: (value) => (anything || isScalar(value) ? isLooselyTrue(value) : null) });
}

/** An object of flags. `names` maps published names to names in the operation. Absent flags are false. Other types become null. */
export function looseFlags(names: Readonly<Record<string, string>>): Field {
  return untyped({
    onNull: 'absent',
    clean: (value) =>
      isMap(value) ? Object.fromEntries(Object.entries(names).map(([name, own]) => [own, isLooselyTrue(value[name] ?? false)])) : null,
  });
}

/** All parameters of query and body as a list of flags. `name` and `isOn` are the members for the name and the value of a flag. */
export function everySwitch({ name, isOn }: { name: string; isOn: string }): Field {
  return everything({
    clean: (parameters) => Object.entries(parameters as object).map(([key, state]) => ({ [name]: key, [isOn]: isLooselyTrue(state) })),
  });
}

/** A number or numeric string, truncated and limited to the range from 0 to the maximum of GraphQL's Int. Other values become null. */
export function wholeOrNone(): Field {
  return untyped({
    onNull: 'absent',
    clean: (value) => {
      const number = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Math.trunc(Number(value)) : Number.NaN;
      return Number.isFinite(number) ? Math.min(Math.max(number, 0), MAX_INT) : null;
    },
  });
}

/** One of these values, unchanged. The field `otherwise` converts other values. */
export function exactlyOr(values: readonly unknown[], otherwise: Field): Field {
  return { ...otherwise, clean: (value, name) => (values.includes(value) || !otherwise.clean ? value : otherwise.clean(value, name)) };
}

/** A scalar, converted to a string. Other values become null. */
export function textOrNone(): Field {
  return untyped({ onNull: 'absent', clean: (value) => (isScalar(value) ? String(value) : null) });
}

const isString = (value: unknown): value is string => typeof value === 'string';

/** A string, or the first 1,000 scalars of a list, converted to a list of strings. Other values become null. */
export function textsOrNone(): Field {
  return untyped({
    onNull: 'absent',
    clean: (value) => (isString(value) ? [value] : Array.isArray(value) ? value.filter(isScalar).map(String).slice(0, 1000) : null),
  });
}

/** True if the parameter was sent with any value. */
export function isSent(): Field {
  return untyped({ onNull: 'absent', clean: () => true });
}
