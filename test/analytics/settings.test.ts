import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnalyticsSite, D, M, openAnalyticsSite, S, U } from './analytics-site.ts';

let site: AnalyticsSite;
beforeAll(async () => {
  site = await openAnalyticsSite();
});
beforeEach(() => site.reset());
afterAll(() => site.close());

const unix = () => Math.floor(Date.now() / 1000);

describe('Settings of a user (docs/behaviour/analytics.md 4.2)', () => {
  const groups = [
    [
      'audience-settings',
      { configuredAudiences: null, isAudienceSegmentationWidgetHidden: false, didSetAudiences: false },
      { isAudienceSegmentationWidgetHidden: true },
    ],
    [
      'conversion-reporting-settings',
      { newEventsCalloutDismissedAt: 0, lostEventsCalloutDismissedAt: 0 },
      { newEventsCalloutDismissedAt: 1_700_000_000 },
    ],
    ['initial-setup-settings', { isAnalyticsSetupComplete: null, hasSitePurposeAnswer: null }, { hasSitePurposeAnswer: true }],
  ] as const;

  it.each(groups)('%s: starts with defaults and merges what POST, PUT and PATCH send', async (route, defaults, change) => {
    await site.connect();
    expect((await site.get(`${U}/${route}`)).body).toEqual(defaults);
    for (const method of ['POST', 'PUT', 'PATCH'])
      expect((await site.rest(method, `${U}/${route}`, { as: 'administrator', body: { data: { settings: change } } })).body).toEqual({
        ...defaults,
        ...change,
      });
    expect((await site.get(`${U}/${route}`)).body).toEqual({ ...defaults, ...change });
  });

  it.each(groups)('%s: refuses missing, unknown and null members before it checks the permission', async (route, _defaults, change) => {
    const [name = ''] = Object.keys(change);
    const invalidSettings: [unknown, string, string | undefined][] = [
      [undefined, 'rest_missing_callback_param', undefined],
      ['text', 'rest_invalid_param', 'rest_invalid_type'],
      [{}, 'rest_invalid_param', 'rest_property_required'],
      [{ settings: {} }, 'rest_invalid_param', 'rest_too_few_properties'],
      [{ settings: { ...change, other: 1 } }, 'rest_invalid_param', 'rest_additional_properties_forbidden'],
      [{ settings: { [name]: null } }, 'rest_invalid_param', 'rest_invalid_type'],
    ];
    for (const [data, code, detailCode] of invalidSettings) {
      const { status, body } = await site.rest('POST', `${U}/${route}`, { body: data === undefined ? {} : { data } });
      expect([status, body.code, body.data.details?.data?.code]).toEqual([400, code, detailCode]);
    }
  });

  it('remember that audiences were chosen once, and skip empty names', async () => {
    await site.connect();
    const write = async (settings: object) => (await site.post(`${U}/audience-settings`, { settings })).body;
    expect(await write({ configuredAudiences: [] })).toMatchObject({ configuredAudiences: [], didSetAudiences: false });
    expect(await write({ configuredAudiences: ['a', '', 'b'] })).toMatchObject({ configuredAudiences: ['a', 'b'], didSetAudiences: true });
    expect(await write({ configuredAudiences: [] })).toMatchObject({ configuredAudiences: [], didSetAudiences: true });
  });
});

describe('Dismissed items, prompts and timers (docs/behaviour/analytics.md 4.4)', () => {
  it('lists items that were dismissed permanently or have not expired', async () => {
    expect((await site.get(`${U}/dismissed-items`)).body).toEqual([]);
    expect((await site.post(`${U}/dismiss-item`, { slug: 'a' })).body).toEqual(['a']);
    expect((await site.post(`${U}/dismiss-item`, { slug: 'b', expiration: 1000 })).body).toEqual(['a', 'b']);
    const removed = await site.rest('DELETE', `${U}/dismissed-items`, { as: 'administrator', body: { data: { slugs: ['a', 'unknown'] } } });
    expect(removed.body).toEqual(['b']);
  });
  it('returns prompts and timers as maps, but an empty map as a list', async () => {
    expect((await site.get(`${U}/dismissed-prompts`)).body).toEqual([]);
    await site.connect();
    expect((await site.get(`${U}/expirable-items`)).body).toEqual([]);
    expect((await site.post(`${U}/dismiss-prompt`, { slug: 'p' })).body).toEqual({ p: { expires: 0, count: 1 } });
    const { body } = await site.post(`${U}/set-expirable-item-timers`, [{ slug: 'a', expiration: 60 }]);
    expect(body.a).toBeGreaterThan(unix() + 50);
  });
  it.each(['dismiss-item', 'dismiss-prompt', 'dismiss-tour'])('%s requires a slug', async (route) => {
    for (const data of [{}, { slug: '' }]) {
      const { status, body } = await site.post(`${U}/${route}`, data);
      expect([status, body]).toEqual([
        400,
        { code: 'missing_required_param', message: 'Request parameter is empty: slug.', data: { status: 400 } },
      ]);
    }
  });
  it('sets the timers before the first invalid one', async () => {
    await site.connect();
    const { body } = await site.post(`${U}/set-expirable-item-timers`, [
      { slug: 'a', expiration: 60 },
      { slug: '', expiration: 60 },
    ]);
    expect([body.code, body.message]).toEqual(['missing_required_param', 'Request parameter is empty: slug.']);
    expect(Object.keys((await site.get(`${U}/expirable-items`)).body)).toEqual(['a']);
  });
  it('stores all of several simultaneous writes', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, i) => site.post(`${U}/dismiss-prompt`, { slug: i % 2 === 0 ? 'same' : `own-${i}` })));
    expect((await site.get(`${U}/dismissed-prompts`)).body).toMatchObject({
      same: { count: 4 },
      'own-1': { count: 1 },
      'own-7': { count: 1 },
    });
  });
});

describe('Settings of modules (docs/behaviour/analytics.md 6.4)', () => {
  const write = async (slug: string, data: object) => (await site.post(`${D(slug)}/settings`, data)).body;
  it('correct invalid values, drop unknown names and skip null', async () => {
    const { body: defaults } = await site.get(`${D('analytics-4')}/settings`);
    const changes = {
      googleTagID: 'not a tag',
      trackingDisabled: ['contentCreators', 'loggedinUsers'],
      googleTagAccountID: '-3',
      availableCustomDimensions: ['siteanalytics_post_type', 'other'],
      propertyCreateTime: 'yesterday',
      useSnippet: 0,
      unknown: 1,
      accountID: null,
      detectedEvents: ['a'],
    };
    expect(await write('analytics-4', changes)).toEqual({
      ...defaults,
      googleTagID: '',
      trackingDisabled: ['loggedinUsers'],
      googleTagAccountID: '',
      availableCustomDimensions: ['siteanalytics_post_type'],
      propertyCreateTime: 0,
      useSnippet: false,
      detectedEvents: ['a'],
    });
    expect(await write('sign-in-with-google', { text: 'signup_with', theme: 'odd', shape: 'pill' })).toMatchObject({
      text: 'signup_with',
      theme: 'outline',
      shape: 'pill',
    });
    expect(await write('adsense', { adBlockingRecoverySetupStatus: 'tag-placed' })).toMatchObject({
      adBlockingRecoverySetupStatus: 'tag-placed',
    });
    expect(await write('adsense', { adBlockingRecoverySetupStatus: 'odd' })).toMatchObject({ adBlockingRecoverySetupStatus: 'tag-placed' });
    expect(await write('reader-revenue-manager', { postTypes: [], publicationID: 'a/b' })).toMatchObject({
      postTypes: ['post'],
      publicationID: '',
    });
  });
  it('reset what belonged to a previous property and make the editor the owner', async () => {
    await site.connect();
    const { id } = await site.user('administrator');
    expect(await write('analytics-4', { propertyID: '1', adsLinked: true, detectedEvents: ['x'] })).toMatchObject({
      propertyID: '1',
      adsLinked: false,
      detectedEvents: [],
      ownerID: id,
    });
    expect(await write('analytics-4', { adsLinked: true })).toMatchObject({ adsLinked: true, ownerID: id });
  });
  it('are deleted when the module is switched off', async () => {
    await site.post(`${M}/activation`, { slug: 'analytics-4', active: true });
    await write('analytics-4', { accountID: '7' });
    expect((await site.post(`${M}/activation`, { slug: 'analytics-4', active: false })).body).toEqual({ success: true });
    expect((await site.get(`${D('analytics-4')}/settings`)).body.accountID).toBe('');
  });
});

describe('POST reset (docs/behaviour/analytics.md 2.5)', () => {
  it('deletes the setup, but keeps dismissed items', async () => {
    await site.connect();
    await site.post(`${U}/dismiss-item`, { slug: 'kept' });
    await site.post(`${S}/consent-mode`, { settings: { enabled: true, regions: ['de'] } });
    expect((await site.post(`${S}/reset`)).body).toBe(true);
    expect((await site.get(`${S}/connection`)).body).toMatchObject({ connected: false, ownerID: 0, hasConnectedAdmins: false });
    expect((await site.get(`${U}/dismissed-items`)).body).toEqual(['kept']);
    await site.connect();
    expect((await site.get(`${S}/consent-mode`)).body).toMatchObject({ enabled: false });
    expect((await site.post(`${S}/reset-persistent`)).body).toBe(true);
    expect((await site.get(`${U}/dismissed-items`)).body).toEqual([]);
  });

  it('resets nothing if a setting cannot be stored', async () => {
    await site.connect();
    await site.post(`${S}/consent-mode`, { settings: { enabled: true, regions: ['de'] } });
    const { db } = site.site;
    await db.sql(`CREATE FUNCTION refuse_reset() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''refused''; END'`);
    await db.sql(
      `CREATE TRIGGER refuse_reset BEFORE INSERT OR UPDATE ON setting FOR EACH ROW WHEN (NEW.key = 'analytics_consent_mode') EXECUTE FUNCTION refuse_reset()`,
    );
    try {
      expect((await site.post(`${S}/reset`)).status).toBe(500);
      expect((await site.get(`${S}/connection`)).body).toMatchObject({ connected: true });
      expect((await site.get(`${S}/consent-mode`)).body).toMatchObject({ enabled: true });
    } finally {
      await db.sql('DROP TRIGGER refuse_reset ON setting');
      await db.sql('DROP FUNCTION refuse_reset');
    }
    expect((await site.post(`${S}/reset`)).body).toBe(true);
    await site.connect();
    expect((await site.get(`${S}/consent-mode`)).body).toMatchObject({ enabled: false });
  });
});
