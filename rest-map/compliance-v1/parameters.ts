import type { Field } from '#app/rest/parameters/declaration.ts';
import { isMap, isScalar } from '#app/rest/parameters/types.ts';
import { everything, type FieldOptions, untyped } from '#app/rest/parameters/field-types.ts';


/** A form that becomes an object with strings and lists of checked fields. */
interface PrefixedForm {
  /** Optional prefix of the names of fields. */
  prefix: string;
  /** Maps text fields to members of the object. */
  texts: Readonly<Record<string, string>>;
  /** Maps members of the object to checkbox fields. The member becomes a list of those fields that are sent as 1. */
  checkboxes: Readonly<Record<string, readonly string[]>>;
}

/** A form whose fields may have a prefix. Absent text fields become empty strings. Absent checkboxes count as unchecked. */
export function prefixedForm({ prefix, texts, checkboxes }: PrefixedForm): Field {
  return everything({
    clean: (sent) => {
      const parameters = sent as Record<string, unknown>;
      const getValue = (field: string): string => {
        const value = parameters[prefix + field] ?? parameters[field];
        return typeof value === 'boolean' ? (value ? '1' : '') : isScalar(value) ? String(value) : '';
      };
      return Object.fromEntries([
        ...Object.entries(texts).map(([field, member]) => [member, getValue(field)]),
        ...Object.entries(checkboxes).map(([member, fields]) => [member, fields.filter((field) => getValue(field) === '1')]),
      ]);
    },
  });
}

const isString = (sent: unknown): sent is string => typeof sent === 'string';

/** The strings of a list. Ignores other items. Refuses other types with a general message. */
export function textsOf(options: FieldOptions = {}): Field {
  return untyped({ ...options, check: (sent) => Array.isArray(sent), clean: (sent) => (sent as unknown[]).filter(isString) });
}

/** A list or an object, unchanged. Other types and absent values become an empty list. */
export function listOrObjectOrEmpty(): Field {
  return untyped({ default: [], clean: (sent) => (typeof sent === 'object' ? sent : []) });
}

/** The names of an object's members. Other types and absent values become an empty list. */
export function memberNames(): Field {
  return untyped({ default: [], clean: (sent) => (isMap(sent) ? Object.keys(sent) : []) });
}

/** The value of a request header. `header` is its name in lower case. */
export function sentHeader(header: string): Field {
  return { schema: {}, from: 'header', header };
}

/** The unchanged body as a string, because the sender has signed it. */
export function sentBody(): Field {
  return { schema: {}, from: 'body' };
}
