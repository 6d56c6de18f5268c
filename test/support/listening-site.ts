import { createSchema } from '#graphql/schema.ts';
import { createApp } from '../../src/app.ts';
import { createApplicationPassword } from '../../src/auth/application-passwords.ts';
import type { Role } from '../../src/auth/roles.ts';
import { readConfig } from '../../src/config.ts';
import { ensureInitialContent } from '../../src/content/initial.ts';
import type { Log } from '../../src/core/log.ts';
import { openSite } from '../../src/open-site.ts';
import type { Site } from '../../src/site.ts';
import { createUser } from '../../src/users/user.service.ts';
import { advertisedNamespaces, indexOperation, namespaceTables, operationSources } from '../../rest-map/map.ts';
import { testDatabaseUrl } from './database.ts';
import { freePort } from './free-port.ts';

/** A user of a role, with all ways to sign in. */
export interface ListeningUser {
  id: number;
  login: string;
  email: string;
  /** For the sign-in page. */
  password: string;
  /** For HTTP Basic. */
  applicationPassword: string;
  /** Value of the Authorization header. */
  authorization: string;
}

export interface ListeningSite {
  site: Site;
  /** Address without a trailing slash. */
  url: string;
  /** REST root without a trailing slash. */
  rest: string;
  /** Makes a user of the role on the first call for a name; the name is the role unless given. */
  user: (role: Role, name?: string) => Promise<ListeningUser>;
  close: () => Promise<void>;
}

export interface ListeningSiteOptions {
  environment?: Record<string, string>;
  /** Where the site writes its log; nowhere unless given. */
  log?: Log;
  /** Another way to the fresh database: a relay before it, for example. */
  reach?: (databaseUrl: string) => Promise<string>;
}

/** The whole site on a fresh database and a free loopback port, for clients that need a real connection. */
export async function openListeningSite({ environment = {}, log, reach }: ListeningSiteOptions = {}): Promise<ListeningSite> {
  const port = await freePort();
  const database = await testDatabaseUrl();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({
    PORT: String(port),
    SITE_URL: url,
    DATABASE_URL: reach ? await reach(database.url) : database.url,
    DATABASE_POOL: '4',
    SECRET_KEY: '7'.repeat(64),
    LOG_LEVEL: 'silent',
    DEMO_DATA: 'none',
    ...environment,
  });
  const site = await openSite(config, log);
  await ensureInitialContent(site);
  const map = { tables: namespaceTables, sources: operationSources(), advertised: advertisedNamespaces, indexOperation };
  const { http } = await createApp({ site, schema: createSchema(), map });
  await http.listen({ host: '127.0.0.1', port });

  const users = new Map<string, Promise<ListeningUser>>();
  async function makeUser(role: Role, login: string): Promise<ListeningUser> {
    const email = `${login}@example.org`;
    const password = `account password of ${login}`;
    const { id } = await createUser(site, { login, email, password, role });
    const { secret } = await createApplicationPassword(site, id, { name: 'test' });
    const authorization = `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;
    return { id, login, email, password, applicationPassword: secret, authorization };
  }

  return {
    site,
    url,
    rest: url + config.restRoot,
    user(role, name = role) {
      const known = users.get(name) ?? makeUser(role, name);
      users.set(name, known);
      return known;
    },
    async close() {
      await http.close();
      await site.close();
      await database.drop();
    },
  };
}
