import { expect } from 'vitest';
import type { DatapointRow } from './row.ts';

const accounts = [
  { name: 'accounts/pub-2', displayName: 'beta', state: 'READY', createTime: '2026-01-01T00:00:00Z' },
  { name: 'accounts/pub-3', displayName: 'Closed', state: 'CLOSED' },
  { name: 'accounts/pub-1', displayName: 'Alpha', state: 'NEEDS_ATTENTION' },
];
const clients = [{ name: 'accounts/pub-1/adclients/ca-pub-1', productCode: 'AFC', state: 'READY' }];
const units = [{ name: 'accounts/pub-1/adclients/ca-pub-1/adunits/77', displayName: 'Side', state: 'ACTIVE' }];
const alerts = [
  { name: 'accounts/pub-1/alerts/a-1', severity: 'SEVERE', message: 'Your payments are on hold.', type: 'PAYMENT_HOLD' },
  { name: 'accounts/pub-1/alerts/a-2', severity: 'INFO', message: 'Hello.', type: 'HELLO' },
];
const sites = [{ name: 'accounts/pub-1/sites/site.test', domain: 'site.test', state: 'READY', autoAdsEnabled: true }];
const report = { headers: [{ name: 'IMPRESSIONS', type: 'METRIC_TALLY' }], totals: { cells: [{ value: '9' }] }, totalMatchedRows: '1' };
const configuredClient = { accountID: 'pub-1', clientID: 'ca-pub-1' };
const REPORT = 'GET /v2/accounts/pub-1/reports:generate';

/** Datapoints of AdSense (docs/behaviour/analytics.md 6.5). The current day is 20 November 2026. */
export const adsense: DatapointRow[] = [
  {
    datapoint: 'GET accounts',
    provider: { 'GET /v2/accounts': { accounts } },
    response: [
      { ...accounts[2], _id: 'pub-1' },
      { ...accounts[0], _id: 'pub-2' },
    ],
  },
  {
    datapoint: 'GET clients',
    parameters: { accountID: 'pub-1' },
    provider: { 'GET /v2/accounts/pub-1/adclients': { adClients: clients } },
    response: [{ ...clients[0], _id: 'ca-pub-1', _accountID: 'pub-1' }],
  },
  {
    datapoint: 'GET alerts',
    parameters: { accountID: 'pub-1' },
    provider: { 'GET /v2/accounts/pub-1/alerts': { alerts } },
    response: alerts,
  },
  { datapoint: 'GET sites', parameters: { accountID: 'pub-1' }, provider: { 'GET /v2/accounts/pub-1/sites': { sites } }, response: sites },
  {
    datapoint: 'GET adunits',
    parameters: { accountID: 'pub-1', clientID: 'ca-pub-1' },
    provider: { 'GET /v2/accounts/pub-1/adclients/ca-pub-1/adunits': { adUnits: units } },
    response: [{ ...units[0], _id: '77', _clientID: 'ca-pub-1', _accountID: 'pub-1' }],
  },
  {
    datapoint: 'GET adunits',
    title: 'of the configured account',
    settings: configuredClient,
    provider: { 'GET /v2/accounts/pub-1/adclients/ca-pub-1/adunits': {} },
    response: [],
  },
  {
    datapoint: 'GET report',
    settings: configuredClient,
    provider: { [REPORT]: report },
    query: {
      dateRange: 'CUSTOM',
      'startDate.year': '2026',
      'startDate.month': '10',
      'startDate.day': '23',
      'endDate.year': '2026',
      'endDate.month': '11',
      'endDate.day': '19',
      metrics: ['ESTIMATED_EARNINGS', 'PAGE_VIEWS_RPM', 'IMPRESSIONS'],
      filters: ['DOMAIN_NAME==site.test', 'DOMAIN_NAME==www.site.test'],
    },
    response: report,
  },
  {
    datapoint: 'GET report',
    title: 'all parameters',
    settings: configuredClient,
    parameters: {
      startDate: '2026-03-01',
      endDate: '2026-03-31',
      metrics: 'IMPRESSIONS',
      dimensions: ['DATE', 'PLATFORM_TYPE_NAME'],
      orderby: [{ fieldName: 'DATE', sortOrder: 'ASCENDING' }, { fieldName: 'IMPRESSIONS', sortOrder: 'DESCENDING' }, {}],
      limit: '7',
    },
    provider: { [REPORT]: report },
    query: {
      dateRange: 'CUSTOM',
      'startDate.year': '2026',
      'startDate.month': '3',
      'startDate.day': '1',
      'endDate.year': '2026',
      'endDate.month': '3',
      'endDate.day': '31',
      metrics: 'IMPRESSIONS',
      dimensions: ['DATE', 'PLATFORM_TYPE_NAME'],
      orderBy: ['+DATE', '-IMPRESSIONS'],
      filters: ['DOMAIN_NAME==site.test', 'DOMAIN_NAME==www.site.test'],
      limit: '7',
    },
    response: report,
  },
  {
    datapoint: 'POST sync-ad-blocking-recovery-tags',
    settings: configuredClient,
    provider: { 'GET /v2/accounts/pub-1/adBlockingRecoveryTag': { tag: '<script>1</script>', errorProtectionCode: '<script>2</script>' } },
    response: { success: true },
  },
  {
    datapoint: 'GET notifications',
    settings: configuredClient,
    provider: { 'GET /v2/accounts/pub-1/alerts': { alerts } },
    response: [
      {
        id: 'adsense::a-1',
        description: 'Your payments are on hold.',
        isDismissible: true,
        severity: 'win-info',
        ctaURL: expect.stringContaining('pub-1'),
        ctaLabel: expect.any(String),
        ctaTarget: '_blank',
      },
    ],
  },
];
