import { type DocumentNode, GraphQLError } from 'graphql';
import type { Plugin, YogaServerOptions } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

const CODE = 'graphql_limit_exceeded';

/** Reading a document descends as it does: one with thousands of levels has no place on the stack. */
function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new GraphQLError('Syntax Error: The document has too many levels.', { extensions: { code: CODE } });
  }
}

/** Refuses documents too deep to be read; what the limits on tokens and levels refuse is 400 for every media type, as other limits are. */
export function useReadableDocuments(): Plugin {
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source: string, options: object) => readable(() => parseFn(source, options)));
    },
    onValidate({ validateFn, setValidationFn }) {
      setValidationFn((...args: Parameters<typeof validateFn>) => readable(() => validateFn(...args)));
    },
    onExecutionResult({ result }) {
      for (const one of [result].flat()) {
        if (!one || !('errors' in one)) continue;
        for (const { extensions } of one.errors ?? []) if (extensions['code'] === CODE) extensions['http'] = { status: 400 };
      }
    },
  };
}

/** What all documents that are kept may take together, in bytes. */
const CAPACITY = 32 * 1024 * 1024;
/** About what a token takes, with the node it belongs to. */
const TOKEN_BYTES = 500;

function sizeOf(document: DocumentNode, text: string): number {
  let tokens = 1;
  for (let token = document.loc?.startToken; token; token = token.next ?? undefined) tokens += 1;
  return 2 * text.length + TOKEN_BYTES * tokens;
}

/** Remembers documents that were read and validated, up to a number of bytes; what cannot be read is not remembered. */
export function documentCaches(): NonNullable<YogaServerOptions<object, object>['parserAndValidationCache']> {
  const documents = new LRUCache<string, DocumentNode>({ maxSize: CAPACITY, sizeCalculation: sizeOf });
  return { documentCache: documents as never, errorCache: { get: () => undefined, set: () => undefined } as never };
}
