import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import type { TestUserName } from '../support/site.ts';
import { type AnalyticsSite, S, U } from './analytics-site.ts';
import { type Provider, createRefusal, sendJson } from './provider.ts';
import { openSiteWithProvider } from './site-with-provider.ts';

let site: AnalyticsSite;
let provider: Provider;

beforeAll(async () => void ({ site, provider } = await openSiteWithProvider()));
beforeEach(async () => {
  await site.reset();
  provider.forget();
});
afterEach(() => setClock());
afterAll(() => site.close());

const SCOPES = 'openid https://www.googleapis.com/auth/webmasters';
const connectSite = () =>
  site.graphql('mutation { connectAnalyticsSite(clientId: "client-1", clientSecret: "secret-1") { connected } }', {}, 'administrator');

/** Starts an authorization and returns the URL of the provider. */
async function begin(options: { additionalScopes?: string[]; redirectTo?: string } = {}, as: TestUserName = 'administrator') {
  const { data, errors } = await site.graphql(
    'mutation($additionalScopes: [String!], $redirectTo: String) { url: analyticsAuthorizationUrl(additionalScopes: $additionalScopes, redirectTo: $redirectTo) { url } }',
    options,
    as,
  );
  return { url: data?.url ? new URL(data.url.url) : null, code: errors[0]?.extensions['code'] };
}

async function complete(parameters: { code: string; state?: string; scope?: string }, as: TestUserName = 'administrator') {
  const { data, errors } = await site.graphql(
    `mutation($code: String!, $state: String, $scope: String) {
      completeAnalyticsAuthorization(code: $code, state: $state, scope: $scope) { authenticated grantedScopes connectedUrl }
    }`,
    parameters,
    as,
  );
  return errors[0] ? errors[0].extensions['code'] : data.completeAnalyticsAuthorization;
}

/** Makes the provider issue a token for `code-1` if the verifier matches the challenge in `url`. */
function grantToken(url: URL | null, changes: Record<string, unknown> = {}): void {
  const challenge = url?.searchParams.get('code_challenge');
  provider.respond('POST /token', ({ body }, response) => {
    const isProved = createHash('sha256').update(body.code_verifier).digest('base64url') === challenge;
    if (body.code !== 'code-1' || !isProved) return sendJson(response, { error: 'invalid_grant' }, 400);
    const token = { access_token: 'access-secret-1', refresh_token: 'refresh-secret-1', expires_in: 3599, token_type: 'Bearer' };
    sendJson(response, { ...token, scope: SCOPES, id_token: 'not.to.be.read', ...changes });
  });
}

/** Returns the headers of a signed-in user's browser. */
async function sessionOf(as: TestUserName): Promise<Record<string, string>> {
  const { token } = await startSession(site.site, (await site.user(as)).id, { ip: '127.0.0.1', userAgent: 'test', remember: true });
  return { cookie: `${SESSION_COOKIE}=${token}` };
}

const stateOf = (url: URL | null) => url?.searchParams.get('state') ?? '';
const authentication = async (as: TestUserName = 'administrator') => (await site.get(`${U}/authentication`, as)).body;

describe('Authorization at the provider (docs/behaviour/analytics.md 2.4)', () => {
  it('starts with a URL that contains the client, the scopes and a PKCE challenge', async () => {
    expect(await begin()).toEqual({ url: null, code: 'oauth_credentials_not_exist' });
    await connectSite();
    const { url } = await begin({ additionalScopes: ['https://www.googleapis.com/auth/analytics.edit', 'openid'] });
    expect(`${url?.origin}${url?.pathname}`).toBe(`${provider.url}/authorize`);
    const query = Object.fromEntries(url?.searchParams ?? []);
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: 'client-1',
      redirect_uri: 'http://site.test/analytics/authorized',
      code_challenge_method: 'S256',
      access_type: 'offline',
      prompt: 'consent',
    });
    const { requiredScopes } = await authentication();
    expect(query['scope']?.split(' ')).toEqual([...requiredScopes, 'https://www.googleapis.com/auth/analytics.edit']);
    expect(stateOf(url).length).toBeGreaterThan(20);
    expect((await begin({}, 'editor')).code).toBe('forbidden');
    expect(url?.href).not.toContain('secret-1');
  });

  it('ends with an encrypted token that appears in no log and no response', async () => {
    await connectSite();
    const { url } = await begin();
    grantToken(url);
    expect(await complete({ code: 'code-1', state: stateOf(url), scope: 'ignored' })).toEqual({
      authenticated: true,
      grantedScopes: SCOPES.split(' '),
      connectedUrl: 'http://site.test/',
    });
    const [exchange] = provider.requestsTo('POST', '/token');
    expect(exchange?.body).toMatchObject({
      grant_type: 'authorization_code',
      code: 'code-1',
      redirect_uri: 'http://site.test/analytics/authorized',
      client_id: 'client-1',
      client_secret: 'secret-1',
    });
    const [stored] = await site.site.db.sql<{ all: string }>(
      `SELECT (SELECT string_agg(t::text, '') FROM analytics_token t) || (SELECT string_agg(a::text, '') FROM analytics_authorization a) AS all`,
    );
    for (const secret of ['access-secret-1', 'refresh-secret-1', 'secret-1', 'code-1', stateOf(url)]) {
      expect(stored?.all).not.toContain(secret);
      expect(stored?.all).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect(site.logged.join('')).not.toMatch(/secret-1|code-1/);
    expect((await site.get(`${S}/connection`)).body.ownerID).toBe((await site.user('administrator')).id);
  });

  it('uses a code only once, and returns the first result if it is sent again within five minutes', async () => {
    await connectSite();
    const { url } = await begin();
    grantToken(url);
    const state = stateOf(url);
    const results = await Promise.all(Array.from({ length: 5 }, () => complete({ code: 'code-1', state })));
    expect(results.every(({ authenticated }) => authenticated === true)).toBe(true);
    expect(provider.requestsTo('POST', '/token')).toHaveLength(1);
    setClock(createShiftedClock(299_000));
    expect(await complete({ code: 'code-1' })).toMatchObject({ authenticated: true });
    setClock(createShiftedClock(305_000));
    expect(await complete({ code: 'code-1', state })).toBe('authorization_unknown');
    expect(provider.requestsTo('POST', '/token')).toHaveLength(1);
  });

  it('is refused if another user started it, if no user started it, or after 30 minutes', async () => {
    await connectSite();
    expect(await complete({ code: 'code-1' })).toBe('authorization_unknown');
    const { url } = await begin();
    grantToken(url);
    expect(await complete({ code: 'code-1', state: stateOf(url) }, 'administrator2')).toBe('authorization_unknown');
    expect(await complete({ code: 'code-1', state: 'another' })).toBe('authorization_unknown');
    setClock(createShiftedClock(31 * 60_000));
    expect(await complete({ code: 'code-1', state: stateOf(url) })).toBe('authorization_unknown');
    expect(provider.requests).toEqual([]);
    expect((await authentication()).authenticated).toBe(false);
  });

  it('fails when the provider refuses the code, and must then be started again', async () => {
    await connectSite();
    const first = stateOf((await begin()).url);
    provider.respond('POST /token', { status: 400, json: { error: 'invalid_grant', error_description: 'Bad code' } });
    expect(await complete({ code: 'code-1', state: first })).toBe('authorization_refused');
    expect(await complete({ code: 'code-1', state: first })).toBe('authorization_unknown');
    const second = stateOf((await begin()).url);
    provider.respond('POST /token', (_request, response) => response.socket?.destroy());
    expect(await complete({ code: 'code-1', state: second })).toBe('provider_unreachable');
    expect((await authentication()).authenticated).toBe(false);
  });

  it('uses the scopes of the URL if the token contains none', async () => {
    await connectSite();
    const { url } = await begin();
    grantToken(url, { scope: undefined });
    expect(await complete({ code: 'code-1', scope: 'openid https://www.googleapis.com/auth/adsense' })).toMatchObject({
      grantedScopes: ['openid', 'https://www.googleapis.com/auth/adsense'],
    });
  });
});

describe('GET /analytics/connect', () => {
  it('sends administrators to the provider, only after they submit a form of the site', async () => {
    await connectSite();
    const page = async (method: 'GET' | 'POST', headers: Record<string, string>, payload = '') => {
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return await site.http.inject({
        method,
        url: '/analytics/connect',
        headers: { ...headers, ...(method === 'POST' && type) },
        payload,
      });
    };
    expect((await page('GET', {})).headers['location']).toBe('/sign-in?redirect_to=%2Fanalytics%2Fconnect');
    expect((await page('GET', await sessionOf('editor'))).statusCode).toBe(403);
    const session = await sessionOf('administrator');
    const { payload, headers } = await page('GET', session);
    expect(headers['content-security-policy']).toContain(`form-action 'self' ${provider.url}`);
    expect((await page('POST', session)).statusCode).toBe(403);
    const [, nonce = ''] = /action="\/analytics\/connect">\s*<input type="hidden" name="nonce" value="([^"]+)"/.exec(payload) ?? [];
    const submitted = await page('POST', session, `nonce=${nonce}`);
    expect([submitted.statusCode, String(submitted.headers['location']).startsWith(`${provider.url}/authorize?`)]).toEqual([302, true]);
  });
});

describe('GET /analytics/authorized, to which the provider redirects users', () => {
  async function visit(query: Record<string, string>, as?: TestUserName) {
    const { statusCode, headers, payload } = await site.http.inject({
      method: 'GET',
      url: `/analytics/authorized?${new URLSearchParams(query).toString()}`,
      headers: as ? await sessionOf(as) : {},
    });
    return { status: statusCode, location: headers['location'], text: payload, headers };
  }

  it('connects the user who started the authorization and redirects to the requested page', async () => {
    await connectSite();
    const { url } = await begin({ redirectTo: '/account?tab=figures' });
    grantToken(url);
    const query = { code: 'code-1', state: stateOf(url) };
    const signedOut = await visit(query);
    expect(signedOut.status).toBe(302);
    expect(signedOut.location).toMatch(/^\/sign-in\?redirect_to=%2Fanalytics%2Fauthorized%3Fcode%3Dcode-1/);
    expect((await visit(query, 'editor')).status).toBe(403);
    const reply = await visit(query, 'administrator');
    expect([reply.status, reply.location, reply.headers['cache-control']]).toEqual([302, '/account?tab=figures', 'no-store']);
    expect((await authentication()).authenticated).toBe(true);
  });

  it('never redirects to another host, and shows the error', async () => {
    await connectSite();
    expect(await visit({ error: 'access_denied', state: 'x' }, 'administrator')).toMatchObject({
      status: 400,
      text: expect.stringContaining('No access was granted.'),
    });
    const { url } = await begin({ redirectTo: 'https://elsewhere.example/' });
    grantToken(url);
    expect(await visit({ code: 'code-1', state: 'forged' }, 'administrator')).toMatchObject({ status: 400 });
    const reply = await visit({ code: 'code-1', state: stateOf(url), iss: 'https://accounts.example' }, 'administrator');
    expect([reply.status, reply.location]).toEqual([200, undefined]);
    expect(reply.text).toContain('<h1>Your account is connected</h1>');
    expect(reply.text).not.toContain('access-secret-1');
  });
});

describe('POST disconnect (docs/behaviour/analytics.md 2.5)', () => {
  it('revokes the token at the provider, and succeeds even if the provider fails', async () => {
    await site.connect('administrator', { accessToken: 'access-secret-1', refreshToken: 'refresh-secret-1' });
    provider.respond('POST /revoke', { json: {} });
    expect((await site.post(`${U}/disconnect`)).body).toBe(true);
    expect(provider.requestsTo('POST', '/revoke').map(({ body }) => body.token)).toEqual(['refresh-secret-1']);
    expect((await authentication()).authenticated).toBe(false);
    expect((await site.get(`${S}/connection`)).body).toMatchObject({ connected: true, setupCompleted: true, hasConnectedAdmins: false });
    await site.connect();
    provider.respond('POST /revoke', createRefusal(503, 'Later.', 'backendError'));
    expect((await site.post(`${U}/disconnect`)).body).toBe(true);
    expect((await site.post(`${U}/disconnect`)).body).toBe(true);
  });
});
