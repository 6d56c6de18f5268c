import {
  defaultFieldResolver,
  getNamedType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isNonNullType,
} from 'graphql';
import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';
import type { Context } from '../context.ts';

// In inputs of changes and arguments of updates, an absent member keeps its value. The declarations here define the meaning of null for each field
// and argument. Without a declaration, null is refused.

type Empty = '' | 0 | readonly [] | Readonly<Record<string, never>>;

/** Meaning of null in the fields of an input of changes. */
export interface Nulls {
  /** Fields whose resolvers handle null themselves: it clears them or restores a default. */
  passed?: readonly string[] | 'all';
  /** Fields that null clears, with the value that the resolvers receive instead. */
  clearedBy?: Readonly<Record<string, Empty>>;
}

declare module 'graphql' {
  interface GraphQLInputObjectTypeExtensions {
    nulls?: Nulls;
  }
  interface GraphQLArgumentExtensions {
    /** Meaning of null in an argument of an update. */
    nulls?: { clearedBy: Empty } | 'leftOut';
  }
}

/** Declares the meaning of null in the fields of an input of changes. Mutations called `create…` that share the input treat null as absent. */
export const nulls = (rules: Nulls) => ({ extensions: { nulls: rules } });

/** Declares that null clears an argument of an update, and the value that the resolver receives instead. */
export const clearedBy = (value: Empty) => ({ extensions: { nulls: { clearedBy: value } } });

/** Marks an argument of an update that changes nothing itself but identifies the object or sets an option. Null counts as absent. */
export const nullIsLeftOut = { extensions: { nulls: 'leftOut' as const } };

const isChanges = (type: unknown): type is GraphQLInputObjectType =>
  isInputObjectType(type) && (type.name.endsWith('Changes') || type.extensions.nulls !== undefined);

/** True if null is refused in a field. */
export function refusesNull(type: GraphQLInputObjectType, name: string): boolean {
  const { passed = [], clearedBy: cleared = {} } = type.extensions.nulls ?? {};
  return passed !== 'all' && !passed.includes(name) && !(name in cleared);
}

/** Arguments that identify the changed object. */
const naming = ['id', 'slug'];

/** Returns the optional arguments of an update that change something themselves. */
export function changingArguments({ name, args }: GraphQLField<unknown, unknown>): GraphQLArgument[] {
  if (!/^(update|rename)/.test(name)) return [];
  return args.filter(
    (arg) =>
      !isNonNullType(arg.type) && !naming.includes(arg.name) && arg.extensions.nulls !== 'leftOut' && !isChanges(getNamedType(arg.type)),
  );
}

/** Returns the value that a resolver receives to clear an argument; undefined if null is refused. */
export function clearing({ extensions: { nulls: rule } }: GraphQLArgument): Empty | undefined {
  return typeof rule === 'object' ? rule.clearedBy : undefined;
}

const saidOfNull = (description: string | null | undefined) =>
  /\bnull\b/i.test(description ?? '') ? (description ?? '') : `${description ?? ''} Null clears it.`.trim();

function describe(type: GraphQLInputObjectType, isSharedWithNew: boolean): void {
  const { passed, clearedBy: cleared = {} } = type.extensions.nulls ?? {};
  const rule = `${isSharedWithNew ? 'In a change, fields' : 'Fields'} that are left out keep their values.`;
  const rest =
    passed === 'all'
      ? 'Null restores the default of a field.'
      : 'Null clears a field if its description says so; other fields refuse null.';
  type.description = `${type.description ?? ''} ${rule} ${rest}`.trim();
  if (passed === 'all') return;
  for (const name of [...(passed ?? []), ...Object.keys(cleared)]) {
    const field = type.getFields()[name];
    if (!field) throw new Error(`${type.name} has no field ${name}, of which it says what null means.`);
    field.description = saidOfNull(field.description);
  }
}

function describeArguments(field: GraphQLField<unknown, unknown>): void {
  const changing = changingArguments(field);
  if (changing.length === 0) return;
  for (const arg of changing) if (clearing(arg) !== undefined) arg.description = saidOfNull(arg.description);
  const rest =
    'Arguments that are left out keep their values. Null clears an argument if its description says so; other arguments refuse null.';
  field.description = `${field.description ?? ''} ${rest}`.trim();
}

type Values = Readonly<Record<string, unknown>>;
type Faults = Record<string, ArgumentRefusal | string>;

const refusal = (name: string) => `${name} cannot be null. Leave it out to keep its value.`;

/** Converts a value or list of an input of changes to that of the resolvers. Adds a fault for each null that is refused. */
function readGiven(type: GraphQLInputObjectType, given: unknown, at: string, faults: Faults): unknown {
  if (Array.isArray(given)) return given.map((one, place) => readGiven(type, one, `${at}.${place}`, faults));
  if (typeof given !== 'object' || given === null) return given;
  const cleared: Values = type.extensions.nulls?.clearedBy ?? {};
  return Object.fromEntries(
    Object.entries(given).map(([name, value]: [string, unknown]) => {
      const nested = getNamedType(type.getFields()[name]?.type);
      if (value !== null) return [name, isChanges(nested) ? readGiven(nested, value, `${at}.${name}`, faults) : value];
      if (refusesNull(type, name)) faults[`${at}.${name}`] = refusal(name);
      return [name, name in cleared ? cleared[name] : value];
    }),
  );
}

function readNulls(field: GraphQLField<unknown, Context>): void {
  const taken = field.args.flatMap(({ name, type }) => {
    const named = getNamedType(type);
    return isChanges(named) && (named.name.endsWith('Changes') || !isCreation(field)) ? [{ name, type: named }] : [];
  });
  const changing = changingArguments(field as GraphQLField<unknown, unknown>);
  if (taken.length === 0 && changing.length === 0) return;
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (root, args: Values, context, info) => {
    const faults: Faults = {};
    const known: Record<string, unknown> = { ...args };
    for (const { name, type } of taken) known[name] = readGiven(type, args[name], name, faults);
    for (const arg of changing) {
      if (args[arg.name] !== null) continue;
      const value = clearing(arg);
      if (value === undefined) faults[arg.name] = refusal(arg.name);
      known[arg.name] = value;
    }
    if (Object.keys(faults).length > 0) throw invalidArguments(faults);
    return resolve(root, known, context, info);
  };
}

const isCreation = ({ name }: { name: string }) => name.startsWith('create');

/** Returns the inputs of changes of a schema: those called `…Changes` and those with a declaration. */
export function inputsOfChanges(schema: GraphQLSchema): GraphQLInputObjectType[] {
  return Object.values(schema.getTypeMap())
    .filter(isChanges)
    .filter((type) => Object.values(type.getFields()).some((field) => !isNonNullType(field.type)));
}

/** Applies the declared meanings of null. Changes the fields of the given schema. */
export function withNulls(schema: GraphQLSchema): GraphQLSchema {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const ofNew = new Set(mutations.filter(isCreation).flatMap(({ args }) => args.map(({ type }) => getNamedType(type).name)));
  for (const type of inputsOfChanges(schema)) describe(type, !type.name.endsWith('Changes') && ofNew.has(type.name));
  for (const field of mutations) {
    describeArguments(field as GraphQLField<unknown, unknown>);
    readNulls(field);
  }
  return schema;
}
