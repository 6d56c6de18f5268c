import { expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import { measureOverflow, missingBrowser, setUpBrowserSite, takeScreenshot, widths } from './browser.ts';

describeUnless(missingBrowser, '/docs', () => {
  const site = setUpBrowserSite();

  it('lists a document for every namespace, with the URL of this site', async () => {
    const index = (await (await fetch(`${site.rest}/`)).json()) as { namespaces: string[] };
    const text = await (await fetch(`${site.url}/docs`)).text();
    for (const namespace of index.namespaces) {
      expect(text).toContain(`/docs?namespace=${encodeURIComponent(namespace)}"`);
      const response = await fetch(`${site.url}/docs/${namespace.replaceAll('/', '-')}.json`);
      expect([namespace, response.status]).toEqual([namespace, 200]);
      const document = (await response.json()) as {
        openapi: string;
        servers: unknown;
        tags: { name: string }[];
        paths: Record<string, Record<string, { tags: string[] }>>;
      };
      expect([document.openapi, document.servers]).toEqual(['3.1.0', [{ url: site.rest }]]);
      const used = new Set(Object.values(document.paths).flatMap((operations) => Object.values(operations).flatMap(({ tags }) => tags)));
      expect([...used].sort()).toEqual(document.tags.map(({ name }) => name));
    }
    expect((await fetch(`${site.url}/docs/nothing.json`)).status).toBe(404);
  });

  it.each([
    ['desk', { viewport: { width: widths.desk, height: 800 } }],
    ['phone', { viewport: { width: widths.phone, height: 740 } }],
  ])('shows the API and sends a request to it, without requests to other sites: on a %s', async (name, look) => {
    const { page, context, foreignRequests, consoleErrors } = await site.visit({ javaScriptEnabled: true, ...look });
    await page.goto('/docs');
    await page.locator('.opblock-tag', { hasText: 'posts' }).first().click();
    await takeScreenshot(page, `docs-${name}`);
    if (name === 'desk') {
      await page
        .locator('.opblock-summary-path', { hasText: /^\/core\/v2\/posts$/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Try it out' }).click();
      await page.getByRole('button', { name: 'Execute' }).click();
      await page.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    }
    await page.getByRole('link', { name: 'vendor/events/v1', exact: true }).click();
    await page.locator('.opblock-tag', { hasText: 'venues' }).first().waitFor();
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    expect([foreignRequests, consoleErrors]).toEqual([[], []]);
    await context.close();
  });
});
