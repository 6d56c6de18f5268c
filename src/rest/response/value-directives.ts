import { type DirectiveNode, type FieldNode, Kind, valueFromASTUntyped } from 'graphql';
import { escapeText } from '../../core/text/plain-text.ts';
import { isMap, isScalar } from '../parameters/types.ts';

/** Directives that convert a value after the operation has returned it, for published formats that have no GraphQL type. */
export const valueDirectivesSdl = /* GraphQL */ `
  "An address below the REST root: each {} in the path is replaced with the value. An empty string for null, 0 and an empty string."
  directive @address(path: String!) on FIELD
  "Always this JSON, whatever the value."
  directive @fixed(json: String!) on FIELD
  "A date and time with a space instead of the T and no time zone; fraction appends that many zeros as fractional seconds."
  directive @sqlTime(fraction: Int) on FIELD
  "A date and time split into year, month, day, hour, minutes and seconds, each a zero-padded string."
  directive @timeParts on FIELD
  "Turns a list of objects into a map keyed by the member by, which is removed from each object. With value, each object is replaced with that member."
  directive @keyed(by: String!, value: String) on FIELD
  "Replaces a list of one item with the item; other lists stay lists."
  directive @single on FIELD
  "True as the string 1, false as an empty string."
  directive @asMark on FIELD
  "Looks the value up in this JSON object; maps names of enums to published words."
  directive @named(json: String!) on FIELD
  "A number as text with a comma between thousands."
  directive @thousands on FIELD
  "True as 1, false as 0."
  directive @asBit on FIELD
  "Lowercases the value, such as the name of an enum value."
  directive @lower on FIELD
  "Declares the value as a URI in the JSON schema; the value does not change."
  directive @uri on FIELD
  "Declares these JSON Schema types in the schema; the value does not change."
  directive @types(are: [String!]!) on FIELD
  "Every empty map within a map as an empty list."
  directive @emptyMapsAsLists on FIELD
  "Escapes plain text as HTML; existing entities are kept."
  directive @escaped on FIELD
  "A moment as whole seconds since 1970, null as 0."
  directive @unixTime on FIELD
  "Puts the field into an object of this name, which collects several fields."
  directive @into(key: String!) on FIELD
  "If the value is true or a list, masks the object: fields with @masked are replaced, or every value if all is true. Fields that @omitEmpty omits are masked only if listed. The field itself is never sent."
  directive @masks(all: Boolean) on FIELD
  "This JSON instead of the value in an object that is hidden."
  directive @masked(json: String!) on FIELD
`;

/** Converts a value of the operation to the published one. */
export type Change = (value: unknown, restUrl: string) => unknown;

/** The value directives of one field. */
export interface ValueDirectives {
  /** Null if the value does not change. */
  change: Change | null;
  /** Returns the JSON schema of the changed value for that of the original; null if the value does not change. */
  changedSchema: ((schema: JsonSchema) => JsonSchema) | null;
  /** Name of the object that collects the field. */
  into: string | null;
  masks: boolean;
  masksAll: boolean;
  isMasked: boolean;
  maskedAs: unknown;
}

type JsonSchema = Record<string, unknown>;
type Known = (argument: (name: string) => unknown) => { change: Change | null; schema(given: JsonSchema): JsonSchema };

const isSet = (value: unknown) => value !== null && value !== undefined && value !== 0 && value !== '';

const changes: Readonly<Record<string, Known>> = {
  address: (argument) => {
    const path = String(argument('path'));
    return {
      change: (value, restUrl) => (isSet(value) ? restUrl + path.replaceAll('{}', String(value)) : ''),
      schema: () => ({ description: 'An address.', type: 'string', format: 'uri' }),
    };
  },
  fixed: (argument) => {
    const json = String(argument('json'));
    const value: unknown = JSON.parse(json);
    // responses never modify shared values, so one copy is enough
    return { change: () => value, schema: () => ({ description: 'Always the same.', ...(value !== null && { enum: [value] }) }) };
  },
  sqlTime: (argument) => {
    const zeros = '0'.repeat(Number(argument('fraction') ?? 0));
    const fraction = zeros === '' ? '' : `.${zeros}`;
    return { change: (value) => sqlTime(value, fraction), schema: () => ({ type: 'string', example: `2026-11-20 08:17:27${fraction}` }) };
  },
  timeParts: () => ({
    change: timeParts,
    schema: () => ({
      type: 'object',
      properties: Object.fromEntries(['year', 'month', 'day', 'hour', 'minutes', 'seconds'].map((name) => [name, { type: 'string' }])),
    }),
  }),
  keyed: (argument) => {
    const by = String(argument('by'));
    const member = argument('value') as string | undefined;
    return {
      change: (value) => keyed(value, by, member),
      schema: (given) => ({
        type: 'object',
        additionalProperties:
          member === undefined ? without(itemsOf(given), by) : (((itemsOf(given)['properties'] as JsonSchema)[member] ?? {}) as JsonSchema),
      }),
    };
  },
  asMark: () => ({ change: (value) => (value === true ? '1' : ''), schema: () => ({ type: 'string', enum: ['1', ''] }) }),
  asBit: () => ({ change: (value) => (value === true ? 1 : 0), schema: () => ({ type: 'integer', enum: [0, 1] }) }),
  escaped: () => ({ change: (value) => (typeof value === 'string' ? escapeText(value) : value), schema: (given) => given }),
  uri: () => ({ change: null, schema: (given) => ({ ...given, format: 'uri' }) }),
  types: (argument) => ({ change: null, schema: (given) => ({ ...given, type: argument('are') }) }),
  emptyMapsAsLists: () => ({ change: emptyMapsAsLists, schema: (given) => given }),
  lower: () => ({ change: lower, schema: lowerSchema }),
  unixTime: () => ({
    change: (value) => (typeof value === 'string' || value instanceof Date ? Math.floor(new Date(value).getTime() / 1000) : 0),
    schema: () => ({ type: 'integer', description: 'Seconds since 1970; 0 = none.' }),
  }),
  named: (argument) => {
    const names = JSON.parse(String(argument('json'))) as Record<string, unknown>;
    return {
      change: (value) => (isScalar(value) ? (names[String(value)] ?? value) : value),
      schema: () => ({ enum: Object.values(names) }),
    };
  },
  thousands: () => ({
    change: (value) => (typeof value === 'number' ? value.toLocaleString('en-US') : ''),
    schema: () => ({ type: 'string', example: '1,234' }),
  }),
  single: () => ({
    change: (value) => (Array.isArray(value) && value.length === 1 ? value[0] : value),
    schema: (given) => ({ anyOf: [itemsOf(given), given] }),
  }),
};

const itemsOf = (schema: JsonSchema): JsonSchema => (schema['items'] ?? {}) as JsonSchema;

/** Returns the schema of an object without one of its members. */
function without(schema: JsonSchema, name: string): JsonSchema {
  const { [name]: _gone, ...properties } = (schema['properties'] ?? {}) as JsonSchema;
  const required = ((schema['required'] ?? []) as string[]).filter((one) => one !== name);
  const { required: _required, ...rest } = schema;
  return { ...rest, properties, ...(required.length > 0 && { required }) };
}

/** Replaces empty maps within a map by lists. Does not modify the value, which responses share. */
function emptyMapsAsLists(value: unknown): unknown {
  if (!isMap(value)) return value;
  let changed: Record<string, unknown> | undefined;
  for (const [name, one] of Object.entries(value)) {
    const sent = isMap(one) && Object.keys(one).length === 0 ? [] : emptyMapsAsLists(one);
    if (sent !== one) (changed ??= { ...value })[name] = sent;
  }
  return changed ?? value;
}

function sqlTime(value: unknown, fraction: string): unknown {
  return typeof value === 'string' && value.length >= 19 ? `${value.slice(0, 10)} ${value.slice(11, 19)}${fraction}` : value;
}

function timeParts(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return {
    year: value.slice(0, 4),
    month: value.slice(5, 7),
    day: value.slice(8, 10),
    hour: value.slice(11, 13),
    minutes: value.slice(14, 16),
    seconds: value.slice(17, 19),
  };
}

function keyed(value: unknown, by: string, member: string | undefined): unknown {
  if (!Array.isArray(value)) return value;
  return Object.fromEntries(
    value.map((one: Record<string, unknown>) => {
      const { [by]: name, ...rest } = one;
      return [String(name), member === undefined ? rest : rest[member]];
    }),
  );
}

function lower(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lower);
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function lowerSchema(given: JsonSchema): JsonSchema {
  if (given['items'] !== undefined) return { ...given, items: lowerSchema(itemsOf(given)) };
  return Array.isArray(given['enum']) ? { ...given, enum: lower(given['enum']) } : given;
}

function argumentsOf(directive: DirectiveNode): (name: string) => unknown {
  return (name) => {
    const node = directive.arguments?.find((argument) => argument.name.value === name)?.value;
    return node && node.kind !== Kind.VARIABLE ? valueFromASTUntyped(node) : undefined;
  };
}

/** Reads the value directives of a selected field. Several changes are applied in their order in the document. */
export function readValueDirectives(field: FieldNode): ValueDirectives {
  const found = (field.directives ?? []).map((directive) => [directive.name.value, argumentsOf(directive)] as const);
  const one = (name: string) => found.find(([known]) => known === name)?.[1];
  const made = found.flatMap(([name, argument]) => {
    const known = changes[name];
    return known ? [known(argument)] : [];
  });
  const [first, ...more] = made.flatMap(({ change }) => change ?? []);
  const masked = one('masked');
  return {
    change:
      first === undefined
        ? null
        : more.length === 0
          ? first
          : (value, restUrl) => more.reduce((changed, change) => change(changed, restUrl), first(value, restUrl)),
    changedSchema: made.length === 0 ? null : (schema) => made.reduce((changed, { schema: change }) => change(changed), schema),
    into: (one('into')?.('key') as string | undefined) ?? null,
    masks: one('masks') !== undefined,
    masksAll: one('masks')?.('all') === true,
    isMasked: masked !== undefined,
    maskedAs: masked ? JSON.parse(String(masked('json'))) : undefined,
  };
}
