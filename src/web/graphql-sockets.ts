import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { GraphQLError } from 'graphql';
import { makeHandler } from 'graphql-ws/use/@fastify/websocket';
import { runForRequest } from '../core/logging/request-facts.ts';
import { findFailure } from '../core/db/unexpected-failure.ts';
import type { RequestObserver } from './observing/requests.ts';
import { executionFunctions, type Operation, type Operations } from './graphql-operations.ts';
import { GRAPHQL_PATH } from '../core/http/upgrade.ts';

/** Maximum size of a message in bytes. */
const MAX_BYTES = 1_000_000;
/** Headers that clients may send in the first message, because browsers cannot send them when they open a WebSocket. */
const HEADERS_IN_FIRST_MESSAGE = ['authorization', 'x-wp-nonce'];

/**
 * Creates a request for an operation, with the headers of the connection and of its first message. Its ID is the ID of the connection and a number.
 */
function createOperationRequest(
  connectionRequest: FastifyRequest,
  connectionParams: Record<string, unknown> | undefined,
  number: number,
): FastifyRequest {
  const headers = { ...connectionRequest.headers };
  for (const [name, value] of Object.entries(connectionParams ?? {}))
    if (HEADERS_IN_FIRST_MESSAGE.includes(name.toLowerCase()) && typeof value === 'string') headers[name.toLowerCase()] = value;
  return Object.create(connectionRequest, {
    headers: { value: headers },
    method: { value: 'POST' },
    id: { value: `${connectionRequest.id}.${number}` },
  }) as FastifyRequest;
}

/** A running operation of a connection. */
interface RunningOperation {
  request: FastifyRequest;
  startedAt: number;
}

/** The running operations of a connection. */
interface Connection {
  /** Number of operations so far. */
  count: number;
  running: Map<string, RunningOperation>;
}

/** The data that the WebSocket library keeps for a connection, extended by its operations. */
interface SocketExtra {
  connection?: Connection | undefined;
}

/** Converts an error that was thrown before the execution to GraphQL errors. Throws unexpected errors again. */
function toErrors(error: unknown): readonly GraphQLError[] {
  if (error instanceof GraphQLError) return [error];
  const failure = findFailure(error);
  if (!failure) throw error;
  const { message, code, status } = failure;
  return [new GraphQLError(message, { extensions: { code, status } })];
}

/** Dependencies of GraphQL over WebSockets. */
export interface SocketOptions {
  operations: Operations;
  requests: RequestObserver;
  /** Handler of other requests to the same path. */
  handler: RouteHandlerMethod;
}

/**
 * Serves GraphQL over WebSockets (`graphql-transport-ws`) at `/graphql`: queries, mutations and subscriptions. Limits, permissions and revocation are
 * the same as over HTTP.
 */
export async function mountGraphqlSockets(scope: FastifyInstance, { operations, requests, handler }: SocketOptions): Promise<void> {
  await scope.register(websocket, { options: { maxPayload: MAX_BYTES } });
  const endTurn = ({ connection }: SocketExtra, id: string) => {
    const running = connection?.running.get(id);
    if (running) operations.end(running.request);
  };
  const end = ({ connection }: SocketExtra, id: string, status: number) => {
    endTurn({ connection }, id);
    const running = connection?.running.get(id);
    if (running) requests.end(running.request, { status, ms: performance.now() - running.startedAt });
    connection?.running.delete(id);
  };
  const wsHandler = makeHandler<Record<string, unknown> | undefined, { connection: Connection }>({
    ...executionFunctions,
    async onSubscribe({ extra, connectionParams }, id, payload) {
      const connection = (extra.connection ??= { count: 0, running: new Map() });
      connection.count += 1;
      const request = createOperationRequest(extra.request, connectionParams, connection.count);
      connection.running.set(id, { request, startedAt: performance.now() });
      return await runForRequest(requests.begin(request), async () => {
        try {
          return await operations.prepare(request, payload as Operation);
        } catch (error) {
          return toErrors(error);
        }
      });
    },
    onOperation: ({ extra }, id) => endTurn(extra, id),
    onError: ({ extra }, id, _payload, [error]) => end(extra, id, getStatus(error)),
    onComplete: ({ extra }, id) => end(extra, id, 200),
  });
  scope.route({ method: 'GET', url: GRAPHQL_PATH, exposeHeadRoute: false, handler, wsHandler: wsHandler as never });
}

/** Returns the HTTP status of a refused operation. */
function getStatus(error: GraphQLError | undefined): number {
  const status = error?.extensions['status'];
  return typeof status === 'number' ? status : 400;
}
