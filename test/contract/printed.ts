import { namespaceTables, restMap } from '../../rest-map/map.ts';
import { createRestEngine, type RestEngine } from '../../src/rest/create-engine.ts';
import { sharedSchema } from '../support/app.ts';

export const REST_URL = 'https://site.example/rest';

let engine: RestEngine | undefined;

/** The real map on the real schema, without a site behind it; made once for all files of this process. */
export function mapEngine(): RestEngine {
  engine ??= createRestEngine({
    schema: sharedSchema(),
    restUrl: REST_URL,
    relationBase: 'https://site.example/rel/',
    map: { ...restMap(), authentication: () => ({}) },
  });
  return engine;
}

/** Namespaces that have rows of their own; the rest has just a root. */
export const mappedNamespaces: readonly string[] = namespaceTables.map(({ name }) => name);
