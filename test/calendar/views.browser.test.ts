import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFrozenClock, setClock } from '#app/core/time/clock.ts';
import { launchBrowser, missingBrowser, measureOverflow, takeScreenshot, findViolations } from '../browser/browser.ts';
import { findFreePort } from '../support/free-port.ts';
import { describeUnless } from '../support/needs.ts';
import { type CalendarApp, openCalendarApp } from './calendar-app.ts';

let app: CalendarApp;
let browser: Browser;
let url: string;

describeUnless(missingBrowser, 'Calendar pages in a browser', () => {
  beforeAll(async () => {
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    app = await openCalendarApp({ SITE_URL: url });
    setClock(createFrozenClock('2031-05-14T12:00:00Z'));
    const venue = await app.venue({
      title: 'The Barn',
      address: 'Hill 1',
      city: 'Oslo',
      country: 'Norway',
      phone: '+47 22 33 44',
      website: 'https://barn.example',
    });
    const organizer = await app.organizer({ title: 'Ada & Co', email: 'ada@example.org' });
    const [venues, organizers] = [[{ id: venue.id }], [{ id: organizer.id }]];
    const description = 'Three bands, one barn and a very long evening. Bring warm clothes.\n\nDoors open an hour before.';
    await app.event({
      title: 'Spring fair of the whole valley',
      start: '2031-05-12 10:00:00',
      end: '2031-05-16 18:00:00',
      description,
      venues,
      categories: ['Markets'],
    });
    await app.event({
      title: 'Concert in the barn',
      start: '2031-05-20 19:00:00',
      end: '2031-05-20 22:00:00',
      timezone: 'Europe/Oslo',
      description,
      venues,
      organizers,
      isFeatured: true,
      cost: ['20$', '35$'],
      categories: ['Music'],
      tags: ['live'],
    });
    await app.event({ title: 'Day off', start: '2031-05-20', end: '2031-05-20', allDay: true, description });
    await app.event({
      title: 'Cancelled talk',
      start: '2031-05-21 18:00:00',
      end: '2031-05-21 19:00:00',
      customFields: { event_status: 'cancelled' },
    });
    await app.event({
      title: 'A name without any blank: Donaudampfschifffahrtsgesellschaftskapitänswitwe',
      start: '2031-05-28 18:00:00',
      end: '2031-05-28 19:00:00',
      password: 'pw',
    });
    for (let i = 0; i < 15; i += 1)
      await app.event({
        title: `Workshop ${i + 1}`,
        start: `2031-05-24 ${String(8 + (i % 10)).padStart(2, '0')}:00:00`,
        end: '2031-05-24 20:00:00',
        venues,
      });
    await app.event({ title: 'Long ago', start: '2031-03-01 10:00:00', end: '2031-03-01 11:00:00', description });
    await app.http.listen({ host: '127.0.0.1', port });
    browser = await launchBrowser();
  }, 120_000);
  afterAll(async () => {
    setClock();
    await browser?.close();
    await app?.close();
  });

  const addresses = {
    list: '/events/',
    month: '/events/month/2031-05/',
    day: '/events/2031-05-20/',
    week: '/events/week/2031-05-20/',
    'empty day': '/events/2031-05-01/',
    'empty week': '/events/week/2031-04-07/',
    empty: '/events/month/2031-04/',
    search: '/events/?tribe-bar-search=nothing',
    category: '/events/category/music/',
    past: '/events/list/?eventDisplay=past',
    event: '/event/concert-in-the-barn/',
    locked: '/event/a-name-without-any-blank-donaudampfschifffahrtsgesellschaftskapitanswitwe/',
    venue: '/venue/the-barn/',
    organizer: '/organizer/ada-co/',
  };

  describe.each([
    ['phone', 360, 740],
    ['desktop', 1280, 900],
  ] as const)('on a %s', (device, width, height) => {
    let sharedPage: Page | undefined;
    afterAll(() => sharedPage?.close());
    test.each(Object.entries(addresses))('page "%s" passes axe and fits the screen', async (name, address) => {
      const page = (sharedPage ??= await browser.newPage({ viewport: { width, height } }));
      await page.emulateMedia({ colorScheme: 'light' });
      const response = await page.goto(url + address);
      expect(response?.status()).toBe(200);
      expect(await findViolations(page)).toEqual([]);
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
      await takeScreenshot(page, `calendar-${device}-${name}`);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await findViolations(page, ['color-contrast'])).toEqual([]);
      await takeScreenshot(page, `calendar-${device}-${name}-night`);
    });

    test('touch targets are high enough', async () => {
      for (const address of [addresses.list, addresses.month, addresses.week, addresses.event]) {
        const page = await browser.newPage({ viewport: { width, height } });
        await page.goto(url + address);
        const lowTargets = await page.evaluate(() => {
          const isInText = (element: Element) => element.closest('p:not(.evt-links, .evt-subscribe), dd, .evt-hidden') !== null;
          return [...document.querySelectorAll('main a, main button, main input')]
            .filter((element) => element.getClientRects().length > 0 && !isInText(element))
            .filter((element) => element.getBoundingClientRect().height < 24)
            .map((element) => `${element.outerHTML.slice(0, 80)} ${element.getBoundingClientRect().height}`);
        });
        expect(lowTargets).toEqual([]);
        await page.close();
      }
    });
  });

  describe('without JavaScript', () => {
    const open = async (address: string, width = 1280) => {
      const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 900 } });
      const page = await context.newPage();
      await page.goto(url + address);
      return page;
    };

    test('visitors choose views, open the next and previous page, search and jump to a date', async () => {
      const page = await open('/events/');
      await page.getByRole('link', { name: 'Show events in Month view' }).click();
      expect(page.url()).toBe(`${url}/events/month/`);
      await page.getByRole('link', { name: 'April 2031' }).first().click();
      expect(page.url()).toBe(`${url}/events/month/2031-04/`);
      await page.getByRole('link', { name: 'Jump to the next upcoming events' }).click();
      expect(page.url()).toBe(`${url}/events/month/2031-05/`);
      await page.getByRole('link', { name: '+ 3 more events on May 24, 2031' }).first().click();
      expect(page.url()).toBe(`${url}/events/2031-05-24/`);
      await page.getByRole('link', { name: 'Show events in List view' }).click();
      await page.getByRole('searchbox', { name: 'Search for events' }).fill('bands');
      await page.getByRole('button', { name: 'Find events' }).click();
      expect(new URL(page.url()).searchParams.get('tribe-bar-search')).toBe('bands');
      expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
        'Spring fair of the whole valley',
        'Day off',
        'Concert in the barn',
      ]);
      await page.getByLabel('Go to date').fill('2031-05-20');
      await page.getByRole('button', { name: 'Go', exact: true }).click();
      expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Day off', 'Concert in the barn']);
      await page.context().close();
    });

    test('a phone shows the month day by day', async () => {
      const page = await open('/events/month/2031-05/', 360);
      const day = page.getByRole('button', { name: 'Tuesday, May 20, 2031, 2 events' });
      expect([await day.getAttribute('aria-expanded'), await page.getByRole('table').count()]).toEqual(['false', 0]);
      await day.click();
      expect(await day.getAttribute('aria-expanded')).toBe('true');
      expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual(['Day off', 'Concert in the barn']);
      await page.context().close();
    });

    test('the keyboard reaches everything in reading order with a visible focus', async () => {
      const page = await open('/events/');
      const focused: string[] = [];
      for (let i = 0; i < 14; i += 1) {
        await page.keyboard.press('Tab');
        focused.push(
          await page
            .locator(':focus')
            .evaluate(
              (element) => `${element.textContent?.trim() || element.getAttribute('name')}|${getComputedStyle(element).outlineStyle}`,
            ),
        );
      }
      expect(focused.map((text) => text.split('|')[0])).toEqual(
        expect.arrayContaining(['Skip to content', 'tribe-bar-search', 'Find events', 'Show events in Month view', 'Today']),
      );
      expect(focused.every((text) => text.endsWith('|solid'))).toBe(true);
      await page.context().close();
    });
  });
});
