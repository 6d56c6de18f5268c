import { expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import { missingBrowser, setUpBrowserSite, takeScreenshot } from './browser.ts';

describeUnless(missingBrowser, 'GraphiQL', () => {
  const site = setUpBrowserSite();

  it('loads and runs its initial query, without requests to other sites', async () => {
    const { page, context, foreignRequests, consoleErrors } = await site.visit({ javaScriptEnabled: true });
    await page.goto('/graphql');
    const run = page.getByRole('button', { name: /execute query/i });
    await run.waitFor();
    await expect.poll(() => page.locator('.graphiql-query-editor').textContent()).toContain('site');
    await run.click();
    const result = page.locator('.result-window, .graphiql-response').first();
    await expect.poll(() => result.textContent().then((text) => text?.replace(/\s|\u00a0/g, ''))).toContain(`"url":"${site.url}"`);
    await takeScreenshot(page, 'graphiql');
    expect(foreignRequests).toEqual([]);
    expect(consoleErrors).toEqual([]);
    await context.close();
  });

  it('opens and runs the replacement of a REST operation, with its variables', async () => {
    const { page, context, foreignRequests, consoleErrors } = await site.visit({ javaScriptEnabled: true });
    await page.goto('/docs/rest-to-graphql?method=GET&path=/core/v2/posts');
    await page.getByRole('link', { name: 'Open in GraphiQL' }).click();
    await page.getByRole('button', { name: /execute query/i }).waitFor();
    await expect.poll(() => page.locator('.graphiql-query-editor').textContent()).toContain('PostPage');
    await expect.poll(() => page.locator('.graphiql-editor-tool').first().textContent()).toContain('season');
    await page.getByRole('button', { name: /execute query/i }).click();
    const result = page.locator('.result-window, .graphiql-response').first();
    await expect.poll(() => result.textContent().then((text) => text?.replace(/\s|\u00a0/g, ''))).toContain('"totalCount":');
    expect([foreignRequests, consoleErrors]).toEqual([[], []]);
    await context.close();
  });
});
