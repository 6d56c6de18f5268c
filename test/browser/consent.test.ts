import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, noBrowser, overflow, shoot, violations, visit, widths } from './browser.ts';

/** Automated browsers identify themselves, and the banner does not ask robots. */
const OF_A_PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36';
const FILM = 'https://www.youtube.com/embed/abc';

describeUnless(noBrowser, 'Consent banner', () => {
  let site: ListeningSite;
  let browser: Browser;
  let address: string;

  const send = async (method: string, path: string, body: object) => {
    const { authorization } = await site.user('administrator');
    const headers = { authorization, 'content-type': 'application/json' };
    // oxlint-disable-next-line typescript/no-explicit-any -- responses of many forms
    return (await fetch(`${site.url}${path}`, { method, headers, body: JSON.stringify(body) })).json() as Promise<any>;
  };

  beforeAll(async () => {
    site = await openListeningSite();
    browser = await launchBrowser();
    const graphql = async (query: string, variables = {}) => (await send('POST', '/graphql', { query, variables })).data;
    const { link } = await send('POST', '/rest/core/v2/posts', {
      title: 'A film',
      status: 'publish',
      content: `<p>Look.</p><iframe src="${FILM}" title="A film" width="300" height="200"></iframe>`,
    });
    address = new URL(link).pathname;
    await send('PATCH', '/rest/consent-banner/v1/settings', { 'xcb-banner-active': true });
    const { serviceGroups } = await graphql('{ serviceGroups { databaseId slug } }');
    const groupId = serviceGroups.find(({ slug }: { slug: string }) => slug === 'functional').databaseId;
    const { createConsentService } = await graphql(
      'mutation($groupId: Int) { createConsentService(draft: { title: "Films", groupId: $groupId, purpose: "Shows films." }) { consentService { databaseId } } }',
      { groupId },
    );
    await graphql(
      'mutation($ids: [Int!]!) { createContentBlocker(draft: { title: "Films", serviceIds: $ids, details: { rules: ["*youtube.com*"], isVisual: true } }) { contentBlocker { databaseId } } }',
      { ids: [createConsentService.consentService.databaseId] },
    );
    await send('PUT', '/rest/consent-banner/v1/revision/current', { needs_retrigger: true });
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const open = (width: number) =>
    visit(browser, site.url, { javaScriptEnabled: true, userAgent: OF_A_PERSON, viewport: { width, height: 740 } });

  it.each(Object.entries(widths))('asks before requesting other sites, keeps the focus, and asks only once (%s)', async (name, width) => {
    const { page, outside, complaints, context } = await open(width);
    await page.goto(address);
    const dialog = page.getByRole('dialog', { name: 'Your privacy settings' });
    await dialog.waitFor();
    await shoot(page, `consent-${name}`);
    expect(await violations(page)).toEqual([]);
    expect(await overflow(page)).toBe(0);
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() => document.activeElement?.id ?? document.activeElement?.tagName);
      // apart from it, the keyboard reaches only the browser itself
      expect(['consent-banner', 'BODY', '']).toContain(place);
    }
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Set privacy settings individually' }).click();
    await shoot(page, `consent-individual-${name}`);
    expect(await violations(page)).toEqual([]);
    // the banner reloads a page with blocked content
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Save custom choices' }).click()]);
    await page.goto(address);
    await page.getByText('Films is blocked').first().waitFor();
    expect(await page.locator('#consent-banner').count()).toBe(0);
    expect([outside, complaints]).toEqual([[], []]);
    await context.close();
  });

  it('loads content as soon as it is allowed', async () => {
    const { page, context, outside } = await open(widths.desk);
    await context.route(`${FILM}*`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>The film.</p>' }));
    await page.goto(address);
    await page.getByRole('button', { name: 'Accept all' }).click();
    await page.frameLocator('iframe').getByText('The film.').waitFor();
    expect(outside.length).toBeGreaterThan(0);
    const [cookie] = (await context.cookies()).filter(({ name }) => name.startsWith('consent_banner-v:3_'));
    expect(cookie).toMatchObject({ httpOnly: false, sameSite: 'Strict', path: '/' });
    await context.close();
  });

  it('works as a page without a script', async () => {
    const { page, context } = await visit(browser, site.url, { viewport: { width: widths.phone, height: 740 } });
    await page.goto(address);
    await page.getByRole('button', { name: 'Accept the services and load the content' }).click();
    expect(new URL(page.url()).pathname).toBe(address);
    expect(await page.locator('iframe').getAttribute('src')).toBe(FILM);
    await page.getByRole('link', { name: 'Privacy settings' }).click();
    await shoot(page, 'privacy-settings-phone');
    expect(await overflow(page)).toBe(0);
    expect(await page.getByLabel('Films').isChecked()).toBe(true);
    await page.getByLabel('Films').uncheck();
    await page.getByRole('button', { name: 'Save custom choices' }).click();
    expect(await page.getByRole('status').textContent()).toContain('saved');
    await page.goto(address);
    expect(await page.locator('iframe').count()).toBe(0);
    await context.close();
  });

  it.each(['essentials', 'optimistic'])('follows the setting for decisions that cannot be saved (%s)', async (handling) => {
    await send('PATCH', '/rest/consent-banner/v1/settings', { 'xcb-failed-consent-documentation-handling': handling });
    const { page, context } = await open(widths.desk);
    await context.route(`${FILM}*`, (route) => route.fulfill({ contentType: 'text/html', body: '<p>The film.</p>' }));
    let saved = 0;
    let isAway = true;
    await context.route('**/consent-banner/v1/consent', async (route) => {
      if (isAway) return await route.fulfill({ status: 503, contentType: 'application/json', body: '{}' });
      const response = await route.fetch();
      if (response.ok()) saved += 1;
      return await route.fulfill({ response });
    });
    await page.goto(address);
    await page.getByRole('button', { name: 'Accept all' }).click();
    if (handling === 'essentials') {
      await page.getByRole('alert').waitFor();
      await shoot(page, 'consent-not-saved');
      expect(await violations(page)).toEqual([]);
      expect(await page.frameLocator('iframe').getByText('The film.').count()).toBe(0);
      expect(await context.cookies()).not.toContainEqual(expect.objectContaining({ name: expect.stringMatching(/^consent_banner-v:3_/) }));
    } else {
      await page.frameLocator('iframe').getByText('The film.').waitFor();
      expect(await page.locator('#consent-banner').count()).toBe(0);
      expect(saved).toBe(0);
      isAway = false;
      await page.goto(address);
      await expect.poll(() => saved).toBe(1);
      await page.frameLocator('iframe').getByText('The film.').waitFor();
      await page.goto(address);
      await page.frameLocator('iframe').getByText('The film.').waitFor();
      expect(saved).toBe(1);
    }
    await context.close();
  });
});
