import type { Field } from '#app/rest/parameters/declaration.ts';
import { createField, type Keywords, untyped } from '#app/rest/parameters/field-types.ts';
import { createFault } from '#app/rest/parameters/fault.ts';
import { isScalar, toPlainString } from '#app/rest/parameters/types.ts';

/** A whole number, or a string with one. Published as a string. Refuses other values with a general message. */
export function idText(keywords: Keywords = {}): Field {
  return createField({
    type: 'string',
    onNull: 'absent',
    check: (value) => /^\s*\d+(\.0+)?\s*$/.test(toPlainString(value)),
    clean: String,
    ...keywords,
  });
}

const stockModes = new Map([
  ['own', 'OWN'],
  ['global', 'GLOBAL'],
  ['capped', 'CAPPED'],
  ['', 'UNLIMITED'],
]);

/** A mode of stock in upper or lower case, with optional surrounding spaces. An empty string means unlimited. */
export function stockMode(): Field {
  const toMode = (value: unknown) => (isScalar(value) ? stockModes.get(String(value).trim().toLowerCase()) : undefined);
  return untyped({
    check: (value, name) =>
      toMode(value) !== undefined || createFault('rest_not_in_enum', `${name} is not one of own, global, capped, and an empty string.`),
    clean: toMode,
  });
}
