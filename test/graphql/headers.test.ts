import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let production: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
  production = await openWholeSite({ NODE_ENV: 'production', SITE_URL: 'https://site.test' });
});
afterAll(async () => {
  await site.close();
  await production.close();
});

const GET = '/graphql?query={site{name}}';

describe('Headers of /graphql', () => {
  it('make GET responses private', async () => {
    const { authorization } = await site.user('editor');
    for (const headers of [{}, { authorization }]) {
      const response = await site.http.inject({ url: GET, headers });
      expect(response.headers).toMatchObject({
        'cache-control': 'private, no-cache',
        vary: expect.stringContaining('Authorization, Cookie, X-WP-Nonce'),
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('allow other origins to send requests, but not with session cookies', async () => {
    const { headers } = await site.http.inject({ url: GET, headers: { origin: 'https://elsewhere.test' } });
    expect(['*', 'https://elsewhere.test']).toContain(headers['access-control-allow-origin']);
    expect(headers['access-control-allow-credentials']).not.toBe('true');
  });
});

describe('GraphiQL in production', () => {
  const getGraphiql = (headers: Record<string, string> = {}, on = production) =>
    on.http.inject({ url: '/graphql', headers: { accept: 'text/html', ...headers } });
  const signedIn = async (role: 'administrator' | 'author') => {
    const { id } = await production.user(role);
    const { token } = await startSession(production.site, id, { ip: '127.0.0.1', userAgent: 'test' });
    return { cookie: `${SESSION_COOKIE}=${token}` };
  };

  it('is served to signed-in administrators only', async () => {
    const visitor = await getGraphiql();
    expect([visitor.statusCode, visitor.headers['location']]).toEqual([302, '/sign-in?redirect_to=%2Fgraphql']);
    expect((await getGraphiql(await signedIn('author'))).statusCode).toBe(403);
    const administrator = await getGraphiql(await signedIn('administrator'));
    expect([administrator.statusCode, administrator.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('sends requests as the signed-in user, with the nonce of the session', async () => {
    const cookies = await signedIn('administrator');
    const { payload, headers } = await getGraphiql(cookies);
    const nonce = /"?X-WP-Nonce"?\s*:\s*"(\w+)"/.exec(payload)?.[1] ?? '';
    const response = await production.http.inject({
      method: 'POST',
      url: '/graphql',
      headers: { ...cookies, 'x-wp-nonce': nonce, 'content-type': 'application/json' },
      payload: JSON.stringify({ query: '{ viewer { roles } }' }),
    });
    expect(response.json().data.viewer.roles).toEqual(['ADMINISTRATOR']);
    expect([headers['cache-control'], headers['vary']]).toEqual(['private, no-cache', expect.stringContaining('Cookie')]);
  });

  it('is revalidated by ETag', async () => {
    const etag = String((await getGraphiql({}, site)).headers['etag']);
    expect(etag).toMatch(/^W\//);
    const repeated = await getGraphiql({ 'if-none-match': etag }, site);
    expect([repeated.statusCode, repeated.payload]).toEqual([304, '']);
  });

  it('is served to every user outside of production', async () => {
    expect((await getGraphiql({}, site)).statusCode).toBe(200);
  });
});

it('sends Strict-Transport-Security if the site uses https', async () => {
  const readHeader = async (on: WholeSite, url: string) => (await on.http.inject({ url })).headers['strict-transport-security'];
  for (const url of ['/', '/rest/core/v2/posts', GET]) {
    expect(await readHeader(production, url)).toBe('max-age=31536000');
    expect(await readHeader(site, url)).toBeUndefined();
  }
});
