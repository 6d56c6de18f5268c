import type { Field } from '#app/rest/parameters/declaration.ts';
import { createField, type Keywords, untyped } from '#app/rest/parameters/field-types.ts';
import { fault } from '#app/rest/parameters/fault.ts';
import { isScalar, toScalarText } from '#app/rest/parameters/types.ts';

/** A whole number or its text. Published as text. Refuses other values without a reason. */
export function idText(keywords: Keywords = {}): Field {
  return createField({
    type: 'string',
    onNull: 'absent',
    check: (value) => /^\s*\d+(\.0+)?\s*$/.test(toScalarText(value)),
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

/** A mode of stock, in any case and with blanks around it. The empty text means unlimited. */
export function stockMode(): Field {
  const modeOf = (value: unknown) => (isScalar(value) ? stockModes.get(String(value).trim().toLowerCase()) : undefined);
  return untyped({
    check: (value, name) =>
      modeOf(value) !== undefined || fault('rest_not_in_enum', `${name} is not one of own, global, capped, and the empty text.`),
    clean: modeOf,
  });
}
