import type { Field } from '#app/rest/parameters/declaration.ts';
import { isEmailAddress } from '#app/rest/parameters/formats.ts';
import { membersOf, type Members } from '#app/rest/parameters/member-types.ts';
import { isMap, scalarText } from '#app/rest/parameters/types.ts';
import { flag, text, type FieldOptions, untyped } from '#app/rest/parameters/field-types.ts';


/** An e-mail address. `mayBeEmpty` also accepts an empty text. Refuses other values without a reason. */
export function emailText({ mayBeEmpty = false, ...options }: FieldOptions & { mayBeEmpty?: boolean } = {}): Field {
  return {
    ...text(options),
    check: (value) => typeof value === 'string' && ((mayBeEmpty && value === '') || isEmailAddress(value)),
    clean: String,
  };
}

/** Parses a text as JSON. Returns undefined for invalid JSON. */
function parsed(value: unknown): unknown {
  try {
    return JSON.parse(scalarText(value)) as unknown;
  } catch {
    return undefined;
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** A JSON list of objects as text. Validates and reads each of these members with its own field; ignores others. */
export function jsonList(known: Members, options: FieldOptions = {}): Field {
  const isFit = (one: unknown): boolean =>
    isMap(one) &&
    Object.entries(known.fields).every(
      ([name, { required, check }]) =>
        (isGiven(one[name]) || required !== true) && (!isGiven(one[name]) || !check || check(one[name], name) === true),
    );
  return text({
    ...options,
    check: (value) => {
      const list = parsed(value);
      return Array.isArray(list) && list.every(isFit);
    },
    clean: (value) => (parsed(value) as unknown[]).map((one) => membersOf(one, known)),
  });
}

const isSpelledTrue = (sent: unknown): boolean => ['true', '1'].includes(scalarText(sent).toLowerCase());

/** A flag that must be true, `true` or 1. Refuses other values without a reason. */
export function agreement(options: FieldOptions = {}): Field {
  return flag({ ...options, check: isSpelledTrue });
}

/** True for true, `true` and 1; false for other and absent values. */
export function spelledFlag(): Field {
  return untyped({ default: false, clean: isSpelledTrue });
}

/** Names of the given parameters that are sent as true, `true` or 1. */
export function ticked(names: readonly string[]): Field {
  return untyped({ from: 'all', clean: (sent) => names.filter((name) => isSpelledTrue((sent as Record<string, unknown>)[name])) });
}
