import { createSchema } from '#graphql/schema.ts';
import { namespaceTables, restMap } from '../../rest-map/map.ts';
import { createRestEngine, type RestEngine } from '../../src/rest/create-engine.ts';

export const REST_URL = 'https://site.example/rest';

/** The real map on the real schema, without a site behind it. */
export function mapEngine(): RestEngine {
  return createRestEngine({
    schema: createSchema(),
    restUrl: REST_URL,
    relationBase: 'https://site.example/rel/',
    map: { ...restMap(), authentication: () => ({}) },
  });
}

/** Namespaces that have rows of their own; the rest has just a root. */
export const mappedNamespaces: readonly string[] = namespaceTables.map(({ name }) => name);
