import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, noBrowser, signIn, violations, visit, widths } from './browser.ts';
import { makeContents } from './contents.ts';

describeUnless(noBrowser, 'Site opened at another host name than its own', () => {
  let site: ListeningSite;
  let browser: Browser;
  let address: string;
  beforeAll(async () => {
    site = await openListeningSite();
    // the name that `npm start` uses, and the name that a newcomer types
    Object.assign(site.config, { siteUrl: site.url.replace('127.0.0.1', 'localhost') });
    address = site.url;
    await makeContents({ ...site, url: site.config.siteUrl });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  it.each([
    ['on a phone', { viewport: { width: widths.phone, height: 740 }, isMobile: true, hasTouch: true }],
    ['on a desk', {}],
  ])('has working styles, links and forms, %s', async (_name, look) => {
    const { page, context, outside, complaints } = await visit(browser, address, { javaScriptEnabled: true, ...look });
    for (const path of ['/', '/events/', '/events/month/', '/search/?q=lanterns', '/legal/cookie-statement']) {
      await page.goto(path);
      expect(
        await page.evaluate(
          () => [...document.styleSheets].every(({ cssRules }) => cssRules.length > 0) && document.styleSheets.length > 0,
        ),
      ).toBe(true);
      expect(await violations(page)).toEqual([]);
      const hrefs = await page
        .locator('body a[href^="http"]')
        .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
      expect(hrefs.filter((href) => href.includes('localhost'))).toEqual([]);
    }
    await page.goto('/events/');
    await page.getByLabel('Search for events').fill('quartet');
    await page.getByRole('button', { name: 'Find events' }).click();
    expect(page.url()).toMatch(/^http:\/\/127\.0\.0\.1.*tribe-bar-search=quartet/);
    const { login, password } = await site.user('administrator');
    await page.goto('/sign-in');
    await signIn(page, login, password);
    expect(page.url()).toBe(`${address}/organize`);
    await page.getByRole('link', { name: 'Door' }).click();
    expect(page.url()).toBe(`${address}/door`);
    expect([outside, complaints]).toEqual([[], []]);
    await context.close();
  });
});
