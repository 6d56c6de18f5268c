import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

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
