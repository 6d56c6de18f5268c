import type { GraphQLSchema } from 'graphql';
import type { Config } from './config/config.ts';
import { relationBaseOf } from './core/addresses/relation-base.ts';
import { applicationPasswordsAvailable } from './domains/identity/auth/availability.ts';
import { verifyNonce } from './domains/identity/auth/nonces.ts';
import { createRestEngine, type RestEngine, type RestMap } from './rest/create-engine.ts';
import { withAliases } from './rest/engine/aliases.ts';

/** The map of the whole service; what it says of signing in follows from the site's configuration. */
export type SiteMap = Omit<RestMap, 'authentication'>;

/** Address of the REST root without a trailing slash. */
export function restUrlOf({ siteUrl, restRoot }: Config): string {
  return siteUrl + restRoot;
}

/**
 * The map, ready to serve requests at the addresses of a configuration. It keeps nothing of a site: which one is asked stands in the context of
 * each request, so sites of one process that have their addresses in common may share it.
 */
export function siteEngine(config: Config, schema: GraphQLSchema, map: SiteMap): RestEngine {
  return createRestEngine({
    schema,
    restUrl: restUrlOf(config),
    relationBase: relationBaseOf(config),
    verifyNonce: ({ site, viewer }, action, nonce) => verifyNonce(site, viewer, action, nonce),
    map: {
      ...map,
      tables: withAliases(map.tables, config.namespaceAliases),
      authentication: () =>
        applicationPasswordsAvailable({ config })
          ? { 'application-passwords': { endpoints: { authorization: `${config.siteUrl}/authorize-application` } } }
          : {},
    },
  });
}
