import type { Context } from '#graphql/context.ts';
import { getZoneOfSettings } from '../../core/settings/site-zone.ts';
import { readFields, selectFields } from '../response/fields-filter.ts';
import { getCurrentQuarter } from '../parameters/describe.ts';
import type { RestRequest } from '../parameters/request.ts';
import { findAllowedMethods } from './allowed-methods.ts';
import { describeWithSchema, hasComputedDefaults } from './discovery.ts';
import type { SchemaScope } from './item-schema.ts';
import type { RestResponse } from './request.ts';
import type { Router } from './routing.ts';

/** Returns the response of OPTIONS for a path. */
export type DescribeRoute = (request: RestRequest, context: Context) => Promise<RestResponse>;

/** Creates the handler of OPTIONS for the routes of a router. */
export function createDescribeRoute(router: Router, scope: SchemaScope): DescribeRoute {
  return async (request, context) => {
    const match = router.find(request.path);
    if (!match) return { status: 200, text: '[]', headers: new Map() };
    const allow = await findAllowedMethods(match, request, context);
    const { settings } = context.site;
    const at = hasComputedDefaults(match.entry) ? { moment: getCurrentQuarter(), zone: getZoneOfSettings(settings) } : null;
    const described = describeWithSchema(match.entry, scope, at);
    const selection = { plan: { response: { kind: 'item' } }, fields: readFields(request.query['_fields']) } as const;
    return { status: 200, text: JSON.stringify(selectFields(selection, described)), headers: new Map(allow ? [['Allow', allow]] : []) };
  };
}
