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

// In inputs of changes and arguments of updates, an absent field or argument keeps its value. The declarations here define the meaning of null for
// each of them. Without a declaration, null is refused.

type Empty = '' | 0 | readonly [] | Readonly<Record<string, never>>;

/** Meaning of null in the fields of an input of changes. */
export interface Nulls {
  /** Fields whose resolvers handle null themselves, by clearing the field or restoring a default. */
  handledByResolver?: readonly string[] | 'all';
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

/** Marks an argument of an update that is not stored, because it identifies the object or is an option. Null counts as absent. */
export const nullIsLeftOut = { extensions: { nulls: 'leftOut' as const } };

const isChangesInput = (type: unknown): type is GraphQLInputObjectType =>
  isInputObjectType(type) && (type.name.endsWith('Changes') || type.extensions.nulls !== undefined);

/** True if null is refused in a field. */
export function refusesNull(type: GraphQLInputObjectType, name: string): boolean {
  const { handledByResolver = [], clearedBy: cleared = {} } = type.extensions.nulls ?? {};
  return handledByResolver !== 'all' && !handledByResolver.includes(name) && !(name in cleared);
}

/** Arguments that identify the changed object. */
const identifiers = ['id', 'slug'];

/** Returns the optional arguments of an update that are values to store. */
export function findChangeArguments({ name, args }: GraphQLField<unknown, unknown>): GraphQLArgument[] {
  if (!/^(update|rename)/.test(name)) return [];
  return args.filter(
    (arg) =>
      !isNonNullType(arg.type) &&
      !identifiers.includes(arg.name) &&
      arg.extensions.nulls !== 'leftOut' &&
      !isChangesInput(getNamedType(arg.type)),
  );
}

/** Returns the value that a resolver receives to clear an argument; undefined if null is refused. */
export function getClearingValue({ extensions: { nulls: rule } }: GraphQLArgument): Empty | undefined {
  return typeof rule === 'object' ? rule.clearedBy : undefined;
}

const withNullRule = (description: string | null | undefined) =>
  /\bnull\b/i.test(description ?? '') ? (description ?? '') : `${description ?? ''} Null clears the value.`.trim();

function describeInput(type: GraphQLInputObjectType, isAlsoForCreation: boolean): void {
  const { handledByResolver, clearedBy: cleared = {} } = type.extensions.nulls ?? {};
  const rule = `${isAlsoForCreation ? 'In a change, fields' : 'Fields'} that are left out keep their values.`;
  const nullRule =
    handledByResolver === 'all'
      ? 'Null restores the default of a field.'
      : 'Null clears a field if its description states this; other fields refuse null.';
  type.description = `${type.description ?? ''} ${rule} ${nullRule}`.trim();
  if (handledByResolver === 'all') return;
  for (const name of [...(handledByResolver ?? []), ...Object.keys(cleared)]) {
    const field = type.getFields()[name];
    if (!field) throw new Error(`${type.name} declares the meaning of null for ${name}, but has no such field.`);
    field.description = withNullRule(field.description);
  }
}

function describeArguments(field: GraphQLField<unknown, unknown>): void {
  const changeArguments = findChangeArguments(field);
  if (changeArguments.length === 0) return;
  for (const arg of changeArguments) if (getClearingValue(arg) !== undefined) arg.description = withNullRule(arg.description);
  const nullRule =
    'Arguments that are left out keep their values. Null clears an argument if its description states this; other arguments refuse null.';
  field.description = `${field.description ?? ''} ${nullRule}`.trim();
}

type Values = Readonly<Record<string, unknown>>;
type ArgumentErrors = Record<string, ArgumentRefusal | string>;

const createNullMessage = (name: string) => `${name} cannot be null. Leave it out to keep its value.`;

/** Converts an input of changes, or a list of such inputs, to the value for the resolvers. Adds an error for each null that is refused. */
function convertNulls(type: GraphQLInputObjectType, input: unknown, path: string, errors: ArgumentErrors): unknown {
  if (Array.isArray(input)) return input.map((item, index) => convertNulls(type, item, `${path}.${index}`, errors));
  if (typeof input !== 'object' || input === null) return input;
  const cleared: Values = type.extensions.nulls?.clearedBy ?? {};
  return Object.fromEntries(
    Object.entries(input).map(([name, value]: [string, unknown]) => {
      const nested = getNamedType(type.getFields()[name]?.type);
      if (value !== null) return [name, isChangesInput(nested) ? convertNulls(nested, value, `${path}.${name}`, errors) : value];
      if (refusesNull(type, name)) errors[`${path}.${name}`] = createNullMessage(name);
      return [name, name in cleared ? cleared[name] : value];
    }),
  );
}

function applyNullRules(field: GraphQLField<unknown, Context>): void {
  const inputs = field.args.flatMap(({ name, type }) => {
    const named = getNamedType(type);
    return isChangesInput(named) && (named.name.endsWith('Changes') || !isCreation(field)) ? [{ name, type: named }] : [];
  });
  const changeArguments = findChangeArguments(field as GraphQLField<unknown, unknown>);
  if (inputs.length === 0 && changeArguments.length === 0) return;
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (root, args: Values, context, info) => {
    const errors: ArgumentErrors = {};
    const converted: Record<string, unknown> = { ...args };
    for (const { name, type } of inputs) converted[name] = convertNulls(type, args[name], name, errors);
    for (const arg of changeArguments) {
      if (args[arg.name] !== null) continue;
      const value = getClearingValue(arg);
      if (value === undefined) errors[arg.name] = createNullMessage(arg.name);
      converted[arg.name] = value;
    }
    if (Object.keys(errors).length > 0) throw invalidArguments(errors);
    return resolve(root, converted, context, info);
  };
}

const isCreation = ({ name }: { name: string }) => name.startsWith('create');

/** Returns the inputs of changes of a schema: those called `…Changes` and those with a declaration. */
export function findChangeInputs(schema: GraphQLSchema): GraphQLInputObjectType[] {
  return Object.values(schema.getTypeMap())
    .filter(isChangesInput)
    .filter((type) => Object.values(type.getFields()).some((field) => !isNonNullType(field.type)));
}

/** Applies the declared meanings of null. Changes the fields of the given schema. */
export function withNulls(schema: GraphQLSchema): GraphQLSchema {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const creationInputs = new Set(mutations.filter(isCreation).flatMap(({ args }) => args.map(({ type }) => getNamedType(type).name)));
  for (const type of findChangeInputs(schema)) describeInput(type, !type.name.endsWith('Changes') && creationInputs.has(type.name));
  for (const field of mutations) {
    describeArguments(field as GraphQLField<unknown, unknown>);
    applyNullRules(field);
  }
  return schema;
}
