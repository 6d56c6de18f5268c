import type { FastifyRequest } from 'fastify';
import type { RequestFacts } from '../../core/logging/request-facts.ts';

/** What parts of the web know of a request while it is served. Each part adds the members that are its own. */
export interface RequestState {
  facts?: RequestFacts;
}

declare module 'fastify' {
  interface FastifyRequest {
    state?: RequestState;
  }
}

/** Returns the state of a request. An operation of a WebSocket has one of its own: its request inherits from the one that opened the connection. */
export function stateOf(request: FastifyRequest): RequestState {
  if (!Object.hasOwn(request, 'state')) request.state = {};
  return request.state as RequestState;
}
