import type { Context } from '#graphql/context.ts';
import type { AskedFields } from '../answers/fields-filter.ts';
import type { JsonFault } from '../parameters/json-body.ts';
import type { Plan } from './plan.ts';
import type { Match } from './routing.ts';
import type { Method } from '../table.ts';

/** A request below the REST root, decoded but not yet validated. */
export interface RestRequest {
  /** After override; HEAD and OPTIONS are themselves. */
  method: Method | 'HEAD' | 'OPTIONS';
  /** Route path, percent-decoded segment by segment by the router. */
  path: string;
  query: Record<string, unknown>;
  json?: Record<string, unknown>;
  form?: Record<string, unknown>;
  files?: readonly UploadedFile[];
  /** Whole body, for routes that take a file as it is. */
  rawBody?: Buffer;
  /** What was wrong with a JSON body; reported after the route is matched (core-rest.md 1.4). */
  jsonFault?: JsonFault;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

export interface UploadedFile {
  field: string;
  fileName: string;
  mimeType: string;
  content: Buffer;
}

/** The row that a request's path and method lead to. */
export interface Route {
  match: Match;
  plan: Plan;
}

/** A request that found its row and whose parameters are valid. */
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
  /** Headers of the route's own: totals, Link, Location, Allow. */
  headers: Map<string, string | number>;
  /** The status, where the answer decides it and not the row. */
  status?: number;
  /** A text that is made while it is sent, in place of a body. */
  stream?: AsyncIterable<string>;
}

/** What a route answers, before envelope and transport. */
export interface RestAnswer {
  status: number;
  /** The body as JSON. */
  text: string;
  headers: Map<string, string | number>;
}
