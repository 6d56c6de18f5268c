import { expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import { findViolations, measureOverflow, missingBrowser, setUpBrowserSite, signIn, takeScreenshot, widths } from './browser.ts';

describeUnless(missingBrowser, 'Appearance of a site', () => {
  const site = setUpBrowserSite({ environment: { DEMO_DATA: 'small' } });

  it.each(Object.entries(widths))(
    'is changed with a form that shows errors, and applies to pages immediately (%s)',
    async (name, width) => {
      const isPhone = name === 'phone';
      const { page, context, consoleErrors, foreignRequests } = await site.visit({
        javaScriptEnabled: true,
        viewport: { width, height: 800 },
      });
      const { login, password } = await site.user('administrator');
      await page.goto('/sign-in');
      await signIn(page, login, password);
      await page.goto('/organize/appearance');
      await takeScreenshot(page, `appearance-form-${name}`);
      expect(await findViolations(page)).toEqual([]);
      expect(await measureOverflow(page)).toBe(0);
      const ids = await page.locator('[id]').evaluateAll((elements) => elements.map(({ id }) => id));
      expect(ids).toEqual([...new Set(ids)]);
      const fontBefore = await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily);

      // shows the errors of invalid values and saves none of them
      await page.locator('#choose-postsPerPage').fill('0');
      await page.locator('#choose-footerText').fill('Not to be seen');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('alert').waitFor();
      await takeScreenshot(page, `appearance-refused-${name}`);
      expect(await findViolations(page)).toEqual([]);
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
      await takeScreenshot(page, `appearance-saved-${name}`);
      expect(await findViolations(page)).toEqual([]);
      expect(await measureOverflow(page)).toBe(0);
      for (const [field, value] of Object.entries({ header: 'center', list: 'cards', width: 'wide' }))
        expect(await page.locator(`#choose-${field}`).inputValue()).toBe(value);

      for (const [pageName, address] of Object.entries({ front: '/', search: '/search/?q=a', calendar: '/events/' })) {
        await page.goto(address);
        await takeScreenshot(page, `appearance-${pageName}-${name}`);
        expect(await page.title()).toContain(`Lantern Hall ${name}`);
        expect(await page.locator('footer').textContent()).toContain(`Opened in 1921, ${name}`);
        expect(await page.getByText('Music on the quay').first().isVisible()).toBe(!isPhone);
        expect(await findViolations(page)).toEqual([]);
        expect(await measureOverflow(page)).toBe(0);
      }
      const fontAfter = await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily);
      if (isPhone) expect(fontAfter).not.toBe(fontBefore);
      expect([consoleErrors.filter((text) => !text.includes('400')), foreignRequests]).toEqual([[], []]);
      await context.close();
    },
  );
});
