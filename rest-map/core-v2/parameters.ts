import { isPhpEmpty } from '#app/core/text/php-empty.ts';
import { unescapeText } from '#app/core/text/plain-text.ts';
import { compileSchema } from '#app/rest/parameters/compile.ts';
import type { Field, Fields } from '#app/rest/parameters/declaration.ts';
import { createFault } from '#app/rest/parameters/fault.ts';
import { findFormat } from '#app/rest/parameters/formats.ts';
import { splitCsv } from '#app/rest/parameters/lenient-types.ts';
import { checkItemCount } from '#app/rest/parameters/lists.ts';
import type { ParameterSchema } from '#app/rest/parameters/schema.ts';
import { isScalar, toPlainString, toPhpString } from '#app/rest/parameters/types.ts';
import { createField, type FieldOptions, flag, integer, list, object, oneOf, text } from '#app/rest/parameters/field-types.ts';


const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Text, sent as a string or as `{ raw }`. Other members are ignored. Other values count as absent. An empty `raw` counts as absent if `emptyRaw` is
 * false.
 */
export function rawText(properties: Readonly<Record<string, Field>>, { emptyRaw = true }: { emptyRaw?: boolean } = {}): Field {
  const field = object(properties, {
    phase: 'none',
    onNull: 'absent',
    clean: (value) => {
      if (typeof value === 'string') return value;
      const raw = isMap(value) ? value['raw'] : undefined;
      return typeof raw === 'string' && (emptyRaw || raw !== '') ? raw : undefined;
    },
  });
  const members = Object.entries(field.schema.properties ?? {});
  const published = Object.fromEntries(members.map(([name, schema]) => [name, name === 'raw' ? schema : { ...schema, readonly: true }]));
  return { ...field, schema: { ...field.schema, properties: published } };
}

/**
 * A map that the domain validates. Accepts a list and an empty string as an empty map, because clients send an empty map as a list. Refuses other
 * types with a general message.
 */
export function memberMap(properties: Readonly<Record<string, Field>>): Field {
  return object(properties, {
    phase: 'none',
    onNull: 'absent',
    check: (value) => isMap(value) || Array.isArray(value) || value === '',
    clean: (value) => (isMap(value) ? value : {}),
  });
}

/** A list of words, converted to slugs, which the domain validates. The schema is published but not checked. */
export function slugList(schema: ParameterSchema): Field {
  return {
    schema,
    phase: 'none',
    check: (value, name) => checkItemCount(value, name) ?? true,
    clean: (value) => {
      const parts: unknown[] = isScalar(value) ? toPhpString(value).split(/[\s,]+/) : Object.values(value ?? {});
      const words = parts.filter(isScalar).map(toPhpString);
      return [...new Set(words.map((word) => word.toLowerCase().replace(/[^a-z0-9_-]/g, '')).filter(Boolean))];
    },
  };
}

interface TermQuery {
  /** True if the published schema has the option to include descendants. */
  children: boolean;
  /** True if the published schema has the option to match all or any of the terms. */
  operator: boolean;
}

const queryProperties = {
  terms: { type: 'array', items: { type: 'integer' } },
  include_children: { type: 'boolean', default: false },
  operator: { type: 'string', enum: ['AND', 'OR'], default: 'OR' },
} as const;

/** Term IDs as a list or as a query object. Becomes `{ ids, operator, includeChildren }`. */
export function termQuery({ children, operator }: TermQuery): Field {
  const candidates: Field[] = [
    { schema: { title: 'Term ID List', description: 'Match terms with the listed IDs.', type: 'array', items: { type: 'integer' } } },
    {
      schema: {
        title: 'Term ID Taxonomy Query',
        description: 'Perform an advanced term query.',
        type: 'object',
        properties: {
          terms: { description: 'Term IDs.', default: [], ...queryProperties.terms },
          ...(children && { include_children: { description: 'Whether to include descendants of the terms.', ...queryProperties.include_children } }),
          ...(operator && { operator: { description: 'Whether posts must have all terms (`AND`) or any of them (`OR`).', ...queryProperties.operator } }),
        },
        additionalProperties: false,
      },
    },
  ];
  const field = oneOf(candidates, { type: ['array', 'object'] });
  const schema: ParameterSchema = { ...field.schema, items: { type: 'integer' }, properties: queryProperties };
  const toIds = (value: unknown): number[] =>
    (Array.isArray(value)
      ? value
      : typeof value === 'string'
        ? value.split(/[\s,]+/).filter(Boolean)
        : value === undefined
          ? []
          : [value]
    ).map(Number);
  return {
    schema,
    clean: (value) => {
      if (!isMap(value)) return { ids: toIds(value) };
      const numbered = Object.keys(value).every((key) => /^\d+$/.test(key));
      if (numbered) return { ids: toIds(Object.values(value)) };
      return {
        ids: toIds(value['terms']),
        ...(value['operator'] !== undefined && { operator: value['operator'] }),
        ...(value['include_children'] !== undefined && {
          includeChildren: ['1', 'true', 'TRUE', 'True'].includes(String(value['include_children'] as string | number | boolean)),
        }),
      };
    },
  };
}

const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && ['1', 'true'].includes(value.toLowerCase()));

/** A flag with the opposite value: `ignore_sticky` becomes "list sticky posts first". */
export function negatedFlag(options: FieldOptions = {}): Field {
  return flag({ ...options, clean: (value) => !isTrue(value) });
}

/** One of the published words, or one of `currentOnly`, which the domain accepts only as the current value. */
export function wordOrCurrent(words: readonly string[], currentOnly: readonly string[], options: FieldOptions = {}): Field {
  const published = text({ enum: [...words], ...options });
  const { validate } = compileSchema(published.schema);
  return {
    ...published,
    check: (value, name) => (typeof value === 'string' && currentOnly.includes(value) ? true : validate(value, name)),
  };
}

/** Plain text. Clients receive it escaped as HTML and may send it back escaped. */
export function plainText(options: FieldOptions = {}): Field {
  return text({ ...options, clean: (value) => (typeof value === 'string' ? unescapeText(value) : value) });
}

/** A number. 0 counts as absent. */
export function numberUnlessZero(): Field {
  return integer({ onNull: 'absent', clean: (value) => Number(value) || undefined });
}

/** An ID that requests must not contain. Zero, false and empty values count as absent. Any other value becomes 1, which the domain refuses. */
export function unwantedId(): Field {
  return createField({ phase: 'none', onNull: 'absent', clean: (value) => (isPhpEmpty(value) ? undefined : 1) });
}

/** Also accepts an empty string, despite the format. */
export function orEmpty(declared: Field): Field {
  const { validate } = compileSchema(declared.schema);
  return { ...declared, check: (value, name) => (value === '' ? true : validate(value, name)) };
}

/** A list of words without unknown words. A list of only unknown words matches nothing. An empty list becomes null, which sets no condition. */
export function knownOnly(words: readonly string[], list: Field): Field {
  const known = (value: unknown) => splitCsv(value).filter((part) => words.includes(String(part)));
  return { ...list, clean: (value) => (splitCsv(value).length === 0 ? null : known(value)) };
}

/** A number, or one of these words, which become null. Refuses other values with a general message. */
export function numberOr(words: readonly unknown[], published: Field): Field {
  return {
    ...published,
    check: (value) => words.includes(value) || /^\d+$/.test(toPlainString(value)),
    clean: (value) => (words.includes(value) ? null : Number(value)),
  };
}

/** A UUID, or an empty string for none. */
export function uuidOrBlank(options: FieldOptions = {}): Field {
  const isUuid = findFormat('uuid')?.accepts;
  return text({
    ...options,
    check: (value, name) =>
      (typeof value === 'string' && (value === '' || isUuid?.(value))) || createFault('rest_invalid_uuid', `${name} is not a valid UUID.`),
  });
}

/** True, which selects all words, or a list of words, also comma-separated. False becomes null, which sets no condition. */
export function allOrSome(words: readonly string[], published: Field): Field {
  return {
    ...published,
    clean: (value) => {
      if (Array.isArray(value)) return value;
      const word = toPlainString(value).toLowerCase();
      if (word === 'true' || word === '1') return words;
      return word === 'false' || word === '0' ? null : word.split(/[\s,]+/);
    },
  };
}

/** A kind of item of a tagged list. */
interface TaggedKind {
  title: string;
  args: Readonly<Record<string, Field>>;
}

/**
 * A list of `{ type, args }`. The type determines the content of `args`. Each item becomes an object with one member, which is named after the type.
 * Its value is `args`, or the member of `args` with that name.
 */
export function taggedList(
  kinds: Readonly<Record<string, TaggedKind>>,
  options: Pick<FieldOptions, 'description'> & { itemLimit?: number } = {},
): Field {
  const required = { required: true };
  const candidates = Object.entries(kinds).map(([word, { title, args }]) =>
    object({ type: text({ enum: [word], ...required }), args: object(args, required) }, { title }),
  );
  const published = list(oneOf(candidates, { type: 'object' }), { ...options, minItems: 1 });
  const { sanitize } = compileSchema(published.schema);
  return {
    ...published,
    onNull: 'absent',
    clean: (value) => {
      const items = sanitize(value) as readonly { type: string; args: Record<string, unknown> }[];
      return items.map(({ type, args }) => ({ [type]: isMap(args[type]) ? args[type] : args }));
    },
  };
}

/** Returns the fields without the named ones, for routes that share most of their parameters. */
export function omitFields<Set extends Fields, Name extends string & keyof Set>(
  fields: Set,
  ...names: readonly Name[]
): Omit<Set, Name> & Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !(names as readonly string[]).includes(name))) as Omit<Set, Name> &
    Fields;
}

/** True if the parameter was sent with any valid value. */
export function isSent(published: Field): Field {
  return { ...published, clean: () => true };
}

/** Requires `force` to delete an object that does not support the trash. */
export const forceRequirement = {
  parameter: 'force',
  code: 'rest_trash_not_supported',
  status: 501,
  message: 'There is no trash for this. Set "force=true" to delete it for good.',
};
