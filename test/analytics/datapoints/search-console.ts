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
const one = 'http%3A%2F%2Fsite.test%2F';
const siteOf = (siteURL: string, permissionLevel: string) => ({ siteURL, permissionLevel });
const rows = [{ keys: ['tickets'], clicks: 3, impressions: 40, ctr: 0.075, position: 2.5 }];
const QUERY = `POST /webmasters/v3/sites/${one}/searchAnalytics/query`;

/** Datapoints of the Search Console (analytics.md 6.5). The current day is 20 November 2026. */
export const searchConsole: DatapointRow[] = [
  {
    point: 'GET sites',
    provider: { [SITES]: entries },
    answer: entries.siteEntry.map(({ siteUrl, permissionLevel }) => siteOf(siteUrl, permissionLevel)),
  },
  { point: 'GET sites', shows: 'without sites', provider: { [SITES]: {} }, answer: [] },
  {
    point: 'GET matched-sites',
    provider: { [SITES]: entries },
    answer: [
      siteOf('http://site.test/', 'siteRestrictedUser'),
      siteOf('https://www.site.test/', 'siteOwner'),
      siteOf('sc-domain:site.test', 'siteFullUser'),
    ],
  },
  {
    point: 'GET matched-sites',
    shows: 'matches scheme and www exactly',
    parameters: { strict: 'true' },
    provider: { [SITES]: entries },
    answer: [siteOf('http://site.test/', 'siteRestrictedUser'), siteOf('sc-domain:site.test', 'siteFullUser')],
  },
  {
    point: 'GET searchanalytics',
    shows: 'the default 28 days',
    provider: { [QUERY]: { rows, responseAggregationType: 'byProperty' } },
    body: { startDate: '2026-10-23', endDate: '2026-11-19', dataState: 'all', rowLimit: 1000 },
    answer: rows,
  },
  {
    point: 'GET searchanalytics',
    shows: 'all parameters',
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
    answer: [],
  },
  {
    point: 'GET searchanalytics',
    shows: 'for a domain only pages of this site; invalid days become the default',
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
    answer: rows,
  },
  {
    point: 'POST site',
    parameters: { siteURL: 'http://site.test/' },
    provider: { [`GET /webmasters/v3/sites/${one}`]: { siteUrl: 'http://site.test/', permissionLevel: 'siteOwner' } },
    answer: siteOf('http://site.test/', 'siteOwner'),
  },
];
