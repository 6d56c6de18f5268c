import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApplicationPassword, listApplicationPasswords } from '../../src/domains/identity/auth/application-passwords.ts';
import { verifyNonce } from '../../src/domains/identity/auth/nonces.ts';
import { useSecondFactor } from '../../src/domains/identity/auth/second-factor.ts';
import { identify } from '../../src/domains/identity/auth/sign-in.ts';
import type { UserRecord } from '../../src/domains/identity/users/user.record.ts';
import { createUser } from '../../src/domains/identity/users/user.service.ts';
import { createSiteApp } from '../support/app.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { type Browser, hiddenFields, openPages } from './open-pages.ts';

const PASSWORD = 'correct horse';
let site: TestSite;
let anna: UserRecord;
let app: Awaited<ReturnType<typeof openPages>>;
beforeAll(async () => {
  site = await openTestSite();
  anna = await createUser(site, {
    login: 'anna',
    email: 'anna@example.org',
    displayName: 'Anna & "Co"',
    password: PASSWORD,
    role: 'editor',
  });
  app = await openPages(site);
});
afterAll(async () => {
  await app.http.close();
  await site.close();
});

async function openSignedIn(): Promise<Browser> {
  const browser = app.browse();
  await browser.signIn('anna', PASSWORD);
  return browser;
}

function expectPage(response: LightMyRequestResponse, status: number): string {
  expect(response.statusCode).toBe(status);
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-store');
  const policy = String(response.headers['content-security-policy']);
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('unsafe');
  expect(response.body).not.toMatch(/<script|<style|\son\w+=|style="/i);
  expect(response.body).toMatch(/<html lang="en-US">.*<main[^>]*>.*<h1>/s);
  return response.body;
}

describe('Every page', () => {
  it('links one style sheet with immutable caching', async () => {
    const page = await app.browse().get('/sign-in');
    const address = /<link rel="stylesheet" href="([^"]+)">/.exec(page.body)?.[1] as string;
    const sheet = await app.browse().get(address);
    expect([sheet.statusCode, sheet.headers['content-type'], sheet.headers['cache-control']]).toEqual([
      200,
      'text/css; charset=utf-8',
      'public, max-age=31536000, immutable',
    ]);
    expect((await app.browse().get('/assets/pages-000000000000.css')).statusCode).toBe(404);
  });

  it('has a label for each field', async () => {
    const browser = await openSignedIn();
    for (const path of ['/sign-in', '/account', '/authorize-application?app_name=x']) {
      const { body } = await (path === '/sign-in' ? app.browse() : browser).get(path);
      const fields = [...body.matchAll(/<input type="(?:text|password|checkbox)" id="([^"]+)"/g)].map(([, id]) => id as string);
      expect(fields.length).toBeGreaterThan(0);
      for (const id of fields) expect(body).toContain(`<label for="${id}">`);
    }
  });
});

describe('/sign-in', () => {
  afterEach(() => useSecondFactor(site, null));

  it('starts a session with a cookie, redirects to the workplace of the user, and the account page greets them', async () => {
    const browser = app.browse();
    expectPage(await browser.get('/sign-in'), 200);
    const response = await browser.signIn(' Anna@example.org', PASSWORD);
    expect([response.statusCode, response.headers.location, response.headers['cache-control']]).toEqual([303, '/organize', 'no-store']);
    const [cookie] = response.cookies as Record<string, unknown>[];
    expect(cookie).toMatchObject({ name: 'marquee_session', httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie).not.toHaveProperty('maxAge');
    expect(cookie).not.toHaveProperty('secure');
    expect(expectPage(await browser.get('/account'), 200)).toContain('Anna &amp; &quot;Co&quot;');
  });

  it('keeps the cookie for 14 days on request, and restricts it to HTTPS if the site uses HTTPS', async () => {
    const response = await app.browse().signIn('anna', PASSWORD, { remember: '1' });
    expect(response.cookies[0]).toMatchObject({ maxAge: 14 * 24 * 3600 });
    const secure = await openPages({ ...site, config: { ...site.config, siteUrl: 'https://site.test' } });
    expect((await secure.browse().signIn('anna', PASSWORD)).cookies[0]).toMatchObject({ secure: true });
    await secure.http.close();
  });

  it('redirects to the page that the visitor requested, but only on this site', async () => {
    const redirectAfterSignIn = async (target: string) => {
      const browser = app.browse();
      const page = await browser.get(`/sign-in?redirect_to=${encodeURIComponent(target)}`);
      return (await browser.post('/sign-in', { ...hiddenFields(page.body, '/sign-in'), login: 'anna', password: PASSWORD })).headers
        .location;
    };
    expect(await redirectAfterSignIn('/nonce?action=a&b="')).toBe('/nonce?action=a&b=%22');
    expect(await redirectAfterSignIn('http://site.test/account?x=1')).toBe('/account?x=1');
    expect(await redirectAfterSignIn('//evil.example/')).toBe('/organize');
    expect(await redirectAfterSignIn('https://evil.example/')).toBe('/organize');
    const response = await app.browse().signIn('anna', PASSWORD, { redirect_to: '/\\evil.example' });
    expect(response.headers.location).toBe('/organize');
  });

  it('reports errors, and keeps the login name but not the password', async () => {
    const browser = app.browse();
    const response = await browser.signIn('an"na', 'wrong password');
    const body = expectPage(response, 401);
    expect(body).toContain('role="alert"');
    expect(body).toContain('value="an&quot;na"');
    expect(body).not.toContain('wrong password');
    expect(browser.token()).toBeUndefined();
  });

  it('delays repeated wrong passwords', async () => {
    await createUser(site, { login: 'target', email: 'target@example.org' });
    const responses = await Promise.all(Array.from({ length: 11 }, () => app.browse().signIn('target', 'wrong')));
    const last = responses.find((response) => response.statusCode === 429) as LightMyRequestResponse;
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expectPage(last, 429);
  });

  it.each([
    ['without its nonce', { nonce: '' }, {}],
    ['from another site', {}, { 'sec-fetch-site': 'cross-site' }],
    ['from another subdomain', {}, { 'sec-fetch-site': 'same-site' }],
    ['from another origin', {}, { origin: 'https://evil.example' }],
    ['from an opaque origin', {}, { origin: 'null' }],
  ])('rejects a form %s', async (_where, fields, headers) => {
    const browser = app.browse();
    const page = await browser.get('/sign-in');
    const response = await browser.post(
      '/sign-in',
      { ...hiddenFields(page.body, '/sign-in'), login: 'anna', password: PASSWORD, ...fields },
      headers,
    );
    expectPage(response, 403);
    expect(browser.token()).toBeUndefined();
  });

  it.each<Record<string, string>>([
    { origin: 'http://site.test' },
    { origin: 'http://localhost:80', host: 'localhost' },
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
  ])('accepts its own form: %j', async (headers) => {
    const browser = app.browse();
    const page = await browser.get('/sign-in');
    expect(
      (await browser.post('/sign-in', { ...hiddenFields(page.body, '/sign-in'), login: 'anna', password: PASSWORD }, headers)).statusCode,
    ).toBe(303);
  });

  it('requires a second factor between password and session', async () => {
    useSecondFactor(site, async (_site, user, redirectTo) => ({
      action: 'challenge',
      methods: ['email'],
      loginNonce: 'ab'.repeat(32),
      page: `/second/${user.id}${redirectTo}`,
      message: '',
    }));
    const browser = app.browse();
    const response = await browser.signIn('anna', PASSWORD);
    expect([response.statusCode, response.headers.location, browser.token()]).toEqual([
      303,
      `/second/${anna.id}/organize?redirect_to=%2Forganize`,
      undefined,
    ]);
    expect(browser.cookies.get('marquee_sign_in')).toBe(`${anna.id}.${'ab'.repeat(32)}.0`);
    useSecondFactor(site, async () => ({ action: 'expired', methods: [], loginNonce: null, page: null, message: 'Too late.' }));
    expect(expectPage(await browser.signIn('anna', PASSWORD), 403)).toContain('Too late.');
    expect(browser.token()).toBeUndefined();
  });

  it('starts a new session for every sign-in and ends the previous one', async () => {
    const browser = await openSignedIn();
    const former = browser.token() as string;
    expect((await browser.get('/sign-in?redirect_to=/nonce')).headers.location).toBe('/nonce');
    const page = await app.browse().get('/sign-in');
    await browser.post('/sign-in', { ...hiddenFields(page.body, '/sign-in'), login: 'anna', password: PASSWORD });
    expect(browser.token()).not.toBe(former);
    browser.cookies.set('marquee_session', former);
    expect((await browser.get('/account')).statusCode).toBe(302);
  });
});

describe('/sign-out', () => {
  it('ends the session only with its own form', async () => {
    const browser = await openSignedIn();
    const token = browser.token() as string;
    expect((await browser.post('/sign-out', {})).statusCode).toBe(403);
    expect((await browser.get('/account')).statusCode).toBe(200);
    const page = await browser.get('/account');
    const response = await browser.post('/sign-out', hiddenFields(page.body, '/sign-out'));
    expect([response.statusCode, response.headers.location, browser.token()]).toEqual([303, '/sign-in', undefined]);
    browser.cookies.set('marquee_session', token);
    expect((await browser.get('/account')).statusCode).toBe(302);
  });
});

describe('/account', () => {
  it('requires sign-in', async () => {
    for (const response of [await app.browse().get('/account'), await app.browse().post('/account', { act: 'create', name: 'x' })]) {
      expect([response.statusCode, response.headers.location]).toEqual([302, '/sign-in?redirect_to=%2Faccount']);
    }
  });

  it('creates an application password, shows it once, lists it and revokes it', async () => {
    const browser = await openSignedIn();
    const fields = hiddenFields((await browser.get('/account')).body, '/account', 'value="create"');
    const createdPage = expectPage(await browser.post('/account', { ...fields, act: 'create', name: 'Door <scanner>' }), 200);
    const password = /<code class="secret">((?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4})<\/code>/.exec(createdPage)?.[1] as string;
    const authorization = `Basic ${Buffer.from(`anna:${password}`).toString('base64')}`;
    const client = { authorization, ip: '192.0.2.1', userAgent: '' };
    expect((await identify(site, client)).viewer.id).toBe(anna.id);
    const page = (await browser.get('/account')).body;
    expect(page).not.toContain(password);
    expect(page).toContain('Door &lt;scanner&gt;');
    expect(page).toContain('from 192.0.2.1');
    const response = await browser.post('/account', { ...hiddenFields(page, '/account', 'Door &lt;scanner&gt;'), act: 'revoke' });
    expect([response.statusCode, response.headers.location]).toEqual([303, '/account?done=one']);
    expect((await browser.get('/account?done=one')).body).toContain('role="status"');
    await expect(identify(site, client)).rejects.toMatchObject({ code: 'incorrect_password' });
  });

  it('requires a name and the nonce, and never revokes passwords of another user', async () => {
    const browser = await openSignedIn();
    const fields = hiddenFields((await browser.get('/account')).body, '/account', 'value="create"');
    expect(expectPage(await browser.post('/account', { ...fields, act: 'create', name: '  ' }), 400)).toContain('role="alert"');
    expectPage(await browser.post('/account', { act: 'create', name: 'x' }), 403);
    const other = await createUser(site, { login: 'other', email: 'other@example.org' });
    const { record } = await createApplicationPassword(site, other.id, { name: 'Theirs' });
    expectPage(await browser.post('/account', { ...fields, act: 'revoke', uuid: record.uuid }), 404);
    expect(await listApplicationPasswords(site, other.id)).toHaveLength(1);
  });

  it('revokes all application passwords at once', async () => {
    const browser = await openSignedIn();
    await createApplicationPassword(site, anna.id, { name: 'One' });
    await browser.post('/account', { ...hiddenFields((await browser.get('/account')).body, '/account', 'revoke-all'), act: 'revoke-all' });
    expect(await listApplicationPasswords(site, anna.id)).toEqual([]);
  });
});

describe('/authorize-application', () => {
  const path = '/authorize-application';
  const request = {
    app_name: 'My "app"',
    app_id: 'b5c1f1f0-1f7b-4d1f-9a0b-0c0d0e0f1011',
    success_url: 'https://app.example.org/done?x=1',
    reject_url: 'myapp://rejected',
  };
  const query = `${path}?${new URLSearchParams(request).toString()}`;

  async function readForm(browser: Browser, parameters: Partial<typeof request> = request): Promise<Record<string, string>> {
    return hiddenFields((await browser.get(`${path}?${new URLSearchParams(parameters).toString()}`)).body, path);
  }

  it('redirects visitors to the sign-in page with the whole URL to return to', async () => {
    const browser = app.browse();
    const response = await browser.get(query);
    expect(response.statusCode).toBe(302);
    const location = new URL(String(response.headers.location), 'http://site.test');
    expect(location.pathname).toBe('/sign-in');
    expect(location.searchParams.get('redirect_to')).toBe(`http://site.test${query}`);
    const page = await browser.get(String(response.headers.location));
    const signedInResponse = await browser.post('/sign-in', { ...hiddenFields(page.body, '/sign-in'), login: 'anna', password: PASSWORD });
    expect(signedInResponse.headers.location).toBe(query);
    expect((await app.browse().post(path, { ...request, approve: '1' })).statusCode).toBe(302);
  });

  it('shows the application, and its form redirects there', async () => {
    const response = await (await openSignedIn()).get(query);
    const body = expectPage(response, 200);
    expect(body).toContain('name="app_name" value="My &quot;app&quot;"');
    expect(body).toContain('app.example.org');
    expect(response.headers['content-security-policy']).toContain("form-action 'self' https://app.example.org myapp:;");
    expect(hiddenFields(body, path)).toMatchObject({
      app_id: request.app_id,
      success_url: request.success_url,
      reject_url: request.reject_url,
    });
  });

  it('sends the new password to the application after approval', async () => {
    const browser = await openSignedIn();
    const response = await browser.post(path, { ...(await readForm(browser)), app_name: 'Renamed', approve: '1' });
    expect(response.statusCode).toBe(302);
    const location = String(response.headers.location);
    expect(location).toMatch(
      /^https:\/\/app\.example\.org\/done\?x=1&site_url=http%3A%2F%2Fsite\.test&user_login=anna&password=[A-Za-z0-9]{24}$/,
    );
    const secret = new URL(location).searchParams.get('password') as string;
    const { viewer } = await identify(site, {
      authorization: `Basic ${Buffer.from(`anna:${secret}`).toString('base64')}`,
      ip: '',
      userAgent: '',
    });
    const stored = await listApplicationPasswords(site, anna.id);
    expect(stored.find(({ uuid }) => uuid === viewer.applicationPasswordUuid)).toMatchObject({ name: 'Renamed', appId: request.app_id });
  });

  it('shows the new password once, in groups, if there is no redirect URL', async () => {
    const browser = await openSignedIn();
    const body = expectPage(
      await browser.post(path, { ...(await readForm(browser, { app_name: 'Plain' })), app_name: 'Plain', approve: '1' }),
      200,
    );
    expect(body).toMatch(/<code class="secret">([A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}<\/code>/);
  });

  it('stores nothing after a refusal and redirects to the application or to the account page', async () => {
    const browser = await openSignedIn();
    const before = await listApplicationPasswords(site, anna.id);
    const reject = async (parameters: Partial<typeof request>) =>
      (await browser.post(path, { ...(await readForm(browser, parameters)), app_name: 'x', reject: '1' })).headers.location;
    expect(await reject(request)).toBe('myapp://rejected');
    expect(await reject({ success_url: 'https://app.example.org/done' })).toBe('https://app.example.org/done?success=false');
    expect(await reject({})).toBe('/account');
    expect(await listApplicationPasswords(site, anna.id)).toEqual(before);
  });

  it.each([
    ['app_id', 'no-uuid'],
    ['success_url', 'nowhere'],
    ['success_url', 'javascript:alert(1)'],
    ['reject_url', 'data:text/html,x'],
  ])('returns a page with 400 for %s=%s and stores nothing', async (name, value) => {
    const browser = await openSignedIn();
    const before = await listApplicationPasswords(site, anna.id);
    expectPage(await browser.get(`${path}?app_name=x&${name}=${encodeURIComponent(value)}`), 400);
    expectPage(await browser.post(path, { ...(await readForm(browser)), app_name: 'x', [name]: value, approve: '1' }), 400);
    expectPage(await browser.post(path, { ...(await readForm(browser)), app_name: 'x', [name]: value, reject: '1' }), 400);
    expect(await listApplicationPasswords(site, anna.id)).toEqual(before);
  });

  it('rejects a wrong nonce with 403 and an empty name with an error on the page', async () => {
    const browser = await openSignedIn();
    const before = await listApplicationPasswords(site, anna.id);
    expectPage(await browser.post(path, { ...(await readForm(browser)), app_name: 'x', approve: '1', nonce: '0000000000' }), 403);
    const others = await openSignedIn();
    expectPage(await browser.post(path, { ...(await readForm(others)), app_name: 'x', approve: '1' }), 403);
    expect(expectPage(await browser.post(path, { ...(await readForm(browser)), app_name: ' ', approve: '1' }), 200)).toContain(
      'role="alert"',
    );
    expect(await listApplicationPasswords(site, anna.id)).toEqual(before);
  });

  it('returns 501 if application passwords are not available', async () => {
    const insecure = await openPages({ ...site, config: { ...site.config, siteUrl: 'http://hall.example.org', production: true } });
    const browser = insecure.browse();
    await browser.signIn('anna', PASSWORD);
    expectPage(await browser.get(`${path}?app_name=x`), 501);
    await insecure.http.close();
  });
});

describe('/nonce', () => {
  it('returns a nonce for an action of the session, so that the session can use REST', async () => {
    const browser = await openSignedIn();
    const response = await browser.get('/nonce?action=rest');
    const body = response.json<{ action: string; nonce: string; expires_in: number }>();
    expect(Object.keys(body)).toEqual(['action', 'nonce', 'expires_in']);
    expect(body.action).toBe('rest');
    expect(body.expires_in).toBeGreaterThanOrEqual(12 * 3600 - 1);
    expect(body.expires_in).toBeLessThanOrEqual(24 * 3600);
    expect(response.headers['cache-control']).toBe('no-store');
    const cookie = browser.token() as string;
    expect((await identify(site, { cookie, nonce: body.nonce, ip: '', userAgent: '' })).viewer.id).toBe(anna.id);
  });

  it('returns a nonce for an application password, and refuses visitors, wrong credentials and a missing action', async () => {
    const { secret } = await createApplicationPassword(site, anna.id, { name: 'App' });
    const { http } = await createSiteApp(site);
    const requestNonce = async (url: string, password?: string) => {
      const headers = password === undefined ? {} : { authorization: `Basic ${Buffer.from(`anna:${password}`).toString('base64')}` };
      const response = await http.inject({ url, headers });
      return { status: response.statusCode, body: response.json<{ code?: string; nonce: string }>() };
    };
    const { body } = await requestNonce('/nonce?action=edit_ticket_nonce', secret);
    expect(verifyNonce(site, { id: anna.id, sessionToken: '' }, 'edit_ticket_nonce', body.nonce)).toBe(true);
    expect(await requestNonce('/nonce?action=rest')).toMatchObject({
      status: 401,
      body: { code: 'rest_not_logged_in', data: { status: 401 } },
    });
    expect(await requestNonce('/nonce?action=rest', 'wrong')).toMatchObject({ status: 401, body: { code: 'incorrect_password' } });
    expect(await requestNonce('/nonce', secret)).toMatchObject({ status: 400, body: { code: 'rest_missing_callback_param' } });
    await http.close();
  });
});

describe('/avatars', () => {
  it('serves an image for every user in the requested size', async () => {
    const picture = await app.browse().get(`/avatars/${anna.id}.svg?s=24`);
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/svg+xml']);
    expect(picture.body).toContain('width="24" height="24"');
    expect((await app.browse().get('/avatars/1.svg?s=99999')).body).toContain('width="512"');
    expect((await app.browse().get('/avatars/x.svg')).statusCode).toBe(404);
  });
});
