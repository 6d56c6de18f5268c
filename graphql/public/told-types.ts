import {
  defaultFieldResolver,
  type GraphQLArgument,
  GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLOutputType,
  GraphQLSchema,
  type GraphQLType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { valuesNamed } from '../named-fields.ts';
import type { ClosedSet, EnumOf, Told } from './told.ts';

function enums(): EnumOf {
  const made = new Map<string, { set: ClosedSet; type: GraphQLEnumType }>();
  return (set) => {
    const known = made.get(set.name);
    if (known && known.set !== set) throw new Error(`Two closed sets are called ${set.name}`);
    if (known) return known.type;
    const type = new GraphQLEnumType({ name: set.name, description: set.description, values: valuesNamed(set.values) });
    made.set(set.name, { set, type });
    return type;
  };
}

/** The type with another one at its core, in the same lists. */
function withCore(type: GraphQLType, core: GraphQLEnumType): GraphQLOutputType & GraphQLInputType {
  if (isNonNullType(type)) return new GraphQLNonNull(withCore(type.ofType, core)) as never;
  if (isListType(type)) return new GraphQLList(withCore(type.ofType, core));
  return core;
}

const nullable = <Type>(type: Type): Type => (isNonNullType(type) ? (type.ofType as Type) : type);

function tellField(field: GraphQLField<unknown, unknown>, { none, isNone, oneOf, description }: Told, enumOf: EnumOf): void {
  field.description = description;
  if (oneOf) field.type = withCore(field.type, enumOf(oneOf));
  if (none === undefined && !isNone) return;
  field.type = nullable(field.type);
  const resolve = field.resolve ?? defaultFieldResolver;
  const orNull = (value: unknown) => (value === none ? null : value);
  field.resolve = (source, args, context, info) => {
    if (isNone?.(source as never)) return null;
    const value: unknown = resolve(source, args, context, info);
    return value instanceof Promise ? value.then(orNull) : orNull(value);
  };
}

/** What is sent says "none" by null or not at all, which the resolvers understand; enums hold the words that they expect. */
function tellInput(input: GraphQLArgument | GraphQLInputField, { oneOf, description }: Told, enumOf: EnumOf): void {
  input.description = description;
  if (oneOf) input.type = withCore(input.type, enumOf(oneOf));
}

/** The schema with the types that front ends are told where values are marked (`told.ts`). Changes the given schema's fields, which are its own. */
export function withToldTypes(schema: GraphQLSchema): GraphQLSchema {
  const enumOf = enums();
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) if (field.extensions.told) tellInput(field, field.extensions.told, enumOf);
    } else if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        if (field.extensions.told) tellField(field, field.extensions.told, enumOf);
        for (const arg of field.args) if (arg.extensions.told) tellInput(arg, arg.extensions.told, enumOf);
      }
    }
  }
  return new GraphQLSchema(schema.toConfig());
}
