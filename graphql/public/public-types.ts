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
import { valuesNamed } from '../named-fields.ts';
import type { ClosedSet, EnumOf, PublicMapping } from './public-mapping.ts';

/** Returns the enum that the schema already declares for the set. Throws if its words differ. */
function declaredEnum(schema: GraphQLSchema, set: ClosedSet): GraphQLEnumType | null {
  const type = schema.getType(set.name);
  if (!type) return null;
  const words = isEnumType(type) ? type.getValues().map(({ value }) => value as unknown) : [];
  const isSame = words.length === Object.keys(set.values).length && words.every((word) => Object.hasOwn(set.values, String(word)));
  if (!isSame || !isEnumType(type)) throw new Error(`The schema has another ${set.name}`);
  return type;
}

function newEnum({ name, description, values, names = {} }: ClosedSet): GraphQLEnumType {
  const named = Object.entries(valuesNamed(values)).map(([usual, value]) => [names[value.value] ?? usual, value] as const);
  return new GraphQLEnumType({ name, description, values: Object.fromEntries(named) });
}

function enums(schema: GraphQLSchema): EnumOf {
  const made = new Map<string, { set: ClosedSet; type: GraphQLEnumType }>();
  return (set) => {
    const known = made.get(set.name);
    if (known && known.set !== set) throw new Error(`Two closed sets are called ${set.name}`);
    if (known) return known.type;
    const type = declaredEnum(schema, set) ?? newEnum(set);
    made.set(set.name, { set, type });
    return type;
  };
}

/** Replaces the innermost type and keeps the list and non-null wrappers. */
function withCore(type: GraphQLType, core: GraphQLEnumType | GraphQLScalarType): GraphQLOutputType & GraphQLInputType {
  if (isNonNullType(type)) return new GraphQLNonNull(withCore(type.ofType, core)) as never;
  if (isListType(type)) return new GraphQLList(withCore(type.ofType, core));
  return core;
}

const nullable = <Type>(type: Type): Type => (isNonNullType(type) ? (type.ofType as Type) : type);

/** Converts a stored word to the word of the set. */
function wordOf(word: unknown, { oneOf, written, otherwise }: PublicMapping): unknown {
  if (typeof word !== 'string' && typeof word !== 'number') return word;
  const own = written?.[word] ?? String(word);
  return otherwise === undefined || (oneOf && Object.hasOwn(oneOf.values, own)) ? own : otherwise;
}

/** Returns the conversion of a value to its public form; null if the value stays unchanged. */
function teller(told: PublicMapping): ((value: unknown) => unknown) | null {
  const { none, isNone, written, otherwise } = told;
  if (written === undefined && otherwise === undefined)
    return none === undefined && !isNone ? null : (value) => (value === none ? null : value);
  return (value) => {
    if (value === none) return null;
    if (!Array.isArray(value)) return wordOf(value, told);
    return value.map((one) => wordOf(one, told)).filter((one) => one !== null);
  };
}

function tellField(field: GraphQLField<unknown, unknown>, told: PublicMapping, enumOf: EnumOf): void {
  const { none, isNone, oneOf, otherwise, description } = told;
  field.description = description;
  if (oneOf) field.type = withCore(field.type, enumOf(oneOf));
  const tell = teller(told);
  if (!tell) return;
  if (none !== undefined || isNone || (otherwise === null && !isListType(nullable(field.type)))) field.type = nullable(field.type);
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, args, context, info) => {
    if (isNone?.(source as never)) return null;
    const value: unknown = resolve(source, args, context, info);
    return value instanceof Promise ? value.then(tell) : tell(value);
  };
}

/** Converts an input to its stored form. Clients send null or nothing for "none", which the resolvers accept; enum values already contain the stored words. */
function tellInput(
  input: GraphQLArgument | GraphQLInputField,
  { oneOf, isTexts, isDecimal, description }: PublicMapping,
  types: Types,
): void {
  input.description = description;
  if (isTexts) input.type = new GraphQLList(new GraphQLNonNull(GraphQLString));
  if (isDecimal) input.type = withCore(input.type, types.decimal());
  if (oneOf) input.type = withCore(input.type, types.enumOf(oneOf));
}

/** The public replacements of declared types. */
interface Types {
  enumOf: EnumOf;
  decimal: () => GraphQLScalarType;
}

/** Replaces the types of marked values (`public-mapping.ts`). Changes the fields of the given schema. */
export function withPublicTypes(schema: GraphQLSchema): GraphQLSchema {
  const enumOf = enums(schema);
  const types: Types = { enumOf, decimal: () => schema.getType('Decimal') as GraphQLScalarType };
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) if (field.extensions.told) tellInput(field, field.extensions.told, types);
    } else if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        if (field.extensions.told) tellField(field, field.extensions.told, enumOf);
        for (const arg of field.args) if (arg.extensions.told) tellInput(arg, arg.extensions.told, types);
      }
    }
  }
  return new GraphQLSchema(schema.toConfig());
}
