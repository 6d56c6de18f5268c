import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  launchBrowser,
  missingBrowser,
  measureOverflow,
  takeScreenshot,
  signIn,
  findViolations,
  visit,
  widths,
} from '../browser/browser.ts';
import { describeUnless } from '../support/needs.ts';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';

describeUnless(missingBrowser, 'The page to connect payments, in a browser,', () => {
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

  it('is reachable after sign-in, and stores, changes and removes the connection without JavaScript', async () => {
    const administrator = await site.user('administrator');
    const { page, foreignRequests, consoleErrors } = await visit(browser, site.url);
    await page.goto('/onboarding/connect/stripe?country=NO');
    await signIn(page, administrator.login, administrator.password);
    expect(page.url()).toBe(`${site.url}/onboarding/connect/stripe?country=NO`);
    await page.getByLabel('Account at Stripe').fill('acct_"1" & <b>');
    await page.getByRole('button', { name: 'Connect' }).click();
    expect(await page.getByRole('status').textContent()).toContain('acct_"1" & <b>');
    expect(await page.getByLabel('Account at Stripe').inputValue()).toBe('acct_"1" & <b>');
    await takeScreenshot(page, 'connect-gateway');
    await page.getByRole('button', { name: 'Disconnect' }).click();
    expect(await page.getByRole('status').count()).toBe(0);
    expect([foreignRequests, consoleErrors]).toEqual([[], []]);
  });

  it.each(Object.entries(widths))('is accessible and fits the screen: %s', async (_name, width) => {
    const administrator = await site.user('administrator');
    const { page } = await visit(browser, site.url, { javaScriptEnabled: true, viewport: { width, height: 740 } });
    await page.goto('/onboarding/connect/paypal');
    await signIn(page, administrator.login, administrator.password);
    await page.getByRole('heading', { name: 'Connect PayPal' }).waitFor();
    expect([await findViolations(page), await measureOverflow(page)]).toEqual([[], 0]);
  });
});
