import type { DatapointRow } from './row.ts';

const entries = {
  siteEntry: [
    { siteUrl: 'https://www.site.test/', permissionLevel: 'siteOwner' },
    { siteUrl: 'sc-domain:site.test', permissionLevel: 'siteFullUser' },
    { siteUrl: 'http://site.test/', permissionLevel: 'siteRestrictedUser' },
    { siteUrl: 'http://site.test', permissionLevel: 'siteUnverifiedUser' },
    { siteUrl: 'http://other.test/', permissionLevel: 'siteOwner' },
    { siteUrl: 'sc-domain:te.test', permissionLevel: 'siteOwner' },
  ],
};
const SITES = 'GET /webmasters/v3/sites';
const encodedUrl = 'http%3A%2F%2Fsite.test%2F';
const toSite = (siteURL: string, permissionLevel: string) => ({ siteURL, permissionLevel });
const rows = [{ keys: ['tickets'], clicks: 3, impressions: 40, ctr: 0.075, position: 2.5 }];
const QUERY = `POST /webmasters/v3/sites/${encodedUrl}/searchAnalytics/query`;

/** Datapoints of the Search Console (docs/behaviour/analytics.md 6.5). The current day is 20 November 2026. */
export const searchConsole: DatapointRow[] = [
  {
    datapoint: 'GET sites',
    provider: { [SITES]: entries },
    response: entries.siteEntry.map(({ siteUrl, permissionLevel }) => toSite(siteUrl, permissionLevel)),
  },
  { datapoint: 'GET sites', title: 'without sites', provider: { [SITES]: {} }, response: [] },
  {
    datapoint: 'GET matched-sites',
    provider: { [SITES]: entries },
    response: [
      toSite('http://site.test/', 'siteRestrictedUser'),
      toSite('https://www.site.test/', 'siteOwner'),
      toSite('sc-domain:site.test', 'siteFullUser'),
    ],
  },
  {
    datapoint: 'GET matched-sites',
    title: 'matches scheme and www exactly',
    parameters: { strict: 'true' },
    provider: { [SITES]: entries },
    response: [toSite('http://site.test/', 'siteRestrictedUser'), toSite('sc-domain:site.test', 'siteFullUser')],
  },
  {
    datapoint: 'GET searchanalytics',
    title: 'the default 28 days',
    provider: { [QUERY]: { rows, responseAggregationType: 'byProperty' } },
    body: { startDate: '2026-10-23', endDate: '2026-11-19', dataState: 'all', rowLimit: 1000 },
    response: rows,
  },
  {
    datapoint: 'GET searchanalytics',
    title: 'all parameters',
    parameters: { startDate: '2026-01-01', endDate: '2026-01-31', dimensions: 'query, page', limit: 5, url: 'http://site.test/a/' },
    provider: { [QUERY]: {} },
    body: {
      startDate: '2026-01-01',
      endDate: '2026-01-31',
      dimensions: ['query', 'page'],
      dataState: 'all',
      rowLimit: 5,
      dimensionFilterGroups: [{ filters: [{ dimension: 'page', operator: 'equals', expression: 'http://site.test/a/' }] }],
    },
    response: [],
  },
  {
    datapoint: 'GET searchanalytics',
    title: 'for a domain only pages of this site; invalid days become the default',
    parameters: { startDate: '2026-02-30', endDate: '2026-03-01' },
    settings: { propertyID: 'sc-domain:site.test' },
    provider: { 'POST /webmasters/v3/sites/sc-domain%3Asite.test/searchAnalytics/query': { rows } },
    body: {
      startDate: '2026-10-23',
      endDate: '2026-11-19',
      dataState: 'all',
      rowLimit: 1000,
      dimensionFilterGroups: [{ filters: [{ dimension: 'page', operator: 'contains', expression: 'http://site.test/' }] }],
    },
    response: rows,
  },
  {
    datapoint: 'POST site',
    parameters: { siteURL: 'http://site.test/' },
    provider: { [`GET /webmasters/v3/sites/${encodedUrl}`]: { siteUrl: 'http://site.test/', permissionLevel: 'siteOwner' } },
    response: toSite('http://site.test/', 'siteOwner'),
  },
];
