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
import { ensureInitialContent } from '../../src/first-contents.ts';
import { openSite } from '../../src/open-site.ts';
import type { Site } from '../../src/site.ts';
import { siteDatabaseUrl, type TestDatabase, testDatabaseUrl } from './database.ts';

/** A role, or a role with a number for more users of that role: `editor`, `editor2`. */
export type TestUserName = Role | `${Role}${number}`;

/** A user with a role and all kinds of credentials. */
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
  /** Returns a user of a role with an application password, created on the first call for the login name, which defaults to the role. */
  user(name: TestUserName, login?: string): Promise<SiteUser>;
  /** Closes the site and removes its database and files. */
  close(): Promise<void>;
}

export interface SiteOptions {
  environment?: Record<string, string>;
  /** Destination of the log. By default, nothing is logged. */
  log?: Log;
  /** Replaces the connection URL of the fresh database, for example by that of a proxy. */
  rewriteUrl?: (databaseUrl: string) => Promise<string>;
}

const keepDatabase = (url: string): TestDatabase => ({ url, drop: async () => {} });

/** Opens the site as `npm start` does, without HTTP, on a fresh database with the initial content of an installation. */
export async function openBareSite({ environment = {}, log = createLog('silent'), rewriteUrl }: SiteOptions = {}): Promise<OpenedSite> {
  // with another clock, the initial content must be created at that time; a given database may lack it
  const isOfToday = Math.abs(now().getTime() - Date.now()) < 60_000;
  const givenUrl = environment['DATABASE_URL'];
  const hasContents = isOfToday && givenUrl === undefined;
  const database = givenUrl ? keepDatabase(givenUrl) : await (hasContents ? siteDatabaseUrl() : testDatabaseUrl());
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
  if (!hasContents) await ensureInitialContent(site);

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
