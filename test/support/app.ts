import { createSchema, publicSchema } from '#graphql/schema.ts';
import type { GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { restMap } from '../../rest-map/map.ts';
import { type App, createApp } from '../../src/app.ts';
import type { Config } from '../../src/config/config.ts';
import type { RestEngine } from '../../src/rest/create-engine.ts';
import type { Site } from '../../src/site.ts';
import { siteEngine, type SiteMap } from '../../src/site-engine.ts';

interface Shared {
  whole: GraphQLSchema;
  /** What `/graphql` serves of it. */
  served: GraphQLSchema;
  map: SiteMap;
}

let made: Shared | undefined;

/** What all sites of this process have in common. */
function shared(): Shared {
  if (!made) {
    const whole = createSchema();
    made = { whole, served: publicSchema(whole), map: restMap() };
  }
  return made;
}

/** The whole schema, made once for all files of this process. */
export function sharedSchema(): GraphQLSchema {
  return shared().whole;
}

/** Engines of the whole map by what they know of a configuration; sites with a port have an address that does not come back. */
const engines = new LRUCache<string, RestEngine>({ max: 3 });

function sharedEngine(config: Config): RestEngine {
  const { whole, map } = shared();
  const key = JSON.stringify([config.siteUrl, config.restRoot, config.namespaceAliases, config.production]);
  let engine = engines.get(key);
  if (!engine) engines.set(key, (engine = siteEngine(config, whole, map)));
  return engine;
}

/**
 * The whole service on a site, wired as `npm start` wires it, not yet listening; with another REST map where one is given. With `servesWhole`
 * `/graphql` also knows what is there for old clients alone.
 */
export async function appOf(site: Site, { map, servesWhole = false }: { map?: SiteMap; servesWhole?: boolean } = {}): Promise<App> {
  const { whole, served } = shared();
  const rest = map ? siteEngine(site.config, whole, map) : sharedEngine(site.config);
  const app = await createApp({ site, schema: whole, served: servesWhole ? whole : served, rest });
  await app.http.ready();
  return app;
}
