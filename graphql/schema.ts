import { PothosSubGraphPlugin } from '@pothos/plugin-sub-graph';
import { getNullableType, type GraphQLSchema } from 'graphql';
import './scalars/index.ts';
import './site/site.ts';
import './compliance/index.ts';
import './users/index.ts';
import './auth/index.ts';
import './two-factor/index.ts';
import './content/index.ts';
import './terms/index.ts';
import './events/index.ts';
import './event-imports/index.ts';
import './calendar/index.ts';
import './onboarding/index.ts';
import './tickets/index.ts';
import './checkout/index.ts';
import './mail/index.ts';
import './embeds/index.ts';
import './media/index.ts';
import './pages/index.ts';
import './comments/index.ts';
import './queue/index.ts';
import './consent/index.ts';
import './products/index.ts';
import './search/index.ts';
import './content-types/index.ts';
import './settings/index.ts';
import './account/index.ts';
import './audit/index.ts';
import './webhooks/index.ts';
import './analytics/index.ts';
import './figures/index.ts';
import './organize/index.ts';
import './branding/index.ts';
import './galleries/index.ts';
import './survey/index.ts';
import './theme/index.ts';
import './maps/index.ts';
import './page-cache/index.ts';
import './subscriptions/index.ts';
import { builder } from './builder.ts';
import { withAnalyticsGroup } from './public/analytics-group.ts';
import { withFormerNames } from './public/former-names.ts';
import { withJsonReasons } from './public/json-reasons.ts';
import { withLookups } from './public/lookups.ts';
import { withNulls } from './public/nulls.ts';
import { withPayloads } from './public/payloads.ts';
import { withPublicTypes } from './public/public-types.ts';

/**
 * Returns the whole schema, including members that only REST uses. The REST map runs on it.
 * @throws if a root field declares no permission.
 */
export function createSchema(): GraphQLSchema {
  const schema = builder.toSchema();
  const unguarded = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((type) =>
    Object.values(type?.getFields() ?? {})
      .filter((field) => !field.extensions['access'] && !isBuiltIn(field.name))
      .map((field) => `${type?.name}.${field.name}`),
  );
  if (unguarded.length > 0) throw new Error(`These root fields declare no permission: ${unguarded.join(', ')}`);
  return schema;
}

/**
 * Returns the public schema, which `/graphql` serves: the whole schema without the members that only REST uses, with the same permissions and
 * resolvers. Root fields are nullable, so that a field that fails does not affect the others. Mutations return payloads with their refusals
 * (`public/payloads.ts`).
 */
export function createPublicSchema(whole: GraphQLSchema): GraphQLSchema {
  const schema = PothosSubGraphPlugin.createSubGraph(whole, 'public', builder);
  for (const field of Object.values(schema.getQueryType()?.getFields() ?? {})) field.type = getNullableType(field.type);
  return withJsonReasons(withPayloads(withAnalyticsGroup(withFormerNames(withLookups(withNulls(withPublicTypes(schema)))))));
}

/** True for the root fields `node` and `nodes` of Relay. The types that they return have their own permissions. */
function isBuiltIn(name: string): boolean {
  return name === 'node' || name === 'nodes';
}
