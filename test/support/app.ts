import { createSchema, createPublicSchema } from '#graphql/schema.ts';
import type { GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { createRestMap } from '../../rest-map/map.ts';
import { type App, createApp } from '../../src/app.ts';
import type { Config } from '../../src/config/config.ts';
import type { RestEngine } from '../../src/rest/create-engine.ts';
import type { Site } from '../../src/site.ts';
import { createSiteEngine, type SiteMap } from '../../src/site-engine.ts';

/** Objects that all sites of this process share. */
interface SharedParts {
  /** The whole schema, with the members that only the REST interface needs. */
  whole: GraphQLSchema;
  /** The public schema, which `/graphql` serves. */
  servedSchema: GraphQLSchema;
  map: SiteMap;
}

let shared: SharedParts | undefined;

/** Returns the shared objects. Creates them on the first call. */
function getShared(): SharedParts {
  if (!shared) {
    const whole = createSchema();
    shared = { whole, servedSchema: createPublicSchema(whole), map: createRestMap() };
  }
  return shared;
}

/** Returns the whole schema, created once for all test files of this process. */
export function getSharedSchema(): GraphQLSchema {
  return getShared().whole;
}

/** Engines of the whole REST map, by the configuration that they depend on. Few are cached, because each site with a port has a unique URL. */
const engines = new LRUCache<string, RestEngine>({ max: 3 });

function getSharedEngine(config: Config): RestEngine {
  const { whole, map } = getShared();
  const key = JSON.stringify([config.siteUrl, config.restRoot, config.namespaceAliases, config.production]);
  let engine = engines.get(key);
  if (!engine) engines.set(key, (engine = createSiteEngine(config, whole, map)));
  return engine;
}

/**
 * Creates the whole service for a site as `npm start` does, but without listening on a port. `map` replaces the REST map. With `servesWhole`,
 * `/graphql` also serves the members that only the REST interface needs.
 */
export async function createSiteApp(site: Site, { map, servesWhole = false }: { map?: SiteMap; servesWhole?: boolean } = {}): Promise<App> {
  const { whole, servedSchema } = getShared();
  const rest = map ? createSiteEngine(site.config, whole, map) : getSharedEngine(site.config);
  const app = await createApp({ site, schema: whole, servedSchema: servesWhole ? whole : servedSchema, rest });
  await app.http.ready();
  return app;
}
