import {
  defaultFieldResolver,
  getNamedType,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isNonNullType,
} from 'graphql';
import { type ArgumentRefusal, invalidArguments } from '#app/core/failures/failure.ts';
import type { Context } from '../context.ts';

// In an input of changes a field that is left out keeps its value. What null means is declared here for each field; where nothing is declared, null
// is refused.

/** What null means in the fields of an input of changes. */
export interface Nulls {
  /** Fields whose null the resolvers expect themselves: it clears them, or brings a default back. */
  passed?: readonly string[] | 'all';
  /** Fields that null clears, with the value by which the resolvers know that. */
  clearedBy?: Readonly<Record<string, '' | 0 | readonly [] | Readonly<Record<string, never>>>>;
}

declare module 'graphql' {
  interface GraphQLInputObjectTypeExtensions {
    nulls?: Nulls;
  }
}

/** Declares what null means in the fields of an input of changes. */
export const nulls = (rules: Nulls) => ({ extensions: { nulls: rules } });

const RULE = 'Fields that are left out keep their values.';
const isChanges = (type: unknown): type is GraphQLInputObjectType =>
  isInputObjectType(type) && (type.name.endsWith('Changes') || type.extensions.nulls !== undefined);

/** Whether null is refused in a field. */
export function refusesNull(type: GraphQLInputObjectType, name: string): boolean {
  const { passed = [], clearedBy = {} } = type.extensions.nulls ?? {};
  return passed !== 'all' && !passed.includes(name) && !(name in clearedBy);
}

function describe(type: GraphQLInputObjectType): void {
  const { passed, clearedBy = {} } = type.extensions.nulls ?? {};
  const rest =
    passed === 'all' ? 'Null brings the default of a field back.' : 'Null clears a field where its description says so; others refuse it.';
  type.description = `${type.description ?? ''} ${RULE} ${rest}`.trim();
  if (passed === 'all') return;
  for (const name of [...(passed ?? []), ...Object.keys(clearedBy)]) {
    const field = type.getFields()[name];
    if (!field) throw new Error(`${type.name} has no field ${name}, of which it says what null means.`);
    if (!/\bnull\b/i.test(field.description ?? '')) field.description = `${field.description ?? ''} Null clears it.`.trim();
  }
}

type Values = Readonly<Record<string, unknown>>;
type Faults = Record<string, ArgumentRefusal | string>;

/** The changes as the resolvers expect them. Adds to the faults what may not be null. */
function read(type: GraphQLInputObjectType, changes: Values, at: string, faults: Faults): Values {
  const clearedBy: Values = type.extensions.nulls?.clearedBy ?? {};
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => {
      if (value !== null) return [name, value];
      if (refusesNull(type, name)) faults[`${at}.${name}`] = `${name} cannot be null. Leave it out to keep its value.`;
      return [name, name in clearedBy ? clearedBy[name] : value];
    }),
  );
}

function readNulls(field: GraphQLField<unknown, Context>): void {
  const taken = field.args.flatMap(({ name, type }) => {
    const named = getNamedType(type);
    return isChanges(named) ? [{ name, type: named }] : [];
  });
  if (taken.length === 0) return;
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (root, args: Values, context, info) => {
    const faults: Faults = {};
    const known: Record<string, unknown> = { ...args };
    for (const { name, type } of taken) {
      const given = args[name];
      if (given === null || given === undefined) continue;
      known[name] = Array.isArray(given)
        ? given.map((one: Values, place) => read(type, one, `${name}.${place}`, faults))
        : read(type, given as Values, name, faults);
    }
    if (Object.keys(faults).length > 0) throw invalidArguments(faults);
    return resolve(root, known, context, info);
  };
}

/** The inputs of changes of a schema: those called `…Changes` and those that say what null means. */
export function inputsOfChanges(schema: GraphQLSchema): GraphQLInputObjectType[] {
  return Object.values(schema.getTypeMap())
    .filter(isChanges)
    .filter((type) => Object.values(type.getFields()).some((field) => !isNonNullType(field.type)));
}

/** The schema in which null means in every input of changes what the input declares. Changes the given schema's fields, which are its own. */
export function withNulls(schema: GraphQLSchema): GraphQLSchema {
  for (const type of inputsOfChanges(schema)) describe(type);
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) readNulls(field);
  return schema;
}
