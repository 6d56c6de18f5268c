import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { failures } from './failures.ts';
import * as tables from './tables.ts';

/** Namespaces as the site index advertises them, in published order (document 1, site index). */
export const advertisedNamespaces = [
  'oembed/1.0', 'consent-banner/v1', 'queue/v1', 'utils/v1', 'product-manager-client/v1', 'page-cache/v1', 'vendor/tickets/onboarding',
  'vendor/tickets/v1', 'vendor/event-aggregator/v1', 'vendor/events/v1', 'vendor/views/v2', 'evt/v2/onboarding', 'evt/v1', 'compliance/v1',
  'maps/v1', 'security/v1/two-fa/v2', 'theme/v1', 'site-analytics/v1', 'gallery-convert/v1', 'nps-survey/v1', 'core/v2', 'site-health/v1',
  'block-editor/v1', 'abilities/v1',
] as const;

export const namespaceTables = Object.values(tables);

/** Returns the name of a namespace's folder in `rest-map` and of its generated files in `docs`. */
export const getFolder = (namespace: string) => (namespace === '' ? 'site-index' : namespace.replaceAll('/', '-'));

/** Name of the file with the public documents of a namespace. All other `*.graphql` files contain operations of routes. */
const PUBLIC = 'public.graphql';

function readSources(isIncluded: (name: string) => boolean) {
  return namespaceTables.flatMap((table) => {
    const folder = getFolder(table.name);
    const url = new URL(`./${folder}/`, import.meta.url);
    const names = readdirSync(url).filter((name) => name.endsWith('.graphql') && isIncluded(name)).sort();
    return names.map((name) => ({ file: `rest-map/${folder}/${name}`, text: readFileSync(new URL(name, url), 'utf8') }));
  });
}

/** Reads the operations of the routes: every `*.graphql` in the folders of the namespaces except `public.graphql`. */
export const readOperationSources = () => readSources((name) => name !== PUBLIC);

/** Reads the handwritten documents of the public schema (`public.graphql`). They have the names of the operations that they replace. */
const readPublicSources = () => readSources((name) => name === PUBLIC);

/** Reads a JSON file of a namespace's folder that tests generate (`vitest run --mode exhaustive test/contract/examples- -u`). */
function readGeneratedFile(namespace: string, name: string) {
  const file = new URL(`./${getFolder(namespace)}/${name}.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

/** Reads the recorded responses and refusals of a namespace's routes. */
const readRecordings = (namespace: string) => ({
  responses: readGeneratedFile(namespace, 'responses'),
  refusals: readGeneratedFile(namespace, 'refusals'),
});

/** Creates the map for the REST engine. */
export const createRestMap = () => ({
  tables: namespaceTables,
  sources: readOperationSources(),
  publicSources: readPublicSources(),
  recorded: readRecordings,
  advertised: advertisedNamespaces,
  /** Operation with the members of `GET /` that describe the site. */
  indexOperation: 'siteIndex',
  failures,
});
