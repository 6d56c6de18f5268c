import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestUserName } from '../support/site.ts';
import { type AnalyticsSite, D, M, openAnalyticsSite, S, U } from './analytics-site.ts';
import { type Provider, createRefusal } from './provider.ts';
import { openSiteWithProvider } from './site-with-provider.ts';

// Clauses of docs/behaviour/analytics.md 6.1 to 6.4 and 6.7.

let site: AnalyticsSite;
let provider: Provider;
beforeAll(async () => void ({ site, provider } = await openSiteWithProvider()));
beforeEach(async () => {
  await site.reset();
  provider.forget();
});
afterAll(() => site.close());

interface Module {
  slug: string;
  [name: string]: unknown;
}
const list = async (as: TestUserName = 'administrator') => (await site.get(`${M}/list`, as)).body as Module[];
const slugsOf = async (name: string) => (await list()).filter((module) => module[name] === true).map(({ slug }) => slug);
const info = async (slug?: string) => site.get(`${M}/info`, 'administrator', slug === undefined ? {} : { slug });
const activate = async (slug: unknown, active: unknown) => site.post(`${M}/activation`, { slug, active });
const write = async (slug: string, data: unknown, as: TestUserName = 'administrator') =>
  (await site.post(`${D(slug)}/settings`, data, as)).body;
const read = async (slug: string) => (await site.get(`${D(slug)}/settings`)).body;
const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
const userId = async (as: TestUserName = 'administrator') => (await site.user(as)).id;

describe('Analytics modules (docs/behaviour/analytics.md 6.1, 6.2)', () => {
  it('have their default order and state on a fresh site', async () => {
    expect((await list()).map(({ slug, order }) => [slug, order])).toEqual([
      ['site-verification', 0],
      ['search-console', 1],
      ['ads', 10],
      ['analytics-4', 10],
      ['tagmanager', 10],
      ['adsense', 10],
      ['pagespeed-insights', 10],
      ['sign-in-with-google', 10],
      ['reader-revenue-manager', 10],
    ]);
    expect(await slugsOf('active')).toEqual(['site-verification', 'search-console', 'pagespeed-insights']);
    expect(await slugsOf('connected')).toEqual(['site-verification', 'search-console', 'pagespeed-insights']);
    expect(await slugsOf('shareable')).toEqual(['search-console', 'pagespeed-insights']);
    expect(await slugsOf('forceActive')).toEqual(['site-verification', 'search-console']);
    expect(await slugsOf('internal')).toEqual(['site-verification']);
    expect(await slugsOf('recoverable')).toEqual([]);
    const [first] = await list();
    expect(Object.keys(first ?? {}).toSorted()).toEqual(
      'active connected dependants dependencies description forceActive homepage internal name order owner recoverable shareable slug'.split(
        ' ',
      ),
    );
    expect((await site.get(`${U}/authentication`)).body.requiredScopes).toEqual([
      'openid',
      ...['userinfo.profile', 'userinfo.email', 'siteverification', 'webmasters'].map(scope),
    ]);
  });

  it.each([
    ['ads', { conversionID: 'AW-1' }, []],
    ['analytics-4', { accountID: '1', propertyID: '2', webDataStreamID: '3', measurementID: 'G-4' }, ['analytics.readonly']],
    ['tagmanager', { containerID: '5' }, ['tagmanager.readonly']],
    ['adsense', { accountSetupComplete: true, siteSetupComplete: true }, ['adsense.readonly']],
    ['sign-in-with-google', { clientID: 'c' }, []],
    ['reader-revenue-manager', { publicationID: 'p' }, ['subscribewithgoogle.publications.readonly']],
  ] as const)('%s: connects once its settings are complete, and lists its scopes', async (slug, settings, scopes) => {
    await activate(slug, true);
    const entries = Object.entries(settings);
    for (const [name, value] of entries) {
      expect((await info(slug)).body.connected).toBe(false);
      await write(slug, { [name]: value });
    }
    expect((await info(slug)).body).toMatchObject({ active: true, connected: true });
    expect((await site.get(`${U}/authentication`)).body.requiredScopes.slice(5)).toEqual(scopes.map(scope));
    await activate(slug, false);
    expect((await info(slug)).body).toMatchObject({ active: false, connected: false });
  });

  it('show their owner only to users who may list users', async () => {
    await site.connect();
    await write('search-console', { propertyID: 'sc-domain:site.test' });
    await site.post(`${M}/sharing-settings`, { 'search-console': { sharedRoles: ['editor'] } });
    const owner = { id: await userId(), login: 'administrator' };
    expect((await info('search-console')).body.owner).toEqual(owner);
    expect((await list('editor')).find(({ slug }) => slug === 'search-console')?.['owner']).toBeNull();
  });
});

describe('Activating modules (docs/behaviour/analytics.md 6.3)', () => {
  it('accepts on and off in all forms that clients send', async () => {
    expect((await activate('analytics-4', 1)).body).toEqual({ success: true });
    expect((await activate('analytics-4', 'true')).body).toEqual({ success: true });
    expect(await slugsOf('active')).toContain('analytics-4');
    expect((await activate('analytics-4', 0)).body).toEqual({ success: true });
    expect(await slugsOf('active')).not.toContain('analytics-4');
    for (const slug of ['site-verification', 'search-console']) {
      expect((await activate(slug, false)).body).toEqual({ success: true });
      expect((await activate(slug, true)).body).toEqual({ success: true });
    }
    expect(await slugsOf('forceActive')).toEqual(['site-verification', 'search-console']);
  });

  it('returns 500 with null data for an unknown module, and 404 on the other routes', async () => {
    for (const reply of [await activate('nothing', true), await activate(undefined, true), await info('nothing'), await info()])
      expect([reply.status, reply.body.code, reply.body.data]).toEqual([500, 'invalid_module_slug', null]);
    for (const reply of [await site.get(`${D('nothing')}/settings`), await site.get(`${D('nothing')}/notifications`)])
      expect([reply.status, reply.body.code, reply.body.data]).toEqual([404, 'invalid_module_slug', { status: 404 }]);
    expect(await site.get(`${D('site-verification')}/settings`)).toMatchObject({ status: 400, body: { code: 'invalid_module_slug' } });
    expect((await site.post(`${D('site-verification')}/settings`, {})).status).toBe(400);
    expect((await site.get(`${D('analytics-4')}/notifications`)).body).toEqual([]);
  });

  it('deletes the data of a module when it is switched off', async () => {
    await site.connect();
    await activate('adsense', true);
    await activate('analytics-4', true);
    await write('adsense', { accountID: 'pub-1', accountSetupComplete: true, siteSetupComplete: true });
    await write('analytics-4', { accountID: '1', propertyID: '2', webDataStreamID: '3', measurementID: 'G-4' });
    await write('analytics-4', { adSenseLinked: true });
    await site.post(`${M}/sharing-settings`, { adsense: { sharedRoles: ['editor'] } });
    expect((await site.post(`${D('analytics-4')}/data-available`)).body).toBe(true);
    expect((await site.post(`${D('analytics-4')}/data-available`)).body).toBe(false);
    await activate('adsense', false);
    expect((await read('adsense')).accountID).toBe('');
    expect((await read('analytics-4')).adSenseLinked).toBe(false);
    expect(Object.keys((await site.post(`${M}/sharing-settings`, {})).body.settings)).toEqual(['pagespeed-insights']);
    await activate('analytics-4', false);
    await activate('analytics-4', true);
    await write('analytics-4', { accountID: '1', propertyID: '2', webDataStreamID: '3', measurementID: 'G-4' });
    expect((await site.post(`${D('analytics-4')}/data-available`)).body).toBe(true);
  });

  it('restores the dismissed reminder of a module when it is switched on', async () => {
    await site.post(`${U}/dismiss-item`, { slug: 'key-metrics-connect-ga4-cta-widget' });
    await activate('analytics-4', true);
    expect((await site.get(`${U}/dismissed-items`)).body).toEqual([]);
  });

  it('records that a module has data', async () => {
    expect((await site.post(`${D('search-console')}/data-available`)).body).toBe(true);
    await write('search-console', { propertyID: 'x' });
    expect((await site.post(`${D('search-console')}/data-available`)).body).toBe(true);
    const refusalOf = async (slug: string) => {
      const { status, body } = await site.post(`${D(slug)}/data-available`);
      return [status, body.code];
    };
    expect(await refusalOf('nothing')).toEqual([404, 'invalid_module_slug']);
    expect(await refusalOf('analytics-4')).toEqual([500, 'module_not_connected']);
    expect(await refusalOf('pagespeed-insights')).toEqual([500, 'invalid_module_slug']);
  });
});

describe('POST check-access (docs/behaviour/analytics.md 6.3)', () => {
  const check = async (data: object, slug?: string) => {
    const { status, body } = await site.rest('POST', `${M}/check-access`, { as: 'administrator', body: { data, ...(slug && { slug }) } });
    return body.code === undefined ? body : [status, body.code];
  };

  it('asks the provider for access', async () => {
    await site.connect();
    const path = 'GET /webmasters/v3/sites/http%3A%2F%2Fsite.test%2F';
    provider.respond(path, { json: { siteUrl: 'http://site.test/', permissionLevel: 'siteOwner' } });
    expect(await check({ slug: 'search-console' })).toEqual({ access: true });
    expect(await check({}, 'search-console')).toEqual({ access: true });
    provider.respond(path, createRefusal(403, 'No.', 'forbidden'));
    expect(await check({ slug: 'search-console' })).toEqual({ access: false });
    provider.respond(path, createRefusal(404, 'No.', 'notFound'));
    expect(await check({ slug: 'search-console' })).toEqual([404, 404]);
    await activate('tagmanager', true);
    await write('tagmanager', { accountID: '1', containerID: 'GTM-1', internalContainerID: '2' });
    expect(await check({ slug: 'tagmanager' })).toEqual({ access: false });
    expect(await check({ slug: 'pagespeed-insights' })).toEqual({ access: true });
  });

  it('reports why it cannot check', async () => {
    expect(await check({ slug: 'nothing' })).toEqual([404, 'invalid_module_slug']);
    expect(await check({})).toEqual([404, 'invalid_module_slug']);
    expect(await check({ slug: 'analytics-4' })).toEqual([500, 'module_not_connected']);
    expect(await check({ slug: 'site-verification' })).toEqual([500, 'invalid_module']);
    expect(await check({ slug: 'search-console' })).toEqual([403, 'missing_required_scopes']);
  });
});

describe('Module settings (docs/behaviour/analytics.md 6.4)', () => {
  const odd = { a: 1 };
  const storedValues: [slug: string, name: string, sent: unknown, stored: unknown][] = [
    ['analytics-4', 'googleTagID', 'GT-ABC1', 'GT-ABC1'],
    ['analytics-4', 'googleTagID', 'UA-1', ''],
    ['analytics-4', 'googleTagContainerID', '12', '12'],
    ['analytics-4', 'googleTagContainerID', 12, '12'],
    ['analytics-4', 'googleTagContainerID', '0', ''],
    ['analytics-4', 'trackingDisabled', ['contentCreators'], ['contentCreators']],
    ['analytics-4', 'availableCustomDimensions', 'x', null],
    ['analytics-4', 'googleTagLastSyncedAtMs', 1_795_000_000_000, 1_795_000_000_000],
    ['analytics-4', 'adsLinkedLastSyncedAt', '1.5', 0],
    ['analytics-4', 'accountID', odd, ''],
    ['adsense', 'adBlockingRecoverySetupStatus', 'setup-confirmed', 'setup-confirmed'],
    ['adsense', 'autoAdsDisabled', ['loggedinUsers', odd], ['loggedinUsers']],
    ['sign-in-with-google', 'shape', 'round', 'rectangular'],
    ['sign-in-with-google', 'oneTapEnabled', 'false', false],
    ['reader-revenue-manager', 'publicationID', 'a_B-9', 'a_B-9'],
    ['reader-revenue-manager', 'publicationOnboardingState', 'PENDING_VERIFICATION', 'PENDING_VERIFICATION'],
    ['reader-revenue-manager', 'publicationOnboardingState', 'ODD', ''],
    ['reader-revenue-manager', 'snippetMode', 'sitewide', 'sitewide'],
    ['reader-revenue-manager', 'snippetMode', 'odd', 'post_types'],
    ['tagmanager', 'useSnippet', 0, false],
    ['ads', 'conversionID', 'AW-1', 'AW-1'],
  ];
  it.each(storedValues)('%s %s: stores %j as %j', async (slug, name, sent, stored) => {
    expect((await write(slug, { [name]: sent }))[name]).toEqual(stored);
    expect((await read(slug))[name]).toEqual(stored);
  });

  it('ignore null and unknown names, and refuse text instead of an object', async () => {
    await write('ads', { conversionID: 'AW-1' });
    expect(await write('ads', { conversionID: null, odd: 1 })).toMatchObject({ conversionID: 'AW-1' });
    expect(await write('ads', {})).not.toHaveProperty('odd');
    expect(await site.post(`${D('ads')}/settings`, 'text')).toMatchObject({ status: 400, body: { code: 'rest_invalid_param' } });
  });

  it('belong to the user who changes the account once the site is connected', async () => {
    expect((await write('tagmanager', { accountID: '1' })).ownerID).toBe(0);
    await site.connect();
    await site.connect('administrator2');
    expect((await write('tagmanager', { useSnippet: false })).ownerID).toBe(0);
    expect((await write('tagmanager', { accountID: '2' })).ownerID).toBe(await userId());
    expect((await write('tagmanager', { accountID: '2' }, 'administrator2')).ownerID).toBe(await userId());
    expect((await write('tagmanager', { accountID: '3' }, 'administrator2')).ownerID).toBe(await userId('administrator2'));
  });

  it('record when an AdSense account was first complete', async () => {
    const { setupCompletedTimestamp } = await write('adsense', { accountStatus: 'ready', siteStatus: 'ready' });
    expect(Math.abs(setupCompletedTimestamp - Date.now() / 1000)).toBeLessThan(60);
    expect((await write('adsense', { siteStatus: 'getting-ready' })).setupCompletedTimestamp).toBe(setupCompletedTimestamp);
  });

  it('reset the settings of the previous property, even if they are sent again', async () => {
    await site.connect();
    await write('analytics-4', { propertyID: '1' });
    await write('analytics-4', { adsLinked: true, adSenseLinked: true, adsLinkedLastSyncedAt: 5, detectedEvents: ['a'] });
    expect(await write('analytics-4', { propertyID: '2', adsLinked: true, detectedEvents: ['b'] })).toMatchObject({
      adsLinked: false,
      adSenseLinked: false,
      adsLinkedLastSyncedAt: 0,
      detectedEvents: [],
    });
  });
});

describe('Sharing modules (docs/behaviour/analytics.md 6.7)', () => {
  const share = async (data: object, as: TestUserName = 'administrator') => (await site.post(`${M}/sharing-settings`, data, as)).body;
  const defaults = { 'pagespeed-insights': { sharedRoles: [], management: 'all_admins' } };

  it('accepts only the settings that the caller may change', async () => {
    await site.connect();
    await site.connect('administrator2');
    expect(await share({})).toEqual({ settings: defaults, newOwnerIDs: {} });
    // the module has no owner yet
    expect(await share({ 'search-console': { sharedRoles: ['editor'], management: 'all_admins' } })).toEqual({
      settings: defaults,
      newOwnerIDs: {},
    });
    expect((await site.rest('DELETE', `${M}/sharing-settings`, { as: 'administrator' })).body).toBe(false);
    await write('search-console', { propertyID: 'sc-domain:site.test' });
    const { settings } = await share({ 'search-console': { sharedRoles: ['editor', 'subscriber', 'odd', 'editor', 'administrator'] } });
    expect(settings).toEqual({ ...defaults, 'search-console': { sharedRoles: ['editor', 'administrator'], management: 'owner' } });
    expect((await share({ 'search-console': { sharedRoles: [] } }, 'administrator2')).settings).toEqual(settings);
    await share({ 'search-console': { management: 'all_admins' } });
    const changedByOther = await share({ 'search-console': { sharedRoles: ['author'], management: 'owner' } }, 'administrator2');
    expect(changedByOther.settings['search-console']).toEqual({ sharedRoles: ['author'], management: 'all_admins' });
    expect((await share({ 'search-console': { management: 'odd' } })).settings['search-console'].management).toBe('owner');
    expect((await site.rest('DELETE', `${M}/sharing-settings`, { as: 'administrator' })).body).toBe(true);
    expect((await share({})).settings).toEqual(defaults);
  });

  it('makes the user who shares a module without an account its owner', async () => {
    await site.connect();
    await site.connect('administrator2');
    const first = await share({ 'pagespeed-insights': { sharedRoles: ['editor'] } });
    expect(first.newOwnerIDs).toEqual({ 'pagespeed-insights': await userId() });
    expect((await share({ 'pagespeed-insights': { sharedRoles: ['editor', 'author'] } })).newOwnerIDs).toEqual({});
    const second = await share({ 'pagespeed-insights': { sharedRoles: [] } }, 'administrator2');
    expect(second.newOwnerIDs).toEqual({ 'pagespeed-insights': await userId('administrator2') });
    // sending the stored value changes nothing
    expect((await share({ 'pagespeed-insights': { sharedRoles: [] } })).newOwnerIDs).toEqual({});
    const { body } = await site.get(`${M}/info`, 'administrator', { slug: 'pagespeed-insights' });
    expect(body.owner.id).toBe(await userId('administrator2'));
  });

  it('shows in the permissions which modules are shared and manageable', async () => {
    await site.connect();
    await share({ 'pagespeed-insights': { sharedRoles: ['editor'] } });
    const { body } = await site.get(`${U}/permissions`, 'editor');
    expect(Object.entries(body).filter(([key, value]) => key.includes('::') && value === true)).toEqual([
      ['siteanalytics_read_shared_module_data::["pagespeed-insights"]', true],
    ]);
    const permissions = (await site.get(`${U}/permissions`)).body;
    expect(permissions['siteanalytics_delegate_module_sharing_management::["pagespeed-insights"]']).toBe(true);
    expect(permissions['siteanalytics_manage_module_sharing_options::["search-console"]']).toBe(false);
  });
});

describe('Credentials of the site (docs/behaviour/analytics.md 2.4, 2.5)', () => {
  it('connect the site and cannot be reset when they come from the environment', async () => {
    const other = await openAnalyticsSite({ ANALYTICS_CLIENT_ID: 'c', ANALYTICS_CLIENT_SECRET: 's', ANALYTICS_HARD_RESET: 'true' });
    const connection = async () => (await other.get(`${S}/connection`)).body;
    expect(await connection()).toMatchObject({ connected: true, resettable: false, hasMultipleAdmins: false });
    await other.post(`${U}/dismiss-item`, { slug: 'a' });
    await other.post(`${S}/reset`);
    expect(await connection()).toMatchObject({ connected: true, resettable: false });
    expect((await other.get(`${U}/dismissed-items`)).body).toEqual([]);
    await other.close();
  });

  it('are stored encrypted and can be reset', async () => {
    await site.connect();
    expect((await site.get(`${S}/connection`)).body).toEqual({
      connected: true,
      resettable: true,
      setupCompleted: true,
      hasConnectedAdmins: true,
      hasMultipleAdmins: true,
      ownerID: await userId(),
    });
    await site.post(`${S}/reset`);
    expect((await site.get(`${S}/connection`)).body).toMatchObject({
      connected: false,
      resettable: false,
      setupCompleted: false,
      ownerID: 0,
    });
    expect(await slugsOf('active')).toEqual(['site-verification', 'search-console', 'pagespeed-insights']);
  });
});
