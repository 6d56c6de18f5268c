import type { Field } from '#app/rest/parameters/declaration.ts';
import { isMap, isScalar } from '#app/rest/parameters/types.ts';
import { everything, type FieldOptions, untyped } from '#app/rest/parameters/field-types.ts';


/** A form that becomes an object with texts and lists of checked fields. */
interface PrefixedForm {
  /** Optional prefix of the names of fields. */
  prefix: string;
  /** Text field → member. */
  texts: Readonly<Record<string, string>>;
  /** Member → checkbox fields. The list contains those that are sent as 1. */
  checkboxes: Readonly<Record<string, readonly string[]>>;
}

/** A form whose fields may have a prefix. Absent texts become empty; absent checkboxes are unchecked. */
export function prefixedForm({ prefix, texts, checkboxes }: PrefixedForm): Field {
  return everything({
    clean: (sent) => {
      const parameters = sent as Record<string, unknown>;
      const valueOf = (field: string): string => {
        const value = parameters[prefix + field] ?? parameters[field];
        return typeof value === 'boolean' ? (value ? '1' : '') : isScalar(value) ? String(value) : '';
      };
      return Object.fromEntries([
        ...Object.entries(texts).map(([field, member]) => [member, valueOf(field)]),
        ...Object.entries(checkboxes).map(([member, fields]) => [member, fields.filter((field) => valueOf(field) === '1')]),
      ]);
    },
  });
}

const isText = (sent: unknown): sent is string => typeof sent === 'string';

/** The texts of a list. Refuses other types without a reason. */
export function textsOf(options: FieldOptions = {}): Field {
  return untyped({ ...options, check: (sent) => Array.isArray(sent), clean: (sent) => (sent as unknown[]).filter(isText) });
}

/** A list or an object, unchanged. Other types and absent values become an empty list. */
export function listOrObjectOrEmpty(): Field {
  return untyped({ default: [], clean: (sent) => (typeof sent === 'object' ? sent : []) });
}

/** The names of an object's members. Other types and absent values become an empty list. */
export function memberNames(): Field {
  return untyped({ default: [], clean: (sent) => (isMap(sent) ? Object.keys(sent) : []) });
}

/** A request header. Its name is in lower case. */
export function sentHeader(header: string): Field {
  return { schema: {}, from: 'header', header };
}

/** The unchanged body as text, which the sender has signed. */
export function sentBody(): Field {
  return { schema: {}, from: 'body' };
}
