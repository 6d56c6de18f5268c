import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFrozenClock, setClock } from '../../src/core/time/clock.ts';
import { type AnalyticsSite, D, M, U } from './analytics-site.ts';
import { type Provider } from './provider.ts';
import { openSiteWithProvider } from './site-with-provider.ts';

let site: AnalyticsSite;
let provider: Provider;

beforeAll(async () => {
  setClock(createFrozenClock('2026-11-20T08:17:27Z'));
  ({ site, provider } = await openSiteWithProvider());
  await site.post(`${M}/activation`, { slug: 'analytics-4', active: true });
  await site.connect();
});
beforeEach(() => provider.forget());
afterAll(async () => {
  setClock();
  await site.close();
});

const runQuery = async (source: string, as: 'administrator' | 'editor' = 'administrator') => {
  const { data, errors } = await site.graphql(source, {}, as);
  return errors[0] ? errors[0].extensions['code'] : data;
};

describe('Module settings in GraphQL', () => {
  it('have a null owner when nobody has set up the module', async () => {
    expect(await runQuery('{ analyticsSearchConsoleSettings { ownerId } }')).toEqual({ analyticsSearchConsoleSettings: { ownerId: null } });
  });

  it('use time and enum types, and show the same values as REST', async () => {
    const changes = `{ accountId: "7", propertyId: "12", propertyCreateTime: "2026-01-02T03:04:05Z", newConversionEventsLastUpdateAt: "2026-01-02T03:04:05Z", trackingDisabled: ["a"], useSnippet: false, googleTagId: "odd" }`;
    const fields =
      'accountId propertyId propertyCreateTime newConversionEventsLastUpdateAt lostConversionEventsLastUpdateAt trackingDisabled useSnippet googleTagId ownerId';
    const { update } = await runQuery(
      `mutation { update: updateAnalytics4Settings(changes: ${changes}) { analytics4Settings { ${fields} } } }`,
    );
    expect(update).toEqual({
      analytics4Settings: {
        accountId: '7',
        propertyId: '12',
        propertyCreateTime: '2026-01-02T03:04:05Z',
        newConversionEventsLastUpdateAt: '2026-01-02T03:04:05Z',
        lostConversionEventsLastUpdateAt: null,
        trackingDisabled: ['a'],
        useSnippet: false,
        googleTagId: '',
        ownerId: (await site.user('administrator')).id,
      },
    });
    expect(await runQuery(`{ analytics4Settings { ${fields} } }`)).toEqual(update);
    expect((await site.get(`${D('analytics-4')}/settings`)).body).toMatchObject({
      propertyID: '12',
      propertyCreateTime: Date.parse('2026-01-02T03:04:05Z'),
      newConversionEventsLastUpdateAt: Date.parse('2026-01-02T03:04:05Z') / 1000,
    });
    const button = '{ text theme shape oneTapEnabled }';
    expect(
      await runQuery(
        `mutation { a: updateAnalyticsSignInWithGoogleSettings(changes: { text: SIGNUP_WITH, shape: PILL }) { analyticsSignInWithGoogleSettings ${button} } }`,
      ),
    ).toEqual({
      a: { analyticsSignInWithGoogleSettings: { text: 'SIGNUP_WITH', theme: 'OUTLINE', shape: 'PILL', oneTapEnabled: false } },
    });
  });

  it('show viewers of a shared dashboard only the needed fields, and accept changes only from administrators', async () => {
    expect(await runQuery('{ analytics4Settings { accountId } }', 'editor')).toBe('forbidden');
    await site.post(`${M}/sharing-settings`, { 'pagespeed-insights': { sharedRoles: ['editor'] } });
    expect(await runQuery('{ analytics4Settings { accountId adSenseLinked } }', 'editor')).toEqual({
      analytics4Settings: { accountId: null, adSenseLinked: false },
    });
    expect(await runQuery('{ analyticsTagmanagerSettings { accountId } }', 'editor')).toBe('no_view_only_settings');
    expect(
      await runQuery('mutation { updateAnalytics4Settings(changes: { accountId: "8" }) { analytics4Settings { accountId } } }', 'editor'),
    ).toBe('forbidden');
    await site.rest('DELETE', `${M}/sharing-settings`, { as: 'administrator' });
  });
});

describe('Statistics in GraphQL', () => {
  it('returns searches', async () => {
    provider.respond('POST /webmasters/v3/sites/http%3A%2F%2Fsite.test%2F/searchAnalytics/query', {
      json: { rows: [{ keys: ['tickets'], clicks: 3, impressions: 40, ctr: 0.075, position: 2.5 }] },
    });
    const source = `{ analyticsSearches(dimensions: ["query"], days: { start: "2026-01-01", end: "2026-01-31" }, limit: 3) { keys clicks impressions clickRate position } }`;
    expect(await runQuery(source)).toEqual({
      analyticsSearches: [{ keys: ['tickets'], clicks: 3, impressions: 40, clickRate: 0.075, position: 2.5 }],
    });
    expect(provider.requests[0]?.body).toMatchObject({
      startDate: '2026-01-01',
      endDate: '2026-01-31',
      dimensions: ['query'],
      rowLimit: 3,
    });
  });

  it('returns reports of visits', async () => {
    const row = { dimensionValues: [{ value: 'Oslo' }], metricValues: [{ value: '4' }, { value: '0.5' }] };
    provider.respond('POST /v1beta/properties/12:runReport', {
      json: {
        dimensionHeaders: [{ name: 'city' }],
        metricHeaders: [{ name: 'sessions' }, { name: 'bounceRate' }],
        rows: [row],
        totals: [row],
        rowCount: 1,
      },
    });
    const source = `{ analyticsReport(
      metrics: ["sessions", "bounceRate"], dimensions: ["city"], filter: [{ dimension: "country", values: ["Norway"] }], orderBy: [{ metric: "sessions", descending: true }]
    ) { dimensionNames metricNames rows { dimensions metrics } totals { metrics } rowCount } }`;
    expect(await runQuery(source)).toEqual({
      analyticsReport: {
        dimensionNames: ['city'],
        metricNames: ['sessions', 'bounceRate'],
        rows: [{ dimensions: ['Oslo'], metrics: [4, 0.5] }],
        totals: [{ metrics: [4, 0.5] }],
        rowCount: 1,
      },
    });
    expect(provider.requests[0]?.body).toMatchObject({
      orderBys: [{ metric: { metricName: 'sessions' }, desc: true }],
      dimensionFilter: {
        andGroup: { expressions: [expect.anything(), { filter: { fieldName: 'country', inListFilter: { values: ['Norway'] } } }] },
      },
    });
    provider.forget();
    expect(await runQuery('{ analyticsReport(metrics: ["sessions"]) { rowCount } }')).toBe('provider_refused');
  });

  it('returns page speed', async () => {
    provider.respond('GET /pagespeedonline/v5/runPagespeed', {
      json: {
        id: 'http://site.test/',
        loadingExperience: { overall_category: 'FAST' },
        lighthouseResult: { categories: { performance: { score: 0.9 } }, audits: { 'largest-contentful-paint': { numericValue: 1200.5 } } },
      },
    });
    expect(
      await runQuery('{ analyticsSpeed(strategy: MOBILE) { url performance largestContentfulPaint totalBlockingTime category } }'),
    ).toEqual({
      analyticsSpeed: {
        url: 'http://site.test/',
        performance: 0.9,
        largestContentfulPaint: 1200.5,
        totalBlockingTime: null,
        category: 'FAST',
      },
    });
    await site.post(`${U}/disconnect`);
    expect(await runQuery('{ analyticsSpeed(strategy: DESKTOP) { url } }')).toBe('missing_required_scopes');
  });
});
