import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, noBrowser, overflow, shoot, signIn, violations, visit, widths } from './browser.ts';

describeUnless(noBrowser, 'Appearance of a site', () => {
  let site: ListeningSite;
  let browser: Browser;
  beforeAll(async () => {
    site = await openListeningSite({ environment: { DEMO_DATA: 'small' } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it.each(Object.entries(widths))('is set with a form that shows errors, and changes pages immediately (%s)', async (name, width) => {
    const isPhone = name === 'phone';
    const { page, context, complaints, outside } = await visit(browser, site.url, {
      javaScriptEnabled: true,
      viewport: { width, height: 800 },
    });
    const { login, password } = await site.user('administrator');
    await page.goto('/sign-in');
    await signIn(page, login, password);
    await page.goto('/organize/appearance');
    await shoot(page, `appearance-form-${name}`);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id));
    expect(ids).toEqual([...new Set(ids)]);
    const before = await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily);

    // shows the errors of invalid values and saves none of them
    await page.locator('#choose-postsPerPage').fill('0');
    await page.locator('#choose-footerText').fill('Not to be seen');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('alert').waitFor();
    await shoot(page, `appearance-refused-${name}`);
    expect(await violations(page)).toEqual([]);
    expect(await page.locator('footer').textContent()).not.toContain('Not to be seen');
    await page.goto('/organize/appearance');

    await page.locator('#choose-title').fill(`Lantern Hall ${name}`);
    await page.locator('#choose-tagline').fill('Music on the quay');
    await page.locator('#choose-typeface').selectOption(isPhone ? 'serif' : 'sans');
    await page.locator('#choose-header').selectOption('center');
    await page.locator('#choose-phoneHeader').selectOption('compact');
    await page.locator('#choose-sidebar').selectOption('latest');
    await page.locator('#choose-list').selectOption('cards');
    await page.locator('#choose-width').selectOption('wide');
    await page.locator('#choose-footerText').fill(`Opened in 1921, ${name}`);
    await page.getByRole('button', { name: 'Save changes' }).click();
    expect(await page.getByRole('status').textContent()).toContain('saved');
    await shoot(page, `appearance-saved-${name}`);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    for (const [field, value] of Object.entries({ header: 'center', list: 'cards', width: 'wide' }))
      expect(await page.locator(`#choose-${field}`).inputValue()).toBe(value);

    for (const [shot, address] of Object.entries({ front: '/', search: '/search/?q=a', calendar: '/events/' })) {
      await page.goto(address);
      await shoot(page, `appearance-${shot}-${name}`);
      expect(await page.title()).toContain(`Lantern Hall ${name}`);
      expect(await page.locator('footer').textContent()).toContain(`Opened in 1921, ${name}`);
      expect(await page.getByText('Music on the quay').first().isVisible()).toBe(!isPhone);
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    }
    const after = await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily);
    if (isPhone) expect(after).not.toBe(before);
    expect([complaints.filter((one) => !one.includes('400')), outside]).toEqual([[], []]);
    await context.close();
  });
});
