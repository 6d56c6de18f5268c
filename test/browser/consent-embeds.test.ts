import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, noBrowser, overflow, shoot, violations, visit, widths } from './browser.ts';

/** Automated browsers identify themselves, and the banner does not ask robots. */
const OF_A_PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36';
const FILM = 'https://www.youtube.com/embed/abc';
const MAP = 'https://www.openstreetmap.org/export/embed.html?bbox=9.9,53.5,10.1,53.6';

describeUnless(noBrowser, 'Event page with a map and a film of other sites', () => {
  let site: ListeningSite;
  let browser: Browser;
  let address: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- responses of many forms
  let send: (method: string, path: string, body: object) => Promise<any>;
  // oxlint-disable-next-line typescript/no-explicit-any -- responses of many forms
  let graphql: (query: string, variables?: object) => Promise<any>;
  const rest = '/rest/consent-banner/v1';

  const design = (changes: object) =>
    graphql('mutation($changes: JSON!) { updateBannerDesign(changes: $changes) { design } }', { changes });
  const publish = () => send('PUT', `${rest}/revision/current`, { needs_retrigger: true });

  beforeAll(async () => {
    site = await openListeningSite();
    browser = await launchBrowser();
    const { authorization } = await site.user('administrator');
    const headers = { authorization, 'content-type': 'application/json' };
    send = async (method, path, body) => {
      const answer = await fetch(`${site.url}${path}`, { method, headers, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return answer.json();
    };
    graphql = async (query, variables = {}) => {
      const { data, errors } = await send('POST', '/graphql', { query, variables });
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    };
    const {
      createEvent: { event },
    } = await graphql('mutation($draft: EventDraft!) { createEvent(draft: $draft) { event { databaseId link } } }', {
      draft: {
        title: 'Harbour night',
        status: 'PUBLISH',
        start: '2030-05-01T19:00:00',
        end: '2030-05-01T23:00:00',
        description: 'Lanterns.',
      },
    });
    // submitted descriptions lose their frames; those moved here from another site keep them
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
    await send('PATCH', `${rest}/settings`, { 'xcb-banner-active': true });
    const { serviceGroups } = await graphql('{ serviceGroups { databaseId slug } }');
    const groupOf = (slug: string) => serviceGroups.find((group: { slug: string }) => group.slug === slug).databaseId;
    const service = async (title: string, slug: string, purpose: string, details = {}) => {
      const { createConsentService } = await graphql(
        'mutation($draft: ConsentServiceDraft!) { createConsentService(draft: $draft) { consentService { databaseId } } }',
        { draft: { title, purpose, groupId: groupOf(slug), details } },
      );
      return createConsentService.consentService.databaseId as number;
    };
    const blocker = (title: string, services: number[], rules: string[]) =>
      graphql('mutation($draft: ContentBlockerDraft!) { createContentBlocker(draft: $draft) { contentBlocker { databaseId } } }', {
        draft: { title, serviceIds: services, details: { rules, isVisual: true } },
      });
    const provider = { provider: 'Example Films Ltd.', providerPrivacyPolicyUrl: 'https://films.example/privacy' };
    await blocker('Film', [await service('Films', 'functional', 'Shows films that lie elsewhere.', provider)], ['*youtube.com*']);
    await blocker('Map', [await service('Maps', 'functional', 'Shows where something is.')], ['*openstreetmap.org*']);
    const definition = (type: string, name: string) => ({ type, name, host: 'main', duration: 1, durationUnit: 'y', purpose: 'Counts.' });
    await service('Counting', 'statistics', 'Counts visits, on this site alone.', {
      technicalDefinitions: [definition('http', '_count*'), definition('local', 'count.*'), definition('session', 'count')],
      deleteTechnicalDefinitionsAfterOptOut: true,
      codeOptIn: `<script>document.cookie = '_count_id=1; path=/'; localStorage.setItem('count.visits', '1'); localStorage.setItem('other', '1');
        sessionStorage.setItem('count', '1'); document.documentElement.dataset.counted = 'yes';</script>`,
    });
    await publish();
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const open = async (width: number, options = {}) => {
    const visitor = await visit(browser, site.url, {
      javaScriptEnabled: true,
      userAgent: OF_A_PERSON,
      viewport: { width, height: width < 500 ? 740 : 800 },
      ...options,
    });
    const answer = {
      contentType: 'text/html',
      body: '<html lang="en"><title>Elsewhere</title><main><h1>From elsewhere</h1></main></html>',
    };
    await visitor.context.route(/youtube|openstreetmap/, (route) => route.fulfill(answer));
    return visitor;
  };
  const ask = (page: Page) => page.getByRole('dialog', { name: 'Your privacy settings' }).waitFor();
  /** Uses the keyboard, because the driver does not click beside a half-scrolled frame of another origin. */
  const choose = async (page: Page, button: string) => {
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: button, exact: true }).press('Enter')]);
    await page.waitForLoadState('networkidle');
  };
  const frameOf = async (page: Page, title: string) => {
    await page.locator(`iframe[title^="${title}"]`).scrollIntoViewIfNeeded();
    await page.frameLocator(`iframe[title^="${title}"]`).getByText('From elsewhere').waitFor();
  };
  const cookieNames = async (context: BrowserContext) => (await context.cookies()).map(({ name }) => name).sort();
  const stored = (page: Page) => page.evaluate(() => [Object.keys(localStorage).sort(), Object.keys(sessionStorage).sort()]);

  describe.each([
    ['dialog', 'phone'],
    ['banner', 'desk'],
  ] as const)('as a %s', (layout, device) => {
    beforeAll(async () => {
      await design({ layout: { type: layout, overlay: layout === 'dialog' } });
      await publish();
    });

    it.each(Object.entries(widths))(
      'requests nothing from other sites before consent, and everything after it (%s)',
      async (name, width) => {
        const { page, context, outside, complaints } = await open(width);
        await page.goto(address);
        await ask(page);
        await page.waitForTimeout(600);
        await shoot(page, `${layout}-${name}`);
        expect(await violations(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
        expect([outside, complaints, await cookieNames(context)]).toEqual([[], [], []]);
        await page.getByRole('button', { name: 'Set privacy settings individually' }).click();
        await page.waitForTimeout(100);
        await shoot(page, `${layout}-individual-${name}`);
        expect(await violations(page)).toEqual([]);
        await choose(page, 'Accept all');
        await frameOf(page, 'A map');
        await shoot(page, `${layout}-accepted-${name}`);
        expect([...new Set(outside)].sort()).toEqual([MAP, FILM].sort());
        expect(await page.locator('html').getAttribute('data-counted')).toBe('yes');
        const cookies = await context.cookies();
        const decided = cookies.filter(({ name }) => name.startsWith('cmp_'));
        expect(decided.every(({ value, sameSite }) => value === 'allow' && sameSite === 'Lax')).toBe(true);
        const [consent, counted, ...others] = cookies.filter((one) => !decided.includes(one)).sort((a, b) => (a.name < b.name ? 1 : -1));
        expect([counted?.name, consent?.name.replace(/path:.*/, ''), others]).toEqual(['_count_id', 'consent_banner-v:3_blog:1_', []]);
        expect(consent).toMatchObject({ httpOnly: false, sameSite: 'Strict', secure: false, path: '/' });
        const days = ((consent?.expires ?? 0) - Date.now() / 1000) / 86_400;
        expect(Math.round(days)).toBe(365);
        expect(complaints).toEqual([]);
        await context.close();
      },
    );

    it(`requests only the allowed services (${device})`, async () => {
      const { page, context, outside } = await open(widths[device]);
      await page.goto(address);
      await ask(page);
      await page.getByRole('button', { name: 'Set privacy settings individually' }).click();
      await page.getByLabel('Films').check();
      await choose(page, 'Save custom choices');
      await frameOf(page, 'A film');
      expect([...new Set(outside)]).toEqual([FILM]);
      await page.getByText('Map is blocked').first().waitFor();
      await shoot(page, `${layout}-film-alone-${device}`);
      expect(await violations(page)).toEqual([]);
      expect(await page.locator('html').getAttribute('data-counted')).toBeNull();
      // the placeholder itself shows the rest
      await choose(page, 'Accept the services and load the content');
      await frameOf(page, 'A map');
      expect([...new Set(outside)].sort()).toEqual([MAP, FILM].sort());
      await context.close();
    });
  });

  it('keeps the focus within a dialog that covers the page, in both directions', async () => {
    await design({ layout: { type: 'dialog', overlay: true } });
    await publish();
    const { page, context } = await open(widths.desk);
    await page.goto(address);
    await ask(page);
    for (const key of ['Tab', 'Shift+Tab'])
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press(key);
        const place = await page.evaluate(() => document.activeElement?.id || document.activeElement?.tagName);
        // apart from it, the keyboard reaches only the browser itself
        expect(['consent-banner', 'BODY']).toContain(place);
      }
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').isVisible()).toBe(true);
    await context.close();
  });

  it('deletes what a service stored when consent is withdrawn on the settings page', async () => {
    const { page, context } = await open(widths.desk);
    await page.goto(address);
    await ask(page);
    await choose(page, 'Accept all');
    expect(await cookieNames(context)).toContain('_count_id');
    expect(await stored(page)).toEqual([['count.visits', 'other'], ['count']]);
    await page.goto('/privacy-settings');
    await shoot(page, 'privacy-settings-desk');
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Counting').uncheck();
    await page.getByRole('button', { name: 'Save custom choices' }).click();
    await page.getByRole('status').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await cookieNames(context)).not.toContain('_count_id');
    expect(await stored(page)).toEqual([['other'], []]);
    await context.close();
  });

  it('deletes what a service stored when consent is withdrawn in the banner that asks again', async () => {
    const { page, context } = await open(widths.desk);
    await page.goto(address);
    await ask(page);
    await choose(page, 'Accept all');
    expect(await cookieNames(context)).toContain('_count_id');
    // the banner asks again: a changed text is another revision
    await send('PATCH', `${rest}/settings`, { 'xcb-operator-contact-phone': '+49 40 1' });
    await publish();
    await page.goto(address);
    await ask(page);
    await choose(page, 'Continue without consent');
    expect(await cookieNames(context)).not.toContain('_count_id');
    expect(await stored(page)).toEqual([['other'], []]);
    await context.close();
  });

  it('has a settings page that works without a script and that the banner does not cover', async () => {
    const { page, context, outside } = await open(widths.phone);
    await page.goto('/privacy-settings');
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(outside).toEqual([]);
    await context.close();
    const plain = await open(widths.phone, { javaScriptEnabled: false });
    await plain.page.goto(address);
    await shoot(plain.page, 'blocked-without-script-phone');
    await plain.page.goto('/privacy-settings');
    await shoot(plain.page, 'privacy-settings-without-script-phone');
    expect(await overflow(plain.page)).toBe(0);
    await plain.page.getByLabel('Maps').check();
    await plain.page.getByRole('button', { name: 'Save custom choices' }).click();
    await plain.page.goto(address);
    await frameOf(plain.page, 'A map');
    expect([...new Set(plain.outside)]).toEqual([MAP]);
    await plain.context.close();
  });
});
