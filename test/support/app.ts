import { createSchema, publicSchema } from '#graphql/schema.ts';
import type { GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { restMap } from '../../rest-map/map.ts';
import { type App, createApp } from '../../src/app.ts';
import type { Config } from '../../src/config/config.ts';
import type { RestEngine } from '../../src/rest/create-engine.ts';
import type { Site } from '../../src/site.ts';
import { createSiteEngine, type SiteMap } from '../../src/site-engine.ts';

interface Shared {
  whole: GraphQLSchema;
  /** The part that `/graphql` serves. */
  served: GraphQLSchema;
  map: SiteMap;
}

let shared: Shared | undefined;

/** Returns the parts that all sites of this process share. */
function getShared(): Shared {
  if (!shared) {
    const whole = createSchema();
    shared = { whole, served: publicSchema(whole), map: restMap() };
  }
  return shared;
}

/** Returns the whole schema, created once for all test files of this process. */
export function sharedSchema(): GraphQLSchema {
  return getShared().whole;
}

/** Engines of the whole map by the configuration that they depend on. Sites with a port have a unique URL. */
const engines = new LRUCache<string, RestEngine>({ max: 3 });

function sharedEngine(config: Config): RestEngine {
  const { whole, map } = getShared();
  const key = JSON.stringify([config.siteUrl, config.restRoot, config.namespaceAliases, config.production]);
  let engine = engines.get(key);
  if (!engine) engines.set(key, (engine = createSiteEngine(config, whole, map)));
  return engine;
}

/**
 * Creates the whole service for a site, wired as by `npm start` but not listening, optionally with another REST map. With `servesWhole`,
 * `/graphql` also has the members for old clients.
 */
export async function createSiteApp(site: Site, { map, servesWhole = false }: { map?: SiteMap; servesWhole?: boolean } = {}): Promise<App> {
  const { whole, served } = getShared();
  const rest = map ? createSiteEngine(site.config, whole, map) : sharedEngine(site.config);
  const app = await createApp({ site, schema: whole, served: servesWhole ? whole : served, rest });
  await app.http.ready();
  return app;
}
