import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { NamespaceTable, OperationSource, Recorded } from '#app/rest/table.ts';
import { failures } from './failures.ts';
import * as tables from './tables.ts';

/** Namespaces as the site index advertises them, in published order (document 1, site index). */
export const advertisedNamespaces = [
  'oembed/1.0', 'consent-banner/v1', 'queue/v1', 'utils/v1', 'product-manager-client/v1', 'page-cache/v1', 'vendor/tickets/onboarding',
  'vendor/tickets/v1', 'vendor/event-aggregator/v1', 'vendor/events/v1', 'vendor/views/v2', 'evt/v2/onboarding', 'evt/v1', 'compliance/v1',
  'maps/v1', 'security/v1/two-fa/v2', 'theme/v1', 'site-analytics/v1', 'gallery-convert/v1', 'nps-survey/v1', 'core/v2', 'site-health/v1',
  'block-editor/v1', 'abilities/v1',
] as const;

/** Every namespace that has rows. */
export const namespaceTables: readonly NamespaceTable[] = Object.values(tables);

/** What the folder of a namespace is called here, and its printed files in docs. */
export const folderOf = (namespace: string) => (namespace === '' ? 'site-index' : namespace.replaceAll('/', '-'));

/** The file of a namespace with documents for front ends; all others are of the rows. */
const PUBLIC = 'public.graphql';

function sourcesNamed(wanted: (name: string) => boolean): OperationSource[] {
  return namespaceTables.flatMap((table) => {
    const folder = folderOf(table.name);
    const place = new URL(`./${folder}/`, import.meta.url);
    const names = readdirSync(place).filter((name) => name.endsWith('.graphql') && wanted(name)).sort();
    return names.map((name) => ({ file: `rest-map/${folder}/${name}`, text: readFileSync(new URL(name, place), 'utf8') }));
  });
}

/** The operations that the rows name: every `*.graphql` of the namespaces' folders, but `public.graphql`. */
export const operationSources = (): OperationSource[] => sourcesNamed((name) => name !== PUBLIC);

/** Documents of the public schema that were written by hand (`public.graphql`), called as the operations in whose place front ends send them. */
const publicSources = (): OperationSource[] => sourcesNamed((name) => name === PUBLIC);

/** A file that the tests write (`vitest run --mode exhaustive test/contract/examples- -u`) of a namespace's rows. */
function recordedIn(namespace: string, name: string) {
  const file = new URL(`./${folderOf(namespace)}/${name}.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** What rows returned to the requests that they show, and how they refused others. */
const recorded = (namespace: string): Recorded => ({
  responses: recordedIn(namespace, 'responses'),
  refusals: recordedIn(namespace, 'refusals'),
});

/** All that the engine is given. */
export const restMap = () => ({
  tables: namespaceTables,
  sources: operationSources(),
  publicSources: publicSources(),
  recorded,
  advertised: advertisedNamespaces,
  /** The operation behind the members of `GET /` that are the site's own. */
  indexOperation: 'siteIndex',
  failures,
});
