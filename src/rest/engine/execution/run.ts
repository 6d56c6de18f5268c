import {
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  locatedError,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** Where a value stands in the response. */
export type Path = GraphQLResolveInfo['path'];

/** One run of an operation. */
export interface Run {
  schema: GraphQLSchema;
  fragments: Record<string, FragmentDefinitionNode>;
  operation: OperationDefinitionNode;
  context: unknown;
  variables: Record<string, unknown>;
  /** Arguments by the number of their field: the same wherever it is resolved in this run. */
  arguments: Record<string, unknown>[];
}

/** Makes of what a resolver returned what is sent, or a promise of it. */
export type Complete = (value: unknown, run: Run, path: Path) => unknown;

/** A selected field of an object type, prepared. */
export interface Selected {
  /** Its number among all that have been prepared. */
  number: number;
  key: string;
  nodes: readonly [FieldNode, ...FieldNode[]];
  field: GraphQLField<unknown, unknown>;
  parent: GraphQLObjectType;
  /** False = @skip or @include leaves it out of this run; null = it is always there. */
  runs: ((variables: Record<string, unknown>) => boolean) | null;
  /** Whether its resolver looks at where it is asked for. */
  takesInfo: boolean;
  /** A value without parts, whose resolver does not look either: it is completed without its own path. */
  isPlain: boolean;
  complete: Complete;
}

/** What is taken of an object. */
export interface SelectedFields {
  fields: readonly Selected[];
  /** An object with the keys that every response has: a copy of it is filled, which takes a third of the memory of one that grows. */
  blank: Readonly<Record<string, unknown>>;
}

/** Prepares and reads the fields that are selected of objects. */
export interface Selecting {
  fieldsOf(type: GraphQLObjectType, sets: readonly SelectionSetNode[]): SelectedFields;
  read(selected: SelectedFields, source: unknown, run: Run, above: Path | undefined): unknown;
}

const none: Record<string, unknown> = Object.freeze({});

/** What the resolver of a field receives. */
export function argumentsOf({ number, field, nodes }: Selected, run: Run): Record<string, unknown> {
  if (field.args.length === 0) return none;
  return (run.arguments[number] ??= getArgumentValues(field, nodes[0], run.variables));
}

/** The `info` of a resolver, as graphql-js passes it. */
export function infoOf({ field, nodes, parent }: Selected, run: Run, path: Path): GraphQLResolveInfo {
  return {
    fieldName: field.name,
    fieldNodes: nodes,
    returnType: field.type,
    parentType: parent,
    path,
    schema: run.schema,
    fragments: run.fragments,
    rootValue: undefined,
    operation: run.operation,
    variableValues: run.variables,
  };
}

/** An error with the place where it was thrown, as graphql-js says it. */
export function located(thrown: unknown, { nodes }: Selected, path: Path): GraphQLError {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at; at = at.prev) keys.push(at.key);
  return locatedError(thrown, nodes, keys.reverse());
}

/** Whether a value is still to come. */
export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** Throws the error when those that were begun have ended, so that none is left alone with an error of its own. */
export async function throwAfter(error: unknown, begun: readonly Promise<unknown>[]): Promise<never> {
  await Promise.allSettled(begun);
  throw error;
}
