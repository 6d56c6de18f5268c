import type { Context } from '#graphql/context.ts';
import type { Failure } from '../../core/failures/failure.ts';
import type { Log } from '../../core/logging/log.ts';
import type { KeptAnswer } from '../../web/idempotency-store.ts';
import type { RestRequest } from '../parameters/request.ts';
import type { Call, RestResponse, Route } from './request.ts';
import type { Mounted } from './sofa.ts';

/** Where a request comes from: a socket, an item of a batch, a link to embed. */
export interface RequestSource {
  log: Log;
  /** Returns the request with its query and body as values. What it throws is not a failure of the pipeline. */
  decode(): RestRequest | Promise<RestRequest>;
  /** Returns who is asking; a stored response ends the pipeline. Throws 401 and 403. */
  authenticate(request: RestRequest): Signed | Promise<Signed>;
  /** Refuses a valid call that its source does not take. */
  admit?(call: Call): void | Promise<void>;
}

/** A request with its caller. */
export interface Signed {
  context: Context;
  /** The request as this caller may send it, where that decides how it is read. */
  request?: RestRequest;
  /** The nonce that a session's response carries. */
  freshNonce?: string | null;
  /** The response to the same request, sent before with the same key. */
  stored?: KeptAnswer | null;
}

/** A request on its way, with what is known of it so far. */
export interface Exchange extends Partial<Signed> {
  log: Log;
  request: RestRequest;
  route?: Route;
  call?: Call;
  answer?: RestResponse;
  failure?: Failure;
}

/** How REST requests are served, stage by stage: single requests, items of a batch and embedded links alike. */
export interface Pipeline {
  /** decode → authenticate → match → validate */
  begin(source: RequestSource): Promise<Exchange>;
  /** authorize → execute → shape */
  finish(exchange: Exchange): Promise<RestResponse>;
  /** Adds the methods that this caller may use. */
  addAllow(exchange: Exchange): Promise<void>;
  /** The routes of a namespace as sofa serves them. */
  mounted(namespace: string): Mounted;
}
