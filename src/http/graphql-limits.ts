import type { GraphQLArmorConfig } from '@escape.tech/graphql-armor-types';
import type { GraphQLError } from 'graphql';

/** A document beyond a limit is a plain 400, whatever media type the client accepts. */
function refuse(_context: unknown, error: GraphQLError): void {
  Object.assign(error.extensions, { code: 'graphql_limit_exceeded', http: { status: 400 } });
}
const limit = { onReject: [refuse] };

/** Limits of a GraphQL document, checked before anything runs. */
export const graphqlLimits: GraphQLArmorConfig = {
  maxTokens: { n: 4000, ...limit },
  maxDepth: { n: 12, ignoreIntrospection: true, ...limit },
  maxAliases: { n: 60, ...limit },
  maxDirectives: { n: 50, ...limit },
  costLimit: { maxCost: 60_000, ...limit },
  blockFieldSuggestion: { enabled: true },
};
