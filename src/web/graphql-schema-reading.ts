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
import { fragmentsOf, rootFields } from './graphql-cost.ts';

/** Maximum number of types that a document may read by name. It may read the whole schema once. */
const MAX_TYPES = 10;
/** Size of the cache of responses, in characters. */
const CAPACITY = 8_000_000;

/** List fields of introspection types. Tools select them within `types` and never within each other. */
const LISTS = new Set(['fields', 'inputFields', 'enumValues', 'interfaces', 'possibleTypes']);

const tooMuch = (message: string) => new GraphQLError(message, { extensions: { code: 'graphql_limit_exceeded', http: { status: 400 } } });

/** Returns the refusal of selections that tools do not use: aliases and nested lists. Visits every fragment once per level. */
function excessBelow(field: FieldNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): GraphQLError | null {
  const seen = new Set<string>();
  const look = (set: SelectionSetNode | undefined, isInList: boolean): GraphQLError | null => {
    for (const one of set?.selections ?? []) {
      const found = excessOf(one, isInList);
      if (found) return found;
    }
    return null;
  };
  const excessOf = (one: SelectionNode, isInList: boolean): GraphQLError | null => {
    if (one.kind === Kind.INLINE_FRAGMENT) return look(one.selectionSet, isInList);
    if (one.kind === Kind.FRAGMENT_SPREAD) {
      const key = `${one.name.value} ${isInList}`;
      if (seen.has(key)) return null;
      seen.add(key);
      return look(fragments.get(one.name.value)?.selectionSet, isInList);
    }
    if (one.alias) return tooMuch('What the schema holds is asked for by its own names.');
    const isList = LISTS.has(one.name.value);
    if (isList && isInList) return tooMuch(`"${one.name.value}" cannot be asked for within another list of the schema.`);
    return look(one.selectionSet, isInList || isList);
  };
  return look(field.selectionSet, false);
}

/** Returns the refusal of introspection beyond the needs of tools: several root fields for it, aliases, or nested lists; null if it is allowed. */
function excessOf(document: DocumentNode, roots: readonly FieldNode[]): GraphQLError | null {
  const count = (name: string) => roots.filter((root) => root.name.value === name).length;
  if (count('__schema') > 1 || count('__type') > MAX_TYPES)
    return tooMuch(`An operation reads the schema once, and ${MAX_TYPES} types by name.`);
  const fragments = fragmentsOf(document);
  for (const root of roots) {
    const found = excessBelow(root, fragments);
    if (found) return found;
  }
  return null;
}

interface Written extends ExecutionResult {
  stringify?: (result: ExecutionResult) => string;
}

const written = (data: string): Written => ({
  stringify: ({ extensions }) => `{"data":${data}${extensions ? `,"extensions":${JSON.stringify(extensions)}` : ''}}`,
});

/** Plugin that limits introspection and caches responses of documents that only read the schema, which is constant for the life of the process. */
export function useSchemaReading(): Plugin {
  const answers = new LRUCache<string, string>({ maxSize: CAPACITY, sizeCalculation: (text, key) => text.length + key.length });
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const { document, operationName } = args as ExecutionArgs;
      const roots = rootFields(document, operationName);
      const ofSchema = roots.filter(({ name }) => name.value.startsWith('__'));
      if (ofSchema.length === 0) return;
      const excess = excessOf(document, ofSchema);
      if (excess) return setResultAndStopExecution({ errors: [excess] });
      if (ofSchema.length < roots.length) return;
      const isSame = document.definitions.every((one) => one.kind !== Kind.OPERATION_DEFINITION || !one.variableDefinitions?.length);
      const text = document.loc?.source.body;
      if (!isSame || text === undefined) return;
      const key = `${operationName ?? ''} ${text}`;
      const kept = answers.get(key);
      if (kept !== undefined) return setResultAndStopExecution(written(kept));
      return {
        onExecuteDone({ result, setResult }) {
          if (!('data' in result) || result.errors || Symbol.asyncIterator in result) return;
          const data = JSON.stringify(result.data);
          answers.set(key, data);
          setResult({ ...written(data), ...(result.extensions && { extensions: result.extensions }) });
        },
      };
    },
  };
}
