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
import { Failure } from '../core/failure.ts';

/** Value of a parameter → value of the variable of the same name. */
type Convert = (value: unknown) => unknown;

const MAX_INT = 2_147_483_647;

/** GraphQL's Int has 32 bits; an id beyond them is simply one that nothing has. Path segments that no row declares arrive as text. */
function asInt(value: unknown): unknown {
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return asInt(Number(value));
  return typeof value === 'number' ? Math.max(-MAX_INT - 1, Math.min(MAX_INT, value)) : value;
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
  if (name === 'String' || name === 'ID') return asString;
  // a file, which no copy may replace
  if (name === 'Upload') return (value) => value;
  return withoutNul;
}

/** Variables that the engine sets itself. */
export const engineVariables = {
  /** Whether the answer is wanted in the `edit` context. */
  asEditor: 'asEditor',
} as const;

/** How the variables of an operation are filled from the parameters of a row: same name, `-` written `_`. */
export interface VariableReader {
  (values: Record<string, unknown>, contextName: string): Record<string, unknown>;
}

/** Prepares the reader; throws when an operation has a variable that the row has no parameter for. */
export function compileVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  parameters: readonly string[],
  where: string,
): VariableReader {
  const steps: { variable: string; parameter: string; convert: Convert }[] = [];
  let wantsEditor = false;
  const faults: string[] = [];
  for (const definition of operation.variableDefinitions ?? []) {
    const variable = definition.variable.name.value;
    if (variable === engineVariables.asEditor) {
      wantsEditor = true;
      continue;
    }
    const parameter = parameters.find((name) => name.replaceAll('-', '_') === variable);
    const type = typeFromAST(schema, definition.type as never) as GraphQLInputType | undefined;
    if (!parameter) faults.push(`$${variable} has no parameter of that name`);
    else if (type) steps.push({ variable, parameter, convert: converterFor(type) });
  }
  if (faults.length > 0) throw new Error(`${where}: ${faults.join('; ')}`);
  return (values, contextName) => {
    const out: Record<string, unknown> = {};
    for (const { variable, parameter, convert } of steps) {
      const value = values[parameter];
      if (value !== undefined) out[variable] = value === null ? null : convert(value);
    }
    if (wantsEditor) out[engineVariables.asEditor] = contextName === 'edit';
    return out;
  };
}

/** The parameter behind each variable of an operation. */
export function parametersByVariable(operation: OperationDefinitionNode, parameters: readonly string[]): Map<string, string> {
  return new Map(
    (operation.variableDefinitions ?? []).flatMap(({ variable: { name } }) => {
      const parameter = parameters.find((one) => one.replaceAll('-', '_') === name.value);
      return parameter === undefined ? [] : [[name.value, parameter] as const];
    }),
  );
}

/**
 * The refusal of a parameter whose value is none of the variable's type though the published schema lets it pass (a date without a format, say);
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
      const parameter = parameters.find((name) => name.replaceAll('-', '_') === value.name.value);
      if (parameter !== undefined) found.set(path, parameter);
    } else if (value.kind === Kind.OBJECT) {
      for (const field of value.fields) walk(field.value, `${path}.${field.name.value}`);
    } else if (value.kind === Kind.LIST) value.values.forEach((one: ASTNode) => walk(one as ValueNode, path));
  };
  for (const root of roots) for (const argument of root.arguments ?? []) walk(argument.value, argument.name.value);
  return found;
}
