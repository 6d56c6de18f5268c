import type { Context } from '#graphql/context.ts';
import type { Failure } from '../../core/failures/failure.ts';
import type { Log } from '../../core/logging/log.ts';
import type { StoredResponse } from '../../core/idempotency/idempotency-store.ts';
import type { RestRequest } from '../parameters/request.ts';
import type { Call, RestResponse, Route } from './request.ts';
import type { MountedRoutes } from './sofa.ts';

/** The source of a request: a socket, an item of a batch, or a link to embed. */
export interface RequestSource {
  log: Log;
  /** Returns the request with decoded query and body. Errors that it throws are not handled by the pipeline. */
  decode(): RestRequest | Promise<RestRequest>;
  /** Authenticates the caller. A stored response ends the pipeline. Throws 401 and 403. */
  authenticate(request: RestRequest): AuthenticatedRequest | Promise<AuthenticatedRequest>;
  /** Throws if the source does not allow this valid call. */
  admit?(call: Call): void | Promise<void>;
}

/** A request with its caller. */
interface AuthenticatedRequest {
  context: Context;
  /** The request with its parsed body, if parsing depends on the caller. */
  request?: RestRequest;
  /** New nonce in the response to a caller with a session. */
  freshNonce?: string | null;
  /** The stored response to an earlier request with the same idempotency key. */
  stored?: StoredResponse | null;
}

/** A request in the pipeline, with the results so far. */
export interface Exchange extends Partial<AuthenticatedRequest> {
  log: Log;
  request: RestRequest;
  route?: Route;
  call?: Call;
  response?: RestResponse;
  failure?: Failure;
}

/** The stages of a REST request. Single requests, items of a batch and embedded links use the same pipeline. */
export interface Pipeline {
  /** decode → authenticate → match → validate */
  begin(source: RequestSource): Promise<Exchange>;
  /** authorize → execute → shape */
  finish(exchange: Exchange): Promise<RestResponse>;
  /** Adds the header `Allow` with the methods that the caller may use. */
  addAllow(exchange: Exchange): Promise<void>;
  /** Returns the routes of a namespace. The first request to a namespace mounts them on sofa-api. */
  mount(namespace: string): MountedRoutes;
}
