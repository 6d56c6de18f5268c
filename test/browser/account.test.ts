import { beforeAll, expect, it } from 'vitest';
import type { SiteUser } from '../support/open-site.ts';
import { describeUnless } from '../support/needs.ts';
import { missingBrowser, setUpBrowserSite, signIn, takeScreenshot, type Visit } from './browser.ts';

describeUnless(missingBrowser, 'Account page without JavaScript', () => {
  const site = setUpBrowserSite();
  let author: SiteUser;
  let visitor: Visit;
  beforeAll(async () => {
    author = await site.user('author');
    visitor = await site.visit();
    await visitor.page.goto('/sign-in');
    await signIn(visitor.page, author.login, author.password);
  });

  const readCaller = async (password: string) => {
    const authorization = `Basic ${Buffer.from(`${author.login}:${password}`).toString('base64')}`;
    const response = await fetch(`${site.rest}/core/v2/users/me`, { headers: { authorization } });
    return [response.status, (await response.json()).slug];
  };

  it('creates an application password, shown once, that works on REST and GraphQL until it is revoked', async () => {
    const { page } = visitor;
    await page.goto('/account');
    await page.getByLabel('Name of the application').fill('Ticket scanner <at the door> & “more”');
    await page.getByRole('button', { name: 'Create a password' }).click();
    const password = (await page.locator('code.secret').textContent()) ?? '';
    expect(password).toMatch(/^(\w{4} ){5}\w{4}$/);
    await takeScreenshot(page, 'account-new-password');

    expect(await readCaller(password)).toEqual([200, author.login]);
    expect(await readCaller(password.replaceAll(' ', ''))).toEqual([200, author.login]);
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
    expect((await readCaller(password))[0]).toBe(401);
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
    expect((await readCaller(author.applicationPassword))[0]).toBe(200);
    await page.goto('/account');
    await page.getByRole('button', { name: 'Revoke all' }).click();
    expect((await readCaller(author.applicationPassword))[0]).toBe(401);
    expect(await page.getByText('There are no application passwords.').count()).toBe(1);
  });

  it('cannot be cached or framed', async () => {
    const response = await visitor.page.goto('/account');
    expect(response?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(visitor.consoleErrors.filter((text) => !/status of 400/.test(text))).toEqual([]);
    expect(visitor.foreignRequests).toEqual([]);
  });
});
