import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, noBrowser, shoot, visit } from './browser.ts';

describeUnless(noBrowser, 'GraphiQL', () => {
  let site: ListeningSite;
  let browser: Browser;
  beforeAll(async () => {
    site = await openListeningSite();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  it('loads and runs its initial query, without requests to other sites', async () => {
    const { page, context, outside, complaints } = await visit(browser, site.url, { javaScriptEnabled: true });
    await page.goto('/graphql');
    const run = page.getByRole('button', { name: /execute query/i });
    await run.waitFor();
    await expect.poll(() => page.locator('.graphiql-query-editor').textContent()).toContain('site');
    await run.click();
    const answer = page.locator('.result-window, .graphiql-response').first();
    await expect.poll(() => answer.textContent().then((text) => text?.replace(/\s|\u00a0/g, ''))).toContain(`"url":"${site.url}"`);
    await shoot(page, 'graphiql');
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('opens and runs the replacement of a REST operation, with its variables', async () => {
    const { page, context, outside, complaints } = await visit(browser, site.url, { javaScriptEnabled: true });
    await page.goto('/docs/rest-to-graphql?method=GET&path=/core/v2/posts');
    await page.getByRole('link', { name: 'Open in GraphiQL' }).click();
    await page.getByRole('button', { name: /execute query/i }).waitFor();
    await expect.poll(() => page.locator('.graphiql-query-editor').textContent()).toContain('PostPage');
    await expect.poll(() => page.locator('.graphiql-editor-tool').first().textContent()).toContain('season');
    await page.getByRole('button', { name: /execute query/i }).click();
    const answer = page.locator('.result-window, .graphiql-response').first();
    await expect.poll(() => answer.textContent().then((text) => text?.replace(/\s|\u00a0/g, ''))).toContain('"totalCount":');
    expect([outside, complaints]).toEqual([[], []]);
    await context.close();
  });
});
