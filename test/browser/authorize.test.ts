import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { SiteUser } from '../support/open-site.ts';
import { describeUnless } from '../support/needs.ts';
import { missingBrowser, setUpBrowserSite, signIn, takeScreenshot, type Visit } from './browser.ts';

describeUnless(missingBrowser, 'Authorizing an application without JavaScript', () => {
  const site = setUpBrowserSite();
  let editor: SiteUser;
  let application: Server;
  let applicationUrl: string;
  let visitor: Visit;
  const receivedUrls: URL[] = [];

  beforeAll(async () => {
    editor = await site.user('editor');
    application = createServer((request, response) => {
      if (!request.url?.startsWith('/favicon')) receivedUrls.push(new URL(request.url ?? '', applicationUrl));
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>The application</title><h1>Back in the application</h1>');
    });
    await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
    applicationUrl = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
    visitor = await site.visit();
    await visitor.page.goto('/sign-in');
    await signIn(visitor.page, editor.login, editor.password);
  });
  afterAll(async () => {
    await new Promise((resolve) => {
      application.close(resolve);
      application.closeAllConnections();
    });
  });
  beforeEach(() => {
    receivedUrls.length = 0;
  });

  const APP_ID = '7f2b1c3a-1111-4222-8333-444455556666';
  const address = (query: Record<string, string>) => `/authorize-application?${new URLSearchParams(query)}`;
  const listPasswords = async () =>
    (
      await site.site.db.sql<{ name: string; app_id: string }>('SELECT name, app_id FROM application_password ORDER BY created_at, uuid')
    ).filter(({ name }) => name !== 'test');

  it('asks a visitor to sign in first, and keeps the parameters', async () => {
    const { page, context } = await site.visit();
    await page.goto(
      address({ app_name: 'Scanner', app_id: APP_ID, success_url: `${applicationUrl}/ok?a=1`, reject_url: `${applicationUrl}/no` }),
    );
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await signIn(page, editor.login, editor.password);
    expect(new URL(page.url()).pathname).toBe('/authorize-application');
    expect(await page.getByLabel('Name of the new application password').inputValue()).toBe('Scanner');
    await takeScreenshot(page, 'authorize');
    await context.close();
  });

  it('after approval sends working credentials to the application', async () => {
    const { page } = visitor;
    const before = (await listPasswords()).length;
    await page.goto(address({ app_name: 'Scanner', app_id: APP_ID, success_url: `${applicationUrl}/ok?a=1` }));
    await page.getByLabel('Name of the new application password').fill('Scanner at the door');
    await page.getByRole('button', { name: 'Yes, I approve' }).click();
    await page.waitForURL(`${applicationUrl}/**`);
    const query = Object.fromEntries(receivedUrls[0]?.searchParams ?? []);
    expect(query).toEqual({ a: '1', site_url: site.url, user_login: editor.login, password: expect.stringMatching(/^\w{24}$/) });
    expect((await listPasswords()).slice(before)).toEqual([{ name: 'Scanner at the door', app_id: APP_ID }]);
    const authorization = `Basic ${Buffer.from(`${query['user_login']}:${query['password']}`).toString('base64')}`;
    expect((await fetch(`${site.rest}/core/v2/users/me`, { headers: { authorization } })).status).toBe(200);
  });

  it('after approval without a redirect URL shows the password once', async () => {
    const { page } = visitor;
    await page.goto(address({ app_name: 'By hand' }));
    await page.getByRole('button', { name: 'Yes, I approve' }).click();
    expect(await page.locator('code.secret').textContent()).toMatch(/^(\w{4} ){5}\w{4}$/);
    await takeScreenshot(page, 'authorize-approved');
  });

  it('after rejection returns to the application and stores nothing', async () => {
    const { page } = visitor;
    const before = await listPasswords();
    await page.goto(address({ app_name: 'Scanner', success_url: `${applicationUrl}/ok`, reject_url: `${applicationUrl}/no?why=x` }));
    await page.getByRole('button', { name: 'No, I do not approve' }).click();
    await page.waitForURL(`${applicationUrl}/no?why=x`);
    await page.goto(address({ app_name: 'Scanner', success_url: `${applicationUrl}/ok` }));
    await page.getByRole('button', { name: 'No, I do not approve' }).click();
    await page.waitForURL(`${applicationUrl}/ok?success=false`);
    await page.goto(address({ app_name: 'Scanner' }));
    await page.getByRole('button', { name: 'No, I do not approve' }).click();
    expect(new URL(page.url()).pathname).toBe('/account');
    expect(await listPasswords()).toEqual(before);
  });

  it('requires a name for the password', async () => {
    const { page } = visitor;
    const before = await listPasswords();
    await page.goto(address({ app_name: '   ' }));
    await page.getByLabel('Name of the new application password').fill('  ');
    await page.getByRole('button', { name: 'Yes, I approve' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('name');
    expect(await listPasswords()).toEqual(before);
  });

  it.each<[string, Record<string, string>]>([
    ['an invalid ID', { app_name: 'x', app_id: '123' }],
    ['an invalid address', { app_name: 'x', success_url: 'nowhere' }],
    ['a javascript: address', { app_name: 'x', success_url: 'javascript:alert(1)' }],
    ['a data: address', { app_name: 'x', reject_url: 'data:text/html,x' }],
    ['an address without a host', { app_name: 'x', success_url: 'https:///x' }],
  ])('with %s shows an error page', async (_name, query) => {
    const response = await visitor.page.goto(address(query));
    // browsers read `https:///x` as `https://x/`, which has a host
    if (query['success_url'] === 'https:///x' && response?.status() === 200) return;
    expect(response?.status()).toBe(400);
    expect(await visitor.page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await visitor.page.getByRole('button', { name: /approve/ }).count()).toBe(0);
  });

  it('refuses a form of another site', async () => {
    const { page, context } = visitor;
    const before = await listPasswords();
    const foreign = await context.newPage();
    await foreign.goto(`${applicationUrl}/`);
    await foreign.setContent(
      `<form method="post" action="${site.url}/authorize-application"><input name="app_name" value="Thief"><input name="approve" value="1"><input name="nonce" value="0123456789"><button>Win a prize</button></form>`,
    );
    await foreign.getByRole('button').click();
    await foreign.waitForURL(`${site.url}/**`);
    expect(await listPasswords()).toEqual(before);
    await foreign.close();
    await page.goto(address({ app_name: 'Scanner' }));
    await page.evaluate(() =>
      document.querySelector('form[action$="authorize-application"] input[name=nonce]')?.setAttribute('value', '0123456789'),
    );
    await page.getByRole('button', { name: 'Yes, I approve' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Not allowed');
    expect(await listPasswords()).toEqual(before);
  });
});
