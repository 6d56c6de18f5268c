import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  GraphQLSchema,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import type { Context } from '../context.ts';

// Renamed fields, arguments and input fields keep their former name in the public schema, deprecated. The declaration uses the current name.

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    formerName?: string;
    /** For a former name: the current name. */
    currentName?: string;
  }
  interface GraphQLArgumentExtensions {
    formerName?: string;
    /** For a former name: the current name. */
    currentName?: string;
  }
  interface GraphQLInputFieldExtensions {
    formerName?: string;
    /** For a former name: the current name. */
    currentName?: string;
  }
}

/** Declares the former name of a field, argument or input field. The public schema keeps it as a deprecated alias. */
export const declareFormerName = (formerName: string) => ({ formerName });

/** Deprecates a time in UTC without a zone in favor of a `DateTime`. REST still uses it. */
export const deprecateUtcField = (instead: string) => ({ deprecationReason: `Use \`${instead}\`, which has a zone.` });

/** Deprecates an input for a time in UTC. Its replacement also accepts a zone. */
export const deprecateUtcInput = (instead: string) => ({
  deprecationReason: `Use \`${instead}\` with a zone, such as \`2026-11-20T08:00:00Z\`.`,
});

type Field = GraphQLField<unknown, Context>;
type Input = GraphQLArgument | GraphQLInputField;
type Values = Readonly<Record<string, unknown>>;

const createDeprecationReason = (name: string) => `Use \`${name}\`.`;

/** Returns the field with its former name and the same resolver. */
function createFormerField(field: Field, name: string): Field {
  const { formerName: _former, ...extensions } = field.extensions;
  const resolve =
    field.resolve ??
    ((source: unknown, args: Values, context: Context, info) =>
      defaultFieldResolver(source, args, context, { ...info, fieldName: field.name }) as unknown);
  return {
    ...field,
    name,
    resolve,
    extensions: { ...extensions, currentName: field.name },
    deprecationReason: createDeprecationReason(field.name),
  };
}

/** Returns the argument or input field with its former name. It is optional, because clients normally send the current name. */
function createFormerInput<Member extends Input>(input: Member, name: string): Member {
  if (getNullableType(input.type) !== input.type) throw new Error(`${input.name} is required and cannot have the former name ${name}.`);
  const { formerName: _former, ...extensions } = input.extensions;
  return {
    ...input,
    name,
    defaultValue: undefined,
    deprecationReason: createDeprecationReason(input.name),
    extensions: { ...extensions, currentName: input.name },
  };
}

const listInputFields = (type: GraphQLInputType): readonly GraphQLInputField[] => {
  const named = getNamedType(type);
  return isInputObjectType(named) ? Object.values(named.getFields()) : [];
};

/** True if one of the inputs has a former name at any depth. */
function acceptsFormerNames(inputs: readonly Input[], visited = new Set<unknown>()): boolean {
  return inputs.some(({ type, extensions }) => {
    if (extensions.currentName !== undefined) return true;
    const named = getNamedType(type);
    if (visited.has(named)) return false;
    visited.add(named);
    return acceptsFormerNames(listInputFields(type), visited);
  });
}

/** Renames values with former names to the current names, at every depth. */
function renameInputs(inputs: readonly Input[], values: Values): Values {
  const current: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const input = inputs.find((candidate) => candidate.name === name);
    const currentName = input?.extensions.currentName;
    // if both names are sent, the current one applies
    if (currentName !== undefined && Object.hasOwn(values, currentName)) continue;
    current[currentName ?? name] = input ? renameNested(listInputFields(input.type), value) : value;
  }
  return current;
}

function renameNested(inputs: readonly Input[], value: unknown): unknown {
  if (inputs.length === 0 || typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? value.map((item) => renameNested(inputs, item)) : renameInputs(inputs, value as Values);
}

function acceptFormerNames(field: Field): void {
  if (!acceptsFormerNames(field.args)) return;
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, args: Values, context, info) => resolve(source, renameInputs(field.args, args), context, info) as unknown;
}

/** Adds the former names of fields, arguments and input fields. Changes the fields of the given schema. */
export function withFormerNames(schema: GraphQLSchema): GraphQLSchema {
  const types = Object.values(schema.getTypeMap());
  for (const type of types.filter(isInputObjectType)) {
    const fields = type.getFields();
    for (const field of Object.values(fields)) {
      const { formerName } = field.extensions;
      if (formerName !== undefined) fields[formerName] = createFormerInput(field, formerName);
    }
  }
  const typesWithFields = types.filter((type) => isObjectType(type) || isInterfaceType(type));
  for (const fields of typesWithFields.map((type) => type.getFields())) {
    for (const field of Object.values(fields)) {
      field.args = [
        ...field.args,
        ...field.args.flatMap((arg) =>
          arg.extensions.formerName === undefined ? [] : [createFormerInput(arg, arg.extensions.formerName)],
        ),
      ];
      acceptFormerNames(field);
      const { formerName } = field.extensions;
      if (formerName !== undefined) fields[formerName] = createFormerField(field, formerName);
    }
  }
  return new GraphQLSchema(schema.toConfig());
}
