import type { Field } from './arguments/declaration.ts';
import type { ParameterSchema } from './arguments/schema.ts';
import { validateValue } from './arguments/validate.ts';
import { type FieldOptions, flag, object, oneOf, text } from './arguments/words.ts';

/** Words for parameters that clients send in more than one form; whatever the form, one value comes out. */

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text sent as itself or as `{ raw }`; other shapes count as not given, and so does an empty `raw` where that is the rule. */
export function rawText(properties: Readonly<Record<string, Field>>, { emptyRaw = true }: { emptyRaw?: boolean } = {}): Field {
  return object(properties, {
    phase: 'none',
    onNull: 'absent',
    clean: (value) => {
      if (typeof value === 'string') return value;
      const raw = isMap(value) ? value['raw'] : undefined;
      return typeof raw === 'string' && (emptyRaw || raw !== '') ? raw : undefined;
    },
  });
}

/** A map whose members the domain judges; anything that is not a map is refused without a reason. */
export function memberMap(properties: Readonly<Record<string, Field>>): Field {
  return object(properties, {
    phase: 'none',
    onNull: 'absent',
    check: (value) => (isMap(value) || value === '' ? true : false),
    clean: (value) => (value === '' ? {} : value),
  });
}

/** Words reduced to slugs; the domain judges them. The schema only describes. */
export function slugList(schema: ParameterSchema): Field {
  return {
    schema,
    phase: 'none',
    clean: (value) => {
      const words = Array.isArray(value)
        ? value.flatMap((one) => (typeof one === 'string' ? [one] : []))
        : typeof value === 'string'
          ? value.split(/[\s,]+/)
          : Object.values(value ?? {}).map(String);
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
