import { type DirectiveNode, type FieldNode, Kind, valueFromASTUntyped } from 'graphql';
import { escapeText } from '../../core/text/plain-text.ts';
import { isMap, isScalar } from '../parameters/types.ts';

/** Directives that convert a value after the operation has returned it, for published formats that have no GraphQL type. */
export const valueDirectivesSdl = /* GraphQL */ `
  "Sends a URL below the REST root: each {} in the path is replaced with the value. Sends an empty string for null, 0 and an empty string."
  directive @address(path: String!) on FIELD
  "Sends this JSON instead of any value."
  directive @fixed(json: String!) on FIELD
  "Sends a date and time with a space instead of the T and without its time zone. \`fraction\` is the number of zeros to append as fractional seconds."
  directive @sqlTime(fraction: Int) on FIELD
  "Splits a date and time into year, month, day, hour, minutes and seconds, each a zero-padded string."
  directive @timeParts on FIELD
  "Turns a list of objects into a map. The member named in \`by\` is the key and is removed from each object. With \`value\`, the member of that name replaces each object."
  directive @keyed(by: String!, value: String) on FIELD
  "Replaces a list of one item with the item; other lists stay lists."
  directive @single on FIELD
  "Sends true as the string 1, false as an empty string."
  directive @asMark on FIELD
  "Replaces the value by its entry in this JSON object, such as the name of an enum value by the published word."
  directive @named(json: String!) on FIELD
  "Sends a number as a string with commas between thousands."
  directive @thousands on FIELD
  "Sends true as 1, false as 0."
  directive @asBit on FIELD
  "Lowercases the value, such as the name of an enum value."
  directive @lower on FIELD
  "Declares the value as a URI in the JSON schema; the value does not change."
  directive @uri on FIELD
  "Declares these JSON Schema types in the schema; the value does not change."
  directive @types(are: [String!]!) on FIELD
  "Sends every empty map within a map as an empty list."
  directive @emptyMapsAsLists on FIELD
  "Escapes plain text as HTML; existing entities are kept."
  directive @escaped on FIELD
  "Sends a time as whole Unix seconds, null as 0."
  directive @unixTime on FIELD
  "Sends the field as a member of an object of this name, together with other fields."
  directive @into(key: String!) on FIELD
  "Masks the object if the value is true or a list: replaces the fields with @masked, or every value if \`all\` is true. Of the fields with @omitEmpty, only those in the list are sent. The field itself is never sent."
  directive @masks(all: Boolean) on FIELD
  "Sends this JSON instead of the value if the object is masked."
  directive @masked(json: String!) on FIELD
`;

/** Converts a value of the operation to the published value. */
export type ValueConversion = (value: unknown, restUrl: string) => unknown;

/** The value directives of one field. */
export interface ValueDirectives {
  /** Null if the value does not change. */
  convert: ValueConversion | null;
  /** Converts the JSON schema of the original value to the schema of the published value. Null if no directive converts it. */
  convertSchema: ((schema: JsonSchema) => JsonSchema) | null;
  /** Name of the object that collects the field. */
  into: string | null;
  masks: boolean;
  masksAll: boolean;
  isMasked: boolean;
  maskedAs: unknown;
}

type JsonSchema = Record<string, unknown>;
/** Creates the conversion of a directive from its arguments. `schema` converts the JSON schema of the value. */
type Directive = (argument: (name: string) => unknown) => { change: ValueConversion | null; schema(original: JsonSchema): JsonSchema };

const isSet = (value: unknown) => value !== null && value !== undefined && value !== 0 && value !== '';

const directives: Readonly<Record<string, Directive>> = {
  address: (argument) => {
    const path = String(argument('path'));
    return {
      change: (value, restUrl) => (isSet(value) ? restUrl + path.replaceAll('{}', String(value)) : ''),
      schema: () => ({ description: 'A URL.', type: 'string', format: 'uri' }),
    };
  },
  fixed: (argument) => {
    const json = String(argument('json'));
    const value: unknown = JSON.parse(json);
    // responses never modify shared values, so one copy is enough
    return { change: () => value, schema: () => ({ description: 'A constant value.', ...(value !== null && { enum: [value] }) }) };
  },
  sqlTime: (argument) => {
    const zeros = '0'.repeat(Number(argument('fraction') ?? 0));
    const fraction = zeros === '' ? '' : `.${zeros}`;
    return { change: (value) => toSqlTime(value, fraction), schema: () => ({ type: 'string', example: `2026-11-20 08:17:27${fraction}` }) };
  },
  timeParts: () => ({
    change: splitTime,
    schema: () => ({
      type: 'object',
      properties: Object.fromEntries(['year', 'month', 'day', 'hour', 'minutes', 'seconds'].map((name) => [name, { type: 'string' }])),
    }),
  }),
  keyed: (argument) => {
    const by = String(argument('by'));
    const member = argument('value') as string | undefined;
    return {
      change: (value) => keyItems(value, by, member),
      schema: (original) => ({
        type: 'object',
        additionalProperties:
          member === undefined
            ? omitProperty(getItems(original), by)
            : (((getItems(original)['properties'] as JsonSchema)[member] ?? {}) as JsonSchema),
      }),
    };
  },
  asMark: () => ({ change: (value) => (value === true ? '1' : ''), schema: () => ({ type: 'string', enum: ['1', ''] }) }),
  asBit: () => ({ change: (value) => (value === true ? 1 : 0), schema: () => ({ type: 'integer', enum: [0, 1] }) }),
  escaped: () => ({ change: (value) => (typeof value === 'string' ? escapeText(value) : value), schema: (original) => original }),
  uri: () => ({ change: null, schema: (original) => ({ ...original, format: 'uri' }) }),
  types: (argument) => ({ change: null, schema: (original) => ({ ...original, type: argument('are') }) }),
  emptyMapsAsLists: () => ({ change: convertEmptyMaps, schema: (original) => original }),
  lower: () => ({ change: toLowerCase, schema: toLowerCaseSchema }),
  unixTime: () => ({
    change: (value) => (typeof value === 'string' || value instanceof Date ? Math.floor(new Date(value).getTime() / 1000) : 0),
    schema: () => ({ type: 'integer', description: 'Unix time in seconds; 0 if none is set.' }),
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
    schema: (original) => ({ anyOf: [getItems(original), original] }),
  }),
};

const getItems = (schema: JsonSchema): JsonSchema => (schema['items'] ?? {}) as JsonSchema;

/** Returns the schema of an object without one of its members. */
function omitProperty(schema: JsonSchema, name: string): JsonSchema {
  const { [name]: _removed, ...properties } = (schema['properties'] ?? {}) as JsonSchema;
  const required = ((schema['required'] ?? []) as string[]).filter((property) => property !== name);
  const { required: _required, ...others } = schema;
  return { ...others, properties, ...(required.length > 0 && { required }) };
}

/** Replaces empty maps within a map by lists. Does not modify the value, which responses share. */
function convertEmptyMaps(value: unknown): unknown {
  if (!isMap(value)) return value;
  let changed: Record<string, unknown> | undefined;
  for (const [name, member] of Object.entries(value)) {
    const converted = isMap(member) && Object.keys(member).length === 0 ? [] : convertEmptyMaps(member);
    if (converted !== member) (changed ??= { ...value })[name] = converted;
  }
  return changed ?? value;
}

function toSqlTime(value: unknown, fraction: string): unknown {
  return typeof value === 'string' && value.length >= 19 ? `${value.slice(0, 10)} ${value.slice(11, 19)}${fraction}` : value;
}

function splitTime(value: unknown): unknown {
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

function keyItems(value: unknown, by: string, member: string | undefined): unknown {
  if (!Array.isArray(value)) return value;
  return Object.fromEntries(
    value.map(({ [by]: name, ...others }: Record<string, unknown>) => [String(name), member === undefined ? others : others[member]]),
  );
}

function toLowerCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toLowerCase);
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function toLowerCaseSchema(original: JsonSchema): JsonSchema {
  if (original['items'] !== undefined) return { ...original, items: toLowerCaseSchema(getItems(original)) };
  return Array.isArray(original['enum']) ? { ...original, enum: toLowerCase(original['enum']) } : original;
}

function createArgumentReader(directive: DirectiveNode): (name: string) => unknown {
  return (name) => {
    const node = directive.arguments?.find((argument) => argument.name.value === name)?.value;
    return node && node.kind !== Kind.VARIABLE ? valueFromASTUntyped(node) : undefined;
  };
}

/** Reads the value directives of a selected field. Several changes are applied in their order in the document. */
export function readValueDirectives(field: FieldNode): ValueDirectives {
  const selected = (field.directives ?? []).map((directive) => [directive.name.value, createArgumentReader(directive)] as const);
  const find = (name: string) => selected.find(([known]) => known === name)?.[1];
  const conversions = selected.flatMap(([name, argument]) => directives[name]?.(argument) ?? []);
  const [first, ...others] = conversions.flatMap(({ change }) => change ?? []);
  const masked = find('masked');
  return {
    convert:
      first === undefined
        ? null
        : others.length === 0
          ? first
          : (value, restUrl) => others.reduce((changed, change) => change(changed, restUrl), first(value, restUrl)),
    convertSchema: conversions.length === 0 ? null : (original) => conversions.reduce((changed, { schema }) => schema(changed), original),
    into: (find('into')?.('key') as string | undefined) ?? null,
    masks: find('masks') !== undefined,
    masksAll: find('masks')?.('all') === true,
    isMasked: masked !== undefined,
    maskedAs: masked ? JSON.parse(String(masked('json'))) : undefined,
  };
}
