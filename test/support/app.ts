import { createSchema, publicSchema } from '#graphql/schema.ts';
import type { GraphQLSchema } from 'graphql';
import { restMap } from '../../rest-map/map.ts';
import { type App, createApp, type AppParts } from '../../src/app.ts';
import type { Site } from '../../src/site.ts';

let schemas: { whole: GraphQLSchema; served: GraphQLSchema } | undefined;

/** The whole schema and what `/graphql` serves of it, made once for all sites of this process. */
function sharedSchemas(): { whole: GraphQLSchema; served: GraphQLSchema } {
  if (!schemas) {
    const whole = createSchema();
    schemas = { whole, served: publicSchema(whole) };
  }
  return schemas;
}

/**
 * The whole service on a site, wired as `npm start` wires it, not yet listening; with another REST map where one is given. With `servesWhole`
 * `/graphql` also knows what is there for old clients alone.
 */
export async function appOf(
  site: Site,
  { map = restMap(), servesWhole = false }: { map?: AppParts['map']; servesWhole?: boolean } = {},
): Promise<App> {
  const { whole, served } = sharedSchemas();
  const app = await createApp({ site, schema: whole, served: servesWhole ? whole : served, map });
  await app.http.ready();
  return app;
}
