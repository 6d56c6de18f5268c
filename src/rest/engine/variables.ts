import {
  type ASTNode,
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
import { isMap } from '../parameters/types.ts';

/** Value of a parameter → value of the variable of the same name. */
type Convert = (value: unknown) => unknown;

const MAX_INT = 2_147_483_647;

/** GraphQL's Int has 32 bits; an id beyond them is simply one that nothing has. Path segments that no route declares arrive as text. */
function asInt(value: unknown): unknown {
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return asInt(Number(value));
  return typeof value === 'number' ? Math.max(-MAX_INT - 1, Math.min(MAX_INT, value)) : value;
}

/** Seconds of the years that every part of the service can write and read. */
const FIRST_SECOND = -62_135_596_800;
const LAST_SECOND = 253_402_300_799;

/** Older clients send moments as Unix seconds. */
function asMoment(value: unknown): unknown {
  if (typeof value !== 'number') return asString(value);
  return new Date(Math.max(FIRST_SECOND, Math.min(LAST_SECOND, Math.trunc(value))) * 1000).toISOString();
}

/** PostgreSQL stores no NUL characters. */
function asString(value: unknown): unknown {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;
}

const enumName = (value: unknown): unknown =>
  typeof value === 'string' ? value.toUpperCase().replaceAll('-', '_').replaceAll(' ', '_') : value;

function withoutNul(value: unknown): unknown {
  if (typeof value === 'string') return asString(value);
  if (Array.isArray(value)) return value.map(withoutNul);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k.replaceAll('\0', ''), withoutNul(v)]));
  return value;
}

function converterFor(type: GraphQLInputType): Convert {
  if (isNonNullType(type)) return converterFor(type.ofType);
  if (isListType(type)) {
    const one = converterFor(type.ofType);
    return (value) => (Array.isArray(value) ? value.map(one) : value === null ? null : [one(value)]);
  }
  if (isEnumType(type)) return enumName;
  if (isInputObjectType(type)) {
    const fields = new Map(Object.values(type.getFields()).map((field) => [field.name, converterFor(field.type)]));
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
  if (name === 'Int') return asInt;
  if (name === 'DateTime') return asMoment;
  if (name === 'String' || name === 'ID') return asString;
  // a file, which no copy may replace
  if (name === 'Upload') return (value) => value;
  return withoutNul;
}

/** Variables that the engine sets itself. */
const engineVariables = {
  /** Whether the response is requested in the `edit` context. */
  asEditor: 'asEditor',
  /** Whether the request is a PATCH: what it leaves out is kept, so no defaults are applied. */
  isPatch: 'isPatch',
} as const;

const engineNames: ReadonlySet<string> = new Set(Object.values(engineVariables));

/** Whether the engine itself fills the variable. */
export const isEngineVariable = (name: string): boolean => engineNames.has(name);

/** Parts the name of a parameter from the members of its value: `$data__settings` is what the object sent as `data` has as `settings`. */
const MEMBER = '__';

/** Where a variable's value is: a parameter, and below it the members that lead there. */
interface Source {
  parameter: string;
  members: readonly string[];
}

function sourceOf(variable: string, parameters: readonly string[]): Source | null {
  const named = (name: string) => parameters.find((one) => one.replaceAll('-', '_') === name);
  const [first = '', ...members] = variable.split(MEMBER);
  const whole = named(variable);
  if (whole !== undefined) return { parameter: whole, members: [] };
  const parameter = named(first);
  return parameter === undefined ? null : { parameter, members };
}

function memberAt(value: unknown, members: readonly string[]): unknown {
  let at = value;
  for (const name of members) at = isMap(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

/** A variable of an operation. */
export interface Variable {
  name: string;
  /** Its type without what must not be null. */
  type: string;
  /** Makes of a decoded value what the operation takes; never asked for null. */
  convert: Convert;
}

/** How the variables of an operation are filled from the parameters of a route: same name, `-` written `_`; of an object's members see `MEMBER`. */
export interface Variables {
  declared: readonly Variable[];
  /** What a request has for the variables: its values by parameter, those that a variable calls otherwise by that name too. */
  offer(values: Record<string, unknown>, contextName: string): Record<string, unknown>;
  /** The variables as far as the values tell them. */
  read(values: Record<string, unknown>, contextName: string): Record<string, unknown>;
}

const asFlag: Convert = (value) => value;

/** Prepares the variables; throws when an operation has one that the route has no parameter for. */
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
    const source = sourceOf(name, parameters);
    const isEngines = isEngineVariable(name);
    if (!source && !isEngines) faults.push(`$${name} has no parameter of that name`);
    declared.push({ name, type: String(type).replaceAll('!', ''), convert: isEngines ? asFlag : converterFor(type) });
    if (source && (source.parameter !== name || source.members.length > 0)) renamed.push({ variable: name, ...source });
  }
  if (faults.length > 0) throw new Error(`${where}: ${faults.join('; ')}`);
  const wantsEditor = declared.some(({ name }) => name === engineVariables.asEditor);
  const isPlain = renamed.length === 0 && !wantsEditor;

  const offer: Variables['offer'] = (values, contextName) => {
    if (isPlain) return values;
    const offered = { ...values };
    for (const { variable, parameter, members } of renamed) offered[variable] = memberAt(values[parameter], members);
    if (wantsEditor) offered[engineVariables.asEditor] = contextName === 'edit';
    return offered;
  };
  return {
    declared,
    offer,
    read(values, contextName) {
      const offered = offer(values, contextName);
      const out: Record<string, unknown> = {};
      for (const { name, convert } of declared) {
        const value = offered[name];
        if (value !== undefined) out[name] = value === null ? null : convert(value);
      }
      return out;
    },
  };
}

/** The variables of several operations that one route may run; throws when they take different things under one name. */
export function variablesTogether(lists: readonly (readonly Variable[])[], where: string): Variable[] {
  const byName = new Map<string, Variable>();
  for (const variable of lists.flat()) {
    const known = byName.get(variable.name);
    if (known && known.type !== variable.type)
      throw new Error(`${where}: $${variable.name} is ${known.type} in one of its operations, ${variable.type} in another`);
    byName.set(variable.name, variable);
  }
  return [...byName.values()];
}

/** The parameter behind each variable of an operation. */
export function parametersByVariable(operation: OperationDefinitionNode, parameters: readonly string[]): Map<string, string> {
  return new Map(
    (operation.variableDefinitions ?? []).flatMap(({ variable: { name } }) => {
      const source = sourceOf(name.value, parameters);
      return source === null ? [] : [[name.value, source.parameter] as const];
    }),
  );
}

/**
 * The refusal of a parameter whose value is not of the variable's type though the published schema lets it pass (a date without a format, say);
 * null for any other error.
 */
export function refusedVariable(error: GraphQLError, parameterOf: ReadonlyMap<string, string>): Failure | null {
  const node = error.path === undefined ? error.nodes?.[0] : undefined;
  if (node?.kind !== Kind.VARIABLE_DEFINITION) return null;
  const parameter = parameterOf.get(node.variable.name.value);
  return parameter === undefined
    ? null
    : new Failure('rest_invalid_param', 400, `Invalid parameter(s): ${parameter}`, {
        params: { [parameter]: 'Invalid parameter.' },
        details: {},
      });
}

/** Parameter names by path of the root field's own arguments (`filter.venueIds` → `venue`), to translate refused arguments back. */
export function parametersByArgument(roots: readonly FieldNode[], parameters: readonly string[]): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: ValueNode, path: string) => {
    if (value.kind === Kind.VARIABLE) {
      const source = sourceOf(value.name.value, parameters);
      if (source !== null) found.set(path, source.parameter);
    } else if (value.kind === Kind.OBJECT) {
      for (const field of value.fields) walk(field.value, `${path}.${field.name.value}`);
    } else if (value.kind === Kind.LIST) value.values.forEach((one: ASTNode) => walk(one as ValueNode, path));
  };
  for (const root of roots) for (const argument of root.arguments ?? []) walk(argument.value, argument.name.value);
  return found;
}
