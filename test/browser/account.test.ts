import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import type { SiteUser } from '../support/open-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, noBrowser, shoot, signIn, visit, type Visit } from './browser.ts';

describeUnless(noBrowser, 'Account page without JavaScript', () => {
  let site: ListeningSite;
  let browser: Browser;
  let author: SiteUser;
  let visitor: Visit;
  beforeAll(async () => {
    site = await openListeningSite();
    author = await site.user('author');
    browser = await launchBrowser();
    visitor = await visit(browser, site.url);
    await visitor.page.goto('/sign-in');
    await signIn(visitor.page, author.login, author.password);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const caller = async (password: string) => {
    const authorization = `Basic ${Buffer.from(`${author.login}:${password}`).toString('base64')}`;
    const answer = await fetch(`${site.rest}/core/v2/users/me`, { headers: { authorization } });
    return [answer.status, (await answer.json()).slug];
  };

  it('creates an application password, shown once, that works on REST and GraphQL until it is revoked', async () => {
    const { page } = visitor;
    await page.goto('/account');
    await page.getByLabel('Name of the application').fill('Ticket scanner <at the door> & “more”');
    await page.getByRole('button', { name: 'Create a password' }).click();
    const password = (await page.locator('code.secret').textContent()) ?? '';
    expect(password).toMatch(/^(\w{4} ){5}\w{4}$/);
    await shoot(page, 'account-new-password');

    expect(await caller(password)).toEqual([200, author.login]);
    expect(await caller(password.replaceAll(' ', ''))).toEqual([200, author.login]);
    const graphql = await fetch(`${site.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${author.email}:${password}`).toString('base64')}`,
      },
      body: JSON.stringify({ query: '{ viewer { login } }' }),
    });
    expect((await graphql.json()).data.viewer.login).toBe(author.login);

    await page.goto('/account');
    expect(await page.content()).not.toContain(password);
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toContain('Ticket scanner <at the door> & “more”');
    await page.getByRole('button', { name: 'Revoke Ticket scanner' }).click();
    expect(await page.getByRole('status').textContent()).toContain('revoked');
    expect((await caller(password))[0]).toBe(401);
  });

  it('requires a name', async () => {
    const { page } = visitor;
    await page.goto('/account');
    await page.getByLabel('Name of the application').fill('   ');
    await page.getByRole('button', { name: 'Create a password' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('name');
    expect(await page.locator('code.secret').count()).toBe(0);
  });

  it('revokes all application passwords at once', async () => {
    const { page } = visitor;
    expect((await caller(author.applicationPassword))[0]).toBe(200);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Revoke all' }).click();
    expect((await caller(author.applicationPassword))[0]).toBe(401);
    expect(await page.getByText('There are no application passwords.').count()).toBe(1);
  });

  it('is neither cached nor framed', async () => {
    const answer = await visitor.page.goto('/account');
    expect(answer?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(visitor.complaints.filter((text) => !/status of 400/.test(text))).toEqual([]);
    expect(visitor.outside).toEqual([]);
  });
});
