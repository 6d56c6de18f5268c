import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import { findViolations, measureOverflow, missingBrowser, PERSON_USER_AGENT, setUpBrowserSite, takeScreenshot, widths } from './browser.ts';

const FILM = 'https://www.youtube.com/embed/abc';
const MAP = 'https://www.openstreetmap.org/export/embed.html?bbox=9.9,53.5,10.1,53.6';

describeUnless(missingBrowser, 'Event page with a map and a film of other sites', () => {
  const site = setUpBrowserSite();
  let address: string;
  const rest = '/consent-banner/v1';

  const changeDesign = (changes: object) =>
    site.graphql('mutation($changes: JSON!) { updateBannerDesign(changes: $changes) { design } }', { changes });
  const publish = () => site.send('PUT', `${rest}/revision/current`, { needs_retrigger: true });

  beforeAll(async () => {
    const {
      createEvent: { event },
    } = await site.graphql('mutation($draft: EventDraft!) { createEvent(draft: $draft) { event { databaseId link } } }', {
      draft: {
        title: 'Harbour night',
        status: 'PUBLISH',
        start: '2030-05-01T19:00:00',
        end: '2030-05-01T23:00:00',
        description: 'Lanterns.',
      },
    });
    // frames are removed from submitted descriptions, but not from imported ones
    await site.site.db.prisma.content.update({
      where: { id: event.databaseId },
      data: {
        content: `<p>Lanterns along the quay, and a film to begin with.</p>
<iframe src="${FILM}" title="A film of last year" width="560" height="315"></iframe>
<p>How to find us:</p>
<iframe src="${MAP}" title="A map of the harbour" width="560" height="315"></iframe>`,
      },
    });
    address = new URL(event.link).pathname;
    await site.send('PATCH', `${rest}/settings`, { 'xcb-banner-active': true });
    const { serviceGroups } = await site.graphql('{ serviceGroups { databaseId slug } }');
    const groupOf = (slug: string) => serviceGroups.find((group: { slug: string }) => group.slug === slug).databaseId;
    const createService = async (title: string, slug: string, purpose: string, details = {}) => {
      const { createConsentService } = await site.graphql(
        'mutation($draft: ConsentServiceDraft!) { createConsentService(draft: $draft) { consentService { databaseId } } }',
        { draft: { title, purpose, groupId: groupOf(slug), details } },
      );
      return createConsentService.consentService.databaseId as number;
    };
    const createBlocker = (title: string, services: number[], rules: string[]) =>
      site.graphql('mutation($draft: ContentBlockerDraft!) { createContentBlocker(draft: $draft) { contentBlocker { databaseId } } }', {
        draft: { title, serviceIds: services, details: { rules, isVisual: true } },
      });
    const provider = { provider: 'Example Films Ltd.', providerPrivacyPolicyUrl: 'https://films.example/privacy' };
    await createBlocker(
      'Film',
      [await createService('Films', 'functional', 'Shows films that lie elsewhere.', provider)],
      ['*youtube.com*'],
    );
    await createBlocker('Map', [await createService('Maps', 'functional', 'Shows where something is.')], ['*openstreetmap.org*']);
    const definition = (type: string, name: string) => ({ type, name, host: 'main', duration: 1, durationUnit: 'y', purpose: 'Counts.' });
    await createService('Counting', 'statistics', 'Counts visits, on this site alone.', {
      technicalDefinitions: [definition('http', '_count*'), definition('local', 'count.*'), definition('session', 'count')],
      deleteTechnicalDefinitionsAfterOptOut: true,
      codeOptIn: `<script>document.cookie = '_count_id=1; path=/'; localStorage.setItem('count.visits', '1'); localStorage.setItem('other', '1');
        sessionStorage.setItem('count', '1'); document.documentElement.dataset.counted = 'yes';</script>`,
    });
    await publish();
  });

  const open = async (width: number, options = {}) => {
    const visitor = await site.visit({
      javaScriptEnabled: true,
      userAgent: PERSON_USER_AGENT,
      viewport: { width, height: width < 500 ? 740 : 800 },
      ...options,
    });
    const response = {
      contentType: 'text/html',
      body: '<html lang="en"><title>Elsewhere</title><main><h1>From elsewhere</h1></main></html>',
    };
    await visitor.context.route(/youtube|openstreetmap/, (route) => route.fulfill(response));
    return visitor;
  };
  const waitForBanner = (page: Page) => page.getByRole('dialog', { name: 'Your privacy settings' }).waitFor();
  /** Uses the keyboard, because the driver cannot click next to a partly visible frame of another origin. */
  const choose = async (page: Page, button: string) => {
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: button, exact: true }).press('Enter')]);
    await page.waitForLoadState('networkidle');
  };
  const waitForFrame = async (page: Page, title: string) => {
    await page.locator(`iframe[title^="${title}"]`).scrollIntoViewIfNeeded();
    await page.frameLocator(`iframe[title^="${title}"]`).getByText('From elsewhere').waitFor();
  };
  const cookieNames = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name).sort();
  const storageKeys = (page: Page) => page.evaluate(() => [Object.keys(localStorage).sort(), Object.keys(sessionStorage).sort()]);

  describe.each([
    ['dialog', 'phone'],
    ['banner', 'desk'],
  ] as const)('as a %s', (layout, device) => {
    beforeAll(async () => {
      await changeDesign({ layout: { type: layout, overlay: layout === 'dialog' } });
      await publish();
    });

    it.each(Object.entries(widths))(
      'requests nothing from other sites before consent, and everything after it (%s)',
      async (name, width) => {
        const { page, context, foreignRequests, consoleErrors } = await open(width);
        await page.goto(address);
        await waitForBanner(page);
        await page.waitForTimeout(600);
        await takeScreenshot(page, `${layout}-${name}`);
        expect(await findViolations(page)).toEqual([]);
        expect(await measureOverflow(page)).toBe(0);
        expect([foreignRequests, consoleErrors, await cookieNames(context)]).toEqual([[], [], []]);
        await page.getByRole('button', { name: 'Set privacy settings individually' }).click();
        await page.waitForTimeout(100);
        await takeScreenshot(page, `${layout}-individual-${name}`);
        expect(await findViolations(page)).toEqual([]);
        await choose(page, 'Accept all');
        await waitForFrame(page, 'A map');
        await takeScreenshot(page, `${layout}-accepted-${name}`);
        expect([...new Set(foreignRequests)].sort()).toEqual([MAP, FILM].sort());
        expect(await page.locator('html').getAttribute('data-counted')).toBe('yes');
        const cookies = await context.cookies();
        const serviceCookies = cookies.filter(({ name }) => name.startsWith('cmp_'));
        expect(serviceCookies.every(({ value, sameSite }) => value === 'allow' && sameSite === 'Lax')).toBe(true);
        const [consent, counted, ...others] = cookies
          .filter((cookie) => !serviceCookies.includes(cookie))
          .sort((a, b) => (a.name < b.name ? 1 : -1));
        expect([counted?.name, consent?.name.replace(/path:.*/, ''), others]).toEqual(['_count_id', 'consent_banner-v:3_blog:1_', []]);
        expect(consent).toMatchObject({ httpOnly: false, sameSite: 'Strict', secure: false, path: '/' });
        const days = ((consent?.expires ?? 0) - Date.now() / 1000) / 86_400;
        expect(Math.round(days)).toBe(365);
        expect(consoleErrors).toEqual([]);
        await context.close();
      },
    );

    it(`requests only the allowed services (${device})`, async () => {
      const { page, context, foreignRequests } = await open(widths[device]);
      await page.goto(address);
      await waitForBanner(page);
      await page.getByRole('button', { name: 'Set privacy settings individually' }).click();
      await page.getByLabel('Films').check();
      await choose(page, 'Save custom choices');
      await waitForFrame(page, 'A film');
      expect([...new Set(foreignRequests)]).toEqual([FILM]);
      await page.getByText('Map is blocked').first().waitFor();
      await takeScreenshot(page, `${layout}-film-alone-${device}`);
      expect(await findViolations(page)).toEqual([]);
      expect(await page.locator('html').getAttribute('data-counted')).toBeNull();
      // the placeholder can also load the blocked content
      await choose(page, 'Accept the services and load the content');
      await waitForFrame(page, 'A map');
      expect([...new Set(foreignRequests)].sort()).toEqual([MAP, FILM].sort());
      await context.close();
    });
  });

  it('keeps the focus within a dialog that covers the page, in both directions', async () => {
    await changeDesign({ layout: { type: 'dialog', overlay: true } });
    await publish();
    const { page, context } = await open(widths.desk);
    await page.goto(address);
    await waitForBanner(page);
    for (const key of ['Tab', 'Shift+Tab'])
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press(key);
        const focused = await page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName);
        // outside the dialog, the keyboard reaches only the browser itself
        expect(['consent-banner', 'BODY']).toContain(focused);
      }
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    await context.close();
  });

  it('deletes the stored data of a service when consent is withdrawn on the settings page', async () => {
    const { page, context } = await open(widths.desk);
    await page.goto(address);
    await waitForBanner(page);
    await choose(page, 'Accept all');
    expect(await cookieNames(context)).toContain('_count_id');
    expect(await storageKeys(page)).toEqual([['count.visits', 'other'], ['count']]);
    await page.goto('/privacy-settings');
    await takeScreenshot(page, 'privacy-settings-desk');
    expect(await findViolations(page)).toEqual([]);
    await page.getByLabel('Counting').uncheck();
    await page.getByRole('button', { name: 'Save custom choices' }).click();
    await page.getByRole('status').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await cookieNames(context)).not.toContain('_count_id');
    expect(await storageKeys(page)).toEqual([['other'], []]);
    await context.close();
  });

  it('deletes the stored data of a service when consent is withdrawn in the banner that asks again', async () => {
    const { page, context } = await open(widths.desk);
    await page.goto(address);
    await waitForBanner(page);
    await choose(page, 'Accept all');
    expect(await cookieNames(context)).toContain('_count_id');
    // a changed text is a new revision, about which the banner asks again
    await site.send('PATCH', `${rest}/settings`, { 'xcb-operator-contact-phone': '+49 40 1' });
    await publish();
    await page.goto(address);
    await waitForBanner(page);
    await choose(page, 'Continue without consent');
    expect(await cookieNames(context)).not.toContain('_count_id');
    expect(await storageKeys(page)).toEqual([['other'], []]);
    await context.close();
  });

  it('has a settings page that works without a script and that the banner does not cover', async () => {
    const { page, context, foreignRequests } = await open(widths.phone);
    await page.goto('/privacy-settings');
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(foreignRequests).toEqual([]);
    await context.close();
    const withoutScripts = await open(widths.phone, { javaScriptEnabled: false });
    await withoutScripts.page.goto(address);
    await takeScreenshot(withoutScripts.page, 'blocked-without-script-phone');
    await withoutScripts.page.goto('/privacy-settings');
    await takeScreenshot(withoutScripts.page, 'privacy-settings-without-script-phone');
    expect(await measureOverflow(withoutScripts.page)).toBe(0);
    await withoutScripts.page.getByLabel('Maps').check();
    await withoutScripts.page.getByRole('button', { name: 'Save custom choices' }).click();
    await withoutScripts.page.goto(address);
    await waitForFrame(withoutScripts.page, 'A map');
    expect([...new Set(withoutScripts.foreignRequests)]).toEqual([MAP]);
    await withoutScripts.context.close();
  });
});
