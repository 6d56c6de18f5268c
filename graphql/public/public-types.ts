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
  type GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { createEnumValues } from '../named-fields.ts';
import type { EnumDefinition, EnumOf, PublicMapping } from './public-mapping.ts';

/** Returns the enum that the schema already declares for the set. Throws if its words differ. */
function findDeclaredEnum(schema: GraphQLSchema, set: EnumDefinition): GraphQLEnumType | null {
  const type = schema.getType(set.name);
  if (!type) return null;
  const words = isEnumType(type) ? type.getValues().map(({ value }) => value as unknown) : [];
  const isSame = words.length === Object.keys(set.values).length && words.every((word) => Object.hasOwn(set.values, String(word)));
  if (!isSame || !isEnumType(type)) throw new Error(`The values of the enum ${set.name} in the schema differ from its enum definition.`);
  return type;
}

function createEnum({ name, description, values, names = {} }: EnumDefinition): GraphQLEnumType {
  const namedValues = Object.entries(createEnumValues(values)).map(
    ([usualName, value]) => [names[value.value] ?? usualName, value] as const,
  );
  return new GraphQLEnumType({ name, description, values: Object.fromEntries(namedValues) });
}

function createEnumFactory(schema: GraphQLSchema): EnumOf {
  const createdEnums = new Map<string, { set: EnumDefinition; type: GraphQLEnumType }>();
  return (set) => {
    const created = createdEnums.get(set.name);
    if (created && created.set !== set) throw new Error(`Two enum definitions have the name ${set.name}.`);
    if (created) return created.type;
    const type = findDeclaredEnum(schema, set) ?? createEnum(set);
    createdEnums.set(set.name, { set, type });
    return type;
  };
}

/** Replaces the innermost type and keeps the list and non-null wrappers. */
function replaceNamedType(type: GraphQLType, namedType: GraphQLEnumType | GraphQLScalarType): GraphQLOutputType & GraphQLInputType {
  if (isNonNullType(type)) return new GraphQLNonNull(replaceNamedType(type.ofType, namedType)) as never;
  if (isListType(type)) return new GraphQLList(replaceNamedType(type.ofType, namedType));
  return namedType;
}

const unwrapNonNull = <Type>(type: Type): Type => (isNonNullType(type) ? (type.ofType as Type) : type);

/** Converts a stored word to the word of the set. */
function convertWord(word: unknown, { oneOf, written, otherwise }: PublicMapping): unknown {
  if (typeof word !== 'string' && typeof word !== 'number') return word;
  const setWord = written?.[word] ?? String(word);
  return otherwise === undefined || (oneOf && Object.hasOwn(oneOf.values, setWord)) ? setWord : otherwise;
}

/** Creates the conversion of a value to its public form; null if the value stays unchanged. */
function createConverter(mapping: PublicMapping): ((value: unknown) => unknown) | null {
  const { none, isNone, written, otherwise } = mapping;
  if (written === undefined && otherwise === undefined)
    return none === undefined && !isNone ? null : (value) => (value === none ? null : value);
  return (value) => {
    if (value === none) return null;
    if (!Array.isArray(value)) return convertWord(value, mapping);
    return value.map((word) => convertWord(word, mapping)).filter((word) => word !== null);
  };
}

function convertField(field: GraphQLField<unknown, unknown>, mapping: PublicMapping, enumOf: EnumOf): void {
  const { none, isNone, oneOf, otherwise, description } = mapping;
  field.description = description;
  if (oneOf) field.type = replaceNamedType(field.type, enumOf(oneOf));
  const convert = createConverter(mapping);
  if (!convert) return;
  if (none !== undefined || isNone || (otherwise === null && !isListType(unwrapNonNull(field.type))))
    field.type = unwrapNonNull(field.type);
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, args, context, info) => {
    if (isNone?.(source as never)) return null;
    const value: unknown = resolve(source, args, context, info);
    return value instanceof Promise ? value.then(convert) : convert(value);
  };
}

/** Gives an input its public type. No value needs a conversion: resolvers accept null for "none", and enum values are the stored words. */
function convertInput(
  input: GraphQLArgument | GraphQLInputField,
  { oneOf, isStringList, isDecimal, description }: PublicMapping,
  types: Types,
): void {
  input.description = description;
  if (isStringList) input.type = new GraphQLList(new GraphQLNonNull(GraphQLString));
  if (isDecimal) input.type = replaceNamedType(input.type, types.decimal());
  if (oneOf) input.type = replaceNamedType(input.type, types.enumOf(oneOf));
}

/** The public replacements of declared types. */
interface Types {
  enumOf: EnumOf;
  decimal: () => GraphQLScalarType;
}

/** Replaces the types of marked values (`public-mapping.ts`). Changes the fields of the given schema. */
export function withPublicTypes(schema: GraphQLSchema): GraphQLSchema {
  const enumOf = createEnumFactory(schema);
  const types: Types = { enumOf, decimal: () => schema.getType('Decimal') as GraphQLScalarType };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields()))
        if (field.extensions.publicMapping) convertInput(field, field.extensions.publicMapping, types);
    } else if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        if (field.extensions.publicMapping) convertField(field, field.extensions.publicMapping, enumOf);
        for (const arg of field.args) if (arg.extensions.publicMapping) convertInput(arg, arg.extensions.publicMapping, types);
      }
    }
  }
  return new GraphQLSchema(schema.toConfig());
}
