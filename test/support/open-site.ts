import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { type Config, readConfig } from '../../src/config/config.ts';
import { now } from '../../src/core/time/clock.ts';
import { createLog, type Log } from '../../src/core/logging/log.ts';
import { createApplicationPassword } from '../../src/domains/identity/auth/application-passwords.ts';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { createUser } from '../../src/domains/identity/users/user.service.ts';
import { ensureInitialContent } from '../../src/initial-content.ts';
import { openSite } from '../../src/open-site.ts';
import type { Site } from '../../src/site.ts';
import { createSiteDatabase, type TestDatabase, createTestDatabase } from './database.ts';

/** A role, or a role with a number for another user with that role, such as `editor` or `editor2`. */
export type TestUserName = Role | `${Role}${number}`;

/** A user with all kinds of credentials. */
export interface SiteUser {
  id: number;
  login: string;
  email: string;
  /** Password for the sign-in page. */
  password: string;
  /** Application password for HTTP Basic. */
  applicationPassword: string;
  /** Value of the Authorization header. */
  authorization: string;
}

export interface OpenedSite {
  site: Site;
  config: Config;
  /** SQL of all statements since the last `statements.length = 0`. */
  statements: string[];
  /** Returns a user with a role and an application password. The first call for a login name creates the user. The default login name is `name`. */
  user(name: TestUserName, login?: string): Promise<SiteUser>;
  /** Closes the site and removes its database and files. */
  close(): Promise<void>;
}

export interface SiteOptions {
  environment?: Record<string, string>;
  /** Destination of the log. By default, nothing is logged. */
  log?: Log;
  /** Returns another connection URL for the new database, for example the URL of a proxy. */
  rewriteUrl?: (databaseUrl: string) => Promise<string>;
}

const createUndroppedDatabase = (url: string): TestDatabase => ({ url, drop: async () => {} });

/** Opens the site as `npm start` does, but without HTTP, with a new database that has the initial content of an installation. */
export async function openBareSite({ environment = {}, log = createLog('silent'), rewriteUrl }: SiteOptions = {}): Promise<OpenedSite> {
  // if the clock is set to another day, the initial content must have that date; a given database may not have the initial content
  const isOfToday = Math.abs(now().getTime() - Date.now()) < 60_000;
  const givenUrl = environment['DATABASE_URL'];
  const hasInitialContent = isOfToday && givenUrl === undefined;
  const database = givenUrl ? createUndroppedDatabase(givenUrl) : await (hasInitialContent ? createSiteDatabase() : createTestDatabase());
  const statements: string[] = [];
  // the first stored file creates the folder
  const files = join(inject('scratchFolder'), randomUUID());
  const config = readConfig({
    SITE_URL: 'http://site.test',
    DATABASE_URL: rewriteUrl ? await rewriteUrl(database.url) : database.url,
    DATABASE_POOL: '4',
    SECRET_KEY: '0'.repeat(64),
    PASSWORD_COST: '8',
    DEMO_DATA: 'none',
    DATA_DIRECTORY: files,
    ...environment,
  });
  const site = await openSite(config, log, { onQuery: (text) => statements.push(text) });
  if (!hasInitialContent) await ensureInitialContent(site);

  const users = new Map<string, Promise<SiteUser>>();
  async function makeUser(role: Role, login: string): Promise<SiteUser> {
    const email = `${login}@example.org`;
    const password = `account password of ${login}`;
    const { id } = await createUser(site, { login, email, password, role });
    const { secret } = await createApplicationPassword(site, id, { name: 'test' });
    const authorization = `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`;
    return { id, login, email, password, applicationPassword: secret, authorization };
  }

  return {
    site,
    config,
    statements,
    user(name, login = name) {
      const created = users.get(login) ?? makeUser(name.replace(/\d+$/, '') as Role, login);
      users.set(login, created);
      return created;
    },
    async close() {
      await site.close();
      await database.drop();
      await rm(files, { recursive: true, force: true });
    },
  };
}
