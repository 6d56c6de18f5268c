import { beforeAll, describe, expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import {
  findViolations,
  measureOverflow,
  missingBrowser,
  setUpBrowserSite,
  signIn,
  tabThroughPage,
  takeScreenshot,
  type Visit,
  widths,
} from './browser.ts';
import { type Contents, makeContents } from './contents.ts';

let contents: Contents;
/** Pages by name. `prepare` brings an opened page into the state to check. */
const pages: Record<string, { path: () => string; signedIn?: boolean; prepare?: (visitor: Visit) => Promise<void> }> = {
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
    prepare: async ({ page }) => {
      await page.getByLabel('Password').fill('wrong');
      await page.getByRole('button', { name: 'Show the text' }).click();
    },
  },
  draft: { path: () => contents.draft, signedIn: true },
  'sign-in': { path: () => '/sign-in' },
  'forgotten-password': { path: () => '/forgotten-password' },
  'sign-in-wrong': { path: () => '/sign-in', prepare: ({ page }) => signIn(page, 'nobody', 'wrong') },
  account: { path: () => '/account', signedIn: true },
  'second-factors': { path: () => '/account/second-factors', signedIn: true },
  'authenticator-app': {
    path: () => '/account/second-factors',
    signedIn: true,
    prepare: async ({ page }) => page.getByRole('button', { name: 'Set up an app' }).click(),
  },
  'account-new-password': {
    path: () => '/account',
    signedIn: true,
    prepare: async ({ page }) => {
      await page.getByLabel('Name of the application').fill('A scanner with quite a long name');
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

describeUnless(missingBrowser, 'Every page', () => {
  const site = setUpBrowserSite();
  let signedInState: Awaited<ReturnType<typeof saveSignedInState>>;
  beforeAll(async () => {
    contents = await makeContents(site);
    signedInState = await saveSignedInState();
  });

  async function saveSignedInState() {
    const editor = await site.user('editor');
    const { page, context } = await site.visit();
    await page.goto('/sign-in');
    await signIn(page, editor.login, editor.password);
    const state = await context.storageState();
    await context.close();
    return state;
  }

  const looks = [
    ['on a phone', { viewport: { width: widths.phone, height: 740 }, isMobile: true, hasTouch: true }, 'phone'],
    ['on a desk', { viewport: { width: widths.desk, height: 800 } }, 'desk'],
  ] as const;

  describe.each(looks)('%s', (_name, look, suffix) => {
    // axe needs promises and timers and therefore JavaScript, but the pages themselves have no scripts
    const visitors = new Map<boolean, Promise<Visit>>();
    const openVisitor = (isSignedIn: boolean) => {
      const visitor =
        visitors.get(isSignedIn) ?? site.visit({ ...look, javaScriptEnabled: true, ...(isSignedIn && { storageState: signedInState }) });
      visitors.set(isSignedIn, visitor);
      return visitor;
    };

    it.each(Object.entries(pages))(
      '%s: passes axe in light and dark mode, and fits the screen',
      async (name, { path, signedIn: isSignedIn = false, prepare }) => {
        const visitor = await openVisitor(isSignedIn);
        const { page } = visitor;
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(path());
        await prepare?.(visitor);
        await takeScreenshot(page, `${name}-${suffix}`);
        expect(await findViolations(page)).toEqual([]);
        expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
        await page.emulateMedia({ colorScheme: 'dark' });
        if (suffix === 'desk') await takeScreenshot(page, `${name}-night`);
        expect(await findViolations(page, ['color-contrast'])).toEqual([]);
        expect(visitor.foreignRequests).toEqual([]);
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
  ])('%s: the keyboard reaches everything in order with visible focus', async (name, expected) => {
    const { path, signedIn: isSignedIn } = pages[name]!;
    const { page, context } = await site.visit(isSignedIn ? { storageState: signedInState } : {});
    await page.goto(path());
    const focusedElements = await tabThroughPage(page);
    expect(focusedElements.filter((element) => element.endsWith('(focus not visible)'))).toEqual([]);
    const inOrder = focusedElements.filter((element) => expected.includes(element));
    expect([...new Set(inOrder)]).toEqual(expected);
    const controls = await page.locator('a[href], button, input:not([type=hidden]), select, textarea').count();
    expect(focusedElements.length).toBeGreaterThanOrEqual(Math.min(controls, 55));
    await context.close();
  });

  it('signing in works with the keyboard alone', async () => {
    const editor = await site.user('editor');
    const { page, context } = await site.visit();
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
      const { page, context } = await site.visit({
        viewport: { width: 640, height: 800 },
        ...(isSignedIn && { storageState: signedInState }),
      });
      await page.goto(path());
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      expect([name, await measureOverflow(page)]).toEqual([name, 0]);
      await context.close();
    }
  });
});
