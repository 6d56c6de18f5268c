import { unescapeText } from '../../core/text/plain-text.ts';
import type { Field } from './declaration.ts';
import type { ParameterSchema } from './schema.ts';
import { tooManyItems } from './lists.ts';
import { isScalar, toText } from './types.ts';
import { validateValue } from './validate.ts';
import { type FieldOptions, flag, object, oneOf, text } from './words.ts';

/** Words for parameters that clients send in more than one form; whatever the form, one value comes out. */

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A text sent as itself or as `{ raw }`, the one member that is taken; other shapes count as not given, and so does an empty `raw` where that
 * is the rule.
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
  const told = Object.fromEntries(members.map(([name, schema]) => [name, name === 'raw' ? schema : { ...schema, readonly: true }]));
  return { ...field, schema: { ...field.schema, properties: told } };
}

/**
 * A map whose members the domain judges. A list is a map with numbers for names, which no domain knows: clients send an empty map as one.
 * Anything else is refused without a reason.
 */
export function memberMap(properties: Readonly<Record<string, Field>>): Field {
  return object(properties, {
    phase: 'none',
    onNull: 'absent',
    check: (value) => isMap(value) || Array.isArray(value) || value === '',
    clean: (value) => (isMap(value) ? value : {}),
  });
}

/** Words reduced to slugs; the domain judges them. The schema only describes. */
export function slugList(schema: ParameterSchema): Field {
  return {
    schema,
    phase: 'none',
    check: (value, name) => tooManyItems(value, name) ?? true,
    clean: (value) => {
      const parts: unknown[] = isScalar(value) ? toText(value).split(/[\s,]+/) : Object.values(value ?? {});
      const words = parts.filter(isScalar).map(toText);
      return [...new Set(words.map((word) => word.toLowerCase().replace(/[^a-z0-9_-]/g, '')).filter(Boolean))];
    },
  };
}

interface TermQuery {
  /** Published: descendants may be counted. */
  children: boolean;
  /** Published: all or any of the terms. */
  operator: boolean;
}

const whereAllowed = {
  terms: { type: 'array', items: { type: 'integer' } },
  include_children: { type: 'boolean', default: false },
  operator: { type: 'string', enum: ['AND', 'OR'], default: 'OR' },
} as const;

/** Term ids as a list or as a query object; becomes `{ ids, operator, includeChildren }`. */
export function termQuery({ children, operator }: TermQuery): Field {
  const candidates: Field[] = [
    { schema: { title: 'Term ID List', description: 'Match terms with the listed IDs.', type: 'array', items: { type: 'integer' } } },
    {
      schema: {
        title: 'Term ID Taxonomy Query',
        description: 'Perform an advanced term query.',
        type: 'object',
        properties: {
          terms: { description: 'Term IDs.', default: [], ...whereAllowed.terms },
          ...(children && { include_children: { description: 'Whether descendants count.', ...whereAllowed.include_children } }),
          ...(operator && { operator: { description: 'All or any of the terms.', ...whereAllowed.operator } }),
        },
        additionalProperties: false,
      },
    },
  ];
  const field = oneOf(candidates, { type: ['array', 'object'] });
  const described: ParameterSchema = { ...field.schema, items: { type: 'integer' }, properties: whereAllowed };
  const integers = (value: unknown): number[] =>
    (Array.isArray(value)
      ? value
      : typeof value === 'string'
        ? value.split(/[\s,]+/).filter(Boolean)
        : value === undefined
          ? []
          : [value]
    ).map(Number);
  return {
    schema: described,
    clean: (value) => {
      if (!isMap(value)) return { ids: integers(value) };
      const numbered = Object.keys(value).every((key) => /^\d+$/.test(key));
      if (numbered) return { ids: integers(Object.values(value)) };
      return {
        ids: integers(value['terms']),
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

/** A flag whose domain argument says the opposite: `ignore_sticky` is "not sticky first". */
export function negatedFlag(options: FieldOptions = {}): Field {
  return flag({ ...options, clean: (value) => !isTrue(value) });
}

/** One of the published words, or one of `kept`, which only the thing itself may have at present: the domain judges those. */
export function wordOrKept(words: readonly string[], kept: readonly string[], options: FieldOptions = {}): Field {
  const published = text({ enum: [...words], ...options });
  return {
    ...published,
    check: (value, name) => (typeof value === 'string' && kept.includes(value) ? true : validateValue(value, published.schema, name)),
  };
}

/** One of the words; any other text is none. */
export function wordOrNone(words: readonly string[], options: FieldOptions = {}): Field {
  return text({ ...options, clean: (value) => words.find((word) => word === value) ?? null });
}

/** A plain text that clients read with HTML's signs escaped, and may send back so. */
export function unescaped(options: FieldOptions = {}): Field {
  return text({ ...options, clean: (value) => (typeof value === 'string' ? unescapeText(value) : value) });
}
