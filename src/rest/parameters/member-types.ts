import { compileSchema } from './compile.ts';
import type { Field } from './declaration.ts';
import { createWrongTypeFault } from './fault.ts';
import { checkItemCount } from './lists.ts';
import type { Fault } from './schema.ts';
import { isMap, parseList, parseNumber } from './types.ts';
import { type FieldOptions, object, untyped } from './field-types.ts';

/** Types of objects that are published without their members. Known members are read one by one. Other members are ignored. */

/** The known members of an object: their types, and their names in the operation if they differ. */
export interface Members {
  fields: Readonly<Record<string, Field>>;
  names?: Readonly<Record<string, string>>;
  /** Members for which a blank string becomes null, because blank differs from absent. */
  blanks?: readonly string[];
}

const MAX_NUMBER = 1_000_000_000;

/** A number, truncated to its integer part and limited to ±1,000,000,000. Other values become the default, or null without a default. */
export function wholeOrBlank(options: { default?: number; alternativeName?: string } = {}): Field {
  return untyped({
    ...options,
    clean: (value) => {
      const number = typeof value === 'boolean' ? undefined : parseNumber(typeof value === 'string' ? value.trim() : value);
      return number === undefined ? (options.default ?? null) : Math.trunc(Math.max(-MAX_NUMBER, Math.min(MAX_NUMBER, Number(number))));
    },
  });
}

/** A whole number of at least `min`, or a string with one. An empty string counts as absent. */
export function whole({ min = -Infinity, ...options }: FieldOptions & { min?: number } = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    check: (value, name) =>
      value === '' || (Number.isInteger(parseNumber(value)) && Number(value) >= min) || createWrongTypeFault(name, 'integer'),
    clean: (value) => (value === '' ? undefined : Number(value)),
  });
}

/** Reads the known members of an object. If the value is not an object, all members have their defaults or are missing. */
export function readMembers(value: unknown, { fields, names, blanks = [] }: Members): Record<string, unknown> {
  const object = isMap(value) ? value : {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { clean, schema }]): [string, unknown][] => {
      const member = object[name] ?? schema.default;
      if (blanks.includes(name) && typeof member === 'string' && member.trim() === '') return [[names?.[name] ?? name, null]];
      const read = member === undefined || member === null ? null : clean ? clean(member, name) : member;
      const result = read ?? schema.default;
      return result === undefined || result === null ? [] : [[names?.[name] ?? name, result]];
    }),
  );
}

/** Returns the fault of the first invalid member. Absent members are not checked. */
function findMemberFault(value: unknown, name: string, { fields }: Members): Fault | false | undefined {
  const object = isMap(value) ? value : {};
  for (const [member, { check }] of Object.entries(fields)) {
    const inner = object[member];
    const verdict = inner === undefined || inner === null || !check ? true : (check(inner, `${name}[${member}]`) ?? true);
    if (verdict !== true) return verdict;
  }
  return undefined;
}

const anyObject = compileSchema({ type: 'object' });

/** An object with these members, each validated by its own type. */
export function members(declared: Members, options: FieldOptions = {}): Field {
  const hasChecks = Object.values(declared.fields).some(({ check }) => check);
  return {
    ...object(undefined, options),
    onNull: 'absent',
    ...(hasChecks && {
      check: (value: unknown, name: string) => {
        const reason = anyObject.validate(value, name) ?? findMemberFault(value, name, declared);
        return reason === undefined ? true : reason;
      },
    }),
    clean: (value) => readMembers(value, declared),
  };
}

/** A list of objects with these members, each validated by its own type. Null counts as absent. */
export function memberList(declared: Members, options: FieldOptions = {}): Field {
  return untyped({
    ...options,
    onNull: 'absent',
    check: (value, name) => {
      const list = parseList(value);
      if (!list) return createWrongTypeFault(name, 'array');
      const excess = checkItemCount(list, name);
      if (excess) return excess;
      for (const [index, item] of list.entries()) {
        const itemName = `${name}[${index}]`;
        const reason = isMap(item) ? findMemberFault(item, itemName, declared) : createWrongTypeFault(itemName, 'object');
        if (reason !== undefined) return reason;
      }
      return true;
    },
    clean: (value) => parseList(value)?.map((item) => readMembers(item, declared)) ?? null,
  });
}
