import type { GraphQLSchema } from 'graphql';
import type { Pipeline } from './exchange.ts';
import type { Recorded } from '../routes/recorded-responses.ts';
import type { NamespaceTable, PublishedFailures } from '../rows/row.ts';
import type { Allowed } from './allowed.ts';
import type { Operations, OperationSource } from './operations.ts';
import type { Plan } from './plan.ts';
import type { Refuse } from './refuse.ts';
import type { VerifyNonce } from './requirements.ts';
import type { Router } from './routing.ts';

/** What the engine is built from; it knows no namespace itself. */
export interface RestMap {
  tables: readonly NamespaceTable[];
  sources: readonly OperationSource[];
  /** Documents of the public schema by hand, called as the operations in whose place front ends send them; for the dictionary. */
  publicSources?: readonly OperationSource[];
  /** What the routes of a namespace returned to the requests that they show, and how they refused others; read when a document is made. */
  recorded?: (namespace: string) => Recorded;
  /** Operation that returns the members of `GET /` that are the site's: name, zone and so on. */
  indexOperation: string;
  /** Advertised namespaces in published order; those without routes have just their root. */
  advertised: readonly string[];
  /** What all namespaces publish for failures of the domain, where they say nothing else. */
  failures?: PublishedFailures;
  /** The `authentication` member of the index. */
  authentication(): Record<string, unknown>;
}

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

/** The map, ready to serve requests. */
export interface RestEngine {
  router: Router;
  operations: Operations;
  /** Documents of the public schema that the map has by hand. */
  publicSources: readonly OperationSource[];
  /** What the map has recorded of the routes of a namespace. */
  recorded(namespace: string): Recorded;
  plans: readonly Plan[];
  /** How requests are served. */
  pipeline: Pipeline;
  refuse: Refuse;
  allowed: Allowed;
}
