import { type DocumentNode, GraphQLError } from 'graphql';
import type { Plugin, YogaServerOptions } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

const CODE = 'graphql_limit_exceeded';

/** Converts the stack overflow of deeply nested documents to a refusal, because parsing is recursive. */
function refuseStackOverflow<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new GraphQLError('Syntax Error: The document has too many levels.', { extensions: { code: CODE } });
  }
}

/**
 * Plugin that refuses documents that are nested too deeply. Sets the status 400 for exceeded limits on tokens and depth, regardless of the media type
 * that the client accepts.
 */
export function useNestingLimit(): Plugin {
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source: string, options: object) => refuseStackOverflow(() => parseFn(source, options)));
    },
    onValidate({ validateFn, setValidationFn }) {
      setValidationFn((...args: Parameters<typeof validateFn>) => refuseStackOverflow(() => validateFn(...args)));
    },
    onExecutionResult({ result }) {
      for (const part of [result].flat()) {
        if (!part || !('errors' in part)) continue;
        for (const { extensions } of part.errors ?? []) if (extensions['code'] === CODE) extensions['http'] = { status: 400 };
      }
    },
  };
}

/** Size of the document cache in bytes. */
const CACHE_BYTES = 32 * 1024 * 1024;
/** Approximate memory of a token and its node in bytes. */
const TOKEN_BYTES = 500;

function computeSize(document: DocumentNode, text: string): number {
  let tokens = 1;
  for (let token = document.loc?.startToken; token; token = token.next ?? undefined) tokens += 1;
  return 2 * text.length + TOKEN_BYTES * tokens;
}

/** Creates the caches of parsed and validated documents, limited by memory. Invalid documents are not cached. */
export function createDocumentCaches(): NonNullable<YogaServerOptions<object, object>['parserAndValidationCache']> {
  const documents = new LRUCache<string, DocumentNode>({ maxSize: CACHE_BYTES, sizeCalculation: computeSize });
  return { documentCache: documents as never, errorCache: { get: () => undefined, set: () => undefined } as never };
}
