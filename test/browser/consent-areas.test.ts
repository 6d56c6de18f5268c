import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, noBrowser, overflow, shoot, violations, visit } from './browser.ts';

describeUnless(noBrowser, 'Cached page with consent areas', () => {
  let site: ListeningSite;
  let browser: Browser;
  let address: string;

  beforeAll(async () => {
    site = await openListeningSite();
    browser = await launchBrowser();
    const { authorization } = await site.user('administrator');
    const send = async (path: string, body: object) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await fetch(site.rest + path, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return await answer.json();
    };
    await send('/page-cache/v1/settings', { easy: true });
    const area = (id: string, category: string, text: string) => `[consent-area id="${id}" category="${category}"]${text}[/consent-area]`;
    const content = `What everybody reads.\n\n${area('film', 'marketing', 'About the film.\n\nIts second part.')}\n\n${area('count', 'statistics', '<p>A counter.</p>')}`;
    const { link } = (await send('/core/v2/posts', { title: 'Held back', status: 'publish', content })) as { link: string };
    address = new URL(link).pathname;
    // the page is cached before anyone consents
    await fetch(site.url + address, { headers: { accept: 'text/html' } });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  const cacheStatus = async () => (await fetch(site.url + address, { headers: { accept: 'text/html' } })).headers.get('x-page-cache');

  for (const scripts of [false, true]) {
    it(`shows an area after consent, ${scripts ? 'in place' : 'with a new page'}`, async () => {
      expect(await cacheStatus()).toBe('HIT');
      const { context, page, complaints } = await visit(browser, site.url, { javaScriptEnabled: scripts });
      const response = await page.goto(address);
      expect(response?.headers()['x-page-cache']).toBe('HIT');
      expect(await page.content()).not.toMatch(/About the film|A counter/);
      const loads: string[] = [];
      page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()));
      await page.getByRole('button', { name: /Accept “Marketing”/ }).click();
      await page.getByText('About the film.').waitFor();
      expect(await page.locator('div.consent-area:not(.blocked) p').allTextContents()).toEqual(['About the film.', 'Its second part.']);
      expect(await page.content()).not.toContain('A counter');
      expect(loads.length > 0).toBe(!scripts);
      const again = await page.goto(address);
      expect(again?.headers()['x-page-cache']).toBe('BYPASS');
      await page.getByText('About the film.').waitFor();
      expect(await page.getByText('A counter.').count()).toBe(0);
      expect(complaints).toEqual([]);
      await context.close();
      expect(await cacheStatus()).toBe('HIT');
    });
  }

  it('shows consented areas on a page cached before the consent', async () => {
    const { context, page } = await visit(browser, site.url, { javaScriptEnabled: true });
    // a cache on the way sends the page of another visitor
    const stranger = await (await fetch(site.url + address, { headers: { accept: 'text/html' } })).text();
    await page.route(`**${address}`, (route) => route.fulfill({ body: stranger, contentType: 'text/html' }));
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
    const { context, page } = await visit(browser, site.url, { javaScriptEnabled: true, colorScheme, viewport: { width, height: 800 } });
    await page.goto(address);
    await shoot(page, `consent-area-${colorScheme}-${width}`);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await context.close();
  });
});
