import type { Field } from '#app/rest/parameters/declaration.ts';
import { isMap, isScalar } from '#app/rest/parameters/types.ts';
import { everything, untyped } from '#app/rest/parameters/words.ts';

/** Parameters that only this namespace has. */

/** As the language of older clients' servers reads a condition. */
const isLooselyTrue = (sent: unknown): boolean =>
  !(sent === false || sent === 0 || sent === '' || sent === '0' || sent === 'false' || sent === null);

/**
 * A switch that everything but false, 0, `''`, `'0'` and `'false'` turns on; nothing is refused. What is no single value is null, which leaves
 * the switch as it is, or with `anything` turns it on.
 */
export function looseFlag({ anything = false }: { anything?: boolean } = {}): Field {
  return untyped({ onNull: 'absent', clean: (sent) => (anything || isScalar(sent) ? isLooselyTrue(sent) : null) });
}

/** An object of switches: published name → name in the operation. Those that are missing are off; what is no object is null. */
export function looseFlags(names: Readonly<Record<string, string>>): Field {
  return untyped({
    onNull: 'absent',
    clean: (sent) =>
      isMap(sent) ? Object.fromEntries(Object.entries(names).map(([name, own]) => [own, isLooselyTrue(sent[name] ?? false)])) : null,
  });
}

/** Everything that query and body hold as a list of switches: in each entry these two members hold the name and whether it is on. */
export function everySwitch({ name, isOn }: { name: string; isOn: string }): Field {
  return everything({
    clean: (sent) => Object.entries(sent as object).map(([key, value]) => ({ [name]: key, [isOn]: isLooselyTrue(value) })),
  });
}

const MAX_INT = 2_147_483_647;

/** A number or its text, its fraction cut, at least 0 and at most what GraphQL can hold; null for anything else. */
export function wholeOrNone(): Field {
  return untyped({
    onNull: 'absent',
    clean: (sent) => {
      const whole = typeof sent === 'number' || (typeof sent === 'string' && sent.trim() !== '') ? Math.trunc(Number(sent)) : Number.NaN;
      return Number.isFinite(whole) ? Math.min(Math.max(whole, 0), MAX_INT) : null;
    },
  });
}

/** One of these values as it is; anything else as `otherwise` reads it. */
export function exactlyOr(values: readonly unknown[], otherwise: Field): Field {
  return { ...otherwise, clean: (sent, name) => (values.includes(sent) || !otherwise.clean ? sent : otherwise.clean(sent, name)) };
}

/** Any single value as text; null for anything else. */
export function textOrNone(): Field {
  return untyped({ onNull: 'absent', clean: (sent) => (isScalar(sent) ? String(sent) : null) });
}

const isText = (sent: unknown): sent is string => typeof sent === 'string';

/** A text, or a list of single values, of which the first 1,000 count; null for anything else. */
export function textsOrNone(): Field {
  return untyped({
    onNull: 'absent',
    clean: (sent) => (isText(sent) ? [sent] : Array.isArray(sent) ? sent.filter(isScalar).map(String).slice(0, 1000) : null),
  });
}

/** True where it was sent, whatever it says. */
export function present(): Field {
  return untyped({ onNull: 'absent', clean: () => true });
}
