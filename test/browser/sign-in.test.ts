import { beforeAll, expect, it } from 'vitest';
import type { SiteUser } from '../support/open-site.ts';
import { describeUnless } from '../support/needs.ts';
import { missingBrowser, setUpBrowserSite, signIn, takeScreenshot } from './browser.ts';

describeUnless(missingBrowser, 'Sign-in without JavaScript', () => {
  const site = setUpBrowserSite();
  let editor: SiteUser;
  beforeAll(async () => {
    editor = await site.user('editor');
  });

  it('shows wrong credentials as an error and keeps the login name', async () => {
    const { page, context } = await site.visit();
    await page.goto('/sign-in');
    await signIn(page, editor.login, 'wrong');
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/\w+/);
    expect(await page.getByLabel('Login name or email address').inputValue()).toBe(editor.login);
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    expect(await context.cookies()).toEqual([]);
    await takeScreenshot(page, 'sign-in-wrong');
    await context.close();
  });

  it('leads to the start page of the user, and sets a cookie that scripts cannot read', async () => {
    const { page, context } = await site.visit();
    await page.goto('/sign-in');
    await signIn(page, editor.login, editor.password);
    expect(new URL(page.url()).pathname).toBe('/organize');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your events');
    expect(await page.getByRole('navigation', { name: 'Menu' }).getByRole('listitem').count()).toBeLessThanOrEqual(6);
    const [cookie] = await context.cookies();
    // without an expiry time, it ends with the browser session
    expect(cookie).toMatchObject({ name: 'marquee_session', httpOnly: true, sameSite: 'Lax', expires: -1 });
    await context.close();
  });

  it('accepts the email address, and lasts 14 days if requested', async () => {
    const { page, context } = await site.visit();
    await page.goto('/sign-in');
    await page.getByLabel(/14 days/).check();
    await signIn(page, editor.email, editor.password);
    const [cookie] = await context.cookies();
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(13 * 86_400);
    await context.close();
  });

  it('redirects to the requested page, but never to another site', async () => {
    for (const [redirectTo, expectedPath] of [
      ['/authorize-application?app_name=Scanner', '/authorize-application'],
      ['https://evil.invalid/', '/organize'],
      ['//evil.invalid/', '/organize'],
      ['/\\evil.invalid', '/organize'],
    ] as const) {
      const { page, context, foreignRequests } = await site.visit();
      await page.goto(`/sign-in?redirect_to=${encodeURIComponent(redirectTo)}`);
      await signIn(page, editor.login, editor.password);
      expect([redirectTo, new URL(page.url()).pathname, new URL(page.url()).origin]).toEqual([redirectTo, expectedPath, site.url]);
      expect(foreignRequests).toEqual([]);
      await context.close();
    }
  });

  it('ends with signing out', async () => {
    const { page, context } = await site.visit();
    await page.goto('/sign-in');
    await signIn(page, editor.login, editor.password);
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect(await context.cookies()).toEqual([]);
    await page.goto('/account');
    expect(new URL(page.url()).pathname).toBe('/sign-in');
    await context.close();
  });

  it('refuses a form of another site', async () => {
    const { page, context } = await site.visit();
    await page.setContent(
      `<form method="post" action="${site.url}/sign-in"><input name="login" value="${editor.login}"><input name="password" value="${editor.password}"><button>Win a prize</button></form>`,
    );
    await page.getByRole('button').click();
    await page.waitForURL(`${site.url}/sign-in`);
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });
});
