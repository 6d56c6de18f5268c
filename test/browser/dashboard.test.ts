import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../src/core/time/days.ts';
import { getSiteToday } from '../../src/domains/content/site-time.ts';
import { storeViews } from '../../src/domains/figures/views/view-store.ts';
import { findFreePort } from '../support/free-port.ts';
import { describeUnless } from '../support/needs.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import {
  launchBrowser,
  missingBrowser,
  measureOverflow,
  tabThroughPage,
  takeScreenshot,
  signIn,
  findViolations,
  visit,
  widths,
} from './browser.ts';

const channels = ['direct', 'site', 'search', 'social', 'mail', 'referral'] as const;

describeUnless(missingBrowser, 'Dashboard', () => {
  let site: WholeSite;
  let url: string;
  let browser: Browser;
  let event: number;
  let today: string;
  beforeAll(async () => {
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    site = await openWholeSite({ PORT: String(port), SITE_URL: url });
    await site.http.listen({ host: '127.0.0.1', port });
    browser = await launchBrowser();
    today = getSiteToday(site.site);
    const createEvent = async (title: string) =>
      (
        await site.rest('POST', '/vendor/events/v1/events', {
          as: 'administrator',
          body: { title, start_date: 'tomorrow 8pm', end_date: 'tomorrow 10pm' },
        })
      ).body.id as number;
    event = await createEvent('Night of the long & winding songs');
    const otherEvent = await createEvent('Breakfast');
    const ticketApi = createTicketClient(site);
    const ticket = await ticketApi.ticket(event, { price: '12.50' });
    for (let n = 0; n < 3; n += 1) {
      const draft = {
        items: [{ ticketId: ticket, quantity: 2 }],
        status: 'COMPLETED',
        purchaserName: 'Ann',
        purchaserEmail: 'ann@example.org',
      };
      await site.graphql(
        'mutation($draft: OrderDraft!) { createOrder(draft: $draft) { order { databaseId } } }',
        { draft },
        'administrator',
      );
    }
    await ticketApi.send('PUT', `/attendees/${await ticketApi.attendee(ticket)}`, { check_in: true });
    const counts = Array.from({ length: 60 }, (_, daysAgo) =>
      [event, otherEvent, 0].map((targetId, index) => ({
        day: addDays(today, -daysAgo),
        kind: targetId === 0 ? ('front' as const) : ('event' as const),
        targetId,
        channel: channels[(daysAgo + index) % 6] ?? 'direct',
        views: 5 + ((daysAgo * 7 + index * 3) % 23),
      })),
    ).flat();
    await storeViews(site.site, { writer: 'test', number: 1, counts });
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  it.each(Object.entries(widths))(
    'shows statistics with their tables by days and by event, without scripts, on a %s',
    async (name, width) => {
      // the page has no scripts; axe needs them
      const visitor = await visit(browser, url, { javaScriptEnabled: true, viewport: { width, height: 800 } });
      const { page, context } = visitor;
      const expectAccessible = async (pageName: string) => {
        await takeScreenshot(page, `dashboard-${pageName}-${name}`);
        expect([pageName, await findViolations(page)]).toEqual([pageName, []]);
        expect([pageName, await measureOverflow(page)]).toEqual([pageName, 0]);
      };
      await page.goto('/dashboard?event=none');
      const { login, password } = await site.user('administrator');
      await signIn(page, login, password);
      expect(new URL(page.url()).pathname).toBe('/dashboard');
      await page.goto('/organize');
      await page.getByRole('link', { name: 'Statistics' }).click();
      await page.getByRole('heading', { name: 'Statistics', exact: true }).waitFor();
      await expectAccessible('month');
      expect(await page.locator('script').count()).toBe(0);
      expect(await page.getByRole('img', { name: /^Views by day: [\d,]+ in total, most on / }).count()).toBe(1);
      expect(await page.getByRole('img', { name: /^Tickets by day: 7 in total/ }).count()).toBe(1);
      expect(await page.getByRole('img', { name: /^Check-ins by day: 1 in total/ }).count()).toBe(1);
      expect(await page.locator('.sums').textContent()).toMatch(/Revenue\s*75\.00 USD/);

      await page.getByText('Tickets by day as a table').click();
      const days = page.getByRole('region', { name: 'Tickets by day' });
      expect(await days.getByRole('row').count()).toBe(29);
      expect(await days.getByRole('row').last().textContent()).toMatch(/775\.00 USD$/);
      await expectAccessible('table');

      await page.getByRole('link', { name: '7 days' }).click();
      expect(await page.getByLabel('First day').inputValue()).toBe(addDays(today, -6));
      await page.getByLabel('First day').fill(addDays(today, -1));
      await page.getByRole('button', { name: 'Show' }).click();
      expect(new URL(page.url()).searchParams.get('from')).toBe(addDays(today, -1));
      expect(await page.getByRole('img', { name: /^Views by day/ }).count()).toBe(1);

      await page.getByRole('link', { name: 'Night of the long & winding songs' }).click();
      expect(await page.locator('main').textContent()).toContain('Only Night of the long & winding songs.');
      await expectAccessible('event');
      await page.getByLabel('First day').fill('2020-01-01');
      await page.getByRole('button', { name: 'Show' }).click();
      expect(await page.getByRole('alert').textContent()).toContain('At most 366 days');
      await expectAccessible('refused');
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.goto('/dashboard');
      await takeScreenshot(page, `dashboard-night-${name}`);
      expect(await findViolations(page, ['color-contrast'])).toEqual([]);
      const focusedElements = await tabThroughPage(page, 120);
      expect(focusedElements.filter((element) => element.endsWith('(focus not visible)'))).toEqual([]);
      for (const element of ['input First day', 'button Show', 'summary Views by day as a table', 'a Breakfast'])
        expect(focusedElements).toContain(element);
      expect([visitor.foreignRequests, visitor.consoleErrors.filter((text) => !text.includes('400'))]).toEqual([[], []]);
      await context.close();
    },
  );

  it('is refused until something is shared; a shared dashboard opens without sales', async () => {
    const { page, context } = await visit(browser, url);
    await page.goto('/dashboard');
    const { login, password, id } = await site.user('author');
    await signIn(page, login, password);
    expect((await page.goto('/dashboard'))?.status()).toBe(403);
    expect(await page.getByRole('link', { name: 'Statistics' }).count()).toBe(0);

    const analytics = '/site-analytics/v1';
    await site.graphql(
      'mutation { connectAnalyticsSite(clientId: "client-1", clientSecret: "secret-1") { connected } }',
      {},
      'administrator',
    );
    const write = (path: string, data: object) => site.rest('POST', analytics + path, { as: 'administrator', body: { data } });
    await write('/modules/search-console/data/settings', { propertyID: `${url}/` });
    const token = 'mutation { importAnalyticsToken(accessToken: "a", scopes: ["openid"], verified: true) { authenticated } }';
    await site.graphql(token, {}, 'administrator');
    await write('/core/modules/data/sharing-settings', { 'pagespeed-insights': { sharedRoles: ['author'] } });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Show the statistics' }).click();
    await page.getByRole('heading', { name: 'Views by day' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Tickets by day' }).count()).toBe(0);
    expect(await page.locator('main').textContent()).not.toMatch(/Takings|USD/);

    await page.getByLabel('How often').selectOption('Every month');
    await page.getByRole('button', { name: 'Get reports' }).click();
    expect(await page.locator('main').textContent()).toContain('You get a report by mail.');
    expect(await site.site.db.prisma.analyticsUser.findUnique({ where: { userId: id } })).toMatchObject({
      isSubscribed: true,
      reportFrequency: 'monthly',
    });
    await page.getByRole('button', { name: 'Get no more reports' }).click();
    expect(await page.locator('main').textContent()).toContain('You can get these statistics by mail.');
    await context.close();
  });
});
