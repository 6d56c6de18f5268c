import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

const isMap = (value: unknown): value is Record<string, unknown> => Object.prototype.toString.call(value) === '[object Object]';

const badRequest = (message: string) =>
  new GraphQLError(message, { extensions: { code: 'bad_request', status: 400, http: { status: 400, headers: {} } } });

/** Types of the members of a request; each may be absent or null. */
const members: Readonly<Record<string, readonly [type: string, is: (value: unknown) => boolean]>> = {
  query: ['a string', (value) => typeof value === 'string'],
  operationName: ['a string', (value) => typeof value === 'string'],
  documentId: ['a string', (value) => typeof value === 'string'],
  variables: ['an object', isMap],
  extensions: ['an object', isMap],
};

/** The first member of a request that has another type than it may have; undefined where all fit. */
const wrongMember = (request: Record<string, unknown>) =>
  Object.entries(members).find(([name, [, is]]) => request[name] !== null && request[name] !== undefined && !is(request[name]));

/** Whether the value is one GraphQL request whose members have the types that they may have. */
export const isWellFormed = (value: unknown): boolean => isMap(value) && wrongMember(value) === undefined;

function checkRequest(request: unknown): void {
  if (!isMap(request)) throw badRequest('A GraphQL request is an object with `query` or `documentId`. Send an object, or a list of them.');
  const [name, [type] = []] = wrongMember(request) ?? [];
  if (name !== undefined) throw badRequest(`Member \`${name}\` of the request is not ${type}.`);
}

/** Whether the connection was closed while the request was read. */
const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** Whether the parser says by a status of its own what is wrong, as for a body that is too large. */
const isOfItsOwn = (error: unknown) =>
  error instanceof GraphQLError && ![undefined, 400].includes((error.extensions['http'] as { status?: number } | undefined)?.status);

/**
 * Refuses what is no GraphQL request with 400 `bad_request` before other plugins read it: members of other types, batches of other things, and
 * parts whose `operations` or `map` lead nowhere, over which Yoga's parsers trip.
 */
export function useWellFormedRequests(): Plugin {
  return {
    onRequestParse({ requestParser, setRequestParser }) {
      if (!requestParser) return;
      setRequestParser(async (request) => {
        const read = await Promise.resolve()
          .then(() => requestParser(request))
          .catch((error: unknown) => {
            if (isAborted(error) || isOfItsOwn(error)) throw error;
            if (error instanceof GraphQLError) throw badRequest(error.message.replace(/\.?$/, '.'));
            throw badRequest(
              'The request cannot be read. Check `variables`, or the parts `operations` and `map`, against the GraphQL multipart request specification.',
            );
          });
        if (Array.isArray(read) && read.length === 0) throw badRequest('The batch is empty. Send a list of GraphQL requests.');
        for (const one of Array.isArray(read) ? read : [read]) checkRequest(one);
        return read;
      });
    },
  };
}
