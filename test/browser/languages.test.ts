import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, noBrowser, overflow, shoot, violations, visit } from './browser.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const desk = { viewport: { width: 1280, height: 800 } };
/** Tests of single areas check English pages and desktops. `AXE_MATRIX=whole` checks all of them here, too. */
const looks =
  process.env['AXE_MATRIX'] === 'whole'
    ? ([
        ['de_DE', 'phone', phone],
        ['de_DE', 'desk', desk],
        ['en_US', 'phone', phone],
        ['en_US', 'desk', desk],
      ] as const)
    : ([['de_DE', 'phone', phone]] as const);

const ofVisitors = ['/', '/events/', '/events/month/', '/search/?q=e', '/sign-in', '/forgotten-password', '/nothing/'];
const ofOrganizers = [
  '/organize',
  '/organize/events/new',
  '/organize/payments',
  '/organize/receipts',
  '/organize/branding',
  '/organize/appearance',
  '/door',
  '/account',
  '/dashboard',
];
const ofEvent = [
  '',
  '/orders',
  '/attendees',
  '/waiting',
  '/discounts',
  '/discounts/new',
  '/questions',
  '/message',
  '/box-office',
  '/cancel',
  '/edit',
];

describeUnless(noBrowser, 'Pages in other languages', () => {
  let site: ListeningSite;
  let browser: Browser;
  let event: { databaseId: number; path: string };

  async function ask(query: string): Promise<Record<string, { [name: string]: { databaseId: number; link: string } }>> {
    const { authorization } = await site.user('administrator');
    const headers = { authorization, 'content-type': 'application/json' };
    const reply = await fetch(`${site.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
    const { data, errors } = (await reply.json()) as { data: Record<string, never>; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  }

  beforeAll(async () => {
    site = await openListeningSite();
    const times = 'start: "2031-06-01 19:00:00", end: "2031-06-01 22:00:00"';
    const made = await ask(
      `mutation { createEvent(draft: { title: "Evening of quartets", status: PUBLISH, ${times} }) { event { databaseId link } } }`,
    );
    const { databaseId, link } = made['createEvent']!['event']!;
    event = { databaseId, path: new URL(link).pathname };
    const ticket = await ask(
      `mutation { createTicket(postId: ${databaseId}, provider: SHOP, ticket: { name: "Seat", price: "12.50" }) { ticket { databaseId } } }`,
    );
    const lines = `[{ ticketId: ${ticket['createTicket']!['ticket']!.databaseId}, quantity: 2 }]`;
    await ask(`mutation { sellAtBoxOffice(eventId: ${databaseId}, fullName: "Ann Buyer", lines: ${lines}) { __typename } }`);
    await ask(`mutation { createDiscountCode(eventId: ${databaseId}, input: { code: "SAVE", percent: 10 }) { __typename } }`);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function expectAccessible(page: Page, path: string, name: string): Promise<void> {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await shoot(page, `${name}-${path.replace(/\W+/g, '-')}`);
    expect([path, await violations(page), await overflow(page)]).toEqual([path, [], 0]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect([path, await violations(page, ['color-contrast'])]).toEqual([path, []]);
  }

  it.each(looks)(
    '%s, on a %s: pass axe in light and dark mode, and fit',
    async (language, name, look) => {
      await ask(`mutation { updateSetting(input: { key: "language", value: "${language}" }) { errors { message } } }`);
      const { page, context } = await visit(browser, site.url, { ...look, javaScriptEnabled: true });
      for (const path of [...ofVisitors, event.path]) await expectAccessible(page, path, `${language}-${name}`);
      expect(await page.locator('html').getAttribute('lang')).toBe(language.replace('_', '-'));
      const { login, password } = await site.user('administrator');
      await page.goto('/sign-in');
      await page.locator('input[autocomplete="username"]').fill(login);
      await page.locator('input[type="password"]').fill(password);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/organize');
      const pages = ofEvent.map((end) => `/organize/events/${event.databaseId}${end}`);
      for (const path of [...ofOrganizers, ...pages, `/door/${event.databaseId}`])
        await expectAccessible(page, path, `${language}-${name}`);
      await context.close();
    },
    240_000,
  );
});
