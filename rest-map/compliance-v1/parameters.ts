import type { Field } from '#app/rest/parameters/declaration.ts';
import type { PrefixedForm } from '#app/rest/parameters/member-types.ts';
import { isMap, isScalar } from '#app/rest/parameters/types.ts';
import { everything, type FieldOptions, untyped } from '#app/rest/parameters/field-types.ts';


/** A form whose fields may have a prefix. Absent texts become empty; absent marks are not in their list. */
export function prefixedForm({ prefix, texts, marks }: PrefixedForm): Field {
  return everything({
    clean: (sent) => {
      const all = sent as Record<string, unknown>;
      const valueOf = (field: string): string => {
        const value = all[prefix + field] ?? all[field];
        return typeof value === 'boolean' ? (value ? '1' : '') : isScalar(value) ? String(value) : '';
      };
      return Object.fromEntries([
        ...Object.entries(texts).map(([field, member]) => [member, valueOf(field)]),
        ...Object.entries(marks).map(([member, fields]) => [member, fields.filter((field) => valueOf(field) === '1')]),
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
