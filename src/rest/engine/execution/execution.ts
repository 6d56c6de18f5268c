import { type DocumentNode, type FragmentDefinitionNode, getVariableValues, type GraphQLSchema, Kind } from 'graphql';
import { Selections } from './selections.ts';
import type { Run } from './run.ts';

/** Runs an operation with these variables. Returns its data or throws the first error, located as GraphQL does. */
export type Execution = (context: unknown, variables: Record<string, unknown>) => Promise<Record<string, unknown>>;

/**
 * Prepares the execution of a valid document that runs many times. Fields, resolvers and arguments are collected once, while graphql-js collects them
 * again for each object. Data and order of resolvers are the same as with `execute`, but the first error ends the execution, because legacy clients
 * cannot receive partial results.
 */
export function prepareExecution(schema: GraphQLSchema, document: DocumentNode): Execution {
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  const operation = document.definitions.find((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) throw new Error('There is no operation to run.');
  const selections = new Selections(schema, fragments);
  const selected = selections.prepareFields(root, [operation.selectionSet]);
  const isMutation = operation.operation === 'mutation';

  return async (context, inputs) => {
    const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], inputs, { maxErrors: 50 });
    if (errors) throw errors[0] ?? new Error('The variables are not valid.');
    const run: Run = { schema, fragments, operation, context, variables: coerced, arguments: [] };
    if (!isMutation) return await selections.read(selected, undefined, run, undefined);
    const data: Record<string, unknown> = {};
    // serially, as the specification requires
    for (const field of selected.fields)
      Object.assign(data, await selections.read({ fields: [field], blank: {} }, undefined, run, undefined));
    return data;
  };
}
