import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { createContext } from '#graphql/context.ts';
import { createSubgraphSchema } from '#graphql/federation.ts';
import { createPublicSchema } from '#graphql/schema.ts';
import { identify } from './domains/identity/auth/sign-in.ts';
import { findSession, SESSION_COOKIE } from './domains/identity/auth/sessions.ts';
import { recordViewer } from './domains/identity/auth/viewer.ts';
import { createCookies } from './core/http/cookies.ts';
import { markUncacheable } from './core/caching/cache-dependencies.ts';
import { describeResponse, mountPageCache } from './domains/page-cache/requests/page-cache.http.ts';
import { type ConnectionCloser, mountClosing } from './web/closing.ts';
import { mountCompression } from './web/compression.ts';
import { mountDocs } from './web/docs/docs.page.ts';
import { mountDocuments } from './web/docs/documents.page.ts';
import { mountRestToGraphql } from './web/docs/rest-to-graphql.page.ts';
import { mountEtags } from './web/etag.ts';
import { mountGraphql } from './web/graphql.ts';
import { mountHealth, type Readiness } from './web/health.ts';
import { mountIdempotency } from './web/idempotency.ts';
import { mountMetrics } from './web/observing/metrics.ts';
import { createRequestIdGenerator } from './web/observing/request-ids.ts';
import { mountRequests } from './web/observing/requests.ts';
import { mountFairQueue } from './web/fair-share.ts';
import { getCallerKey, mountRateBudget } from './web/rate-budget.ts';
import { opensWebSocket } from './core/http/upgrade.ts';
import { createUnservedHandler } from './web/unserved-requests.ts';
import { createPagesPlugin } from './web/pages/plugin.ts';
import { getClientIp } from './web/client-ip.ts';
import { version } from './core/system/version.ts';
import { createDictionary } from './rest/dictionary/dictionary.ts';
import { createPageDictionary } from './rest/dictionary/page-dictionary.ts';
import { createDocuments } from './rest/openapi/document.ts';
import type { RestEngine } from './rest/create-engine.ts';
import { isWrite, getResponseKind } from './rest/engine/plan.ts';
import { handleRestRouteQuery, mountRest, refuseRest, type RestHttpOptions } from './rest/http/http.ts';
import { mountRefusals } from './rest/http/refusals.ts';
import { unregisterProcess } from './core/processes/running-process.ts';
import { getRelationBase } from './core/urls/relation-base.ts';
import type { Site } from './site.ts';
import { getRestUrl } from './site-engine.ts';

/** Wraps the data of a caller. A response that reads the data is not cached, because it is only for this caller. */
function markWhenRead<Client extends object>(client: Client): Client {
  return new Proxy(client, {
    get(target, name, receiver) {
      markUncacheable('it is for one caller');
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
}

/** Throws for a route with a Fastify schema, because the compilers of schemas are not loaded. */
function refuseSchema(): never {
  throw new Error('Routes must not have a Fastify schema: its compilers are not loaded.');
}

/** Matches a country code of two letters. Proxies send XX or T1 if they do not know the country. */
const COUNTRY = /^(?!xx$)[a-z]{2}$/i;

/** Parts from which {@link createApp} creates the service. */
export interface AppParts {
  site: Site;
  /** The complete schema, which the REST map uses. */
  schema: GraphQLSchema;
  /** The schema of `/graphql`. By default the public part of `schema`. */
  servedSchema?: GraphQLSchema;
  /** The REST engine, which `createSiteEngine` creates from the complete schema and the site's configuration. */
  rest: RestEngine;
  /** Returns the state of the process. Called for each response of `/health`. */
  readiness?: () => Readiness;
}

export interface App {
  http: FastifyInstance;
  rest: RestEngine;
  connections: ConnectionCloser;
}

/** Creates the service with all routes on one Fastify instance. The instance does not listen yet. */
export async function createApp({
  site,
  schema,
  servedSchema = createPublicSchema(schema),
  rest,
  readiness = () => ({ jobs: 'off', isStopping: false }),
}: AppParts): Promise<App> {
  const { config } = site;
  const { trustProxy } = config;
  const restUrl = getRestUrl(config);
  const relationBase = getRelationBase(config);
  const unserved = createUnservedHandler();
  const http = fastify({
    loggerInstance: site.log,
    logController: new LogController({ disableRequestLogging: true }),
    // log lines contain the request ID already
    childLoggerFactory: (log) => log,
    genReqId: createRequestIdGenerator(trustProxy),
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: config.bodyLimit,
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    routerOptions: { maxParamLength: 2000, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // requests on open connections are still served while the service closes
    return503OnClosing: false,
    http: { shouldUpgradeCallback: opensWebSocket },
    // this limit also applies to closing, which may wait for the last responses
    pluginTimeout: 30_000,
    frameworkErrors: (_error, request, reply) => void unserved.handle(request as FastifyRequest, reply as FastifyReply),
  }) as unknown as FastifyInstance;
  const requests = mountRequests(http, site);
  if (config.siteUrl.startsWith('https:')) {
    http.addHook('onRequest', async (_request, reply) => void reply.header('Strict-Transport-Security', 'max-age=31536000'));
  }
  const connections = mountClosing(http);
  mountPageCache(
    http,
    site,
    ({ url, routeOptions }) => url.startsWith(config.restRoot) || url.startsWith('/graphql?') || routeOptions.config.isVisitorPage === true,
  );
  await http.register(cookie);
  const fairQueue = mountFairQueue(http);
  mountEtags(http, (url) => url.startsWith(config.restRoot) || url.startsWith('/graphql') || url.startsWith('/?'));
  await mountCompression(http);
  const idempotency = mountIdempotency(http, site);
  const budget = await mountRateBudget(http, site);

  const getClient = (request: FastifyRequest) => {
    const country = config.countryHeader === undefined ? undefined : request.headers[config.countryHeader];
    return {
      ip: getClientIp(request, trustProxy),
      userAgent: String(request.headers['user-agent'] ?? ''),
      doNotTrack: request.headers['dnt'] === '1',
      asksForPrivacy: request.headers['dnt'] === '1' || request.headers['sec-gpc'] !== undefined,
      ...(typeof country === 'string' && COUNTRY.test(country) && { country: country.toUpperCase() }),
    };
  };
  const signIn = async (request: FastifyRequest, nonce: string | undefined) => {
    const client = getClient(request);
    const session = request.cookies[SESSION_COOKIE];
    const { authorization } = request.headers;
    const { viewer, freshNonce } = await identify(site, {
      ...(authorization !== undefined && { authorization }),
      ...(session !== undefined && { cookie: session }),
      ...(nonce !== undefined && { nonce }),
      ...client,
    }).catch(async (error: unknown) => {
      await budget.charge(request, null);
      throw error;
    });
    recordViewer(viewer);
    await budget.charge(request, viewer);
    await fairQueue.waitForTurn(request, getCallerKey(request, viewer));
    return { context: createContext(site, viewer, markWhenRead(client), createCookies(request.cookies)), freshNonce };
  };

  const restOptions: RestHttpOptions = {
    engine: rest,
    restRoot: config.restRoot,
    restUrl,
    relationBase,
    identify: signIn,
    async hasValidCredentials(request) {
      const session = request.cookies[SESSION_COOKIE];
      if (request.headers.authorization === undefined) return session !== undefined && (await findSession(site, session)) !== null;
      // the response reports a failed sign-in
      return await signIn(request, undefined).then(
        ({ context }) => context.viewer.signedIn,
        () => false,
      );
    },
    chargeRequests: budget.chargeRequests,
    idempotency,
    onResponse: (request, call) => {
      if (!call.plan.cachesResponses || isWrite(call.plan)) return;
      describeResponse(request, { kind: getResponseKind(call.plan), parameters: call.sentParameters });
    },
  };

  http.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/?') && request.url.includes('rest_route=')) await handleRestRouteQuery(restOptions, request, reply);
  });
  unserved.connect(http, site, {
    root: config.restRoot,
    refuse: (request, reply, failure) => refuseRest(restOptions, request, reply, failure),
  });
  mountHealth(http, site, readiness);
  mountMetrics(http, site);
  mountRefusals(http, rest);
  mountRest(http, restOptions);
  const graphqlSchema = config.isFederationEnabled ? createSubgraphSchema(servedSchema) : servedSchema;
  mountGraphql(http, { site, schema: graphqlSchema, identify: signIn, budget, fairQueue, idempotency, requests });
  for (const domain of site.domains) domain.http?.(http, site);
  const dictionary = createPageDictionary(rest, restUrl, () =>
    createDictionary({ sources: rest.publicSources, wholeSchema: schema, publicSchema: createPublicSchema(schema) }),
  );
  const mountDocumentation = (app: FastifyInstance) => {
    mountDocs(app, site, createDocuments(rest, { restUrl, version }));
    mountRestToGraphql(app, site, dictionary);
    mountDocuments(app, site);
  };
  await http.register(createPagesPlugin(site, mountDocumentation));
  http.addHook('onClose', () => unregisterProcess(site));
  await http.register(connections.registerClosing);
  return { http, rest, connections };
}
