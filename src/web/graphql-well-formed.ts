import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

const isPlainObject = (value: unknown): value is Record<string, unknown> => Object.prototype.toString.call(value) === '[object Object]';

const createBadRequest = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'bad_request', status: 400, http: { status: 400, headers: {} } } });

/** Types of a request's members, which may be absent or null. */
const members: Readonly<Record<string, readonly [type: string, isValid: (value: unknown) => boolean]>> = {
  query: ['a string', (value) => typeof value === 'string'],
  operationName: ['a string', (value) => typeof value === 'string'],
  documentId: ['a string', (value) => typeof value === 'string'],
  variables: ['an object', isPlainObject],
  extensions: ['an object', isPlainObject],
};

/** Returns the first member of a request that has a wrong type, or undefined. */
const findInvalidMember = (request: Record<string, unknown>) =>
  Object.entries(members).find(([name, [, isValid]]) => request[name] !== null && request[name] !== undefined && !isValid(request[name]));

/** True if the value is a GraphQL request with valid member types. */
export const isWellFormed = (value: unknown): boolean => isPlainObject(value) && findInvalidMember(value) === undefined;

function checkRequest(request: unknown): void {
  if (!isPlainObject(request))
    throw createBadRequest('A GraphQL request is an object with `query` or `documentId`. Send an object, or a list of them.');
  const [name, [type] = []] = findInvalidMember(request) ?? [];
  if (name !== undefined) throw createBadRequest(`Member \`${name}\` of the request is not ${type}.`);
}

/** True if the connection was closed while the request was read. */
const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** True if the parser set another status than 400, such as for a body that is too large. */
const hasOwnStatus = (error: unknown) =>
  error instanceof GraphQLError && ![undefined, 400].includes((error.extensions['http'] as { status?: number } | undefined)?.status);

/**
 * Plugin that refuses invalid requests with 400 `bad_request` before other plugins read them: wrong member types, an invalid batch, or a multipart
 * body with an invalid `operations` or `map`, for which Yoga's parsers throw.
 */
export function useWellFormedRequests(): Plugin {
  return {
    onRequestParse({ requestParser, setRequestParser }) {
      if (!requestParser) return;
      setRequestParser(async (request) => {
        const params = await Promise.resolve()
          .then(() => requestParser(request))
          .catch((error: unknown) => {
            if (isAborted(error) || hasOwnStatus(error)) throw error;
            if (error instanceof GraphQLError) throw createBadRequest(error.message.replace(/\.?$/, '.'));
            throw createBadRequest(
              'The request cannot be read. Check `variables`, or the parts `operations` and `map`, against the GraphQL multipart request specification.',
            );
          });
        if (Array.isArray(params) && params.length === 0) throw createBadRequest('The batch is empty. Send a list of GraphQL requests.');
        for (const request of [params].flat()) checkRequest(request);
        return params;
      });
    },
  };
}
