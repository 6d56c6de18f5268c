import { beforeAll, describe, expect, it } from 'vitest';
import { describeUnless } from '../support/needs.ts';
import {
  findViolations,
  measureOverflow,
  missingBrowser,
  PERSON_USER_AGENT,
  setUpBrowserSite,
  takeScreenshot,
  type Visit,
  widths,
} from './browser.ts';

const looks = [
  ['phone', { viewport: { width: widths.phone, height: 740 }, isMobile: true, hasTouch: true }],
  ['desk', { viewport: { width: widths.desk, height: 800 } }],
] as const;

describeUnless(missingBrowser, 'Maps', () => {
  const site = setUpBrowserSite();
  const paths: Record<'map' | 'venue' | 'event', string> = { map: '/maps/1/', venue: '/venue/harbour-hall/', event: '' };

  beforeAll(async () => {
    await site.graphql(
      'mutation { updateMap(id: 1, input: { title: "Harbour & river", start: { latitude: 52, longitude: 9 }, startZoom: 5, height: "420", heightUnit: PIXELS, showsVenues: true }) { map { databaseId } } }',
    );
    await site.send('POST', '/maps/v1/markers', {
      map_id: 1,
      approved: 1,
      title: 'Tea &lt;b&gt;house&lt;/b&gt; "Ahoy"',
      address: 'Quay 2, Hamburg',
      lat: '53.54',
      lng: '9.97',
      description: '<p>Tea &amp; <strong>cake</strong>.</p><img src="https://elsewhere.test/cake.png" onerror="alert(1)" alt="Cake">',
      link: 'https://tea.example.org/',
      icon: 'https://elsewhere.test/pin.png',
    });
    await site.send('POST', '/maps/v1/polygons', {
      map_id: 1,
      title: 'Heath',
      polydata: '[{"lat":"53.2","lng":"9.6"},{"lat":"53.2","lng":"10.4"},{"lat":"52.7","lng":"10.2"}]',
      fillcolor: '2e7d32',
      description: 'Purple in August.',
    });
    await site.send('POST', '/maps/v1/polylines', { map_id: 1, polyname: 'Rail', polydata: '53.55 9.99 52.37 9.73', linecolor: '#0044aa' });
    await site.send('POST', '/maps/v1/circles', {
      map_id: 1,
      name: 'Ring',
      center: '52.37,9.73',
      radius: '40',
      color: 'url(https://elsewhere.test/)',
    });
    await site.send('POST', '/maps/v1/rectangles', { map_id: 1, name: 'Frame', cornerA: '51,8', cornerB: '50.5,9.5' });
    await site.send('POST', '/maps/v1/pointlabels', { map_id: 1, name: 'North Sea', center: '54.2,7.6', fontSize: '16' });
    const {
      createVenue: { venue },
    } = await site.graphql('mutation($draft: VenueDraft!) { createVenue(draft: $draft) { venue { databaseId } } }', {
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
    const event = await site.send('POST', '/vendor/events/v1/events', {
      title: 'An evening at the quay',
      start_date: '2030-05-01 19:00:00',
      end_date: '2030-05-01 21:00:00',
      venue: { id: venue.databaseId },
      show_map: true,
    });
    paths.event = new URL(event.url).pathname;
  }, 60_000);

  const open = async (path: string, look: object, options = {}): Promise<Visit> => {
    const visitor = await site.visit({ javaScriptEnabled: true, userAgent: PERSON_USER_AGENT, ...look, ...options });
    await visitor.page.goto(path);
    await visitor.page.locator('.map-part[data-drawn]').waitFor();
    return visitor;
  };

  describe.each(looks)('on a %s', (suffix, look) => {
    it('a map sends no requests to other sites, passes axe, and fits the screen', async () => {
      // the description of the marker contains a picture of another site; the test refuses all other requests
      const { page, foreignRequests, consoleErrors, context } = await open(paths.map, look);
      await takeScreenshot(page, `maps-map-${suffix}`);
      expect(foreignRequests.filter((address) => address !== 'https://elsewhere.test/cake.png')).toEqual([]);
      expect(consoleErrors.filter((text) => !text.includes('ERR_'))).toEqual([]);
      expect(await page.locator('.map-country').count()).toBeGreaterThan(3);
      expect(await findViolations(page)).toEqual([]);
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0);
      await page.emulateMedia({ colorScheme: 'dark' });
      if (suffix === 'desk') await takeScreenshot(page, 'maps-map-night');
      expect(await findViolations(page, ['color-contrast'])).toEqual([]);
      await context.close();
    });
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
    const popup = page.locator('.leaflet-popup .map-words');
    expect(await popup.locator('.map-name').innerText()).toBe('Tea house "Ahoy"');
    expect(await popup.locator('strong').innerText()).toBe('cake');
    expect(await popup.locator('[onerror], [id]').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('map-words');
    await takeScreenshot(page, 'maps-popup');
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await popup.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Show on the map: Tea house "Ahoy"');

    await page.locator('.map-pin-venue').focus();
    await page.keyboard.press('Enter');
    expect(await popup.locator('a').getAttribute('href')).toBe('/venue/harbour-hall/');
    await context.close();
  });

  it('events and venues show address and directions while no street map is available', async () => {
    for (const path of [paths.event, paths.venue]) {
      const { page, context } = await site.visit();
      await page.goto(path);
      expect(await page.locator('.map-part').count()).toBe(0);
      expect(await page.locator('main').innerText()).toContain('Quay 1');
      expect(await page.getByRole('link', { name: 'Get directions' }).getAttribute('href')).toContain('destination=Quay%201');
      await context.close();
    }
  });

  it('the list contains everything without a script', async () => {
    const { page, context } = await site.visit();
    await page.goto('/maps/1/');
    expect(await page.locator('.map-frame').isVisible()).toBe(false);
    const mainText = await page.locator('main').innerText();
    for (const text of [
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
      expect(mainText).toContain(text);
    await context.close();
  });

  it('tiles are requested only if configured, only on pages with maps, and not while a blocker forbids it', async () => {
    const tiles = 'http://tiles.test/{z}/{x}/{y}.png';
    const setSetting = (key: string, value: unknown) =>
      site.graphql('mutation($input: UpdateSettingInput!) { updateSetting(input: $input) { key } }', { input: { key, value } });
    await setSetting('maps_tile_url', tiles);
    await setSetting('maps_tile_attribution', '© <a href="https://tiles.test/copyright">Tile people</a><script>x()</script>');
    const readPolicy = async (path: string) => (await fetch(site.url + path)).headers.get('content-security-policy') ?? '';
    expect(await readPolicy(paths.map)).toContain(" img-src 'self' https: data: http://tiles.test;");
    expect(await readPolicy('/')).not.toContain('tiles.test');

    const openVenue = async () => {
      const { page, context, foreignRequests } = await open(paths.venue, looks[1][1]);
      await page.waitForLoadState('networkidle');
      await takeScreenshot(page, `maps-tiles-${foreignRequests.length > 0}`);
      const hasCredit = await page.locator('.map-tile-credit').isVisible();
      const outlineCount = await page.locator('.map-country').count();
      await context.close();
      return {
        requestsTiles: foreignRequests.length > 0 && foreignRequests.every((address) => address.startsWith('http://tiles.test/')),
        hasCredit,
        hasOutlines: outlineCount > 0,
      };
    };
    expect(await openVenue()).toEqual({ requestsTiles: true, hasCredit: true, hasOutlines: false });

    await site.send('PATCH', '/consent-banner/v1/settings', { 'xcb-banner-active': true });
    const { serviceGroups } = await site.graphql('{ serviceGroups { databaseId slug } }');
    const groupId = serviceGroups.find(({ slug }: { slug: string }) => slug === 'functional').databaseId;
    const {
      createConsentService: { consentService: service },
    } = await site.graphql(
      'mutation($groupId: Int) { createConsentService(draft: { title: "Tiles", groupId: $groupId, purpose: "Shows streets." }) { consentService { databaseId } } }',
      { groupId },
    );
    await site.graphql(
      'mutation($ids: [Int!]!) { createContentBlocker(draft: { title: "Tiles", serviceIds: $ids, details: { rules: ["*tiles.test*"], isVisual: true } }) { contentBlocker { databaseId } } }',
      { ids: [service.databaseId] },
    );
    await site.send('PUT', '/consent-banner/v1/revision/current', { needs_retrigger: true });
    expect(await openVenue()).toEqual({ requestsTiles: false, hasCredit: false, hasOutlines: true });
  });
});
