import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ListeningSite, openListeningSite } from '../support/listening-site.ts';
import { describeUnless } from '../support/needs.ts';
import { launchBrowser, noBrowser, overflow, shoot, violations, visit, type Visit, widths } from './browser.ts';

const OF_A_PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36';
const looks = [
  ['phone', { viewport: { width: widths.phone, height: 740 }, isMobile: true, hasTouch: true }],
  ['desk', { viewport: { width: widths.desk, height: 800 } }],
] as const;

describeUnless(noBrowser, 'Maps', () => {
  let site: ListeningSite;
  let browser: Browser;
  let send: (method: string, path: string, body: object) => Promise<Record<string, unknown> & { id: number }>;
  // oxlint-disable-next-line typescript/no-explicit-any -- responses of many forms
  let graphql: (query: string, variables?: object) => Promise<any>;
  const paths: Record<'map' | 'venue' | 'event', string> = { map: '/maps/1/', venue: '/venue/harbour-hall/', event: '' };

  beforeAll(async () => {
    site = await openListeningSite();
    browser = await launchBrowser();
    const { authorization } = await site.user('administrator');
    const headers = { authorization, 'content-type': 'application/json' };
    send = async (method, path, body) => {
      const answer = await fetch(`${site.rest}${path}`, { method, headers, body: JSON.stringify(body) });
      const told = (await answer.json()) as { id: number };
      if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(told)}`);
      return told;
    };
    graphql = async (query, variables = {}) => {
      const answer = await fetch(`${site.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query, variables }) });
      const { data, errors } = (await answer.json()) as { data: unknown; errors?: unknown };
      if (errors) throw new Error(JSON.stringify(errors));
      return data;
    };
    await graphql(
      'mutation { updateMap(id: 1, input: { title: "Harbour & river", start: { latitude: 52, longitude: 9 }, startZoom: 5, height: "420", heightUnit: PIXELS, showsVenues: true }) { map { databaseId } } }',
    );
    const on = { map_id: 1, approved: 1 };
    await send('POST', '/maps/v1/markers', {
      ...on,
      title: 'Tea &lt;b&gt;house&lt;/b&gt; "Ahoy"',
      address: 'Quay 2, Hamburg',
      lat: '53.54',
      lng: '9.97',
      description: '<p>Tea &amp; <strong>cake</strong>.</p><img src="https://elsewhere.test/cake.png" onerror="alert(1)" alt="Cake">',
      link: 'https://tea.example.org/',
      icon: 'https://elsewhere.test/pin.png',
    });
    await send('POST', '/maps/v1/polygons', {
      map_id: 1,
      title: 'Heath',
      polydata: '[{"lat":"53.2","lng":"9.6"},{"lat":"53.2","lng":"10.4"},{"lat":"52.7","lng":"10.2"}]',
      fillcolor: '2e7d32',
      description: 'Purple in August.',
    });
    await send('POST', '/maps/v1/polylines', { map_id: 1, polyname: 'Rail', polydata: '53.55 9.99 52.37 9.73', linecolor: '#0044aa' });
    await send('POST', '/maps/v1/circles', {
      map_id: 1,
      name: 'Ring',
      center: '52.37,9.73',
      radius: '40',
      color: 'url(https://elsewhere.test/)',
    });
    await send('POST', '/maps/v1/rectangles', { map_id: 1, name: 'Frame', cornerA: '51,8', cornerB: '50.5,9.5' });
    await send('POST', '/maps/v1/pointlabels', { map_id: 1, name: 'North Sea', center: '54.2,7.6', fontSize: '16' });
    const {
      createVenue: { venue },
    } = await graphql('mutation($draft: VenueDraft!) { createVenue(draft: $draft) { venue { databaseId } } }', {
      draft: {
        title: 'Harbour Hall',
        address: 'Quay 1',
        city: 'Hamburg',
        country: 'Germany',
        latitude: 53.546,
        longitude: 9.966,
        showMap: true,
        status: 'PUBLISH',
      },
    });
    const event = await send('POST', '/vendor/events/v1/events', {
      title: 'An evening at the quay',
      start_date: '2030-05-01 19:00:00',
      end_date: '2030-05-01 21:00:00',
      venue: { id: venue.databaseId },
      show_map: true,
    });
    paths.event = new URL(event['url'] as string).pathname;
  }, 60_000);
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  const open = async (path: string, look: object, options = {}): Promise<Visit> => {
    const visitor = await visit(browser, site.url, { javaScriptEnabled: true, userAgent: OF_A_PERSON, ...look, ...options });
    await visitor.page.goto(path);
    await visitor.page.locator('.map-part[data-drawn]').waitFor();
    return visitor;
  };

  describe.each(looks)('on a %s', (suffix, look) => {
    it.each((Object.keys(paths) as (keyof typeof paths)[]).filter((which) => which !== 'event' && which !== 'venue'))(
      'the map of %s sends no requests to other sites, passes axe, and fits',
      async (which) => {
        // a picture in a description comes from its author; other requests are not allowed
        const { page, outside, complaints, context } = await open(paths[which], look);
        await shoot(page, `maps-${which}-${suffix}`);
        expect(outside.filter((address) => address !== 'https://elsewhere.test/cake.png')).toEqual([]);
        expect(complaints.filter((said) => !said.includes('ERR_'))).toEqual([]);
        expect(await page.locator('.map-country').count()).toBeGreaterThan(3);
        expect(await violations(page)).toEqual([]);
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        await page.emulateMedia({ colorScheme: 'dark' });
        if (suffix === 'desk') await shoot(page, `maps-${which}-night`);
        expect(await violations(page, ['color-contrast'])).toEqual([]);
        await context.close();
      },
    );
  });

  it('every feature and venue is drawn, and opens from the list by keyboard', async () => {
    const { page, context } = await open('/maps/1/', looks[1][1]);
    expect(await page.locator('.leaflet-overlay-pane path').count()).toBe(4);
    expect(await page.locator('.map-pin').count()).toBe(3);
    expect(await page.locator('.map-pin-venue').getAttribute('aria-label')).toBe('Harbour Hall');
    expect(await page.locator('.map-label').innerText()).toBe('North Sea');
    // no invalid color reaches the page
    expect(await page.content()).not.toContain('elsewhere.test/)');

    await page.getByRole('button', { name: /Show on the map: Tea/ }).focus();
    await page.keyboard.press('Enter');
    const words = page.locator('.leaflet-popup .map-words');
    expect(await words.locator('.map-name').innerText()).toBe('Tea house "Ahoy"');
    expect(await words.locator('strong').innerText()).toBe('cake');
    expect(await words.locator('[onerror], [id]').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('map-words');
    await shoot(page, 'maps-popup');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await words.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Show on the map: Tea house "Ahoy"');

    await page.locator('.map-pin-venue').focus();
    await page.keyboard.press('Enter');
    expect(await words.locator('a').getAttribute('href')).toBe('/venue/harbour-hall/');
    await context.close();
  });

  it('events and venues show address and directions while no street map is available', async () => {
    for (const path of [paths.event, paths.venue]) {
      const { page, context } = await visit(browser, site.url);
      await page.goto(path);
      expect(await page.locator('.map-part').count()).toBe(0);
      expect(await page.locator('main').innerText()).toContain('Quay 1');
      expect(await page.getByRole('link', { name: 'Get directions' }).getAttribute('href')).toContain('destination=Quay%201');
      await context.close();
    }
  });

  it('the list contains everything without a script', async () => {
    const { page, context } = await visit(browser, site.url);
    await page.goto('/maps/1/');
    expect(await page.locator('.map-frame').isVisible()).toBe(false);
    const said = await page.locator('main').innerText();
    for (const words of [
      'Tea house "Ahoy"',
      'Quay 2, Hamburg',
      'Harbour Hall',
      'Heath',
      'Purple in August.',
      'Rail',
      'Ring',
      'Frame',
      'North Sea',
    ])
      expect(said).toContain(words);
    await context.close();
  });

  it('tiles are requested only if configured, only on pages with maps, and not while a blocker forbids it', async () => {
    const tiles = 'http://tiles.test/{z}/{x}/{y}.png';
    const store = (key: string, value: unknown) =>
      graphql('mutation($input: UpdateSettingInput!) { updateSetting(input: $input) { key } }', { input: { key, value } });
    await store('maps_tile_url', tiles);
    await store('maps_tile_attribution', '© <a href="https://tiles.test/copyright">Tile people</a><script>x()</script>');
    const policyOf = async (path: string) => (await fetch(site.url + path)).headers.get('content-security-policy') ?? '';
    expect(await policyOf(paths.map)).toContain(" img-src 'self' https: data: http://tiles.test;");
    expect(await policyOf('/')).not.toContain('tiles.test');

    const drawn = async () => {
      const { page, context, outside } = await open(paths.venue, looks[1][1]);
      await page.waitForLoadState('networkidle');
      await shoot(page, `maps-tiles-${outside.length > 0}`);
      const credit = await page.locator('.map-tile-credit').isVisible();
      const outlines = await page.locator('.map-country').count();
      await context.close();
      return {
        asked: outside.length > 0 && outside.every((address) => address.startsWith('http://tiles.test/')),
        credit,
        outlines: outlines > 0,
      };
    };
    expect(await drawn()).toEqual({ asked: true, credit: true, outlines: false });

    await send('PATCH', '/consent-banner/v1/settings', { 'xcb-banner-active': true });
    const { serviceGroups } = await graphql('{ serviceGroups { databaseId slug } }');
    const groupId = serviceGroups.find(({ slug }: { slug: string }) => slug === 'functional').databaseId;
    const {
      createConsentService: { consentService: service },
    } = await graphql(
      'mutation($groupId: Int) { createConsentService(draft: { title: "Tiles", groupId: $groupId, purpose: "Shows streets." }) { consentService { databaseId } } }',
      { groupId },
    );
    await graphql(
      'mutation($ids: [Int!]!) { createContentBlocker(draft: { title: "Tiles", serviceIds: $ids, details: { rules: ["*tiles.test*"], isVisual: true } }) { contentBlocker { databaseId } } }',
      { ids: [service.databaseId] },
    );
    await send('PUT', '/consent-banner/v1/revision/current', { needs_retrigger: true });
    expect(await drawn()).toEqual({ asked: false, credit: false, outlines: true });
  });
});
