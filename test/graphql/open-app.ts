import type { LightMyRequestResponse } from 'fastify';
import { namespaceTables, readOperationSources, createRestMap } from '../../rest-map/map.ts';
import type { App } from '../../src/app.ts';
import { countSubscriptions } from '../../src/core/feed/feed.ts';
import { createApplicationPassword } from '../../src/domains/identity/auth/application-passwords.ts';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { createUser } from '../../src/domains/identity/users/user.service.ts';
import { createSiteApp } from '../support/app.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

export interface GraphqlReply {
  status: number;
  headers: LightMyRequestResponse['headers'];
  text: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses freely
  data: any;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses freely
  errors: any[];
}

interface SendOptions {
  /** Value of the Authorization header. */
  as?: string | undefined;
  headers?: Record<string, string>;
  /** An IP address other than loopback, to send the request from. */
  from?: string;
}

/** The whole site without a port, for tests that need HTTP. */
export interface TestApp {
  site: TestSite;
  http: App['http'];
  /** Creates a user and returns the value of its Authorization header. */
  user(role: Role): Promise<string>;
  graphql(query: string, variables?: Record<string, unknown>, options?: SendOptions): Promise<GraphqlReply>;
  rest(
    method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
    path: string,
    options?: SendOptions & { body?: unknown },
  ): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/** The operations of posts, terms and users. The tests call no others, so the rest of the map is not loaded. */
const sources = readOperationSources().filter(({ file }) => /^rest-map\/(site-index|core-v2|batch-v1)\/shapes\.graphql$/.test(file));
const isLoaded = (operation: unknown) =>
  typeof operation !== 'string' || sources.some(({ text }) => new RegExp(`\\b${operation}\\b`).test(text));
const map = {
  ...createRestMap(),
  tables: namespaceTables
    .filter(({ name }) => ['', 'core/v2', 'batch/v1'].includes(name))
    .map((table) => ({ ...table, routes: table.routes.filter((route) => isLoaded(route[3])) })),
  sources,
};

/** Opens the whole site on a fresh database. */
export async function openTestApp(environment: Record<string, string> = {}): Promise<TestApp> {
  const site = await openTestSite({ RATE_LIMIT: '0', ...environment });
  const { http } = await createSiteApp(site, { map });
  const buildHeaders = ({ as, headers }: SendOptions) => ({ ...headers, ...(as !== undefined && { authorization: as }) });
  return {
    site,
    http,
    async user(role) {
      const login = `${role}-${Math.random().toString(36).slice(2, 8)}`;
      const { id } = await createUser(site, { login, email: `${login}@example.org`, role });
      const { secret } = await createApplicationPassword(site, id, { name: 'test' });
      return `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;
    },
    async graphql(query, variables, options = {}) {
      const response = await http.inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'content-type': 'application/json', ...buildHeaders(options) },
        payload: JSON.stringify({ query, variables }),
        ...(options.from !== undefined && { remoteAddress: options.from }),
      });
      const body = response.payload.startsWith('{') ? JSON.parse(response.payload) : {};
      return {
        status: response.statusCode,
        headers: response.headers,
        text: response.payload,
        data: body.data ?? null,
        errors: body.errors ?? [],
      };
    },
    rest: (method, path, options = {}) =>
      http.inject({
        method,
        url: path,
        headers: { ...(options.body !== undefined && { 'content-type': 'application/json' }), ...buildHeaders(options) },
        ...(options.body !== undefined && { payload: JSON.stringify(options.body) }),
        ...(options.from !== undefined && { remoteAddress: options.from }),
      }),
    async close() {
      await http.close();
      await site.close();
    },
  };
}

/** Waits until the number of subscriptions that receive changes satisfies a condition. */
export async function waitUntilSubscribed(app: TestApp, isReached: (open: number) => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !isReached(countSubscriptions(app.site)); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  if (!isReached(countSubscriptions(app.site))) throw new Error(`${countSubscriptions(app.site)} subscriptions are open`);
}
