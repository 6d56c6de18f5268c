import type { GraphQLSchema } from 'graphql';
import type { Context } from '#graphql/context.ts';
import type { Failure } from '../../core/failures/failure.ts';
import type { Log } from '../../core/logging/log.ts';
import type { Mounted } from './sofa.ts';
import type { Operations, OperationSource } from './operations.ts';
import type { Plan } from './plan.ts';
import type { Call, RestAnswer, Route } from './request.ts';
import type { RestRequest } from '../parameters/request.ts';
import type { Match, Router } from './routing.ts';
import type { Recorded } from '../rows/recorded-answers.ts';
import type { NamespaceTable, PublishedFailures } from '../rows/row.ts';

/** What the engine is built from; it knows no namespace itself. */
export interface RestMap {
  tables: readonly NamespaceTable[];
  sources: readonly OperationSource[];
  /** Documents of the public schema by hand, called as the operations in whose place front ends send them; for the dictionary. */
  publicSources?: readonly OperationSource[];
  /** What the rows of a namespace answered to the requests that they show, and how they refused others; read when a document is made. */
  recorded?: (namespace: string) => Recorded;
  /** Operation that answers the members of `GET /` that are the site's: name, zone and so on. */
  indexOperation: string;
  /** Advertised namespaces in published order; those without rows have just their root. */
  advertised: readonly string[];
  /** What all namespaces publish for failures of the domain, where they say nothing else. */
  failures?: PublishedFailures;
  /** The `authentication` member of the index. */
  authentication(): Record<string, unknown>;
}

/** Whether this caller was given the nonce for the action. */
export type VerifyNonce = (context: Context, action: string, nonce: string) => boolean;

/** What an engine is made of. */
export interface RestEngineOptions {
  schema: GraphQLSchema;
  map: RestMap;
  /** Address of the REST root without a trailing slash. */
  restUrl: string;
  /** Base of the addresses of relations. */
  relationBase: string;
  /** Judges the nonces of actions; without it none is good. */
  verifyNonce?: VerifyNonce;
}

/** A failure as it is published, and the answer that tells it. */
export interface Refused {
  failure: Failure;
  answer: RestAnswer;
}

/** What a request that got as far as its row tells of itself. */
export interface KnownOfCall {
  values?: Record<string, unknown> | undefined;
  permitted?: Plan | undefined;
}

/** The map, ready to answer requests. */
export interface RestEngine {
  router: Router;
  operations: Operations;
  /** Documents of the public schema that the map has by hand. */
  publicSources: readonly OperationSource[];
  /** What the map has recorded of the rows of a namespace. */
  recorded(namespace: string): Recorded;
  plans: readonly Plan[];
  /** The rows of a namespace as sofa serves them. */
  mounted(namespace: string): Mounted;
  /** Finds the row of a request; throws `rest_no_route` when no path has it or the path has no such method. */
  route(request: RestRequest): Route;
  /** Validates the parameters for the row; throws the failures of core-rest.md 1.4 steps 4 to 7. */
  prepare(route: Route, request: RestRequest, context: Context): Call;
  /** Answers a prepared call by its sofa handler; throws what the operation threw. */
  run(call: Call): Promise<RestAnswer>;
  /** The refusal that an error becomes: of any request, or of one that found its row. */
  refuse(error: unknown, log: Log, plan?: Plan): Refused;
  /** Answers a request in process, errors included: for embedded links. */
  answer(request: RestRequest, context: Context): Promise<RestAnswer>;
  /**
   * The methods of a route whose permission lets this caller through with this request: with its parameters as they were read, else with those that
   * are valid. A row that is known to be permitted is not judged again.
   */
  allowed(match: Match, request: RestRequest, context: Context, known?: KnownOfCall): Promise<string | null>;
  options(request: RestRequest, context: Context): Promise<RestAnswer>;
}
