import type { FastifyRequest } from 'fastify';
import type { RequestFacts } from '../../core/logging/request-facts.ts';

/** State of a request that modules of the web layer share. Each module adds its own members. */
export interface RequestState {
  facts?: RequestFacts;
}

declare module 'fastify' {
  interface FastifyRequest {
    state?: RequestState;
  }
}

/** Returns the state of a request. The requests of WebSocket operations inherit from the request of the connection, but have their own state. */
export function getState(request: FastifyRequest): RequestState {
  if (!Object.hasOwn(request, 'state')) request.state = {};
  return request.state as RequestState;
}
