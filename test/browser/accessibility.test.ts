import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, noBrowser, overflow, reachedByKeyboard, shoot, signIn, violations, visit, type Visit, widths } from './browser.ts';
import { type Contents, makeContents } from './contents.ts';

let contents: Contents;
/** Pages by name: address, sign-in, and an action to run first. */
const pages: Record<string, { path: () => string; signedIn?: boolean; act?: (visitor: Visit) => Promise<void> }> = {
  front: { path: () => '/' },
  'front-signed-in': { path: () => '/', signedIn: true },
  'front-page-2': { path: () => '/page/2/' },
  post: { path: () => contents.post },
  embed: { path: () => `${contents.post}embed/` },
  category: { path: () => contents.category },
  author: { path: () => contents.author },
  'not-found': { path: () => '/nothing/' },
  'password-form': { path: () => contents.secret },
  'password-wrong': {
    path: () => contents.secret,
    act: async ({ page }) => {
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Show the text' }).click();
    },
  },
  draft: { path: () => contents.draft, signedIn: true },
  'sign-in': { path: () => '/sign-in' },
  'forgotten-password': { path: () => '/forgotten-password' },
  'sign-in-wrong': { path: () => '/sign-in', act: ({ page }) => signIn(page, 'nobody', 'wrong') },
  account: { path: () => '/account', signedIn: true },
  'second-factors': { path: () => '/account/second-factors', signedIn: true },
  'authenticator-app': {
    path: () => '/account/second-factors',
    signedIn: true,
    act: async ({ page }) => page.getByRole('button', { name: 'Set up an app' }).click(),
  },
  'account-new-password': {
    path: () => '/account',
    signedIn: true,
    act: async ({ page }) => {
      await page.getByLabel('Name of the application').fill('A scanner with quite a long name, as people give their things');
      await page.getByRole('button', { name: 'Create a password' }).click();
    },
  },
  authorize: {
    path: () =>
      '/authorize-application?app_name=Scanner&success_url=https%3A%2F%2Fa-rather-long-name-of-an-application.example.org%2Fcallback',
    signedIn: true,
  },
  'authorize-refused': { path: () => '/authorize-application?app_name=Scanner&app_id=1', signedIn: true },
  relations: { path: () => '/rel/' },
  'rest-to-graphql': { path: () => '/docs/rest-to-graphql?method=DELETE&path=/core/v2/posts/{id}' },
  'rest-to-graphql-list': { path: () => '/docs/rest-to-graphql?q=posts' },
  events: { path: () => '/events/' },
  month: { path: () => '/events/month/' },
  search: { path: () => '/search/?q=lanterns' },
  legal: { path: () => '/legal/cookie-statement-us' },
};

describeUnless(noBrowser, 'Every page', () => {
  let site: ListeningSite;
  let browser: Browser;
  let signedIn: Awaited<ReturnType<typeof cookies>>;
  beforeAll(async () => {
    site = await openListeningSite();
    contents = await makeContents(site);
    browser = await launchBrowser();
    signedIn = await cookies();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  async function cookies() {
    const editor = await site.user('editor');
    const { page, context } = await visit(browser, site.url);
    await page.goto('/sign-in');
    await signIn(page, editor.login, editor.password);
    const kept = await context.storageState();
    await context.close();
    return kept;
  }

  const looks = [
    ['on a phone', { viewport: { width: widths.phone, height: 740 }, isMobile: true, hasTouch: true }, 'phone'],
    ['on a desk', { viewport: { width: widths.desk, height: 800 } }, 'desk'],
  ] as const;

  describe.each(looks)('%s', (_name, look, suffix) => {
    // axe needs promises and timers, thus JavaScript; the pages themselves have no scripts
    const visitors = new Map<boolean, Promise<Visit>>();
    const openVisitor = (isSignedIn: boolean) => {
      const known =
        visitors.get(isSignedIn) ??
        visit(browser, site.url, { ...look, javaScriptEnabled: true, ...(isSignedIn && { storageState: signedIn }) });
      visitors.set(isSignedIn, known);
      return known;
    };

    it.each(Object.entries(pages))(
      '%s: passes axe in light and dark mode, and fits the screen',
      async (name, { path, signedIn: isSignedIn = false, act }) => {
        const visitor = await openVisitor(isSignedIn);
        const { page } = visitor;
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(path());
        await act?.(visitor);
        await shoot(page, `${name}-${suffix}`);
        expect(await violations(page)).toEqual([]);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        await page.emulateMedia({ colorScheme: 'dark' });
        if (suffix === 'desk') await shoot(page, `${name}-night`);
        expect(await violations(page, ['color-contrast'])).toEqual([]);
        expect(visitor.outside).toEqual([]);
      },
    );
  });

  it.each<[string, string[]]>([
    [
      'sign-in',
      ['a Skip to content', 'input Login name or email address', 'input Password', 'input Keep me signed in for 14 days', 'button Sign in'],
    ],
    [
      'account',
      [
        'a Skip to content',
        'button Sign out',
        'input Name of the application',
        'button Create a password',
        'button Revoke test',
        'button Revoke all',
      ],
    ],
    ['authorize', ['input Name of the new application password', 'button Yes, I approve', 'button No, I do not approve']],
    ['front', ['a Skip to content', 'a Sign in', 'a Evening number 8', 'a Older posts']],
    ['post', ['a Skip to content', 'a Concerts & more']],
    ['password-form', ['input Password', 'button Show the text']],
  ])('%s: the keyboard reaches everything in order with visible focus', async (name, wanted) => {
    const { path, signedIn: isSignedIn } = pages[name]!;
    const { page, context } = await visit(browser, site.url, isSignedIn ? { storageState: signedIn } : {});
    await page.goto(path());
    const reached = await reachedByKeyboard(page);
    expect(reached.filter((one) => one.endsWith('(focus not visible)'))).toEqual([]);
    const inOrder = reached.filter((one) => wanted.includes(one));
    expect([...new Set(inOrder)]).toEqual(wanted);
    const controls = await page.locator('a[href], button, input:not([type=hidden]), select, textarea').count();
    expect(reached.length).toBeGreaterThanOrEqual(Math.min(controls, 55));
    await context.close();
  });

  it('signing in works with the keyboard alone', async () => {
    const editor = await site.user('editor');
    const { page, context } = await visit(browser, site.url);
    await page.goto('/sign-in');
    await page.getByLabel('Login name or email address').focus();
    await page.keyboard.type(editor.login);
    await page.keyboard.press('Tab');
    await page.keyboard.type(editor.password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/organize');
    await context.close();
  });

  it('pages fit the screen with text of double size', async () => {
    for (const name of ['sign-in', 'account', 'post']) {
      const { path, signedIn: isSignedIn } = pages[name]!;
      const { page, context } = await visit(browser, site.url, {
        viewport: { width: 640, height: 800 },
        ...(isSignedIn && { storageState: signedIn }),
      });
      await page.goto(path());
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      expect([name, await overflow(page)]).toEqual([name, 0]);
      await context.close();
    }
  });
});
