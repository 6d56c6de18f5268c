import {
  type DocumentNode,
  type FragmentDefinitionNode,
  getVariableValues,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import { Selections } from './selections.ts';
import type { Run } from './run.ts';

/** Runs an operation with these variables; returns its data, or throws the first error that it meets, as GraphQL locates it. */
export type Execution = (context: unknown, variables: Record<string, unknown>) => Promise<Record<string, unknown>>;

/**
 * Prepares the execution of a valid document, whose operation is run again and again: what graphql-js finds out again for each object of each
 * response (the fields of a type, their resolvers, arguments and forms) is found out once. Data and order of resolvers are those of `execute`; but
 * where that goes on without the field that failed, the first error ends this one: of what failed in part old clients know no form.
 */
export function prepareExecution(schema: GraphQLSchema, document: DocumentNode): Execution {
  const fragments: Record<string, FragmentDefinitionNode> = {};
  let found: OperationDefinitionNode | undefined;
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) found = definition;
    else if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  }
  const operation = found;
  const root = operation && schema.getRootType(operation.operation);
  if (!root) throw new Error('There is no operation to run.');
  const selections = new Selections(schema, fragments);
  const selected = selections.fieldsOf(root, [operation.selectionSet]);
  const isMutation = operation.operation === 'mutation';

  return async (context, inputs) => {
    const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], inputs, { maxErrors: 50 });
    if (errors) throw errors[0] ?? new Error('The variables are not valid.');
    const run: Run = { schema, fragments, operation, context, variables: coerced, arguments: [] };
    if (!isMutation) return await selections.read(selected, undefined, run, undefined);
    const data: Record<string, unknown> = {};
    // one after another, as the language says
    for (const field of selected.fields)
      Object.assign(data, await selections.read({ fields: [field], blank: {} }, undefined, run, undefined));
    return data;
  };
}
