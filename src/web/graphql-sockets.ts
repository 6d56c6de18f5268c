import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { GraphQLError } from 'graphql';
import { makeHandler } from 'graphql-ws/use/@fastify/websocket';
import { failureBehind } from '../core/db/unexpected.ts';
import { execution, type Operation, type Operations } from './graphql-operations.ts';

/** Bytes of one message. */
const MOST_BYTES = 1_000_000;
/** Headers that browsers cannot send with a socket, and say in the first message instead. */
const SAID_FIRST = ['authorization', 'x-wp-nonce'];

/** Each operation is a request of its own, with the headers of the connection and what its first message said. */
function requestOf(opened: FastifyRequest, said: Record<string, unknown> | undefined): FastifyRequest {
  const headers = { ...opened.headers };
  for (const [name, value] of Object.entries(said ?? {}))
    if (SAID_FIRST.includes(name.toLowerCase()) && typeof value === 'string') headers[name.toLowerCase()] = value;
  return Object.create(opened, { headers: { value: headers }, method: { value: 'POST' } }) as FastifyRequest;
}

/** A refusal before anything ran, as every other error of GraphQL is told. */
function told(error: unknown): readonly GraphQLError[] {
  if (error instanceof GraphQLError) return [error];
  const failure = failureBehind(error);
  if (!failure) throw error;
  const { message, code, status } = failure;
  return [new GraphQLError(message, { extensions: { code, status } })];
}

/**
 * Serves GraphQL over WebSockets (`graphql-transport-ws`) at the path where requests are answered by `handler`: operations of every kind, with the
 * limits, the permissions and the revocation of those that come by HTTP.
 */
export async function mountGraphqlSockets(
  scope: FastifyInstance,
  path: string,
  operations: Operations,
  handler: RouteHandlerMethod,
): Promise<void> {
  await scope.register(websocket, { options: { maxPayload: MOST_BYTES } });
  const running = new WeakMap<object, Map<string, FastifyRequest>>();
  const end = (context: object, id: string) => {
    const request = running.get(context)?.get(id);
    if (request) operations.end(request);
    running.get(context)?.delete(id);
  };
  const wsHandler = makeHandler({
    ...execution,
    async onSubscribe({ extra, connectionParams }, id, payload) {
      const request = requestOf(extra.request, connectionParams);
      const known = running.get(extra.socket) ?? new Map<string, FastifyRequest>();
      running.set(extra.socket, known.set(id, request));
      try {
        return await operations.prepare(request, payload as Operation);
      } catch (error) {
        return told(error);
      }
    },
    onOperation: ({ extra }, id) => end(extra.socket, id),
    onError: ({ extra }, id) => end(extra.socket, id),
    onComplete: ({ extra }, id) => end(extra.socket, id),
  });
  scope.route({ method: 'GET', url: path, exposeHeadRoute: false, handler, wsHandler: wsHandler as never });
}
