import {
  type FieldNode,
  getNamedType,
  type GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  type ValueNode,
} from 'graphql';
import { Failure } from '../../core/failures/failure.ts';
import { isMap, MAX_INT } from '../parameters/types.ts';

/** Converts the value of a parameter to the value of its variable. */
type Convert = (value: unknown) => unknown;

/** Limits a number to the 32 bits of GraphQL's Int. No object has an ID beyond them. Undeclared path segments are strings and are parsed. */
function toInt(value: unknown): unknown {
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return toInt(Number(value));
  return typeof value === 'number' ? Math.max(-MAX_INT - 1, Math.min(MAX_INT, value)) : value;
}

/** First and last second of the years 1 to 9999 as Unix time. Every part of the service can read and write the times between them. */
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

/** Converts a time. Numbers are Unix seconds, which legacy clients send. */
function toDateTime(value: unknown): unknown {
  if (typeof value !== 'number') return removeNul(value);
  return new Date(Math.max(FIRST_SECOND, Math.min(LAST_SECOND, Math.trunc(value))) * 1000).toISOString();
}

/** Removes NUL characters, which PostgreSQL cannot store. */
function removeNul(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;
}

const toEnumName = (value: unknown): unknown =>
  typeof value === 'string' ? value.toUpperCase().replaceAll('-', '_').replaceAll(' ', '_') : value;

function removeNulDeep(value: unknown): unknown {
  if (typeof value === 'string') return removeNul(value);
  if (Array.isArray(value)) return value.map(removeNulDeep);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k.replaceAll('\0', ''), removeNulDeep(v)]));
  return value;
}

function createConverter(type: GraphQLInputType): Convert {
  if (isNonNullType(type)) return createConverter(type.ofType);
  if (isListType(type)) {
    const convertItem = createConverter(type.ofType);
    return (value) => (Array.isArray(value) ? value.map(convertItem) : value === null ? null : [convertItem(value)]);
  }
  if (isEnumType(type)) return toEnumName;
  if (isInputObjectType(type)) {
    const fields = new Map(Object.values(type.getFields()).map((field) => [field.name, createConverter(field.type)]));
    return (value) =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value).flatMap(([key, inner]) => {
              const convert = fields.get(key);
              return convert && inner !== undefined ? [[key, convert(inner)]] : [];
            }),
          )
        : value;
  }
  const { name } = getNamedType(type);
  if (name === 'Int') return toInt;
  if (name === 'DateTime') return toDateTime;
  if (name === 'String' || name === 'ID') return removeNul;
  // files must not be copied
  if (name === 'Upload') return (value) => value;
  return removeNulDeep;
}

/** Variables that the engine sets itself. */
const engineVariables = {
  /** True if the response is requested in the `edit` context. */
  asEditor: 'asEditor',
  /** True if the request is a PATCH, to which no defaults apply. */
  isPatch: 'isPatch',
} as const;

const engineNames: ReadonlySet<string> = new Set(Object.values(engineVariables));

/** True if the engine itself sets the variable. */
export const isEngineVariable = (name: string): boolean => engineNames.has(name);

/** Separates a parameter from members of its value: `$data__settings` is the member `settings` of the object `data`. */
const MEMBER_SEPARATOR = '__';

/** Source of a variable: a parameter and the path of members within its value. */
interface Source {
  parameter: string;
  members: readonly string[];
}

function findSource(variable: string, parameters: readonly string[]): Source | null {
  const find = (name: string) => parameters.find((parameter) => parameter.replaceAll('-', '_') === name);
  const [first = '', ...members] = variable.split(MEMBER_SEPARATOR);
  const sameName = find(variable);
  if (sameName !== undefined) return { parameter: sameName, members: [] };
  const parameter = find(first);
  return parameter === undefined ? null : { parameter, members };
}

function getMember(value: unknown, members: readonly string[]): unknown {
  let member = value;
  for (const name of members) member = isMap(member) && Object.hasOwn(member, name) ? member[name] : undefined;
  return member;
}

/** A variable of an operation. */
export interface Variable {
  name: string;
  /** Type without its outer non-null marks. */
  type: string;
  /** Converts a decoded value for the operation. Not called for null. */
  convert: Convert;
}

/**
 * The variables of an operation. A parameter fills the variable of the same name, with `_` instead of `-`. A member of its value fills a variable
 * such as `$data__settings`.
 */
export interface Variables {
  declared: readonly Variable[];
  /** Returns the values by parameter. If a variable has another name, adds its value under the name of the variable. */
  expand(values: Record<string, unknown>, contextName: string): Record<string, unknown>;
  /** Returns the variables that the values define. */
  read(values: Record<string, unknown>, contextName: string): Record<string, unknown>;
}

/** Prepares the variables. Throws if the route has no parameter for a variable. */
export function compileVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  parameters: readonly string[],
  where: string,
): Variables {
  const declared: Variable[] = [];
  const renamed: (Source & { variable: string })[] = [];
  const faults: string[] = [];
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as never) as GraphQLInputType | undefined;
    if (!type) continue;
    const source = findSource(name, parameters);
    const isOfEngine = isEngineVariable(name);
    if (!source && !isOfEngine) faults.push(`$${name} has no parameter of that name`);
    declared.push({ name, type: String(type).replaceAll('!', ''), convert: isOfEngine ? (value) => value : createConverter(type) });
    if (source && (source.parameter !== name || source.members.length > 0)) renamed.push({ variable: name, ...source });
  }
  if (faults.length > 0) throw new Error(`${where}: ${faults.join('; ')}`);
  const takesEditor = declared.some(({ name }) => name === engineVariables.asEditor);
  const isPlain = renamed.length === 0 && !takesEditor;

  const expand: Variables['expand'] = (values, contextName) => {
    if (isPlain) return values;
    const expandedValues = { ...values };
    for (const { variable, parameter, members } of renamed) expandedValues[variable] = getMember(values[parameter], members);
    if (takesEditor) expandedValues[engineVariables.asEditor] = contextName === 'edit';
    return expandedValues;
  };
  return {
    declared,
    expand,
    read(values, contextName) {
      const expandedValues = expand(values, contextName);
      const variables: Record<string, unknown> = {};
      for (const { name, convert } of declared) {
        const value = expandedValues[name];
        if (value !== undefined) variables[name] = value === null ? null : convert(value);
      }
      return variables;
    },
  };
}

/** Merges the variables of several operations of one route. Throws if a variable has different types. */
export function mergeVariables(lists: readonly (readonly Variable[])[], where: string): Variable[] {
  const byName = new Map<string, Variable>();
  for (const variable of lists.flat()) {
    const known = byName.get(variable.name);
    if (known && known.type !== variable.type)
      throw new Error(`${where}: $${variable.name} is ${known.type} in one of its operations, ${variable.type} in another`);
    byName.set(variable.name, variable);
  }
  return [...byName.values()];
}

/** Returns the parameter of each variable of an operation. */
export function indexParametersByVariable(operation: OperationDefinitionNode, parameters: readonly string[]): Map<string, string> {
  return new Map(
    (operation.variableDefinitions ?? []).flatMap(({ variable: { name } }) => {
      const source = findSource(name.value, parameters);
      return source === null ? [] : [[name.value, source.parameter] as const];
    }),
  );
}

/**
 * Converts a GraphQL error of a variable to a refusal of its parameter. Returns null for other errors. The error occurs if a value matches the
 * published schema but not the type of the variable.
 */
export function toVariableFailure(error: GraphQLError, parameterByVariable: ReadonlyMap<string, string>): Failure | null {
  const node = error.path === undefined ? error.nodes?.[0] : undefined;
  if (node?.kind !== Kind.VARIABLE_DEFINITION) return null;
  const parameter = parameterByVariable.get(node.variable.name.value);
  return parameter === undefined
    ? null
    : new Failure('rest_invalid_param', 400, `Invalid parameter(s): ${parameter}`, {
        params: { [parameter]: 'Invalid parameter.' },
        details: {},
      });
}

/** Returns parameters by path of the root fields' arguments (`filter.venueIds` → `venue`), for failures that name an argument. */
export function indexParametersByArgument(roots: readonly FieldNode[], parameters: readonly string[]): Map<string, string> {
  const byPath = new Map<string, string>();
  const walk = (value: ValueNode, path: string) => {
    if (value.kind === Kind.VARIABLE) {
      const source = findSource(value.name.value, parameters);
      if (source !== null) byPath.set(path, source.parameter);
    } else if (value.kind === Kind.OBJECT) {
      for (const field of value.fields) walk(field.value, `${path}.${field.name.value}`);
    } else if (value.kind === Kind.LIST) for (const item of value.values) walk(item, path);
  };
  for (const root of roots) for (const argument of root.arguments ?? []) walk(argument.value, argument.name.value);
  return byPath;
}
