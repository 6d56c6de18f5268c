import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isNonNullType,
  Kind,
  type ObjectFieldNode,
  type ObjectValueNode,
  type OperationDefinitionNode,
  parseType,
  typeFromAST,
  type VariableDefinitionNode,
  visit,
} from 'graphql';
import type { InputMembers } from '../routes/route.ts';

/** Name of the variable for an input object that the parameters of a route fill. */
const INPUT = 'input';

const toCamelCase = (name: string) => name.replaceAll(/[-_]+(\w)/g, (_, letter: string) => letter.toUpperCase());

const createNameNode = (value: string) => ({ kind: Kind.NAME, value }) as const;

/** Returns the type of the member at a path of names, or undefined if the input object has no such member. */
function findType(type: GraphQLInputType | undefined, [first, ...others]: readonly string[]): GraphQLInputType | undefined {
  if (first === undefined) return type;
  const object = isNonNullType(type) ? type.ofType : type;
  return isInputObjectType(object) ? findType(object.getFields()[first]?.type, others) : undefined;
}

/** Adds a variable to an object as the member at a path. */
function withMember(object: ObjectValueNode | undefined, [first = '', ...others]: readonly string[], variable: string): ObjectValueNode {
  const fields = object?.fields ?? [];
  const known = fields.find(({ name }) => name.value === first)?.value;
  const value =
    others.length === 0
      ? ({ kind: Kind.VARIABLE, name: createNameNode(variable) } as const)
      : withMember(known?.kind === Kind.OBJECT ? known : undefined, others, variable);
  const field: ObjectFieldNode = { kind: Kind.OBJECT_FIELD, name: createNameNode(first), value };
  return { kind: Kind.OBJECT, fields: [...fields.filter(({ name }) => name.value !== first), field] };
}

/**
 * Replaces the variable `$input` of an operation by one variable for each parameter that is a member of the input object. Skips parameters that
 * already have a variable. Constant members come from the default of `$input`. Returns documents without `$input` unchanged.
 */
export function withInputMembers(
  schema: GraphQLSchema,
  document: DocumentNode,
  parameters: readonly string[],
  members: InputMembers = {},
): DocumentNode {
  const operation = document.definitions.find((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION);
  const definition = operation?.variableDefinitions?.find(({ variable }) => variable.name.value === INPUT);
  if (!operation || !definition || parameters.includes(INPUT)) return document;
  const type = typeFromAST(schema, definition.type as never) as GraphQLInputType | undefined;
  const variableDefinitions = (operation.variableDefinitions ?? []).filter((node) => node !== definition);
  let object = definition.defaultValue as ObjectValueNode | undefined;
  for (const parameter of parameters) {
    const variable: VariableDefinitionNode['variable'] = { kind: Kind.VARIABLE, name: createNameNode(parameter.replaceAll('-', '_')) };
    const paths = [members[parameter] ?? [], toCamelCase(parameter)].flat().map((path) => path.split('.'));
    const path = paths.find((keys) => findType(type, keys) !== undefined);
    if (!path || variableDefinitions.some((node) => node.variable.name.value === variable.name.value)) continue;
    object = withMember(object, path, variable.name.value);
    variableDefinitions.push({ kind: Kind.VARIABLE_DEFINITION, variable, type: parseType(String(findType(type, path))) });
  }
  const selectionSet = visit(operation.selectionSet, { Variable: ({ name }) => (name.value === INPUT ? object : undefined) });
  const definitions = document.definitions.map((node) => (node === operation ? { ...operation, variableDefinitions, selectionSet } : node));
  return { ...document, definitions };
}
