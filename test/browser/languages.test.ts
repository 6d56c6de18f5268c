import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import { findViolations, measureOverflow, missingBrowser, phone, setUpBrowserSite, takeScreenshot } from './browser.ts';

const desk = { viewport: { width: 1280, height: 800 } };
/**
 * Languages and devices to check. Other tests check pages in English and on desktops, so that by default only German on a phone is checked here. With
 * `AXE_MATRIX=whole`, all combinations are checked.
 */
const looks =
  process.env['AXE_MATRIX'] === 'whole'
    ? ([
        ['de_DE', 'phone', phone],
        ['de_DE', 'desk', desk],
        ['en_US', 'phone', phone],
        ['en_US', 'desk', desk],
      ] as const)
    : ([['de_DE', 'phone', phone]] as const);

const visitorPaths = ['/', '/events/', '/events/month/', '/search/?q=e', '/sign-in', '/forgotten-password', '/nothing/'];
const organizerPaths = [
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
const eventSubpaths = [
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

describeUnless(missingBrowser, 'Pages in other languages', () => {
  const site = setUpBrowserSite();
  let event: { databaseId: number; path: string };

  beforeAll(async () => {
    const times = 'start: "2031-06-01 19:00:00", end: "2031-06-01 22:00:00"';
    const { createEvent } = await site.graphql(
      `mutation { createEvent(draft: { title: "Evening of quartets", status: PUBLISH, ${times} }) { event { databaseId link } } }`,
    );
    const { databaseId, link } = createEvent.event;
    event = { databaseId, path: new URL(link).pathname };
    const { createTicket } = await site.graphql(
      `mutation { createTicket(postId: ${databaseId}, provider: SHOP, ticket: { name: "Seat", price: "12.50" }) { ticket { databaseId } } }`,
    );
    const lines = `[{ ticketId: ${createTicket.ticket.databaseId}, quantity: 2 }]`;
    await site.graphql(`mutation { sellAtBoxOffice(eventId: ${databaseId}, fullName: "Ann Buyer", lines: ${lines}) { __typename } }`);
    await site.graphql(`mutation { createDiscountCode(eventId: ${databaseId}, input: { code: "SAVE", percent: 10 }) { __typename } }`);
  });

  async function expectAccessible(page: Page, path: string, name: string): Promise<void> {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(path);
    await takeScreenshot(page, `${name}-${path.replace(/\W+/g, '-')}`);
    expect([path, await findViolations(page), await measureOverflow(page)]).toEqual([path, [], 0]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect([path, await findViolations(page, ['color-contrast'])]).toEqual([path, []]);
  }

  it.each(looks)(
    '%s, on a %s: pass axe in light and dark mode, and fit',
    async (language, name, look) => {
      await site.graphql(`mutation { updateSetting(input: { key: "language", value: "${language}" }) { errors { message } } }`);
      const { page, context } = await site.visit({ ...look, javaScriptEnabled: true });
      for (const path of [...visitorPaths, event.path]) await expectAccessible(page, path, `${language}-${name}`);
      expect(await page.locator('html').getAttribute('lang')).toBe(language.replace('_', '-'));
      const { login, password } = await site.user('administrator');
      await page.goto('/sign-in');
      await page.locator('input[autocomplete="username"]').fill(login);
      await page.locator('input[type="password"]').fill(password);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/organize');
      const pages = eventSubpaths.map((subpath) => `/organize/events/${event.databaseId}${subpath}`);
      for (const path of [...organizerPaths, ...pages, `/door/${event.databaseId}`])
        await expectAccessible(page, path, `${language}-${name}`);
      await context.close();
    },
    240_000,
  );
});
