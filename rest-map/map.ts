import { readdirSync, readFileSync } from 'node:fs';
import type { NamespaceTable, OperationSource } from '#app/rest/table.ts';
import batchV1 from './batch-v1/routes.ts';
import coreV2 from './core-v2/routes.ts';
import evtV1 from './evt-v1/routes.ts';
import evtV2Onboarding from './evt-v2-onboarding/routes.ts';
import oembed from './oembed-1.0/routes.ts';
import siteIndex from './site-index/routes.ts';
import vendorEventAggregatorV1 from './vendor-event-aggregator-v1/routes.ts';
import vendorEventsV1 from './vendor-events-v1/routes.ts';
import vendorTicketsOnboarding from './vendor-tickets-onboarding/routes.ts';
import vendorTicketsV1 from './vendor-tickets-v1/routes.ts';
import vendorViewsV2 from './vendor-views-v2/routes.ts';

/** Namespaces as the site index advertises them, in published order (document 1, site index). */
export const advertisedNamespaces = [
  'oembed/1.0', 'consent-banner/v1', 'queue/v1', 'utils/v1', 'product-manager-client/v1', 'page-cache/v1', 'vendor/tickets/onboarding',
  'vendor/tickets/v1', 'vendor/event-aggregator/v1', 'vendor/events/v1', 'vendor/views/v2', 'evt/v2/onboarding', 'evt/v1', 'compliance/v1',
  'maps/v1', 'security/v1/two-fa/v2', 'theme/v1', 'site-analytics/v1', 'gallery-convert/v1', 'nps-survey/v1', 'core/v2', 'site-health/v1',
  'block-editor/v1', 'abilities/v1',
] as const;

/** Every namespace that has rows. */
export const namespaceTables: readonly NamespaceTable[] = [siteIndex, batchV1, oembed, coreV2, vendorEventsV1, evtV1, vendorTicketsV1, vendorViewsV2, vendorEventAggregatorV1, evtV2Onboarding,
  vendorTicketsOnboarding];

const folders = ['site-index', 'oembed-1.0', 'core-v2', 'vendor-events-v1', 'evt-v1', 'vendor-tickets-v1', 'vendor-views-v2', 'vendor-event-aggregator-v1', 'evt-v2-onboarding',
  'vendor-tickets-onboarding'];

/** The operations that the rows name: every `*.graphql` of the map's folders. */
export function operationSources(): OperationSource[] {
  return folders.flatMap((folder) => {
    const place = new URL(`./${folder}/`, import.meta.url);
    const names = readdirSync(place).filter((name) => name.endsWith('.graphql')).sort();
    return names.map((name) => ({ file: `rest-map/${folder}/${name}`, text: readFileSync(new URL(name, place), 'utf8') }));
  });
}

/** Operation behind the members of `GET /` that are the site's own. */
export const indexOperation = 'siteIndex';
