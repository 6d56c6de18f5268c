import type { GraphQLSchema } from 'graphql';
import type { Pipeline } from './exchange.ts';
import type { RecordedExamples } from '../routes/recorded-responses.ts';
import type { NamespaceTable, PublishedFailures } from '../routes/route.ts';
import type { FindAllowedMethods } from './allowed-methods.ts';
import type { OperationSource } from './operations.ts';
import type { Plan } from './plan.ts';
import type { PublishError } from './refuse.ts';
import type { VerifyNonce } from './requirements.ts';
import type { Router } from './routing.ts';

/** The map of routes that the engine serves. The engine itself defines no namespace. */
export interface RestMap {
  tables: readonly NamespaceTable[];
  sources: readonly OperationSource[];
  /** Handwritten documents of the public schema for the dictionary, named like the operations that they replace. */
  publicSources?: readonly OperationSource[];
  /** Returns the recorded responses and refusals of a namespace's routes, for the OpenAPI documents. */
  recorded?: (namespace: string) => RecordedExamples;
  /** Operation for the members of `GET /` that describe the site, such as its name and zone. */
  indexOperation: string;
  /** Advertised namespaces in the order of the published interface. Namespaces without routes have only a root route. */
  advertised: readonly string[];
  /** Published failures of all namespaces, unless they define their own. */
  failures?: PublishedFailures;
  /** The `authentication` member of the index. */
  authentication(): Record<string, unknown>;
}

/** Options of the engine. */
export interface RestEngineOptions {
  schema: GraphQLSchema;
  map: RestMap;
  /** URL of the REST root without a trailing slash. */
  restUrl: string;
  /** Base URL of link relations. */
  relationBase: string;
  /** Verifies the nonces of actions. Without it, no nonce is valid. */
  verifyNonce?: VerifyNonce;
}

/** The map, ready to serve requests. */
export interface RestEngine {
  router: Router;
  /** Handwritten documents of the public schema. */
  publicSources: readonly OperationSource[];
  /** Returns the recorded responses and refusals of a namespace's routes. */
  recorded(namespace: string): RecordedExamples;
  plans: readonly Plan[];
  /** The stages of requests. */
  pipeline: Pipeline;
  refuse: PublishError;
  findAllowedMethods: FindAllowedMethods;
}
