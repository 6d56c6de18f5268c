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

/** Returns the state of a request. Operations of a WebSocket have their own state, because their request inherits from that of the connection. */
export function getState(request: FastifyRequest): RequestState {
  if (!Object.hasOwn(request, 'state')) request.state = {};
  return request.state as RequestState;
}
