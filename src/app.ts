import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { createContext } from '#graphql/context.ts';
import { identify } from './auth/sign-in.ts';
import { SESSION_COOKIE } from './auth/sessions.ts';
import { applicationPasswordsAvailable } from './auth/availability.ts';
import { cookiesOf } from './core/cookies.ts';
import { mountClosing } from './http/closing.ts';
import { mountEtags } from './http/etag.ts';
import { mountGraphql } from './http/graphql.ts';
import { mountHealth } from './http/health.ts';
import { mountRetries } from './http/idempotency.ts';
import { mountRateBudget } from './http/rate-budget.ts';
import { unservedRequests } from './http/unserved.ts';
import { mountUploads } from './media/uploads.route.ts';
import { pages } from './pages/plugin.ts';
import { withAliases } from './rest/aliases.ts';
import { createRestEngine, type RestEngine, type RestMap } from './rest/engine.ts';
import { handleAlternativeAddress, mountRest, type RestHttpOptions } from './rest/http.ts';
import { relationBaseOf } from './rest/relation-base.ts';
import type { Site } from './site.ts';
import { announceTicketsApi } from './tickets/api-headers.ts';
import { connectTickets } from './tickets/connect.ts';

export interface AppParts {
  site: Site;
  schema: GraphQLSchema;
  map: Omit<RestMap, 'authentication'>;
}

export interface App {
  http: FastifyInstance;
  rest: RestEngine;
}

/** The whole service on one Fastify instance, not yet listening. */
export async function createApp({ site, schema, map }: AppParts): Promise<App> {
  connectTickets();
  const { config } = site;
  const restUrl = config.siteUrl + config.restRoot;
  const relationBase = relationBaseOf(config);
  const unserved = unservedRequests();
  const http = fastify({
    loggerInstance: site.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: config.bodyLimit,
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // covers closing too, which may wait for the last answers
    pluginTimeout: 30_000,
    frameworkErrors: (_error, request, reply) => void unserved.answer(request as FastifyRequest, reply as FastifyReply),
  }) as unknown as FastifyInstance;
  const closing = mountClosing(http);
  await http.register(cookie);
  announceTicketsApi(http, site);
  mountEtags(http, (url) => url.startsWith(config.restRoot) || url.startsWith('/graphql') || url.startsWith('/?'));
  const retries = mountRetries(http, site);
  const budget = await mountRateBudget(http, config.rateLimit);

  const clientOf = (request: FastifyRequest) => ({ ip: request.ip, userAgent: String(request.headers['user-agent'] ?? '') });
  const signIn = async (request: FastifyRequest, nonce: string | undefined) => {
    const client = clientOf(request);
    const session = request.cookies[SESSION_COOKIE];
    const { authorization } = request.headers;
    const { viewer, freshNonce } = await identify(site, {
      ...(authorization !== undefined && { authorization }),
      ...(session !== undefined && { cookie: session }),
      ...(nonce !== undefined && { nonce }),
      ...client,
    }).catch(async (error: unknown) => {
      await budget.spend(request, null);
      throw error;
    });
    await budget.spend(request, viewer);
    return { context: createContext(site, viewer, client, cookiesOf(request.cookies)), freshNonce };
  };

  const rest = createRestEngine({
    schema,
    restUrl,
    relationBase,
    map: {
      ...map,
      tables: withAliases(map.tables, config.namespaceAliases),
      authentication: () =>
        applicationPasswordsAvailable(site)
          ? { 'application-passwords': { endpoints: { authorization: `${config.siteUrl}/authorize-application` } } }
          : {},
    },
  });
  const restOptions: RestHttpOptions = {
    engine: rest,
    restRoot: config.restRoot,
    restUrl,
    relationBase,
    identify: signIn,
    retries,
  };

  http.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/?') && request.url.includes('rest_route=')) await handleAlternativeAddress(restOptions, request, reply);
  });
  unserved.connect(http, site, restOptions);
  mountHealth(http, site);
  mountRest(http, restOptions);
  mountGraphql(http, { site, schema, identify: signIn, retries });
  mountUploads(http, site);
  await http.register(pages(site));
  await http.register(closing);
  return { http, rest };
}
