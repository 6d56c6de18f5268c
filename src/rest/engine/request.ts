import type { Context } from '#graphql/context.ts';
import type { Failure } from '../../core/failures/failure.ts';
import type { LongLists } from '../../core/http/long-list.ts';
import type { RequestedFields } from '../response/fields-filter.ts';
import type { RestRequest } from '../parameters/request.ts';
import type { Plan } from './plan.ts';
import type { Match } from './routing.ts';

/** The route that a request was matched to. */
export interface Route {
  match: Match;
  plan: Plan;
}

/** A matched request with valid parameters. */
export interface Call extends Route {
  request: RestRequest;
  /** Values by parameter. */
  values: Record<string, unknown>;
  /** Names of the parameters that were sent. */
  sentParameters: ReadonlySet<string>;
  context: Context;
  /** `view`, `embed` or `edit`. */
  contextName: string;
  /** The fields that the request selects. Null selects all. */
  fields: RequestedFields | null;
  /** Relations that `_embed` selects. True selects all, null means that there is no `_embed`. */
  embed: true | ReadonlySet<string> | null;
  /** Embedded bodies by URL, because many objects of a list link to the same author. */
  embedded?: Map<string, Promise<unknown>>;
  /** Headers of the route: totals, Link, Location, Allow. */
  headers: Map<string, string | number>;
  /** The status, if the response determines it and not the route. */
  status?: number;
  /** The reason of a refusal. */
  failure?: Failure;
  /** Chunks of text that are streamed instead of a JSON body. */
  stream?: AsyncIterable<string>;
}

/** The response of a route, before it is wrapped in an envelope or sent. */
export interface RestResponse {
  status: number;
  /** The body as JSON. */
  text: string;
  /** Long lists to insert at the markers in the body. */
  lists?: LongLists;
  headers: Map<string, string | number>;
}
