import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import { SESSION_COOKIE, startSession } from '#app/domains/identity/auth/sessions.ts';
import type { Role } from '#app/domains/identity/auth/roles.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { Failure } from '#app/core/failures/failure.ts';
import { mountContentPages } from '#app/domains/content/pages/mount.ts';
import { sendErrorPage } from '#app/web/pages/layout.ts';
import { makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

export interface PagesApp {
  site: TestSite;
  http: FastifyInstance;
  /** Sends a GET request to a path or URL of the site. */
  get(
    address: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string; headers: Record<string, string | string[] | undefined> }>;
  /** Creates a user with a session, and returns the cookie header. */
  signIn(role: Role, name?: string): Promise<{ viewer: Viewer; cookie: string }>;
  close(): Promise<void>;
}

/** Opens the public pages of a new site, without a port. */
export async function openPagesApp(environment: Record<string, string> = {}): Promise<PagesApp> {
  const site = await openTestSite(environment);
  const http = fastify({ routerOptions: { maxParamLength: 2000 } });
  await http.register(cookie);
  await http.register(formbody);
  http.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Failure)) throw error;
    return sendErrorPage(reply, site, null, { status: error.status, title: 'That did not work', message: error.message });
  });
  mountContentPages(http, site);
  await http.ready();
  return {
    site,
    http,
    async get(address, headers = {}) {
      const response = await http.inject({ method: 'GET', url: address.replace(site.config.siteUrl, ''), headers });
      return { status: response.statusCode, text: response.body, headers: response.headers as Record<string, string> };
    },
    async signIn(role, name) {
      const viewer = await makeUser(site, role, name);
      const { token } = await startSession(site, viewer.id, { ip: '127.0.0.1', userAgent: 'test' });
      return { viewer, cookie: `${SESSION_COOKIE}=${token}` };
    },
    close: async () => {
      await http.close();
      await site.close();
    },
  };
}
