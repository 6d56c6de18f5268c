import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { RestEngine } from '../../src/rest/create-engine.ts';
import { createSiteApp } from './app.ts';
import { type OpenedSite, openBareSite, type TestUserName } from './open-site.ts';

export type { TestUserName } from './open-site.ts';

export interface RestOptions {
  /** User that sends the request. By default, a visitor sends it. */
  as?: TestUserName | undefined;
  /** Query as a string, or as names and values. */
  query?: string | Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>> | undefined;
  /** Body to send as JSON. */
  body?: unknown;
  /** Form to send, as a string or as names and values. */
  form?: string | Readonly<Record<string, string>> | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

export interface RestResponse {
  status: number;
  /** Header names in lower case. */
  headers: Record<string, string | undefined>;
  text: string;
  /** Body parsed as JSON, or undefined for other bodies. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses freely
  body: any;
}

export interface GraphqlResponse {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into responses freely
  data: any;
  errors: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
}

/** The whole site, which does not listen on a port. Requests are injected. */
export interface WholeSite extends OpenedSite {
  http: FastifyInstance;
  engine: RestEngine;
  /** Log lines of level warn and above. */
  logged: string[];
  /** Sends a request to a path relative to the REST root. */
  rest(method: string, path: string, options?: RestOptions): Promise<RestResponse>;
  graphql(source: string, variables?: Record<string, unknown>, as?: TestUserName): Promise<GraphqlResponse>;
}

function serializeQuery(query: RestOptions['query']): string {
  if (query === undefined || typeof query === 'string') return query ?? '';
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [value].flat().map((item) => [name, String(item)]))),
  ).toString();
}

/**
 * Opens the whole site as `npm start` does, with a new database that has the initial content of an installation. With `servesWhole`, `/graphql` also
 * serves the members that only the REST interface needs.
 */
export async function openWholeSite(environment: Record<string, string> = {}, { servesWhole = false } = {}): Promise<WholeSite> {
  const logged: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const opened = await openBareSite({ environment, log });
  const { site, config, user } = opened;
  const { http, rest: engine } = await createSiteApp(site, { servesWhole });
  const buildAuthorization = async (as: TestUserName | undefined): Promise<Record<string, string>> =>
    as === undefined ? {} : { authorization: (await user(as)).authorization };

  return {
    ...opened,
    http,
    engine,
    logged,
    async rest(method, path, { as, query, body, form, headers = {} } = {}) {
      const search = serializeQuery(query);
      const type = body !== undefined ? 'application/json' : form !== undefined ? 'application/x-www-form-urlencoded' : undefined;
      const payload =
        body !== undefined ? JSON.stringify(body) : typeof form === 'string' ? form : form && new URLSearchParams(form).toString();
      const response = await http.inject({
        method: method as 'GET',
        url: `${config.restRoot}${path}${search && (path.includes('?') ? '&' : '?')}${search}`,
        headers: { ...(await buildAuthorization(as)), ...(type !== undefined && { 'content-type': type }), ...headers },
        ...(payload !== undefined && { payload }),
      });
      let parsed: unknown;
      try {
        parsed = JSON.parse(response.payload);
      } catch {
        parsed = undefined;
      }
      return {
        status: response.statusCode,
        headers: response.headers as Record<string, string | undefined>,
        text: response.payload,
        body: parsed,
      };
    },
    async graphql(source, variables = {}, as) {
      const response = await http.inject({
        method: 'POST',
        url: '/graphql',
        headers: { 'content-type': 'application/json', ...(await buildAuthorization(as)) },
        payload: JSON.stringify({ query: source, variables }),
      });
      const result = JSON.parse(response.payload) as { data?: unknown; errors?: GraphqlResponse['errors'] };
      return { status: response.statusCode, data: result.data ?? null, errors: result.errors ?? [] };
    },
    async close() {
      await http.close();
      await opened.close();
    },
  };
}
