import { EnvelopArmorPlugin } from '@escape.tech/graphql-armor';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, type GraphQLErrorOptions, NoSchemaIntrospectionCustomRule } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Context } from '#graphql/context.ts';
import { endSubscriptions } from '../core/feed/feed.ts';
import { Failure, invalid } from '../core/failures/failure.ts';
import { findFailure, toUnexpectedFailure } from '../core/db/unexpected-failure.ts';
import { recordFailure } from '../core/logging/request-facts.ts';
import { describeResponse } from '../domains/page-cache/requests/page-cache.http.ts';
import type { Site } from '../site.ts';
import { sendCookies } from './cookies.ts';
import { useWellFormedRequests } from './graphql-well-formed.ts';
import { sendGraphiql } from './graphiql.ts';
import { parseBody, limitGraphqlBody, toYogaBody } from './graphql-body.ts';
import { crossOrigin } from './graphql-cross-origin.ts';
import { readPersistedDocuments, type DocumentLookup, createDocumentLookup, usePersistedDocuments } from './graphql-documents.ts';
import { graphqlLimits, useCostLimit, useNoSuggestions } from './graphql-limits.ts';
import { useIntrospectionLimit } from './graphql-schema-reading.ts';
import { createDocumentCaches, useNestingLimit } from './graphql-parsing.ts';
import { useRepetitionLimit } from './graphql-repetitions.ts';
import type { CostBudget } from './graphql-cost.ts';
import { createOperations, createBudget, recordStatements } from './graphql-operations.ts';
import { createSingleRunner, readSingleOperation } from './graphql-single.ts';
import { mountGraphqlSockets } from './graphql-sockets.ts';
import { sendStored } from './idempotency.ts';
import { getFacts } from './observing/requests.ts';
import { useRequestFacts } from './graphql-facts.ts';
import type { GraphqlHttpOptions } from './graphql-options.ts';
import { GRAPHQL_PATH } from '../core/http/upgrade.ts';
import { closeUnread } from './visitor-bodies.ts';

/** Maximum number of operations of a batch. */
const MAX_BATCHED = 9;

/** Plugin that refuses introspection by visitors if the operator disabled it. */
function useClosedIntrospection(): Plugin {
  return {
    onValidate({ addValidationRule, context }) {
      if (!(context as { context?: Context }).context?.viewer.signedIn) addValidationRule(NoSchemaIntrospectionCustomRule);
    },
  };
}

function createServer({ site, schema }: GraphqlHttpOptions, documents: DocumentLookup) {
  return createYoga<{ context: Context; budget: CostBudget }>({
    schema,
    graphqlEndpoint: GRAPHQL_PATH,
    landingPage: false,
    graphiql: false,
    logging: false,
    maxRequestBodySize: site.config.bodyLimit,
    batching: { limit: MAX_BATCHED },
    cors: crossOrigin,
    extraParamNames: ['documentId'],
    parserAndValidationCache: createDocumentCaches(),
    plugins: [
      useWellFormedRequests(),
      usePersistedDocuments(documents),
      EnvelopArmorPlugin(graphqlLimits) as Plugin,
      useNestingLimit(),
      useRepetitionLimit(),
      useRequestFacts(),
      useCostLimit(),
      useIntrospectionLimit(),
      // suggestions reveal no more than introspection
      ...(site.config.isIntrospectionEnabled ? [] : [useClosedIntrospection(), useNoSuggestions()]),
    ],
    context: ({ context }) => context,
    maskedErrors: {
      maskError(error) {
        const expected = findFailure(error);
        const isUnavailable = expected?.code === 'service_unavailable';
        if (!isUnavailable && (expected || (error instanceof GraphQLError && !error.originalError))) return error as Error;
        const { code, status, message, data } = expected ?? toUnexpectedFailure(error, site.log, 'a GraphQL request failed');
        const headers: Record<string, string> = typeof data['retryAfter'] === 'number' ? { 'Retry-After': String(data['retryAfter']) } : {};
        const location = error instanceof GraphQLError ? { path: error.path, nodes: error.nodes } : {};
        return new GraphQLError(message, {
          ...location,
          extensions: { code, status, ...(status === 503 && { http: { status, headers } }) },
        } as GraphQLErrorOptions);
      },
    },
  });
}

/** Serves GraphQL at `/graphql` (over HTTP as specified, subscriptions over SSE), and GraphiQL to browsers. */
export function mountGraphql(app: FastifyInstance, options: GraphqlHttpOptions): void {
  const { site, identify, idempotency } = options;
  const registeredDocuments = readPersistedDocuments(site.config.persistedDocuments);
  const documents = createDocumentLookup(registeredDocuments);
  const yoga = createServer(options, documents);
  const operations = createOperations(yoga, documents, options);
  const executeSingle = createSingleRunner(yoga);

  app.register(async (scope) => {
    // pages of other sites can send forms and plain text without a preflight, so only JSON and authenticated multipart requests are read
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (request, body, done) => {
      if (isPreflighted(request)) done(null, body);
      else done(new Failure('graphql_preflight_required', 415, 'Requests with files need a header such as GraphQL-Preflight: 1.'));
    });
    // JSON is parsed after the authentication
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.addHook('onRequest', async (_request, reply) => void reply.header('X-Content-Type-Options', 'nosniff'));
    const identifyCaller = (request: FastifyRequest) => identify(request, [request.headers['x-wp-nonce']].flat()[0]);
    const isSignedIn = async (request: FastifyRequest) => (await identifyCaller(request)).context.viewer.signedIn;
    scope.addHook('preParsing', (request, _reply, payload) =>
      limitGraphqlBody(request, payload, registeredDocuments, () => isSignedIn(request)),
    );
    scope.addHook('preClose', async () => endSubscriptions(site));
    scope.setErrorHandler((error, request, reply) => {
      closeUnread(request, reply);
      const failure = toTransportFailure(error, site);
      recordFailure(failure.code, getFacts(request));
      return sendFailure(reply, failure);
    });

    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.method === 'GET' && requestsPage(request)) return await sendGraphiql(site, request, reply, GRAPHQL_PATH);
      const { context, freshNonce } = await identifyCaller(request);
      context.identifyAgain = async () => (await identifyCaller(request)).context.viewer;
      if (freshNonce !== null) reply.header('X-WP-Nonce', freshNonce);
      request.body = parseBody(request, context.viewer.signedIn, registeredDocuments);
      if (Array.isArray(request.body)) await options.budget.chargeRequests(request, Math.min(request.body.length, MAX_BATCHED) - 1);
      const stored = mayWrite(request)
        ? await idempotency.begin(request, context.viewer, { method: 'POST', body: toText(request.body) })
        : null;
      if (stored) return sendStored(reply, stored);
      Object.assign(context, idempotency.getRetryKey(request));
      const budget = createBudget(request, context, options);
      const single = readSingleOperation(request, documents);
      if (single) {
        const { status, headers, body } = await recordStatements(budget, () => executeSingle(request, single, { context, budget }));
        sendCookies(reply, context.cookies, site.config.siteUrl);
        return reply.status(status).headers(headers).send(body);
      }
      request.body = toYogaBody(request.body);
      const response = await recordStatements(budget, () => yoga.handleNodeRequestAndResponse(request, reply, { context, budget }));
      sendCookies(reply, context.cookies, site.config.siteUrl);
      response.headers.forEach((value, key) => void reply.header(key, value));
      if (request.method === 'GET') setPrivateCaching(reply);
      reply.status(response.status);
      if (isStream(response)) return reply.send(response.body);
      const text = await response.text();
      if (isRegisteredRead(request) && isCompleteResponse(text)) describeResponse(request, { kind: 'value', parameters: new Set() });
      return reply.send(text);
    };
    await mountGraphqlSockets(scope, { operations, requests: options.requests, handler });
    scope.route({ method: ['POST', 'OPTIONS'], url: GRAPHQL_PATH, exposeHeadRoute: false, handler });
  });
}

/** True if a GET requests a document by its ID. GET cannot run a mutation. */
function isRegisteredRead({ method, url }: FastifyRequest): boolean {
  return method === 'GET' && /[?&]documentId=/.test(url) && !/[?&](query|extensions)=/.test(url);
}

/** True if a response has data and no errors. Quotes within strings are escaped, so the search finds only the member `errors`. */
const isCompleteResponse = (text: string): boolean => text.startsWith('{"data":{') && !text.includes('"errors":[');

/** Sets the caching headers of a response to GET. It depends on the caller, so only the browser may cache it, and must revalidate it. */
function setPrivateCaching(reply: FastifyReply): void {
  reply.header('Cache-Control', 'private, no-cache').header('Vary', 'Authorization, Cookie, X-WP-Nonce');
}

/** True if a browser opens the URL as a page. GraphiQL shows the document in the URL, unless the request accepts JSON. */
function requestsPage({ url, headers: { accept = '' } }: FastifyRequest): boolean {
  if (!accept.includes('text/html') || /[?&](documentId|extensions)=/.test(url)) return false;
  return !/[?&]query=/.test(url) || !accept.includes('json');
}

/** True if the request has an `Idempotency-Key` and its body may contain a mutation. */
function mayWrite(request: FastifyRequest): boolean {
  if (request.method !== 'POST' || request.headers['idempotency-key'] === undefined) return false;
  if (/text\/event-stream|multipart\/mixed/.test(String(request.headers.accept)))
    throw invalid(
      'idempotency_needs_json',
      'A request with an Idempotency-Key cannot get its response as a stream. Accept application/json instead.',
    );
  return Buffer.isBuffer(request.body) || /mutation|documentId|persistedQuery/.test(toText(request.body) as string);
}

const toText = (body: unknown): Buffer | string => (Buffer.isBuffer(body) ? body : JSON.stringify(body ?? null));

/** Headers that pages of other sites may only send after a preflight. */
const PREFLIGHTED = ['authorization', 'x-wp-nonce', 'graphql-preflight', 'apollo-require-preflight', 'x-requested-with'];

function isPreflighted({ headers }: FastifyRequest): boolean {
  return PREFLIGHTED.some((name) => headers[name] !== undefined);
}

function isStream({ headers }: { headers: { get(name: string): string | null } }): boolean {
  return /^(text\/event-stream|multipart\/)/.test(headers.get('content-type') ?? '');
}

/** Converts the error of a request that did not reach GraphQL to a failure. */
function toTransportFailure(error: unknown, site: Site): Failure {
  const { statusCode: status = 500, message } = error as { statusCode?: number; message: string };
  const expected = findFailure(error);
  if (expected || status >= 500) return expected ?? toUnexpectedFailure(error, site.log, 'a GraphQL request failed');
  if (status === 413) return new Failure('graphql_request_too_large', 413, 'The request body is too large.');
  if (status === 415) return new Failure('graphql_unsupported_type', 415, 'GraphQL requests are sent as application/json.');
  return new Failure('graphql_invalid_request', status, message);
}

function sendFailure(reply: FastifyReply, { code, status, message, data }: Failure): FastifyReply {
  if (typeof data['retryAfter'] === 'number') reply.header('Retry-After', data['retryAfter']);
  return reply
    .status(status)
    .type('application/json; charset=utf-8')
    .send({ errors: [{ message, extensions: { code, status } }] });
}
