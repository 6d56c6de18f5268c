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
import { refusalBehind } from '#app/core/db/unexpected.ts';
import { noteRefusal } from '#app/core/logging/request-facts.ts';
import type { Context } from '../context.ts';
import { placeOf } from './faulty-arguments.ts';
import { type Refusal, refusalsOf, refusalTypes } from './refusals.ts';
import { fieldsAsked } from './selection.ts';

declare module 'graphql' {
  interface GraphQLObjectTypeExtensions<_TSource, _TContext> {
    /** The mutation that returns the type. */
    payloadOf?: string;
  }
}

/** Outcome of a mutation: its result or its refusals. */
interface Outcome {
  made: unknown;
  refusals: readonly Refusal[];
}

type Field = GraphQLFieldConfig<unknown, Context>;
type OutcomeField = GraphQLFieldConfig<Outcome, Context>;

const capital = (name: string) => `${name[0]?.toUpperCase()}${name.slice(1)}`;
const lower = (name: string) => `${name[0]?.toLowerCase()}${name.slice(1)}`;
const plural = (name: string) =>
  /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : /(s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;

/** Returns the name of the result in the payload of a mutation. Throws if none is declared. */
function memberName(mutation: string, { type, extensions }: Field): string {
  const named = getNamedType(type);
  if (extensions?.payloadWord !== undefined) return extensions.payloadWord;
  if (isLeafType(named))
    throw new Error(`${mutation} returns a ${named.name}: say what it is called, by \`payload\` of graphql/public/payload.ts.`);
  return isListType(getNullableType(type)) ? plural(lower(named.name)) : lower(named.name);
}

/** Returns the types that other fields than mutations return, or that belong to a union. */
function typesShown(schema: GraphQLSchema): Set<string> {
  const shown = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (type === schema.getMutationType() || type.name.startsWith('__')) continue;
    if (isUnionType(type)) for (const { name } of type.getTypes()) shown.add(name);
    if (isObjectType(type) && type.getInterfaces().length > 0) shown.add(type.name);
    if (isObjectType(type) || isInterfaceType(type))
      for (const field of Object.values(type.getFields())) shown.add(getNamedType(field.type).name);
  }
  return shown;
}

/** Returns the fields of a result as fields of its payload, where they are null after a refusal. */
function fieldsOf(type: GraphQLObjectType): GraphQLFieldConfigMap<Outcome, Context> {
  const { errors: _own, ...fields } = type.toConfig().fields;
  const lifted = Object.entries(fields).map(([name, field]): [string, OutcomeField] => {
    const resolve = field.resolve ?? defaultFieldResolver;
    return [
      name,
      {
        ...field,
        type: getNullableType(field.type),
        resolve: ({ made }, args, context, info) =>
          made === null || made === undefined ? null : resolve(made, args, context, { ...info, parentType: type }),
      },
    ];
  });
  return Object.fromEntries(lifted);
}

const nothing: FieldNode = {
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: 'nothing' },
  selectionSet: { kind: Kind.SELECTION_SET, selections: [{ kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } }] },
};

/** Returns the `info` for a resolver as if its mutation returned the result without a payload. */
function infoOfMember(info: GraphQLResolveInfo, payload: GraphQLObjectType, member: string, type: GraphQLOutputType): GraphQLResolveInfo {
  const [first = nothing, ...others] = fieldsAsked(info, payload).filter(({ name }) => name.value === member);
  const keyOf = ({ alias, name }: FieldNode) => (alias ?? name).value;
  return {
    ...info,
    returnType: type,
    fieldNodes: [first, ...others.filter((one) => keyOf(one) === keyOf(first))],
    path: { prev: info.path, key: keyOf(first), typename: payload.name },
  };
}

const takenBy = ({ parentType, fieldName }: GraphQLResolveInfo) => parentType.getFields()[fieldName]?.args ?? [];

/** Converts the outcome of a mutation to its payload. A refusal is a part of the payload if the document selects `errors`, else an error of the document. */
function outcomeOf(
  resolve: GraphQLFieldResolver<unknown, Context>,
  payload: GraphQLObjectType,
  infoFor: (info: GraphQLResolveInfo) => GraphQLResolveInfo,
): GraphQLFieldResolver<unknown, Context> {
  return async (root, args, context, info): Promise<Outcome> => {
    try {
      return { made: await resolve(root, args, context, infoFor(info)), refusals: [] };
    } catch (error) {
      const failure = refusalBehind(error);
      const refusals = failure && refusalsOf(failure, context.viewer, (code) => placeOf(code, args, takenBy(info)));
      if (!failure || !refusals || !fieldsAsked(info, payload).some(({ name }) => name.value === 'errors')) throw error;
      noteRefusal(failure);
      return { made: null, refusals };
    }
  };
}

/** Describes the result of a mutation in its payload. */
function describe({ type, extensions }: Field): string {
  const said = extensions?.payloadDescription;
  if (said !== undefined)
    return /\bnull\b/i.test(said) ? `${said} Also null if the mutation was refused.` : `${said} Null if the mutation was refused.`;
  const objects = isListType(getNullableType(type)) ? 'The objects' : 'The object';
  return `${objects} that the mutation created, changed or deleted; null if it was refused.`;
}

/** Adds a payload type to a mutation. */
function withPayload(name: string, field: Field, errors: OutcomeField, isFlat: boolean): Field {
  const type = getNullableType(field.type);
  const named = getNamedType(type);
  const lifted = isObjectType(type) && (isFlat || type.extensions.isFlatInPayloads) ? fieldsOf(type) : {};
  const member = isFlat ? null : memberName(name, field);
  const former = field.extensions?.formerPayloadWord;
  const changed: OutcomeField = {
    type,
    description: describe(field),
    resolve: ({ made }) => made,
  };
  const payload = new GraphQLObjectType<Outcome, Context>({
    name: `${capital(name)}Payload`,
    description: isFlat && named.description ? `Result of \`${name}\`. ${named.description}` : `Result of \`${name}\`.`,
    extensions: { payloadOf: name },
    fields: {
      ...lifted,
      ...(member !== null && { [member]: changed }),
      ...(former !== undefined &&
        member !== null && { [former]: { ...changed, extensions: { currentName: member }, deprecationReason: `Use \`${member}\`.` } }),
      errors,
    },
  });
  return {
    ...field,
    type: payload,
    resolve: outcomeOf(field.resolve ?? defaultFieldResolver, payload, (info) =>
      member === null ? { ...info, returnType: type } : infoOfMember(info, payload, member, type),
    ),
  };
}

const errorsOf = (Refusal: GraphQLInterfaceType): OutcomeField => ({
  type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Refusal))),
  description:
    'Reasons why the mutation was refused; empty if it succeeded. If a document does not select `errors`, a refusal is a top-level error.',
  resolve: ({ refusals }) => refusals,
});

/**
 * Wraps the results of mutations in payloads: `createPost` returns a `CreatePostPayload { post errors }`. Types that only mutations return are
 * payloads already and keep their fields. Mutations are nullable, so that an error of one does not affect the others.
 */
export function withPayloads(schema: GraphQLSchema): GraphQLSchema {
  const { mutation, types, ...rest } = schema.toConfig();
  if (!mutation) return schema;
  const { Refusal, kinds } = refusalTypes();
  const [shown, errors, gone] = [typesShown(schema), errorsOf(Refusal), new Set<unknown>([mutation])];
  const { fields, ...config } = mutation.toConfig();
  const made = Object.entries(fields).map(([name, field]) => {
    const type = getNullableType(field.type);
    const isFlat = isObjectType(type) && !shown.has(type.name) && !('errors' in type.getFields());
    if (isFlat) gone.add(type);
    return [name, withPayload(name, field, errors, isFlat)] as const;
  });
  return new GraphQLSchema({
    ...rest,
    mutation: new GraphQLObjectType({ ...config, fields: Object.fromEntries(made) }),
    types: [...types.filter((type) => !gone.has(type)), ...kinds],
  });
}
