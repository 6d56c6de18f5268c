import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { type AnalyticsSite, D, S, U } from './analytics-site.ts';
import { type ProviderResponse, type Provider, createRefusal, sendJson } from './provider.ts';
import { openSiteWithProvider } from './site-with-provider.ts';

let site: AnalyticsSite;
let provider: Provider;

beforeAll(async () => void ({ site, provider } = await openSiteWithProvider()));
beforeEach(async () => {
  await site.reset();
  provider.forget();
  // the broker has no notifications of its own
  provider.respond('GET /notifications/', { json: [] });
});
afterEach(() => setClock());
afterAll(() => site.close());

const SITES = 'GET /webmasters/v3/sites';
const renewal = { json: { access_token: 'tok-2', expires_in: 3599, token_type: 'Bearer', scope: 'openid' } };
const getToken = async () => (await site.post(`${U}/get-token`)).body;
const isAuthenticated = async () => (await site.get(`${U}/authentication`)).body.authenticated;
const listNotices = async () => ((await site.get(`${S}/notifications`)).body as { id: string }[]).map(({ id }) => id.replace(/\d+$/, ''));
const sites = () => site.get(`${D('search-console')}/sites`);

describe('Access token (docs/behaviour/analytics.md 2.5)', () => {
  it('is used until five minutes before it expires, then renewed', async () => {
    await site.connect();
    provider.respond('POST /token', renewal);
    expect(await getToken()).toEqual({ token: 'tok-1' });
    setClock(createShiftedClock(3290_000));
    expect(await getToken()).toEqual({ token: 'tok-1' });
    expect(provider.requests).toEqual([]);
    setClock(createShiftedClock(3310_000));
    expect(await getToken()).toEqual({ token: 'tok-2' });
    expect(await getToken()).toEqual({ token: 'tok-2' });
    expect(provider.requestsTo('POST', '/token').map(({ body }) => body)).toEqual([
      { grant_type: 'refresh_token', refresh_token: 'ref-1', client_id: 'client-1', client_secret: 'secret-1' },
    ]);
    // renewed again with the refresh token of the response
    setClock(createShiftedClock(7200_000));
    await getToken();
    expect(provider.requestsTo('POST', '/token')[1]?.body.refresh_token).toBe('ref-1');
  });

  it('is renewed once for simultaneous requests', async () => {
    await site.connect('administrator', { expiresIn: 10 });
    provider.respond('POST /token', (_request, response) => void setTimeout(() => sendJson(response, renewal.json), 50));
    const replies = await Promise.all(Array.from({ length: 30 }, getToken));
    expect(new Set(replies.map(({ token }) => token))).toEqual(new Set(['tok-2']));
    expect(provider.requests).toHaveLength(1);
  });

  it('is discarded if it has no refresh token or the provider has revoked it', async () => {
    await site.connect('administrator', { expiresIn: 10, refreshToken: null });
    expect(await getToken()).toEqual({ token: false });
    expect(await isAuthenticated()).toBe(false);
    expect(await listNotices()).toEqual(['token-rejected-']);
    provider.requests.length = 0;
    await site.connect('administrator', { expiresIn: 10 });
    provider.respond('POST /token', { status: 400, json: { error: 'invalid_grant', error_description: 'Token has been revoked.' } });
    expect(await sites()).toMatchObject({ status: 403, body: { code: 'missing_required_scopes' } });
    expect(await isAuthenticated()).toBe(false);
    expect((await site.post(`${U}/get-token`)).status).toBe(403);
    expect(provider.requests).toHaveLength(1);
  });

  it.each<[string, ProviderResponse]>([
    ['a response without token', { json: { token_type: 'Bearer' } }],
    ['another error', { status: 400, json: { error: 'invalid_request' } }],
    ['a failure of the provider', createRefusal(503, 'Later.', 'backendError')],
    ['an HTML response', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello.</p>')],
    ['a closed connection', (_request, response) => response.socket?.destroy()],
  ])('survives %s and is used until it expires', async (_name, response) => {
    await site.connect('administrator', { expiresIn: 120 });
    provider.respond('POST /token', response);
    expect(await getToken()).toEqual({ token: 'tok-1' });
    expect(await isAuthenticated()).toBe(true);
    setClock(createShiftedClock(121_000));
    expect(await getToken()).toEqual({ token: false });
    expect(await isAuthenticated()).toBe(true);
    provider.respond('POST /token', renewal);
    expect(await getToken()).toEqual({ token: 'tok-2' });
  });

  it('is renewed when the provider rejects it, and the request is sent again', async () => {
    await site.connect();
    provider.respond(SITES, ({ headers }, response) => {
      if (headers.authorization === 'Bearer tok-2') sendJson(response, { siteEntry: [] });
      else sendJson(response, { error: { code: 401, message: 'Expired.', status: 'UNAUTHENTICATED' } }, 401);
    });
    provider.respond('POST /token', renewal);
    expect(await sites()).toMatchObject({ status: 200, body: [] });
    expect(provider.requests.map(({ path }) => path)).toEqual(['/webmasters/v3/sites', '/token', '/webmasters/v3/sites']);
  });

  it('is not renewed twice for one request: the second rejection is returned', async () => {
    await site.connect();
    provider.respond(SITES, createRefusal(401, 'Never.', 'authError'));
    provider.respond('POST /token', renewal);
    expect(await sites()).toMatchObject({
      status: 401,
      body: { code: 401, message: 'Never.', data: { status: 401, reason: 'authError' } },
    });
    expect(provider.requestsTo('POST', '/token')).toHaveLength(1);
    expect(provider.requestsTo('GET', '/webmasters/v3/sites')).toHaveLength(2);
  });

  it('appears in no log', async () => {
    await site.connect('administrator', { expiresIn: 10 });
    for (const response of [createRefusal(500, 'Broken: tok-1 ref-1', 'x'), { json: [] }]) {
      provider.respond('POST /token', response);
      provider.respond(SITES, response);
      await getToken();
      await sites();
    }
    expect(site.logged.join('\n')).not.toMatch(/tok-1|ref-1|secret-1/);
  });
});

describe('URL of the connected site (docs/behaviour/analytics.md 2.5)', () => {
  const setConnectedUrl = (connectedUrl: string | null) =>
    site.site.db.prisma.analyticsSite.update({ where: { id: 1 }, data: { connectedUrl }, select: { id: true } });

  it('requires each user to connect again after the site has moved', async () => {
    await site.connect();
    await setConnectedUrl('http://before.test/');
    provider.respond('POST /revoke', { json: {} });
    expect((await site.get(`${U}/authentication`)).body).toMatchObject({
      authenticated: false,
      disconnectedReason: 'connected_url_mismatch',
      connectedProxyURL: 'http://before.test/',
    });
    expect((await site.post(`${U}/get-token`)).status).toBe(403);
    await site.connect();
    expect((await site.get(`${U}/authentication`)).body).toMatchObject({
      authenticated: true,
      disconnectedReason: '',
      connectedProxyURL: 'http://site.test/',
    });
  });

  it('is recorded if it was missing, and is only checked for the client of the broker', async () => {
    await site.connect();
    await setConnectedUrl(null);
    expect((await site.get(`${U}/authentication`)).body).toMatchObject({ authenticated: true });
    expect((await site.get(`${U}/authentication`)).body).toMatchObject({ connectedProxyURL: 'http://site.test/' });
    await site.graphql(
      'mutation { connectAnalyticsSite(clientId: "c", clientSecret: "s", mode: CUSTOM) { connected } }',
      {},
      'administrator',
    );
    await setConnectedUrl('http://before.test/');
    expect((await site.get(`${U}/authentication`)).body).toMatchObject({ authenticated: true, connectedProxyURL: 'http://before.test/' });
  });
});

describe('Owner of the site (docs/behaviour/analytics.md 2.4)', () => {
  it('is the user who connected first, until that user loses the right to manage it', async () => {
    const owner = async () => (await site.get(`${S}/connection`)).body.ownerID;
    const [first, second] = [await site.user('administrator'), await site.user('administrator2')];
    await site.connect();
    await site.connect('administrator2');
    expect(await owner()).toBe(first.id);
    await site.post(`${U}/disconnect`);
    expect(await owner()).toBe(first.id);
    const third = await site.user('administrator3');
    await site.rest('POST', `/core/v2/users/${first.id}`, { as: 'administrator2', body: { roles: ['editor'] } });
    await site.connect('administrator3');
    expect((await site.get(`${S}/connection`, 'administrator2')).body.ownerID).toBe(third.id);
    await site.rest('POST', `/core/v2/users/${first.id}`, { as: 'administrator2', body: { roles: ['administrator'] } });
    expect(second.id).not.toBe(third.id);
  });
});
