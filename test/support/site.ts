import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSchema } from '#graphql/schema.ts';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { advertisedNamespaces, indexOperation, namespaceTables, operationSources } from '../../rest-map/map.ts';
import { createApp } from '../../src/app.ts';
import { createApplicationPassword } from '../../src/auth/application-passwords.ts';
import type { Role } from '../../src/auth/roles.ts';
import { readConfig } from '../../src/config.ts';
import { ensureInitialContent } from '../../src/content/initial.ts';
import { openSite } from '../../src/open-site.ts';
import type { RestEngine } from '../../src/rest/engine.ts';
import type { Site } from '../../src/site.ts';
import { createUser } from '../../src/users/user.service.ts';
import { testDatabaseUrl } from './database.ts';

/** A role, or a role with a number for further users of it: `editor`, `editor2`. */
export type TestUserName = Role | `${Role}${number}`;

export interface SiteUser {
  id: number;
  login: string;
  email: string;
  /** Application password. */
  secret: string;
  /** Value of the Authorization header. */
  authorization: string;
}

export interface RestOptions {
  /** Who asks; without it nobody is signed in. */
  as?: TestUserName | undefined;
  /** Query text, or names and values. */
  query?: string | Readonly<Record<string, string | number | boolean | readonly (string | number)[] | undefined>> | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a form: text, or names and values. */
  form?: string | Readonly<Record<string, string>> | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
}

export interface RestReply {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  text: string;
  /** The body as JSON; undefined when it is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  body: any;
}

export interface GraphqlReply {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers freely
  data: any;
  errors: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[];
}

/** The whole site without a port. */
export interface WholeSite {
  site: Site;
  http: FastifyInstance;
  engine: RestEngine;
  /** Texts of all statements since the last `statements.length = 0`. */
  statements: string[];
  /** Log lines of level warn and above. */
  logged: string[];
  /** A user of a role with an application password, made on the first call for the name. */
  user(name: TestUserName): Promise<SiteUser>;
  /** Sends a request to a path below the REST root. */
  rest(method: string, path: string, options?: RestOptions): Promise<RestReply>;
  graphql(source: string, variables?: Record<string, unknown>, as?: TestUserName): Promise<GraphqlReply>;
  close(): Promise<void>;
}

function queryText(query: RestOptions['query']): string {
  if (query === undefined || typeof query === 'string') return query ?? '';
  return new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [value].flat().map((one) => [name, String(one)]))),
  ).toString();
}

/** Opens the whole site, wired as `npm start` wires it, on a fresh database with the initial content of an installation. */
export async function openWholeSite(environment: Record<string, string> = {}): Promise<WholeSite> {
  const database = await testDatabaseUrl();
  const statements: string[] = [];
  const logged: string[] = [];
  // made by the first file that is stored
  const files = path.join(tmpdir(), 'marquee-test-files', randomUUID());
  const config = readConfig({
    SITE_URL: 'http://site.test',
    DATABASE_URL: database.url,
    DATABASE_POOL: '4',
    SECRET_KEY: '0'.repeat(64),
    LOG_LEVEL: 'warn',
    DEMO_DATA: 'none',
    DATA_DIRECTORY: files,
    ...environment,
  });
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const site = await openSite(config, log, (text) => statements.push(text));
  await ensureInitialContent(site);
  const map = { tables: namespaceTables, sources: operationSources(), advertised: advertisedNamespaces, indexOperation };
  const { http, rest: engine } = await createApp({ site, schema: createSchema(), map });
  await http.ready();

  const users = new Map<string, Promise<SiteUser>>();
  const makeUser = async (name: TestUserName): Promise<SiteUser> => {
    const email = `${name}@example.org`;
    const { id } = await createUser(site, {
      login: name,
      email,
      password: `account password of ${name}`,
      role: name.replace(/\d+$/, '') as Role,
    });
    const { secret } = await createApplicationPassword(site, id, { name: 'test' });
    return { id, login: name, email, secret, authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}` };
  };
  const user = (name: TestUserName) => {
    const known = users.get(name) ?? makeUser(name);
    users.set(name, known);
    return known;
  };
  const signedIn = async (as: TestUserName | undefined): Promise<Record<string, string>> =>
    as === undefined ? {} : { authorization: (await user(as)).authorization };

  return {
    site,
    http,
    engine,
    statements,
    logged,
    user,
    async rest(method, path, { as, query, body, form, headers = {} } = {}) {
      const search = queryText(query);
      const type = body !== undefined ? 'application/json' : form !== undefined ? 'application/x-www-form-urlencoded' : undefined;
      const payload =
        body !== undefined ? JSON.stringify(body) : typeof form === 'string' ? form : form && new URLSearchParams(form).toString();
      const response = await http.inject({
        method: method as 'GET',
        url: `${config.restRoot}${path}${search && (path.includes('?') ? '&' : '?')}${search}`,
        headers: { ...(await signedIn(as)), ...(type !== undefined && { 'content-type': type }), ...headers },
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
        headers: { 'content-type': 'application/json', ...(await signedIn(as)) },
        payload: JSON.stringify({ query: source, variables }),
      });
      const answer = JSON.parse(response.payload) as { data?: unknown; errors?: GraphqlReply['errors'] };
      return { status: response.statusCode, data: answer.data ?? null, errors: answer.errors ?? [] };
    },
    async close() {
      await http.close();
      await site.close();
      await database.drop();
      await rm(files, { recursive: true, force: true });
    },
  };
}
