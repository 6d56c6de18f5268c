import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFrozenClock, setClock } from '../../src/core/time/clock.ts';
import { registry } from '../../src/domains/analytics/modules/registry.ts';
import { encodeQuery } from '../contract/inputs.ts';
import { type AnalyticsSite, D, M, U } from './analytics-site.ts';
import { adsense } from './datapoints/adsense.ts';
import { analytics4 } from './datapoints/analytics-4.ts';
import { pagespeedInsights } from './datapoints/pagespeed-insights.ts';
import { readerRevenueManager } from './datapoints/reader-revenue-manager.ts';
import { reports } from './datapoints/reports.ts';
import { type DatapointRow, parseQuery, setResponses } from './datapoints/row.ts';
import { searchConsole } from './datapoints/search-console.ts';
import { siteVerification } from './datapoints/site-verification.ts';
import { tagManager } from './datapoints/tagmanager.ts';
import { type Provider } from './provider.ts';
import { openSiteWithProvider } from './site-with-provider.ts';

const modules: Readonly<Record<string, readonly DatapointRow[]>> = {
  'search-console': searchConsole,
  'site-verification': siteVerification,
  'pagespeed-insights': pagespeedInsights,
  adsense,
  tagmanager: tagManager,
  'reader-revenue-manager': readerRevenueManager,
  'analytics-4': [...analytics4, ...reports],
};
const grantedScopes = [
  'openid',
  ...[
    'siteverification webmasters analytics.readonly analytics.edit tagmanager.readonly tagmanager.edit.containers adsense.readonly',
    'subscribewithgoogle.publications.readonly',
  ].flatMap((names) => names.split(' ').map((name) => `https://www.googleapis.com/auth/${name}`)),
];

let site: AnalyticsSite;
let provider: Provider;

beforeAll(async () => {
  setClock(createFrozenClock('2026-11-20T08:17:27Z'));
  ({ site, provider } = await openSiteWithProvider());
  await site.connect('administrator', { scopes: grantedScopes });
  for (const slug of Object.keys(modules)) await site.post(`${M}/activation`, { slug, active: true });
});
afterAll(async () => {
  setClock();
  await site.close();
});

async function sendRequest(slug: string, { datapoint, parameters = {} }: DatapointRow) {
  const [method = '', name = ''] = datapoint.split(' ');
  if (method === 'POST') return await site.post(`${D(slug)}/${name}`, parameters);
  return await site.rest('GET', `${D(slug)}/${name}`, { as: 'administrator', query: encodeQuery(parameters) });
}

describe.each(Object.entries(modules))('%s', (slug, rows) => {
  it.each(rows.map((row) => [`${row.datapoint}${row.title === undefined ? '' : `: ${row.title}`}`, row] as const))(
    '%s',
    async (_title, row) => {
      provider.forget();
      setResponses(provider, row.provider);
      if (row.settings) await site.post(`${D(slug)}/settings`, row.settings);
      else if (slug === 'search-console') await site.post(`${D(slug)}/settings`, { propertyID: 'http://site.test/' });
      const { status, body } = await sendRequest(slug, row);
      expect([status, body]).toEqual([200, row.response]);
      const [first] = Object.keys(row.provider ?? {});
      if (first === undefined) return expect(provider.requests).toEqual([]);
      const [method = '', path = ''] = first.split(' ');
      const [request] = provider.requestsTo(method, path);
      expect(request?.headers.authorization).toBe('Bearer tok-1');
      if (row.query) expect(request && parseQuery(request)).toEqual(row.query);
      if (row.body !== undefined) expect(request?.body).toEqual(row.body);
    },
  );
});

it('Every datapoint is tested by a row of these tables', () => {
  // These datapoints send no request to the provider; the tests of their modules cover them.
  const testedElsewhere = ['sign-in-with-google GET compatibility-checks', 'marquee GET report'];
  const known = registry.flatMap(({ slug, datapoints = {} }) =>
    Object.entries(datapoints).flatMap(([method, points]) => Object.keys(points).map((name) => `${slug} ${method} ${name}`)),
  );
  const rows = Object.entries(modules).flatMap(([slug, moduleRows]) => moduleRows.map(({ datapoint }) => `${slug} ${datapoint}`));
  expect([...new Set([...rows, ...testedElsewhere])].toSorted()).toEqual(known.toSorted());
});

it('Settings store the results of the datapoints', async () => {
  expect((await site.get(`${D('analytics-4')}/settings`)).body).toMatchObject({ propertyID: '12' });
  expect((await site.get(`${D('reader-revenue-manager')}/settings`)).body).toMatchObject({
    publicationOnboardingState: 'PENDING_VERIFICATION',
    publicationOnboardingStateChanged: true,
  });
  const page = (await site.http.inject({ method: 'GET', url: '/events/' })).payload;
  expect(page).toContain('<meta name="google-site-verification" content="proof-1">');
  expect((await site.get(`${U}/permissions`)).body['siteanalytics_manage_options']).toBe(true);
});
