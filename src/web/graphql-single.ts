import type { FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { processRegularResult } from 'graphql-yoga';
import { crossOriginHeaders } from './graphql-cross-origin.ts';
import type { DocumentParams, SentDocuments } from './graphql-documents.ts';
import type { Yoga } from './graphql-operations.ts';
import { isWellFormed } from './graphql-well-formed.ts';

/** The media types of a response that comes in one piece. */
const JSON_ALONE = 'application/json';
const GRAPHQL_JSON = 'application/graphql-response+json';

/** The operation of a request that asks for nothing else, and how its response is to be called. */
export interface SingleOperation {
  params: DocumentParams;
  mediaType: typeof JSON_ALONE | typeof GRAPHQL_JSON;
}

/** A response as it is sent. */
interface WrittenAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What Yoga calls the response: by the first type of `Accept` that it writes, whatever weights say. Null where it has to look itself. */
function mediaTypeFor(accept: string): SingleOperation['mediaType'] | null {
  for (const one of (accept || '*/*').toLowerCase().split(',')) {
    const [type = '', ...parameters] = one.split(';').map((part) => part.trim());
    if (parameters.some((parameter) => parameter.startsWith('charset'))) return null;
    if (type === JSON_ALONE || type === '*/*' || type === 'application/*') return JSON_ALONE;
    if (type === GRAPHQL_JSON) return GRAPHQL_JSON;
    if (type.includes('*')) return null;
  }
  return null;
}

/** Words of documents whose responses may come in several pieces; text that only looks so takes Yoga's whole way too. */
const IN_PIECES = /subscription|@\s*(defer|stream)/;

/** The text of a document; undefined where the request is to be refused for what it says of it. */
function textOf(params: DocumentParams, documents: SentDocuments): string | undefined {
  if (typeof params.query === 'string') return params.query;
  try {
    return documents.textOf(params);
  } catch {
    return undefined;
  }
}

/**
 * The one operation that a request sends as JSON and wants a response to in one piece, which is what nearly all of them do. Null for everything else
 * (files, batches, streams, subscriptions, questions before a request of another site): that takes Yoga's whole way.
 */
export function singleOperation({ method, headers, body }: FastifyRequest, documents: SentDocuments): SingleOperation | null {
  if (method !== 'POST' || !headers['content-type']?.startsWith('application/json')) return null;
  if (headers['access-control-request-method'] !== undefined || headers['access-control-request-headers'] !== undefined) return null;
  if (!isWellFormed(body)) return null;
  const mediaType = mediaTypeFor(headers.accept ?? '');
  const text = mediaType && textOf(body as DocumentParams, documents);
  return typeof text === 'string' && !IN_PIECES.test(text) ? { params: body as DocumentParams, mediaType: mediaType! } : null;
}

/** Stands for the `Response` that Yoga makes of a result: what it says, without a stream around it. */
const written = {
  Response: class implements WrittenAnswer {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly body: string;

    constructor(body: string | null, { status, headers }: Pick<WrittenAnswer, 'status' | 'headers'>) {
      this.body = body ?? '';
      this.status = status;
      this.headers = headers;
    }
  },
};

/** Runs single operations. */
export type SingleAnswers = (request: FastifyRequest, operation: SingleOperation, serverContext: object) => Promise<WrittenAnswer>;

/**
 * Runs single operations as Yoga does, by its own plugins, parameters, masks and words: only the `Request` and the `Response` of the Fetch API,
 * with their streams, are left out, which cost as much as running a small operation. Of a request plugins get Fastify's, which has `method` and `url`
 * as the other has, and no more that is alike.
 */
export function singleAnswersOf(yoga: Yoga): SingleAnswers {
  const { getResultForParams } = yoga;
  const resultOf = async (request: FastifyRequest, params: DocumentParams, serverContext: object): Promise<ExecutionResult> => {
    try {
      return (await getResultForParams({ params, request } as never, serverContext as never)) as ExecutionResult;
    } catch (error) {
      // what is wrong with the parameters; failures during execution are in the result
      if (!(error instanceof GraphQLError)) throw error;
      return { errors: [error] };
    }
  };
  return async (request, { params, mediaType }, serverContext) => {
    const result = await resultOf(request, params, serverContext);
    const answer = processRegularResult(result as never, written as never, mediaType) as unknown as WrittenAnswer;
    return { ...answer, headers: { ...answer.headers, ...crossOriginHeaders(request) } };
  };
}
