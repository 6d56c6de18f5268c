import { beforeAll, expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import { findViolations, measureOverflow, missingBrowser, PERSON_USER_AGENT, setUpBrowserSite, takeScreenshot, widths } from './browser.ts';

const FILM = 'https://www.youtube.com/embed/abc';

describeUnless(missingBrowser, 'Consent banner', () => {
  const site = setUpBrowserSite();
  let address: string;

  beforeAll(async () => {
    const { link } = await site.send('POST', '/core/v2/posts', {
      title: 'A film',
      status: 'publish',
      content: `<p>Look.</p><iframe src="${FILM}" title="A film" width="300" height="200"></iframe>`,
    });
    address = new URL(link).pathname;
    await site.send('PATCH', '/consent-banner/v1/settings', { 'xcb-banner-active': true });
    const { serviceGroups } = await site.graphql('{ serviceGroups { databaseId slug } }');
    const groupId = serviceGroups.find(({ slug }: { slug: string }) => slug === 'functional').databaseId;
    const { createConsentService } = await site.graphql(
      'mutation($groupId: Int) { createConsentService(draft: { title: "Films", groupId: $groupId, purpose: "Shows films." }) { consentService { databaseId } } }',
      { groupId },
    );
    await site.graphql(
      'mutation($ids: [Int!]!) { createContentBlocker(draft: { title: "Films", serviceIds: $ids, details: { rules: ["*youtube.com*"], isVisual: true } }) { contentBlocker { databaseId } } }',
      { ids: [createConsentService.consentService.databaseId] },
    );
    await site.send('PUT', '/consent-banner/v1/revision/current', { needs_retrigger: true });
  });

  const open = (width: number) => site.visit({ javaScriptEnabled: true, userAgent: PERSON_USER_AGENT, viewport: { width, height: 740 } });

  it.each(Object.entries(widths))('asks before requesting other sites, keeps the focus, and asks only once (%s)', async (name, width) => {
    const { page, foreignRequests, consoleErrors, context } = await open(width);
    await page.goto(address);
    const dialog = page.getByRole('dialog', { name: 'Your privacy settings' });
    await dialog.waitFor();
    await takeScreenshot(page, `consent-${name}`);
    expect(await findViolations(page)).toEqual([]);
    expect(await measureOverflow(page)).toBe(0);
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => document.activeElement?.id ?? document.activeElement?.tagName);
      // outside the dialog, the keyboard reaches only the browser itself
      expect(['consent-banner', 'BODY', '']).toContain(focused);
    }
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Set privacy settings individually' }).click();
    await takeScreenshot(page, `consent-individual-${name}`);
    expect(await findViolations(page)).toEqual([]);
    // the banner reloads a page with blocked content
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Save custom choices' }).click()]);
    await page.goto(address);
    await page.getByText('Films is blocked').first().waitFor();
    expect(await page.locator('#consent-banner').count()).toBe(0);
    expect([foreignRequests, consoleErrors]).toEqual([[], []]);
    await context.close();
  });

  it('loads content as soon as it is allowed', async () => {
    const { page, context, foreignRequests } = await open(widths.desk);
    await context.route(`${FILM}*`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>The film.</p>' }));
    await page.goto(address);
    await page.getByRole('button', { name: 'Accept all' }).click();
    await page.frameLocator('iframe').getByText('The film.').waitFor();
    expect(foreignRequests.length).toBeGreaterThan(0);
    const [cookie] = (await context.cookies()).filter(({ name }) => name.startsWith('consent_banner-v:3_'));
    expect(cookie).toMatchObject({ httpOnly: false, sameSite: 'Strict', path: '/' });
    await context.close();
  });

  it('works as a page without a script', async () => {
    const { page, context } = await site.visit({ viewport: { width: widths.phone, height: 740 } });
    await page.goto(address);
    await page.getByRole('button', { name: 'Accept the services and load the content' }).click();
    expect(new URL(page.url()).pathname).toBe(address);
    expect(await page.locator('iframe').getAttribute('src')).toBe(FILM);
    await page.getByRole('link', { name: 'Privacy settings' }).click();
    await takeScreenshot(page, 'privacy-settings-phone');
    expect(await measureOverflow(page)).toBe(0);
    expect(await page.getByLabel('Films').isChecked()).toBe(true);
    await page.getByLabel('Films').uncheck();
    await page.getByRole('button', { name: 'Save custom choices' }).click();
    expect(await page.getByRole('status').textContent()).toContain('saved');
    await page.goto(address);
    expect(await page.locator('iframe').count()).toBe(0);
    await context.close();
  });

  it.each(['essentials', 'optimistic'])('follows the setting for decisions that cannot be saved (%s)', async (handling) => {
    await site.send('PATCH', '/consent-banner/v1/settings', { 'xcb-failed-consent-documentation-handling': handling });
    const { page, context } = await open(widths.desk);
    await context.route(`${FILM}*`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>The film.</p>' }));
    let savedCount = 0;
    let isFailing = true;
    await context.route('**/consent-banner/v1/consent', async (route) => {
      if (isFailing) return await route.fulfill({ status: 503, contentType: 'application/json', body: '{}' });
      const response = await route.fetch();
      if (response.ok()) savedCount += 1;
      return await route.fulfill({ response });
    });
    await page.goto(address);
    await page.getByRole('button', { name: 'Accept all' }).click();
    if (handling === 'essentials') {
      await page.getByRole('alert').waitFor();
      await takeScreenshot(page, 'consent-not-saved');
      expect(await findViolations(page)).toEqual([]);
      expect(await page.frameLocator('iframe').getByText('The film.').count()).toBe(0);
      expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: expect.stringMatching(/^consent_banner-v:3_/) }));
    } else {
      await page.frameLocator('iframe').getByText('The film.').waitFor();
      expect(await page.locator('#consent-banner').count()).toBe(0);
      expect(savedCount).toBe(0);
      isFailing = false;
      await page.goto(address);
      await expect.poll(() => savedCount).toBe(1);
      await page.frameLocator('iframe').getByText('The film.').waitFor();
      await page.goto(address);
      await page.frameLocator('iframe').getByText('The film.').waitFor();
      expect(savedCount).toBe(1);
    }
    await context.close();
  });
});
