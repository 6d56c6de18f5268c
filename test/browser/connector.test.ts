import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { extensions } from '../../src/domains/analytics/analytics.settings.ts';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, noBrowser, overflow, shoot, signIn, violations, visit, widths } from './browser.ts';

describeUnless(noBrowser, 'Pages of the analytics connector', () => {
  let site: ListeningSite;
  let browser: Browser;
  beforeAll(async () => {
    site = await openListeningSite();
    await site.site.settings.change(extensions, (all) => ({
      ...all,
      'analytics-dev-settings': { name: 'Developer settings', installed: true, active: true },
    }));
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  it('pass axe and fit on a phone', async () => {
    const { login, password } = await site.user('administrator');
    const { page, context, outside } = await visit(browser, site.url, {
      viewport: { width: widths.phone, height: 740 },
      javaScriptEnabled: true,
    });
    await page.goto('/analytics/connect');
    await signIn(page, login, password);
    await page.waitForURL('**/analytics/connect');
    for (const [name, path, title] of [
      ['connect', '/analytics/connect', 'Connect your account'],
      ['connect-refused', '/analytics/authorized?error=access_denied', 'Your account is not connected'],
      ['extension', '/extensions/configure?extension=analytics-dev-settings', 'Developer settings'],
    ] as const) {
      await page.goto(path);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);
      await shoot(page, `connector-${name}`);
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    }
    expect(outside).toEqual([]);
    await context.close();
  });
});
