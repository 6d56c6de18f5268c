import {
  type FieldNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type OperationTypeNode,
  parseType,
  print,
  typeFromAST,
  type ValueNode,
  visit,
} from 'graphql';
import { isMap } from '../parameters/types.ts';
import { toSelections } from './selection-tree.ts';
import type { Translation } from './translate.ts';

/** A GraphQL document with its variables. */
export interface PublicDocument {
  text: string;
  variables: Readonly<Record<string, unknown>>;
  /** True if a variable is a file, which is sent as the GraphQL multipart request specification defines. */
  hasFile: boolean;
}

const capitalize = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;
const toCamelCase = (name: string) =>
  name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/^\w/, (letter) => letter.toLowerCase());

/** Names the variables after the arguments that they fill. */
function createVariableNames(roots: readonly FieldNode[]): Map<string, string> {
  const names = new Map<string, string>();
  const used = new Set<string>();
  const nameVariables = (value: ValueNode, argument: string, parent: string) => {
    if (value.kind === Kind.OBJECT) for (const field of value.fields) nameVariables(field.value, field.name.value, argument);
    if (value.kind === Kind.LIST) for (const item of value.values) nameVariables(item, argument, parent);
    if (value.kind !== Kind.VARIABLE || names.has(value.name.value)) return;
    const variable = value.name.value;
    const name =
      [argument, `${parent}${capitalize(argument)}`, toCamelCase(variable)].find((candidate) => !used.has(candidate)) ?? variable;
    used.add(name);
    names.set(variable, name);
  };
  for (const root of roots)
    visit(root, {
      Field: (field) => {
        for (const argument of field.arguments ?? []) nameVariables(argument.value, argument.name.value, field.name.value);
      },
    });
  return names;
}

/** Converts a value to the public schema: enum values by name, without unknown members. */
function toPublicValue(type: GraphQLInputType, value: unknown): unknown {
  if (isNonNullType(type)) return toPublicValue(type.ofType, value);
  if (value === null || value === undefined) return value;
  if (isListType(type))
    return Array.isArray(value) ? value.map((item) => toPublicValue(type.ofType, item)) : [toPublicValue(type.ofType, value)];
  if (isEnumType(type))
    return (type.getValues().find(({ name, value: stored }) => stored === value || name === value) ?? type.getValues()[0])?.name;
  if (!isInputObjectType(type) || !isMap(value)) return value;
  const fields = type.getFields();
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const field = fields[name];
      return field ? [[name, toPublicValue(field.type, member)]] : [];
    }),
  );
}

/** Placeholder values of required variables without an example. */
const placeholders: Readonly<Record<string, unknown>> = {
  Int: 1,
  Float: 1,
  Boolean: true,
  String: '…',
  ID: 'UG9zdDox',
  Decimal: '12.50',
  HTML: '<p>…</p>',
  JSON: {},
  Upload: null,
  DateTime: '2026-11-20T20:00:00Z',
  LocalDateTime: '2026-11-20T20:00:00',
};

function createPlaceholder(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return createPlaceholder(type.ofType);
  if (isListType(type)) return [createPlaceholder(type.ofType)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    const required = Object.values(type.getFields()).filter((field) => isNonNullType(field.type) && field.defaultValue === undefined);
    return Object.fromEntries(required.map((field) => [field.name, createPlaceholder(field.type)]));
  }
  return placeholders[type.name] ?? null;
}

/** Prints a translation as a document with the values of its variables. */
export function printDocument(
  publicSchema: GraphQLSchema,
  kind: OperationTypeNode,
  { roots, variables }: Translation,
  values: Readonly<Record<string, unknown>>,
): PublicDocument {
  const fields = toSelections(roots) as FieldNode[];
  const names = createVariableNames(fields);
  const selections = fields.map((field) =>
    visit(field, {
      Variable: (variable) => ({ ...variable, name: { ...variable.name, value: names.get(variable.name.value) ?? variable.name.value } }),
    }),
  );
  const declared = [...variables].map(([variable, type]) => {
    const node = parseType(type, { noLocation: true });
    return {
      variable,
      name: names.get(variable) ?? variable,
      node,
      type: typeFromAST(publicSchema, node as never) as unknown as GraphQLInputType,
    };
  });
  const isFile = (type: GraphQLInputType) => String(type).startsWith('Upload');
  const entries = declared.flatMap(({ variable, name, type }) => {
    const value = values[variable];
    if (isFile(type)) return [[name, null]];
    if (value !== undefined && value !== null) return [[name, toPublicValue(type, value)]];
    return isNonNullType(type) ? [[name, createPlaceholder(type)]] : [];
  });
  const text = print({
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: kind,
        name: { kind: Kind.NAME, value: capitalize(roots[0]?.name ?? 'nothing') },
        variableDefinitions: declared.map(({ name, node }) => ({
          kind: Kind.VARIABLE_DEFINITION,
          variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
          type: node,
        })),
        selectionSet: { kind: Kind.SELECTION_SET, selections },
      },
    ],
  });
  return { text, variables: Object.fromEntries(entries) as Record<string, unknown>, hasFile: declared.some(({ type }) => isFile(type)) };
}
