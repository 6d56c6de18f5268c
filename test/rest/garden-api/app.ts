import fastify, { type FastifyInstance, LogController } from 'fastify';
import { pino } from 'pino';
import type { Context } from '#graphql/context.ts';
import { Failure } from '../../../src/core/failures/failure.ts';
import { createRestEngine, type RestEngine, type RestMap } from '../../../src/rest/create-engine.ts';
import { handleRestRouteQuery, mountRest, type RestHttpOptions } from '../../../src/rest/http/http.ts';
import { operations, tables } from './map.ts';
import { type Garden, createGardenSchema, createGarden } from './schema.ts';

export const SITE = 'http://garden.test';
export const REST = `${SITE}/rest`;

export interface GardenReply {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** Body parsed as JSON. */
  // biome-ignore lint: tests read whatever the response holds
  body: any; // oxlint-disable-line typescript/no-explicit-any
}

export interface GardenRequest {
  method?: string;
  headers?: Record<string, string>;
  /** Body to send as JSON. */
  json?: unknown;
  payload?: string | Buffer;
  as?: 'keeper' | 'helper';
}

export interface GardenApi {
  garden: Garden;
  engine: RestEngine;
  app: FastifyInstance;
  /** Log lines of level warn and above. */
  logged: string[];
  send(path: string, request?: GardenRequest): Promise<GardenReply>;
  /** Like `send`, but with a path below the site instead of the REST root. */
  sendTo(url: string, request?: GardenRequest): Promise<GardenReply>;
}

const capabilitiesByUser: Record<string, readonly string[]> = { keeper: ['edit', 'remove'], helper: [] };

function createViewer(name: string | undefined, by: 'password' | 'session'): Context['viewer'] {
  const capabilities = name === undefined ? undefined : capabilitiesByUser[name];
  return {
    signedIn: capabilities !== undefined,
    user: null,
    id: capabilities ? 7 : 0,
    signedInWith: capabilities ? by : null,
    applicationPasswordUuid: null,
    sessionToken: '',
    can: (capability) => capabilities?.includes(capability) ?? false,
  };
}

/** Opens a fictional garden API with the real engine on Fastify, without a port. */
export async function openGardenApi(change: Partial<RestMap> = {}, bodyLimit = 100_000): Promise<GardenApi> {
  const garden = createGarden();
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const map: RestMap = {
    tables,
    sources: [operations],
    indexOperation: 'gardenIndex',
    advertised: ['empty/v1', 'garden/v1'],
    authentication: () => ({}),
    ...change,
    failures: { invalid_arguments: 'rest_invalid_param', ...change.failures },
  };
  const relationBase = `${SITE}/rel/`;
  const verifyNonce = (_context: Context, action: string, nonce: string) => nonce === `for ${action}`;
  const engine = createRestEngine({ schema: createGardenSchema(garden), map, restUrl: REST, relationBase, verifyNonce });
  const createContext = (name?: string, by: 'password' | 'session' = 'password') =>
    ({ site: { log }, viewer: createViewer(name, by), client: { ip: '', userAgent: '' }, load: {} }) as unknown as Context;
  const options: RestHttpOptions = {
    engine,
    restRoot: '/rest',
    restUrl: REST,
    relationBase,
    async identify(request, nonce) {
      const { authorization } = request.headers;
      if (authorization === 'wrong') throw new Failure('incorrect_password', 401, 'Wrong password.');
      if (authorization === undefined && nonce !== undefined) {
        if (nonce !== 'good') throw new Failure('rest_cookie_invalid_nonce', 403, 'Nonce refused.');
        return { context: createContext('keeper', 'session'), freshNonce: 'fresh' };
      }
      return { context: createContext(authorization), freshNonce: null };
    },
  };
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    routerOptions: { maxParamLength: 2000 },
  }) as unknown as FastifyInstance;
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/?')) await handleRestRouteQuery(options, request, reply);
  });
  mountRest(app, options);
  await app.ready();

  const sendTo = async (url: string, { method = 'GET', headers = {}, json, payload, as }: GardenRequest = {}): Promise<GardenReply> => {
    const body = json === undefined ? payload : JSON.stringify(json);
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...(as && { authorization: as }), ...headers },
      ...(body !== undefined && { payload: body }),
    });
    let parsed: unknown;
    try {
      parsed = JSON.parse(response.payload);
    } catch {
      parsed = undefined;
    }
    return { status: response.statusCode, headers: response.headers as Record<string, string>, text: response.payload, body: parsed };
  };
  return { garden, engine, app, logged, sendTo, send: (path, request) => sendTo(`/rest${path}`, request) };
}
