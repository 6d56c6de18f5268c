import {
  defaultFieldResolver,
  type GraphQLArgument,
  type GraphQLField,
  GraphQLID,
  GraphQLInputObjectType,
  type GraphQLInputFieldConfigMap,
  GraphQLInt,
  GraphQLSchema,
  GraphQLString,
  getNullableType,
  isObjectType,
} from 'graphql';
import { invalidArguments } from '#app/core/failures/failure.ts';
import type { Context } from '../context.ts';
import { readGlobalId } from '../global-ids.ts';
import type { Lookup } from './lookup.ts';

/** An ID that no object has. It replaces keys that identify no object, so that the field refuses them like unknown IDs. */
const UNKNOWN_ID = -1;

type Field = GraphQLField<unknown, Context>;
type Arguments = Record<string, unknown>;

const uncapitalize = (name: string) => `${name[0]?.toLowerCase()}${name.slice(1)}`;
const isSet = (value: unknown) => value !== undefined && value !== null;

/** Returns a function that creates the input of a lookup. Fields that look up the same type by the same keys share one input. */
function createInputFactory(schema: GraphQLSchema): (lookup: Lookup) => GraphQLInputObjectType {
  const inputs = new Map<string, GraphQLInputObjectType>();
  return ({ of, keys }) => {
    const type = schema.getType(of);
    const isNode = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
    const fields: GraphQLInputFieldConfigMap = {
      ...(isNode && { id: { type: GraphQLID, description: 'Global ID of the object.' } }),
      databaseId: { type: GraphQLInt, description: 'ID in the database.' },
      ...Object.fromEntries(Object.entries(keys).map(([name, { description }]) => [name, { type: GraphQLString, description }])),
    };
    const existing = inputs.get(of);
    if (existing && Object.keys(existing.getFields()).join() === Object.keys(fields).join()) return existing;
    if (existing) throw new Error(`Two fields look up ${of} by different keys. Give them the same keys.`);
    const input = new GraphQLInputObjectType({
      name: `${of}By`,
      description: `Identifies one object of the type \`${of}\`. Exactly one field is required.`,
      isOneOf: true,
      fields,
    });
    inputs.set(of, input);
    return input;
  };
}

/** Converts the value of `by` to the arguments that the field itself accepts. */
async function toFieldArguments(
  { of, keys }: Lookup,
  idName: string,
  by: Arguments,
  args: Arguments,
  context: Context,
): Promise<Arguments> {
  const [[name, value] = ['databaseId', UNKNOWN_ID]] = Object.entries(by);
  if (name === 'databaseId') return { ...args, [idName]: value };
  if (name === 'id') {
    const { typename, id } = readGlobalId(value as string);
    return { ...args, [idName]: typename === of ? Number(id) : UNKNOWN_ID };
  }
  const { argument, find } = keys[name] ?? {};
  if (argument !== undefined) return { ...args, [argument]: value };
  return { ...args, [idName]: (await find?.(value as string, context, args)) ?? UNKNOWN_ID };
}

function addLookup(field: Field, idArgument: GraphQLArgument, lookup: Lookup, createInput: ReturnType<typeof createInputFactory>): void {
  const names = [idArgument.name, ...Object.values(lookup.keys).flatMap(({ argument }) => argument ?? [])];
  const [type, resolve] = [createInput(lookup), field.resolve ?? defaultFieldResolver];
  for (const arg of field.args) {
    if (!names.includes(arg.name)) continue;
    arg.type = getNullableType(arg.type);
    const key = arg === idArgument ? 'databaseId' : Object.entries(lookup.keys).find(([, { argument }]) => argument === arg.name)?.[0];
    if (!lookup.keepsArguments) arg.deprecationReason = `Use \`by: { ${key}: … }\`.`;
  }
  const by: GraphQLArgument = {
    name: 'by',
    type,
    description: 'Identifies the object: exactly one field is required.',
    defaultValue: undefined,
    deprecationReason: undefined,
    extensions: {},
    astNode: undefined,
  };
  field.args = [by, ...field.args];
  field.resolve = async (root, { by: key, ...args }: Arguments, context, info) => {
    const sent = names.filter((name) => isSet(args[name]));
    if (isSet(key) === sent.length > 0)
      throw invalidArguments({
        by: `Identify the ${uncapitalize(lookup.of)} by exactly one of these: ${Object.keys(type.getFields()).join(', ')}.`,
      });
    const fieldArgs = isSet(key) ? await toFieldArguments(lookup, idArgument.name, key as Arguments, args, context) : args;
    return (await resolve(root, fieldArgs, context, info)) as unknown;
  };
}

/** Adds the argument `by` to every root field that looks up an object (`lookup.ts`). Changes the fields of the given schema. */
export function withLookups(schema: GraphQLSchema): GraphQLSchema {
  const [createInput, fields] = [createInputFactory(schema), schema.getQueryType()?.getFields() ?? {}];
  for (const field of Object.values(fields)) {
    const idArgument = field.args.find(({ extensions }) => extensions.lookup);
    const lookup = idArgument?.extensions.lookup;
    if (!idArgument || !lookup) continue;
    addLookup(field, idArgument, lookup, createInput);
    for (const name of lookup.replaces ?? []) {
      const replaced = fields[name];
      if (!replaced) throw new Error(`${field.name} replaces ${name}, but the schema has no query ${name}.`);
      replaced.deprecationReason = `Use \`${field.name}(by: …)\`.`;
    }
  }
  return new GraphQLSchema(schema.toConfig());
}
