import type { Field } from '#app/rest/parameters/declaration.ts';
import { isMap, isScalar } from '#app/rest/parameters/types.ts';
import { everything, untyped } from '#app/rest/parameters/field-types.ts';


/** True for values that PHP treats as true; `'false'` counts as false. */
const isLooselyTrue = (sent: unknown): boolean =>
  !(sent === false || sent === 0 || sent === '' || sent === '0' || sent === 'false' || sent === null);

/**
 * A switch that is off for false, 0, `''`, `'0'`, `'false'` and null, and on for other values. Lists and objects become null, which leaves the switch
 * unchanged; with `anything` they turn it on.
 */
export function looseFlag({ anything = false }: { anything?: boolean } = {}): Field {
  return untyped({ onNull: 'absent', clean: (sent) => (anything || isScalar(sent) ? isLooselyTrue(sent) : null) });
}

/** An object of switches: published name → name in the operation. Absent switches are off. Other types become null. */
export function looseFlags(names: Readonly<Record<string, string>>): Field {
  return untyped({
    onNull: 'absent',
    clean: (sent) =>
      isMap(sent) ? Object.fromEntries(Object.entries(names).map(([name, own]) => [own, isLooselyTrue(sent[name] ?? false)])) : null,
  });
}

/** All parameters of query and body as a list of switches. `name` and `isOn` are the members for the name and the state. */
export function everySwitch({ name, isOn }: { name: string; isOn: string }): Field {
  return everything({
    clean: (sent) => Object.entries(sent as object).map(([key, value]) => ({ [name]: key, [isOn]: isLooselyTrue(value) })),
  });
}

const MAX_INT = 2_147_483_647;

/** A number or its text, without fraction, between 0 and the maximum of GraphQL's Int; null for other values. */
export function wholeOrNone(): Field {
  return untyped({
    onNull: 'absent',
    clean: (sent) => {
      const whole = typeof sent === 'number' || (typeof sent === 'string' && sent.trim() !== '') ? Math.trunc(Number(sent)) : Number.NaN;
      return Number.isFinite(whole) ? Math.min(Math.max(whole, 0), MAX_INT) : null;
    },
  });
}

/** One of these values, unchanged. `otherwise` reads other values. */
export function exactlyOr(values: readonly unknown[], otherwise: Field): Field {
  return { ...otherwise, clean: (sent, name) => (values.includes(sent) || !otherwise.clean ? sent : otherwise.clean(sent, name)) };
}

/** A scalar as text; null for other values. */
export function textOrNone(): Field {
  return untyped({ onNull: 'absent', clean: (sent) => (isScalar(sent) ? String(sent) : null) });
}

const isText = (sent: unknown): sent is string => typeof sent === 'string';

/** A text, or the first 1,000 scalars of a list; null for other values. */
export function textsOrNone(): Field {
  return untyped({
    onNull: 'absent',
    clean: (sent) => (isText(sent) ? [sent] : Array.isArray(sent) ? sent.filter(isScalar).map(String).slice(0, 1000) : null),
  });
}

/** True if the parameter was sent with any value. */
export function present(): Field {
  return untyped({ onNull: 'absent', clean: () => true });
}
