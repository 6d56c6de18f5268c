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

/** An ID that no object has. Objects without an ID are refused like unknown ones. */
const NO_NUMBER = -1;

type Field = GraphQLField<unknown, Context>;
type Arguments = Record<string, unknown>;

const lower = (name: string) => `${name[0]?.toLowerCase()}${name.slice(1)}`;
const isGiven = (value: unknown) => value !== undefined && value !== null;

/** Creates each input once. Fields that look up the same object by the same keys share it. */
function inputs(schema: GraphQLSchema): (lookup: Lookup) => GraphQLInputObjectType {
  const made = new Map<string, GraphQLInputObjectType>();
  return ({ of, keys }) => {
    const type = schema.getType(of);
    const isNode = isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Node');
    const fields: GraphQLInputFieldConfigMap = {
      ...(isNode && { id: { type: GraphQLID, description: 'Global ID of the object.' } }),
      databaseId: { type: GraphQLInt, description: 'ID in the database.' },
      ...Object.fromEntries(Object.entries(keys).map(([name, { description }]) => [name, { type: GraphQLString, description }])),
    };
    const known = made.get(of);
    if (known && Object.keys(known.getFields()).join() === Object.keys(fields).join()) return known;
    if (known) throw new Error(`${of} is looked up by other names elsewhere`);
    const input = new GraphQLInputObjectType({
      name: `${of}By`,
      description: `Identifies one object of the type \`${of}\`. Exactly one field has to be given.`,
      isOneOf: true,
      fields,
    });
    made.set(of, input);
    return input;
  };
}

/** Converts the lookup to the arguments that the field itself accepts. */
async function ownArguments({ of, keys }: Lookup, number: string, by: Arguments, args: Arguments, context: Context): Promise<Arguments> {
  const [[name, value] = ['databaseId', NO_NUMBER]] = Object.entries(by);
  if (name === 'databaseId') return { ...args, [number]: value };
  if (name === 'id') {
    const { typename, id } = readGlobalId(value as string);
    return { ...args, [number]: typename === of ? Number(id) : NO_NUMBER };
  }
  const { argument, find } = keys[name] ?? {};
  if (argument !== undefined) return { ...args, [argument]: value };
  return { ...args, [number]: (await find?.(value as string, context, args)) ?? NO_NUMBER };
}

function addLookup(field: Field, number: GraphQLArgument, lookup: Lookup, inputOf: ReturnType<typeof inputs>): void {
  const names = [number.name, ...Object.values(lookup.keys).flatMap(({ argument }) => argument ?? [])];
  const [type, resolve] = [inputOf(lookup), field.resolve ?? defaultFieldResolver];
  for (const arg of field.args) {
    if (!names.includes(arg.name)) continue;
    arg.type = getNullableType(arg.type);
    const key = arg === number ? 'databaseId' : Object.entries(lookup.keys).find(([, { argument }]) => argument === arg.name)?.[0];
    if (!lookup.keepsArguments) arg.deprecationReason = `Say \`by: { ${key}: … }\`.`;
  }
  const by: GraphQLArgument = {
    name: 'by',
    type,
    description: 'Identifies the object: exactly one field has to be given.',
    defaultValue: undefined,
    deprecationReason: undefined,
    extensions: {},
    astNode: undefined,
  };
  field.args = [by, ...field.args];
  field.resolve = async (root, { by: named, ...args }: Arguments, context, info) => {
    const others = names.filter((name) => isGiven(args[name]));
    if (isGiven(named) === others.length > 0)
      throw invalidArguments({
        by: `Say which ${lower(lookup.of)}: by ${Object.keys(type.getFields()).join(', ')}, and by one of these only.`,
      });
    const own = isGiven(named) ? await ownArguments(lookup, number.name, named as Arguments, args, context) : args;
    return (await resolve(root, own, context, info)) as unknown;
  };
}

/** Adds the argument `by` to every root field that looks an object up (`lookup.ts`). Changes the fields of the given schema. */
export function withLookups(schema: GraphQLSchema): GraphQLSchema {
  const [inputOf, fields] = [inputs(schema), schema.getQueryType()?.getFields() ?? {}];
  for (const field of Object.values(fields)) {
    const number = field.args.find(({ extensions }) => extensions.lookup);
    const lookup = number?.extensions.lookup;
    if (!number || !lookup) continue;
    addLookup(field, number, lookup, inputOf);
    for (const name of lookup.replaces ?? []) {
      const old = fields[name];
      if (!old) throw new Error(`There is no ${name} for ${field.name} to replace`);
      old.deprecationReason = `\`${field.name}(by: …)\` answers the same.`;
    }
  }
  return new GraphQLSchema(schema.toConfig());
}
