import { namespaceTables, createRestMap } from '../../rest-map/map.ts';
import { createRestEngine, type RestEngine } from '../../src/rest/create-engine.ts';
import { getSharedSchema } from '../support/app.ts';

export const REST_URL = 'https://site.example/rest';

let engine: RestEngine | undefined;

/** Returns the engine with the real map and schema, without a site. Created once per process. */
export function getMapEngine(): RestEngine {
  engine ??= createRestEngine({
    schema: getSharedSchema(),
    restUrl: REST_URL,
    relationBase: 'https://site.example/rel/',
    map: { ...createRestMap(), authentication: () => ({}) },
  });
  return engine;
}

/** Namespaces with routes; the others have only a root. */
export const mappedNamespaces: readonly string[] = namespaceTables.map(({ name }) => name);
