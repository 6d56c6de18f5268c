import type { Field } from '#app/rest/parameters/declaration.ts';
import { isEmailAddress } from '#app/rest/parameters/formats.ts';
import { readMembers, type Members } from '#app/rest/parameters/member-types.ts';
import { isMap, parseJson, toPlainString } from '#app/rest/parameters/types.ts';
import { flag, text, type FieldOptions, untyped } from '#app/rest/parameters/field-types.ts';


/** An email address. `mayBeEmpty` also accepts an empty string. Refuses other values with a general message. */
export function emailText({ mayBeEmpty = false, ...options }: FieldOptions & { mayBeEmpty?: boolean } = {}): Field {
  return {
    ...text(options),
    check: (value) => typeof value === 'string' && ((mayBeEmpty && value === '') || isEmailAddress(value)),
    clean: String,
  };
}

/** A string with a JSON list of objects. Validates and reads each of these members with its own field. Ignores other members. */
export function jsonList(declared: Members, options: FieldOptions = {}): Field {
  const isValid = (item: unknown): boolean =>
    isMap(item) &&
    Object.entries(declared.fields).every(([name, { required, check }]) => {
      const member = item[name] ?? null;
      return member === null ? required !== true : !check || check(member, name) === true;
    });
  return text({
    ...options,
    check: (value) => {
      const list = parseJson(value);
      return Array.isArray(list) && list.every(isValid);
    },
    clean: (value) => (parseJson(value) as unknown[]).map((item) => readMembers(item, declared)),
  });
}

const isTrue = (value: unknown): boolean => ['true', '1'].includes(toPlainString(value).toLowerCase());

/** A flag that must be true, `true` or 1. Refuses other values with a general message. */
export function mustBeTrue(options: FieldOptions = {}): Field {
  return flag({ ...options, check: isTrue });
}

/** True for true, `true` and 1. False for other and absent values. */
export function trueOrFalse(): Field {
  return untyped({ default: false, clean: isTrue });
}

/** A list of the names in `names` whose parameters are sent as true, `true` or 1. */
export function checkedNames(names: readonly string[]): Field {
  return untyped({ from: 'all', clean: (parameters) => names.filter((name) => isTrue((parameters as Record<string, unknown>)[name])) });
}
