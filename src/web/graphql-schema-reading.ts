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

/** Types that a document may ask for by name; the whole schema it may ask for once. */
const MAX_TYPES = 10;
/** Text of responses that are kept, in characters. */
const CAPACITY = 8_000_000;

/** Lists of the schema's own types: tools ask for them within `types`, and for none within another. */
const LISTS = new Set(['fields', 'inputFields', 'enumValues', 'interfaces', 'possibleTypes']);

const tooMuch = (message: string) => new GraphQLError(message, { extensions: { code: 'graphql_limit_exceeded', http: { status: 400 } } });

/** What below a field of the schema tools do not ask: names of one's own, and lists within lists. Every fragment is looked at once on each level. */
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

/** Keeps those who read the schema by these of a document's roots to what tools ask: once in an operation, nothing of it under several names, and no lists within lists. */
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

/** Limits what may be asked of the schema, and serves documents that read nothing but the schema from earlier responses: it is the same for all as long as the process lives. */
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
