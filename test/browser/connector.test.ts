import { beforeAll, expect, it } from 'vitest';
import { extensions } from '../../src/domains/analytics/analytics.settings.ts';
import { describeUnless } from '../support/needs.ts';
import { findViolations, measureOverflow, missingBrowser, setUpBrowserSite, signIn, takeScreenshot, widths } from './browser.ts';

describeUnless(missingBrowser, 'Pages of the analytics connector', () => {
  const site = setUpBrowserSite();
  beforeAll(async () => {
    await site.site.settings.change(extensions, (current) => ({
      ...current,
      'analytics-dev-settings': { name: 'Developer settings', installed: true, active: true },
    }));
  });

  it('pass axe and fit on a phone', async () => {
    const { login, password } = await site.user('administrator');
    const { page, context, foreignRequests } = await site.visit({
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
      await takeScreenshot(page, `connector-${name}`);
      expect(await findViolations(page)).toEqual([]);
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
    }
    expect(foreignRequests).toEqual([]);
    await context.close();
  });
});
