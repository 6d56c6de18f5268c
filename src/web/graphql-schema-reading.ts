import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { getFragments, getRootFields } from './graphql-cost.ts';

/** Maximum number of types that a document may read by name. It may read the whole schema once. */
const MAX_TYPES = 10;
/** Size of the cache of responses, in characters. */
const MAX_CACHED_CHARACTERS = 8_000_000;

/** List fields of introspection types. Tools select them within `types` and never within each other. */
const LIST_FIELDS = new Set(['fields', 'inputFields', 'enumValues', 'interfaces', 'possibleTypes']);

const createRefusal = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'graphql_limit_exceeded', http: { status: 400 } } });

/**
 * Returns the refusal of selections that tools do not use (aliases, nested lists), or null. Visits every fragment at most twice: inside and outside
 * of lists.
 */
function findExcessBelow(field: FieldNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): GraphQLError | null {
  const seen = new Set<string>();
  const visitSelections = (set: SelectionSetNode | undefined, isInList: boolean): GraphQLError | null => {
    for (const selection of set?.selections ?? []) {
      const excess = visitSelection(selection, isInList);
      if (excess) return excess;
    }
    return null;
  };
  const visitSelection = (selection: SelectionNode, isInList: boolean): GraphQLError | null => {
    if (selection.kind === Kind.INLINE_FRAGMENT) return visitSelections(selection.selectionSet, isInList);
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const key = `${selection.name.value} ${isInList}`;
      if (seen.has(key)) return null;
      seen.add(key);
      return visitSelections(fragments.get(selection.name.value)?.selectionSet, isInList);
    }
    if (selection.alias) return createRefusal('Fields of the schema cannot have aliases.');
    const isList = LIST_FIELDS.has(selection.name.value);
    if (isList && isInList) return createRefusal(`"${selection.name.value}" cannot be selected within another list of the schema.`);
    return visitSelections(selection.selectionSet, isInList || isList);
  };
  return visitSelections(field.selectionSet, false);
}

/** Returns the refusal of introspection that tools do not need (too many root fields, aliases, nested lists), or null if it is allowed. */
function findExcess(document: DocumentNode, roots: readonly FieldNode[]): GraphQLError | null {
  const count = (name: string) => roots.filter((root) => root.name.value === name).length;
  if (count('__schema') > 1 || count('__type') > MAX_TYPES)
    return createRefusal(`An operation may read the schema once, and at most ${MAX_TYPES} types by name.`);
  const fragments = getFragments(document);
  for (const root of roots) {
    const excess = findExcessBelow(root, fragments);
    if (excess) return excess;
  }
  return null;
}

interface SerializedResult extends ExecutionResult {
  stringify?: (result: ExecutionResult) => string;
}

const withSerializedData = (data: string): SerializedResult => ({
  stringify: ({ extensions }) => `{"data":${data}${extensions ? `,"extensions":${JSON.stringify(extensions)}` : ''}}`,
});

/** Plugin that limits introspection. Caches responses to documents that only read the schema, because a process never changes its schema. */
export function useIntrospectionLimit(): Plugin {
  const responses = new LRUCache<string, string>({
    maxSize: MAX_CACHED_CHARACTERS,
    sizeCalculation: (text, key) => text.length + key.length,
  });
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { document, operationName } = args as ExecutionArgs;
      const roots = getRootFields(document, operationName);
      const introspectionRoots = roots.filter(({ name }) => name.value.startsWith('__'));
      if (introspectionRoots.length === 0) return;
      const excess = findExcess(document, introspectionRoots);
      if (excess) return setResultAndStopExecution({ errors: [excess] });
      if (introspectionRoots.length < roots.length) return;
      const isConstant = document.definitions.every(
        (definition) => definition.kind !== Kind.OPERATION_DEFINITION || !definition.variableDefinitions?.length,
      );
      const text = document.loc?.source.body;
      if (!isConstant || text === undefined) return;
      const key = `${operationName ?? ''} ${text}`;
      const cached = responses.get(key);
      if (cached !== undefined) return setResultAndStopExecution(withSerializedData(cached));
      return {
        onExecuteDone({ result, setResult }) {
          if (!('data' in result) || result.errors || Symbol.asyncIterator in result) return;
          const data = JSON.stringify(result.data);
          responses.set(key, data);
          setResult({ ...withSerializedData(data), ...(result.extensions && { extensions: result.extensions }) });
        },
      };
    },
  };
}
