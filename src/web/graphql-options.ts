import type { Site } from '../site.ts';
import type { GraphQLSchema } from 'graphql';
import type { FastifyRequest } from 'fastify';
import type { Context } from '#graphql/context.ts';
import type { RateBudget } from './rate-budget.ts';
import type { FairQueue } from './fair-share.ts';
import type { Idempotency } from './idempotency.ts';
import type { RequestObserver } from './observing/requests.ts';

/** Dependencies of GraphQL over HTTP. */
export interface GraphqlHttpOptions {
  site: Site;
  schema: GraphQLSchema;
  identify: (request: FastifyRequest, nonce: string | undefined) => Promise<{ context: Context; freshNonce: string | null }>;
  /** Charged for further documents of a request and for the cost of documents. */
  budget: RateBudget;
  fairQueue: FairQueue;
  idempotency: Idempotency;
  requests: RequestObserver;
}
