import type { Context } from '#graphql/context.ts';
import type { Failure } from '../../core/failures/failure.ts';
import type { LongLists } from '../../core/http/long-list.ts';
import type { AskedFields } from '../response/fields-filter.ts';
import type { RestRequest } from '../parameters/request.ts';
import type { Plan } from './plan.ts';
import type { Match } from './routing.ts';

/** The route that a request's path and method lead to. */
export interface Route {
  match: Match;
  plan: Plan;
}

/** A request that found its route and whose parameters are valid. */
export interface Call extends Route {
  request: RestRequest;
  values: Record<string, unknown>;
  given: ReadonlySet<string>;
  context: Context;
  /** `view`, `embed` or `edit`. */
  contextName: string;
  asked: AskedFields | null;
  /** What `_embed` asks for: all relations, some, or none. */
  embed: true | ReadonlySet<string> | null;
  /** What was embedded so far, by address: many objects of a list have the same author. */
  embedded?: Map<string, Promise<unknown>>;
  /** Headers of the route's own: totals, Link, Location, Allow. */
  headers: Map<string, string | number>;
  /** The status, where the response decides it and not the route. */
  status?: number;
  /** Why it was refused. */
  failure?: Failure;
  /** A text that is made while it is sent, in place of a body. */
  stream?: AsyncIterable<string>;
}

/** What a route returns, before envelope and transport. */
export interface RestResponse {
  status: number;
  /** The body as JSON. */
  text: string;
  /** What stands in place of markers in the body. */
  lists?: LongLists;
  headers: Map<string, string | number>;
}
