import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import type { SiteUser } from '../support/open-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, noBrowser, shoot, signIn, visit, type Visit } from './browser.ts';

describeUnless(noBrowser, 'Authorizing an application without JavaScript', () => {
  let site: ListeningSite;
  let browser: Browser;
  let editor: SiteUser;
  let application: Server;
  let home: string;
  let visitor: Visit;
  const called: URL[] = [];

  beforeAll(async () => {
    site = await openListeningSite();
    editor = await site.user('editor');
    browser = await launchBrowser();
    application = createServer((request, response) => {
      if (!request.url?.startsWith('/favicon')) called.push(new URL(request.url ?? '', home));
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>The application</title><h1>Back in the application</h1>');
    });
    await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve));
    home = `http://127.0.0.1:${(application.address() as AddressInfo).port}`;
    visitor = await visit(browser, site.url);
    await visitor.page.goto('/sign-in');
    await signIn(visitor.page, editor.login, editor.password);
  });
  afterAll(async () => {
    await browser.close();
    await new Promise((resolve) => {
      application.close(resolve);
      application.closeAllConnections();
    });
    await site.close();
  });
  beforeEach(() => {
    called.length = 0;
  });

  const APP_ID = '7f2b1c3a-1111-4222-8333-444455556666';
  const address = (asked: Record<string, string>) => `/authorize-application?${new URLSearchParams(asked)}`;
  const passwords = async () =>
    (
      await site.site.db.sql<{ name: string; app_id: string }>('SELECT name, app_id FROM application_password ORDER BY created_at, uuid')
    ).filter(({ name }) => name !== 'test');

  it('asks a visitor to sign in first, and keeps the parameters', async () => {
    const { page, context } = await visit(browser, site.url);
    await page.goto(address({ app_name: 'Scanner', app_id: APP_ID, success_url: `${home}/ok?a=1`, reject_url: `${home}/no` }));
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await signIn(page, editor.login, editor.password);
    expect(new URL(page.url()).pathname).toBe('/authorize-application');
    expect(await page.getByLabel('Name of the new application password').inputValue()).toBe('Scanner');
    await shoot(page, 'authorize');
    await context.close();
  });

  it('after approval sends working credentials to the application', async () => {
    const { page } = visitor;
    const before = (await passwords()).length;
    await page.goto(address({ app_name: 'Scanner', app_id: APP_ID, success_url: `${home}/ok?a=1` }));
    await page.getByLabel('Name of the new application password').fill('Scanner at the door');
    await page.getByRole('button', { name: 'Yes, I approve' }).click();
    await page.waitForURL(`${home}/**`);
    const query = Object.fromEntries(called[0]?.searchParams ?? []);
    expect(query).toEqual({ a: '1', site_url: site.url, user_login: editor.login, password: expect.stringMatching(/^\w{24}$/) });
    expect((await passwords()).slice(before)).toEqual([{ name: 'Scanner at the door', app_id: APP_ID }]);
    const authorization = `Basic ${Buffer.from(`${query['user_login']}:${query['password']}`).toString('base64')}`;
    expect((await fetch(`${site.rest}/core/v2/users/me`, { headers: { authorization } })).status).toBe(200);
  });

  it('after approval without a return address shows the password once', async () => {
    const { page } = visitor;
    await page.goto(address({ app_name: 'By hand' }));
    await page.getByRole('button', { name: 'Yes, I approve' }).click();
    expect(await page.locator('code.secret').textContent()).toMatch(/^(\w{4} ){5}\w{4}$/);
    await shoot(page, 'authorize-approved');
  });

  it('after rejection returns to the application and stores nothing', async () => {
    const { page } = visitor;
    const before = await passwords();
    await page.goto(address({ app_name: 'Scanner', success_url: `${home}/ok`, reject_url: `${home}/no?why=x` }));
    await page.getByRole('button', { name: 'No, I do not approve' }).click();
    await page.waitForURL(`${home}/no?why=x`);
    await page.goto(address({ app_name: 'Scanner', success_url: `${home}/ok` }));
    await page.getByRole('button', { name: 'No, I do not approve' }).click();
    await page.waitForURL(`${home}/ok?success=false`);
    await page.goto(address({ app_name: 'Scanner' }));
    await page.getByRole('button', { name: 'No, I do not approve' }).click();
    expect(new URL(page.url()).pathname).toBe('/account');
    expect(await passwords()).toEqual(before);
  });

  it('requires a name for the password', async () => {
    const { page } = visitor;
    const before = await passwords();
    await page.goto(address({ app_name: '   ' }));
    await page.getByLabel('Name of the new application password').fill('  ');
    await page.getByRole('button', { name: 'Yes, I approve' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('name');
    expect(await passwords()).toEqual(before);
  });

  it.each<[string, Record<string, string>]>([
    ['an invalid ID', { app_name: 'x', app_id: '123' }],
    ['an invalid address', { app_name: 'x', success_url: 'nowhere' }],
    ['a javascript: address', { app_name: 'x', success_url: 'javascript:alert(1)' }],
    ['a data: address', { app_name: 'x', reject_url: 'data:text/html,x' }],
    ['an address without a host', { app_name: 'x', success_url: 'https:///x' }],
  ])('with %s shows an error page', async (_name, asked) => {
    const answer = await visitor.page.goto(address(asked));
    // a browser repairs `https:///x`, so that the rest has a host
    if (asked['success_url'] === 'https:///x' && answer?.status() === 200) return;
    expect(answer?.status()).toBe(400);
    expect(await visitor.page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await visitor.page.getByRole('button', { name: /approve/ }).count()).toBe(0);
  });

  it('refuses a form of another site', async () => {
    const { page, context } = visitor;
    const before = await passwords();
    const foreign = await context.newPage();
    await foreign.goto(`${home}/`);
    await foreign.setContent(
      `<form method="post" action="${site.url}/authorize-application"><input name="app_name" value="Thief"><input name="approve" value="1"><input name="nonce" value="0123456789"><button>Win a prize</button></form>`,
    );
    await foreign.getByRole('button').click();
    await foreign.waitForURL(`${site.url}/**`);
    expect(await passwords()).toEqual(before);
    await foreign.close();
    await page.goto(address({ app_name: 'Scanner' }));
    await page.evaluate(() =>
      document.querySelector('form[action$="authorize-application"] input[name=nonce]')?.setAttribute('value', '0123456789'),
    );
    await page.getByRole('button', { name: 'Yes, I approve' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Not allowed');
    expect(await passwords()).toEqual(before);
  });
});
