import { getVariableValues, type GraphQLSchema, Kind, type OperationDefinitionNode, parse, validate } from 'graphql';

/** Returns the validation messages of a schema for a document and its variables. Files, which JSON cannot contain, may be null. */
export function findGraphqlFaults(schema: GraphQLSchema, text: string, variables: Readonly<Record<string, unknown>>): string[] {
  const document = parse(text);
  const faults = validate(schema, document).map(({ message }) => message);
  if (faults.length > 0) return faults;
  const operation = document.definitions.find((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION);
  const { errors = [] } = getVariableValues(schema, operation?.variableDefinitions ?? [], variables);
  return errors.map(({ message }) => message).filter((message) => !/Upload!/.test(message));
}
