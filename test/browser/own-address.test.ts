import { beforeAll, expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import { findViolations, missingBrowser, setUpBrowserSite, signIn, widths } from './browser.ts';
import { makeContents } from './contents.ts';

describeUnless(missingBrowser, 'Site opened at another host name than its own', () => {
  const site = setUpBrowserSite();
  beforeAll(async () => {
    // the configured host name is `localhost`, but the browser opens 127.0.0.1
    Object.assign(site.config, { siteUrl: site.url.replace('127.0.0.1', 'localhost') });
    await makeContents({ ...site, url: site.config.siteUrl });
  });

  it.each([
    ['on a phone', { viewport: { width: widths.phone, height: 740 }, isMobile: true, hasTouch: true }],
    ['on a desk', {}],
  ])('has working styles, links and forms, %s', async (_name, look) => {
    const { page, context, foreignRequests, consoleErrors } = await site.visit({ javaScriptEnabled: true, ...look });
    for (const path of ['/', '/events/', '/events/month/', '/search/?q=lanterns', '/legal/cookie-statement']) {
      await page.goto(path);
      expect(
        await page.evaluate(
          () => [...document.styleSheets].every(({ cssRules }) => cssRules.length > 0) && document.styleSheets.length > 0,
        ),
      ).toBe(true);
      expect(await findViolations(page)).toEqual([]);
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
    expect(page.url()).toBe(`${site.url}/organize`);
    await page.getByRole('link', { name: 'Door' }).click();
    expect(page.url()).toBe(`${site.url}/door`);
    expect([foreignRequests, consoleErrors]).toEqual([[], []]);
    await context.close();
  });
});
