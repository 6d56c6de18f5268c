import type { FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { processRegularResult } from 'graphql-yoga';
import { createCrossOriginHeaders } from './graphql-cross-origin.ts';
import type { DocumentParams, DocumentLookup } from './graphql-documents.ts';
import type { Yoga } from './graphql-operations.ts';
import { isWellFormed } from './graphql-well-formed.ts';

/** Media types of complete responses. */
const PLAIN_JSON = 'application/json';
const GRAPHQL_JSON = 'application/graphql-response+json';

/** The only operation of a request, and the media type of its response. */
export interface SingleOperation {
  params: DocumentParams;
  mediaType: typeof PLAIN_JSON | typeof GRAPHQL_JSON;
}

interface CompleteResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Returns the media type that Yoga selects: the first supported type of `Accept`, ignoring weights. Returns null if Yoga has to decide. */
function chooseMediaType(accept: string): SingleOperation['mediaType'] | null {
  for (const range of (accept || '*/*').toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim());
    if (parameters.some((parameter) => parameter.startsWith('charset'))) return null;
    if (type === PLAIN_JSON || type === '*/*' || type === 'application/*') return PLAIN_JSON;
    if (type === GRAPHQL_JSON) return GRAPHQL_JSON;
    if (type.includes('*')) return null;
  }
  return null;
}

/** Matches documents whose responses may be incremental. Yoga handles them. False matches do no harm. */
const INCREMENTAL = /subscription|@\s*(defer|stream)/;

/** Returns the text of a document, or undefined if the request has no valid document. */
function getText(params: DocumentParams, documents: DocumentLookup): string | undefined {
  if (typeof params.query === 'string') return params.query;
  try {
    return documents.getText(params);
  } catch {
    return undefined;
  }
}

/**
 * Returns the operation of a request that sends a single operation as JSON and accepts a complete response, as nearly all requests do. Returns null
 * for requests that Yoga has to handle (files, batches, streams, subscriptions, preflight requests).
 */
export function readSingleOperation({ method, headers, body }: FastifyRequest, documents: DocumentLookup): SingleOperation | null {
  if (method !== 'POST' || !headers['content-type']?.startsWith('application/json')) return null;
  if (headers['access-control-request-method'] !== undefined || headers['access-control-request-headers'] !== undefined) return null;
  if (!isWellFormed(body)) return null;
  const mediaType = chooseMediaType(headers.accept ?? '');
  const text = mediaType && getText(body as DocumentParams, documents);
  return typeof text === 'string' && !INCREMENTAL.test(text) ? { params: body as DocumentParams, mediaType: mediaType! } : null;
}

/** Replaces the `Response` class of the Fetch API in Yoga. Contains only status, headers and text, and no stream. */
const fetchAPI = {
  Response: class implements CompleteResponse {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly body: string;

    constructor(body: string | null, { status, headers }: Pick<CompleteResponse, 'status' | 'headers'>) {
      this.body = body ?? '';
      this.status = status;
      this.headers = headers;
    }
  },
};

export type SingleRunner = (request: FastifyRequest, operation: SingleOperation, serverContext: object) => Promise<CompleteResponse>;

/**
 * Runs single operations with Yoga's plugins, parameters, masking and messages. It omits the `Request` and `Response` of the Fetch API, because their
 * streams cost as much as a small operation. Plugins receive Fastify's request, which shares only `method` and `url` with the `Request` of Fetch.
 */
export function createSingleRunner(yoga: Yoga): SingleRunner {
  const { getResultForParams } = yoga;
  const execute = async (request: FastifyRequest, params: DocumentParams, serverContext: object): Promise<ExecutionResult> => {
    try {
      return (await getResultForParams({ params, request } as never, serverContext as never)) as ExecutionResult;
    } catch (error) {
      // thrown only for invalid parameters, because the result contains the errors of the execution
      if (!(error instanceof GraphQLError)) throw error;
      return { errors: [error] };
    }
  };
  return async (request, { params, mediaType }, serverContext) => {
    const result = await execute(request, params, serverContext);
    const response = processRegularResult(result as never, fetchAPI as never, mediaType) as unknown as CompleteResponse;
    return { ...response, headers: { ...response.headers, ...createCrossOriginHeaders(request) } };
  };
}
