import { getVariableValues, type GraphQLSchema, Kind, type OperationDefinitionNode, parse, validate } from 'graphql';

/** What a schema has against a document and its variables, in words. Files, which no JSON holds, may be null. */
export function graphqlFaults(schema: GraphQLSchema, text: string, variables: Readonly<Record<string, unknown>>): string[] {
  const document = parse(text);
  const faults = validate(schema, document).map(({ message }) => message);
  if (faults.length > 0) return faults;
  const operation = document.definitions.find((one): one is OperationDefinitionNode => one.kind === Kind.OPERATION_DEFINITION);
  const { errors = [] } = getVariableValues(schema, operation?.variableDefinitions ?? [], variables);
  return errors.map(({ message }) => message).filter((message) => !/Upload!/.test(message));
}
