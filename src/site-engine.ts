import type { GraphQLSchema } from 'graphql';
import type { Config } from './config/config.ts';
import { getRelationBase } from './core/urls/relation-base.ts';
import { areApplicationPasswordsAllowed } from './domains/identity/auth/availability.ts';
import { verifyNonce } from './domains/identity/auth/nonces.ts';
import { createRestEngine, type RestEngine, type RestMap } from './rest/create-engine.ts';
import { addAliases } from './rest/engine/aliases.ts';

/** The REST map without `authentication`, which depends on the site's configuration. */
export type SiteMap = Omit<RestMap, 'authentication'>;

/** Returns the URL of the REST root, without a trailing slash. */
export function getRestUrl({ siteUrl, restRoot }: Config): string {
  return siteUrl + restRoot;
}

/**
 * Creates the REST engine for the URLs of a configuration. The engine contains no site, because the context of each request does. Therefore sites of
 * one process with the same URLs may share an engine.
 */
export function createSiteEngine(config: Config, schema: GraphQLSchema, map: SiteMap): RestEngine {
  return createRestEngine({
    schema,
    restUrl: getRestUrl(config),
    relationBase: getRelationBase(config),
    verifyNonce: ({ site, viewer }, action, nonce) => verifyNonce(site, viewer, action, nonce),
    map: {
      ...map,
      tables: addAliases(map.tables, config.namespaceAliases),
      authentication: () =>
        areApplicationPasswordsAllowed({ config })
          ? { 'application-passwords': { endpoints: { authorization: `${config.siteUrl}/authorize-application` } } }
          : {},
    },
  });
}
