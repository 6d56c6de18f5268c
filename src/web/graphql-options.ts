import type { Site } from '../site.ts';
import type { GraphQLSchema } from 'graphql';
import type { FastifyRequest } from 'fastify';
import type { Context } from '#graphql/context.ts';
import type { RateBudget } from './rate-budget.ts';
import type { FairQueue } from './fair-share.ts';
import type { Retries } from './idempotency.ts';
import type { ObservedRequests } from './observing/requests.ts';

/** What responding to GraphQL over HTTP needs of the service. */
export interface GraphqlHttpOptions {
  site: Site;
  schema: GraphQLSchema;
  identify: (request: FastifyRequest, nonce: string | undefined) => Promise<{ context: Context; freshNonce: string | null }>;
  /** Counts the further documents of a request, and what documents cost. */
  budget: RateBudget;
  turns: FairQueue;
  retries: Retries;
  requests: ObservedRequests;
}
