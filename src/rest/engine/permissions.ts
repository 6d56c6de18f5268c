import {
  coerceInputValue,
  type FieldNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isInputType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  valueFromAST,
  valueFromASTUntyped,
  type ValueNode,
} from 'graphql';
import type { AccessRule } from '#graphql/access.ts';
import type { Context } from '#graphql/context.ts';
import { Failure } from '../../core/failures/failure.ts';

type Values = Record<string, unknown>;
/** Reads a value from the variables. Returns undefined if they do not contain it. */
type Read = (variables: Values) => unknown;

/** A root field of a route's operation with its permission. */
export interface RootField {
  node: FieldNode;
  field: GraphQLField<unknown, unknown>;
  access: AccessRule<never>;
}

/** True if the caller may run an operation, checked with the known variables. */
export type PermissionCheck = (variables: Values, context: Context) => Promise<boolean>;

/** Returns the root fields that an operation selects. Throws for a root field without a permission. */
export function getRootFields(schema: GraphQLSchema, operation: OperationDefinitionNode, where: string): RootField[] {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  return operation.selectionSet.selections.flatMap((selection) => {
    if (selection.kind !== Kind.FIELD) throw new Error(`${where}: the operation must select root fields directly`);
    const field = fields[selection.name.value];
    const access = field?.extensions['access'] as AccessRule<never> | undefined;
    if (!field || !access) throw new Error(`${where}: root field ${selection.name.value} declares no permission`);
    return [{ node: selection, field, access }];
  });
}

/** True if the permissions of the root fields depend on neither arguments nor caller. */
export function arePublic(roots: readonly RootField[]): boolean {
  return roots.every(({ access }) => access.length === 0);
}

/**
 * True if a failure is only about arguments outside the path. `Allow` still lists the method then, because other arguments could succeed. A wrong
 * argument in the path means that the object does not exist.
 */
function isAboutArguments({ code, data }: Failure, pathArguments: ReadonlySet<string>): boolean {
  return code === 'invalid_arguments' && Object.keys(data['params'] ?? {}).every((argument) => !pathArguments.has(argument));
}

/** Throws for invalid arguments, as far as the root fields check them before the permission. */
export type ArgumentChecks = (variables: Values, context: Context) => Promise<void>;

/** Prepares rules of root fields. Each rule runs if its field runs, with the arguments that the known variables determine. */
function compileRules(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  rules: readonly { root: RootField; rule: AccessRule<never> }[],
): ArgumentChecks {
  const coerceVariables = compileVariables(schema, operation);
  const compiled = rules.map(({ root, rule }) => ({
    rule,
    isIncluded: compileConditions(root.node),
    readArguments: compileArguments(root),
  }));
  return async (variables, context) => {
    const values = coerceVariables(variables);
    for (const { rule, isIncluded, readArguments } of compiled) if (isIncluded(values)) await rule(readArguments(values) as never, context);
  };
}

/**
 * Prepares the permission check of an operation. It runs on every request for every route of the path, for the header `Allow`. `pathArguments` are
 * the arguments that come from the path.
 */
export function compilePermissionCheck(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  roots: readonly RootField[],
  pathArguments: ReadonlySet<string>,
): PermissionCheck {
  if (arePublic(roots)) return async () => true;
  const checkRules = compileRules(
    schema,
    operation,
    roots.map((root) => ({ root, rule: root.access })),
  );
  return async (variables, context) => {
    try {
      await checkRules(variables, context);
      return true;
    } catch (error) {
      if (error instanceof Failure) return isAboutArguments(error, pathArguments);
      throw error;
    }
  };
}

/** Prepares the argument checks of an operation. Returns null if its root fields have none. */
export function compileArgumentChecks(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  roots: readonly RootField[],
): ArgumentChecks | null {
  const rules = roots.flatMap((root) => {
    const rule = root.field.extensions['checkArguments'] as AccessRule<never> | undefined;
    return rule ? [{ root, rule }] : [];
  });
  return rules.length === 0 ? null : compileRules(schema, operation, rules);
}

/** Coerces variables as GraphQL does, but treats every variable as optional and drops invalid values. */
function compileVariables(schema: GraphQLSchema, operation: OperationDefinitionNode): (variables: Values) => Values {
  const types = new Map<string, GraphQLInputType>();
  const defaults: [name: string, value: unknown][] = [];
  for (const { variable, type: node, defaultValue } of operation.variableDefinitions ?? []) {
    const type = typeFromAST(schema, node.kind === Kind.NON_NULL_TYPE ? (node.type as never) : (node as never));
    if (!isInputType(type)) continue;
    types.set(variable.name.value, type);
    if (defaultValue) defaults.push([variable.name.value, valueFromAST(defaultValue, type)]);
  }
  return (variables) => {
    const known = Object.fromEntries(defaults);
    for (const [name, value] of Object.entries(variables)) {
      const type = types.get(name);
      const coerced = type && coerce(value, type);
      if (coerced !== undefined) known[name] = coerced;
    }
    return known;
  };
}

/**
 * Coerces a value. Returns undefined if it is invalid. Nearly every request contains values that are invalid for another route of its path. Stack
 * traces of these errors are never used, so they are disabled to save time.
 */
function coerce(value: unknown, type: GraphQLInputType): unknown {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  let isRefused = false;
  try {
    const coerced = coerceInputValue(value, type, () => {
      isRefused = true;
    });
    return isRefused ? undefined : coerced;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Compiles the conditions of @skip and @include. */
function compileConditions(field: FieldNode): (variables: Values) => boolean {
  const conditions = (field.directives ?? []).flatMap(({ name, arguments: nodes }): ((variables: Values) => boolean)[] => {
    const node = nodes?.find((argument) => argument.name.value === 'if')?.value;
    if (!node || (name.value !== 'skip' && name.value !== 'include')) return [];
    const expected = name.value === 'include';
    return [(variables) => (valueFromASTUntyped(node, variables) === true) === expected];
  });
  return (variables) => conditions.every((holds) => holds(variables));
}

/** Compiles the arguments of a root field, without those that the variables do not determine. */
function compileArguments({ node, field }: RootField): (variables: Values) => Values {
  const reads = field.args.map(({ name, type, defaultValue }): [string, Read] => {
    const valueNode = node.arguments?.find((argument) => argument.name.value === name)?.value;
    return [name, valueNode ? withDefault(compileValue(valueNode, type), defaultValue) : () => defaultValue];
  });
  return (variables) => {
    const args: Values = {};
    for (const [name, read] of reads) {
      const value = read(variables);
      if (value !== undefined) args[name] = value;
    }
    return args;
  };
}

const withDefault =
  (read: Read, fallback: unknown): Read =>
  (variables) => {
    const value = read(variables);
    return value === undefined ? fallback : value;
  };

/** Compiles a value as GraphQL does, but keeps an object that lacks a required member. A permission may only need the ID in it. */
function compileValue(node: ValueNode, type: GraphQLInputType): Read {
  if (isNonNullType(type)) return compileValue(node, type.ofType);
  if (node.kind === Kind.VARIABLE) {
    const name = node.name.value;
    return (variables) => variables[name];
  }
  if (node.kind !== Kind.OBJECT || !isInputObjectType(type)) return (variables) => valueFromAST(node, type, variables);
  const members = Object.values(type.getFields()).map((field) => {
    const valueNode = node.fields.find(({ name }) => name.value === field.name)?.value;
    const read = valueNode ? withDefault(compileValue(valueNode, field.type), field.defaultValue) : () => field.defaultValue;
    return { name: field.name, read, isRequired: isNonNullType(field.type) };
  });
  return (variables) => {
    const object: Values = {};
    let isComplete = true;
    for (const { name, read, isRequired } of members) {
      const value = read(variables);
      if (value !== undefined) object[name] = value;
      else if (isRequired) isComplete = false;
    }
    return isComplete || Object.keys(object).length > 0 ? object : undefined;
  };
}
