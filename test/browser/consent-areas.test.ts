import { beforeAll, expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import { findViolations, measureOverflow, missingBrowser, setUpBrowserSite, takeScreenshot } from './browser.ts';

describeUnless(missingBrowser, 'Cached page with consent areas', () => {
  const site = setUpBrowserSite();
  let address: string;

  beforeAll(async () => {
    await site.send('POST', '/page-cache/v1/settings', { easy: true });
    const area = (id: string, category: string, text: string) => `[consent-area id="${id}" category="${category}"]${text}[/consent-area]`;
    const content = `Text for everyone.\n\n${area('film', 'marketing', 'About the film.\n\nIts second part.')}\n\n${area('count', 'statistics', '<p>A counter.</p>')}`;
    const { link } = await site.send('POST', '/core/v2/posts', { title: 'Held back', status: 'publish', content });
    address = new URL(link).pathname;
    // the page is cached before anyone consents
    await fetch(site.url + address, { headers: { accept: 'text/html' } });
  });

  const cacheStatus = async () => (await fetch(site.url + address, { headers: { accept: 'text/html' } })).headers.get('x-page-cache');

  for (const javaScriptEnabled of [false, true]) {
    it(`shows an area after consent, ${javaScriptEnabled ? 'without reloading the page' : 'by reloading the page'}`, async () => {
      expect(await cacheStatus()).toBe('HIT');
      const { context, page, consoleErrors } = await site.visit({ javaScriptEnabled });
      const response = await page.goto(address);
      expect(response?.headers()['x-page-cache']).toBe('HIT');
      expect(await page.content()).not.toMatch(/About the film|A counter/);
      const loads: string[] = [];
      page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
      await page.getByRole('button', { name: /Accept “Marketing”/ }).click();
      await page.getByText('About the film.').waitFor();
      expect(await page.locator('div.consent-area:not(.blocked) p').allTextContents()).toEqual(['About the film.', 'Its second part.']);
      expect(await page.content()).not.toContain('A counter');
      expect(loads.length > 0).toBe(!javaScriptEnabled);
      const secondResponse = await page.goto(address);
      expect(secondResponse?.headers()['x-page-cache']).toBe('BYPASS');
      await page.getByText('About the film.').waitFor();
      expect(await page.getByText('A counter.').count()).toBe(0);
      expect(consoleErrors).toEqual([]);
      await context.close();
      expect(await cacheStatus()).toBe('HIT');
    });
  }

  it('shows consented areas on a page cached before the consent', async () => {
    const { context, page } = await site.visit({ javaScriptEnabled: true });
    // a cache between the site and the browser returns the page of another visitor
    const cachedPage = await (await fetch(site.url + address, { headers: { accept: 'text/html' } })).text();
    await page.route(`**${address}`, (route) => route.fulfill({ body: cachedPage, contentType: 'text/html' }));
    await context.addCookies([{ name: 'cmp_statistics', value: 'allow', url: site.url }]);
    await page.goto(address);
    await page.getByText('A counter.').waitFor();
    expect(await page.getByText('About the film.').count()).toBe(0);
    await context.close();
  });

  it.each([
    ['light', 390],
    ['dark', 390],
    ['light', 1280],
    ['dark', 1280],
  ] as const)('is accessible and fits, %s, %s px', async (colorScheme, width) => {
    const { context, page } = await site.visit({ javaScriptEnabled: true, colorScheme, viewport: { width, height: 800 } });
    await page.goto(address);
    await takeScreenshot(page, `consent-area-${colorScheme}-${width}`);
    expect(await findViolations(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    await context.close();
  });
});
