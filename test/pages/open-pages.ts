import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { SESSION_COOKIE } from '../../src/domains/identity/auth/sessions.ts';
import { createPagesPlugin } from '../../src/web/pages/plugin.ts';
import type { Site } from '../../src/site.ts';

/** A browser without scripts that keeps cookies and submits forms. */
export interface Browser {
  cookies: Map<string, string>;
  get(url: string): Promise<LightMyRequestResponse>;
  post(url: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Signs in on the page and returns the response. */
  signIn(login: string, password: string, fields?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Returns the session token, or undefined without a session. */
  token(): string | undefined;
}

/** Opens only the pages on a Fastify instance, without a port. */
export async function openPages(site: Site): Promise<{ http: FastifyInstance; browse(): Browser }> {
  const http = fastify();
  await http.register(cookie);
  await http.register(createPagesPlugin(site));
  return { http, browse: () => browser(http) };
}

function browser(http: FastifyInstance): Browser {
  const cookies = new Map<string, string>();
  const storeCookies = (response: LightMyRequestResponse) => {
    for (const { name, value, maxAge, expires } of response.cookies as { name: string; value: string; maxAge?: number; expires?: Date }[]) {
      if (maxAge === 0 || (expires && expires.getTime() <= 0)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  const self: Browser = {
    cookies,
    async get(url) {
      return storeCookies(await http.inject({ url, cookies: Object.fromEntries(cookies) }));
    },
    async post(url, fields, headers = {}) {
      const payload = new URLSearchParams(fields).toString();
      return storeCookies(
        await http.inject({
          method: 'POST',
          url,
          cookies: Object.fromEntries(cookies),
          payload,
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        }),
      );
    },
    async signIn(login, password, fields = {}) {
      const page = await self.get('/sign-in');
      return self.post('/sign-in', { ...hiddenFields(page.body, '/sign-in'), login, password, ...fields });
    },
    token: () => cookies.get(SESSION_COOKIE),
  };
  return self;
}

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#039;': "'" };

/** Returns the hidden fields of the first form with this action that contains `content`. */
export function hiddenFields(page: string, action: string, content = ''): Record<string, string> {
  const form = [...page.matchAll(/<form[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)].find(
    ([markup, target]) => target === action && markup.includes(content),
  );
  if (!form) throw new Error(`No form for ${action} with ${content}`);
  const fields = [...(form[2] as string).matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  return Object.fromEntries(
    fields.map(([, name, value]) => [name, (value as string).replace(/&(amp|lt|gt|quot|#039);/g, (entity) => entities[entity] ?? entity)]),
  );
}
