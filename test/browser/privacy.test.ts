import { expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import {
  findViolations,
  measureOverflow,
  missingBrowser,
  setUpBrowserSite,
  signIn,
  takeScreenshot,
  type Visit,
  widths,
} from './browser.ts';

describeUnless(missingBrowser, 'Data requests', () => {
  const site = setUpBrowserSite();

  const expectAccessible = async ({ page }: Visit, name: string) => {
    await takeScreenshot(page, name);
    expect(await findViolations(page)).toEqual([]);
    expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
  };

  it.each(Object.entries(widths))('on a %s: go from the form to the archive and the erasure', async (name, width) => {
    const address = `zoe.${name}@example.org`;
    // the pages have no scripts; axe needs them
    const visitor = await site.visit({ javaScriptEnabled: true, viewport: { width, height: 740 } });
    const { page, context } = visitor;
    await page.goto('/legal/cookie-statement-us');
    await page.getByLabel('Name').fill('Zoë');
    await page.getByLabel(/E-mail/).fill(address);
    await page.getByLabel('Show me the data you hold about me').check();
    await page.getByRole('button', { name: /Send/ }).click();
    await page.getByRole('status').waitFor();
    await page.goto('/sign-in');
    const { login, password } = await site.user('administrator');
    await signIn(page, login, password);
    await page.goto('/organize');
    await page.getByRole('link', { name: 'Data requests' }).click();
    await expectAccessible(visitor, `privacy-requests-${name}`);
    await page.getByRole('button', { name: `Show data of ${address}` }).click();
    await expectAccessible(visitor, `privacy-person-${name}`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the archive' }).click(),
    ]);
    expect([download.suggestedFilename(), await download.failure()]).toEqual(['personal-data.zip', null]);
    await page.getByLabel('Enter the address again').fill('another@example.org');
    await page.getByRole('button', { name: 'Erase for good' }).click();
    expect(await page.getByRole('alert').textContent()).toContain('confirm');
    await expectAccessible(visitor, `privacy-not-confirmed-${name}`);
    await page.getByLabel('Enter the address again').fill(address);
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByRole('heading', { name: 'The address was erased' }).waitFor();
    await expectAccessible(visitor, `privacy-erased-${name}`);
    expect(await site.site.db.prisma.dataRequest.count({ where: { email: address } })).toBe(0);
    expect(visitor.foreignRequests).toEqual([]);
    await context.close();
  });

  it('are open to administrators only', async () => {
    const { page, context } = await site.visit();
    await page.goto('/sign-in');
    const { login, password } = await site.user('editor');
    await signIn(page, login, password);
    const response = await page.goto('/privacy/requests');
    expect(response?.status()).toBe(403);
    expect(await page.getByRole('link', { name: 'Data requests' }).count()).toBe(0);
    await context.close();
  });
});
