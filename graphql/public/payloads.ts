import {
  defaultFieldResolver,
  type FieldNode,
  getNamedType,
  getNullableType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
  type GraphQLFieldResolver,
  type GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  GraphQLSchema,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isUnionType,
  Kind,
} from 'graphql';
import { findRefusal } from '#app/core/db/unexpected-failure.ts';
import { recordRefusal } from '#app/core/logging/request-facts.ts';
import type { Context } from '../context.ts';
import { findArgumentPath } from './faulty-arguments.ts';
import { type Refusal, createRefusals, createRefusalTypes } from './refusals.ts';
import { findSelectedFields } from './selection.ts';

declare module 'graphql' {
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> {
    /** The mutation that returns the type. */
    payloadOf?: string;
  }
}

/** Outcome of a mutation: its result, or the refusals. */
interface Outcome {
  result: unknown;
  refusals: readonly Refusal[];
}

type Field = GraphQLFieldConfig<unknown, Context>;
type OutcomeField = GraphQLFieldConfig<Outcome, Context>;

const capitalize = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;
const uncapitalize = (name: string) => `${name[0]?.toLowerCase()}${name.slice(1)}`;
const pluralize = (name: string) =>
  /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;

/** Returns the name of the result in the payload of a mutation. Throws if none is declared. */
function getMemberName(mutation: string, { type, extensions }: Field): string {
  const named = getNamedType(type);
  if (extensions?.payloadWord !== undefined) return extensions.payloadWord;
  if (isLeafType(named))
    throw new Error(`${mutation} returns a ${named.name}: name the result with \`payload\` of graphql/public/payload.ts.`);
  return isListType(getNullableType(type)) ? pluralize(uncapitalize(named.name)) : uncapitalize(named.name);
}

/** Returns the names of types that fields other than mutations return, that belong to a union, or that implement an interface. */
function findOtherTypes(schema: GraphQLSchema): Set<string> {
  const names = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (type === schema.getMutationType() || type.name.startsWith('__')) continue;
    if (isUnionType(type)) for (const { name } of type.getTypes()) names.add(name);
    if (isObjectType(type) && type.getInterfaces().length > 0) names.add(type.name);
    if (isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields())) names.add(getNamedType(field.type).name);
  }
  return names;
}

/** Returns the fields of a result as fields of its payload. All are null after a refusal. */
function createPayloadFields(type: GraphQLObjectType): GraphQLFieldConfigMap<Outcome, Context> {
  const { errors: _own, ...fields } = type.toConfig().fields;
  const payloadFields = Object.entries(fields).map(([name, field]): [string, OutcomeField] => {
    const resolve = field.resolve ?? defaultFieldResolver;
    return [
      name,
      {
        ...field,
        type: getNullableType(field.type),
        resolve: ({ result }, args, context, info) =>
          result === null || result === undefined ? null : resolve(result, args, context, { ...info, parentType: type }),
      },
    ];
  });
  return Object.fromEntries(payloadFields);
}

/** Stands in for the field of the result if the document selects only other fields. */
const emptyField: FieldNode = {
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: 'nothing' },
  selectionSet: { kind: Kind.SELECTION_SET, selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }] },
};

/** Returns the `info` for a resolver as if its mutation returned the result without a payload. */
function createMemberInfo(
  info: GraphQLResolveInfo,
  payload: GraphQLObjectType,
  member: string,
  type: GraphQLOutputType,
): GraphQLResolveInfo {
  const [first = emptyField, ...others] = findSelectedFields(info, payload).filter(({ name }) => name.value === member);
  const getResponseKey = ({ alias, name }: FieldNode) => (alias ?? name).value;
  return {
    ...info,
    returnType: type,
    fieldNodes: [first, ...others.filter((other) => getResponseKey(other) === getResponseKey(first))],
    path: { prev: info.path, key: getResponseKey(first), typename: payload.name },
  };
}

const listArguments = ({ parentType, fieldName }: GraphQLResolveInfo) => parentType.getFields()[fieldName]?.args ?? [];

/** Wraps the resolver of a mutation to return its outcome. Throws refusals if the document does not select `errors`. */
function resolveOutcome(
  resolve: GraphQLFieldResolver<unknown, Context>,
  payload: GraphQLObjectType,
  createInfo: (info: GraphQLResolveInfo) => GraphQLResolveInfo,
): GraphQLFieldResolver<unknown, Context> {
  return async (root, args, context, info): Promise<Outcome> => {
    try {
      return { result: await resolve(root, args, context, createInfo(info)), refusals: [] };
    } catch (error) {
      const failure = findRefusal(error);
      const refusals = failure && createRefusals(failure, context.viewer, (code) => findArgumentPath(code, args, listArguments(info)));
      if (!failure || !refusals || !findSelectedFields(info, payload).some(({ name }) => name.value === 'errors')) throw error;
      recordRefusal(failure);
      return { result: null, refusals };
    }
  };
}

/** Describes the result of a mutation in its payload. */
function describeResult({ type, extensions }: Field): string {
  const description = extensions?.payloadDescription;
  if (description !== undefined)
    return `${description} ${/\bnull\b/i.test(description) ? 'Also null' : 'Null'} if the mutation was refused.`;
  const objects = isListType(getNullableType(type)) ? 'The objects' : 'The object';
  return `${objects} that the mutation created, changed or deleted; null if the mutation was refused.`;
}

/** Describes the payload of a mutation with the description of its result. Adds the words `Result of` only if the description lacks them. */
const describeFlatPayload = (mutation: string, description: string) =>
  /^(Result|Outcome) of /.test(description) ? description : `Result of \`${mutation}\`. ${description}`.trim();

/** Adds a payload type to a mutation. */
function withPayload(name: string, field: Field, errors: OutcomeField, isFlat: boolean): Field {
  const type = getNullableType(field.type);
  const named = getNamedType(type);
  const resultFields = isObjectType(type) && (isFlat || type.extensions.isFlatInPayloads) ? createPayloadFields(type) : {};
  const member = isFlat ? null : getMemberName(name, field);
  const formerMember = field.extensions?.formerPayloadWord;
  const resultField: OutcomeField = {
    type,
    description: describeResult(field),
    resolve: ({ result }) => result,
  };
  const payload = new GraphQLObjectType<Outcome, Context>({
    name: `${capitalize(name)}Payload`,
    description: isFlat ? describeFlatPayload(name, named.description ?? '') : `Result of \`${name}\`.`,
    extensions: { payloadOf: name },
    fields: {
      ...resultFields,
      ...(member !== null && { [member]: resultField }),
      ...(formerMember !== undefined &&
        member !== null && {
          [formerMember]: { ...resultField, extensions: { currentName: member }, deprecationReason: `Use \`${member}\`.` },
        }),
      errors,
    },
  });
  return {
    ...field,
    type: payload,
    resolve: resolveOutcome(field.resolve ?? defaultFieldResolver, payload, (info) =>
      member === null ? { ...info, returnType: type } : createMemberInfo(info, payload, member, type),
    ),
  };
}

const createErrorsField = (Refusal: GraphQLInterfaceType): OutcomeField => ({
  type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Refusal))),
  description:
    'Reasons why the mutation was refused; empty if it succeeded. If a document does not select `errors`, a refusal is a top-level error.',
  resolve: ({ refusals }) => refusals,
});

/**
 * Wraps the results of mutations in payloads: `createPost` returns a `CreatePostPayload { post errors }`. A type that only mutations return becomes a
 * payload itself and keeps its fields. Mutations are nullable, so that an error in one mutation does not affect the others.
 */
export function withPayloads(schema: GraphQLSchema): GraphQLSchema {
  const { mutation, types, ...otherConfig } = schema.toConfig();
  if (!mutation) return schema;
  const { Refusal, kinds } = createRefusalTypes();
  const [otherTypes, errors, replacedTypes] = [findOtherTypes(schema), createErrorsField(Refusal), new Set<unknown>([mutation])];
  const { fields, ...mutationConfig } = mutation.toConfig();
  const mutations = Object.entries(fields).map(([name, field]) => {
    const type = getNullableType(field.type);
    const isFlat = isObjectType(type) && !otherTypes.has(type.name) && !('errors' in type.getFields());
    if (isFlat) replacedTypes.add(type);
    return [name, withPayload(name, field, errors, isFlat)] as const;
  });
  return new GraphQLSchema({
    ...otherConfig,
    mutation: new GraphQLObjectType({ ...mutationConfig, fields: Object.fromEntries(mutations) }),
    types: [...types.filter((type) => !replacedTypes.has(type)), ...kinds],
  });
}
