import type { DatapointRow } from './row.ts';

const RUN = 'POST /v1beta/properties/12:runReport';
const settings = { propertyID: '12' };
const last28Days = [{ startDate: '2026-10-23', endDate: '2026-11-19' }];
const onThisSite = { filter: { fieldName: 'hostName', inListFilter: { values: ['site.test', 'www.site.test'] } } };
const filterBySite = (...expressions: unknown[]) => ({ andGroup: { expressions: [onThisSite, ...expressions] } });
const metricAggregations = ['TOTAL', 'MINIMUM', 'MAXIMUM'];
const createRow = (dimensions: string[], metrics: string[]) => ({
  dimensionValues: dimensions.map((value) => ({ value })),
  metricValues: metrics.map((value) => ({ value })),
});
const headers = {
  dimensionHeaders: [{ name: 'date' }],
  metricHeaders: [
    { name: 'sessions', type: 'TYPE_INTEGER' },
    { name: 'totalUsers', type: 'TYPE_INTEGER' },
  ],
};
const report = {
  ...headers,
  rows: [createRow(['20261111'], ['2', '1'])],
  rowCount: 1,
  totals: [createRow(['RESERVED_TOTAL'], ['2', '1'])],
};

/** Report datapoints (docs/behaviour/analytics.md 6.5.1). The current day is 20 November 2026. */
export const reports: DatapointRow[] = [
  {
    datapoint: 'GET report',
    title: 'with only the required parameters',
    settings,
    parameters: { metrics: 'sessions, totalUsers' },
    provider: { [RUN]: { rowCount: 0 } },
    body: {
      dateRanges: last28Days,
      metrics: [{ name: 'sessions' }, { name: 'totalUsers' }],
      dimensionFilter: filterBySite(),
      keepEmptyRows: true,
      metricAggregations,
    },
    response: { rowCount: 0 },
  },
  {
    datapoint: 'GET report',
    title: 'with all parameters',
    settings,
    parameters: {
      startDate: '2026-11-10',
      endDate: '2026-11-12',
      compareStartDate: '2026-11-07',
      compareEndDate: '2026-11-09',
      dateRangeName: 'present',
      compareDateRangeName: 'before',
      metrics: [{ name: 'rate', expression: 'sessions/totalUsers' }, 'sessions'],
      dimensions: ['country', { name: 'city' }],
      url: 'http://site.test/caf%C3%A9/?a=b',
      limit: '10',
      keepEmptyRows: 'false',
      dimensionFilters: {
        country: 'Norway',
        city: ['Oslo', 'Bergen'],
        sessionSource: { filterType: 'stringFilter', value: '^a', matchType: 'FULL_REGEXP', notExpression: true },
        pageTitle: { filterType: 'emptyFilter', notExpression: true },
        deviceCategory: { filterType: 'inListFilter', value: ['mobile'] },
      },
      metricFilters: {
        sessions: { filterType: 'numericFilter', operation: 'GREATER_THAN', value: { int64Value: '5' } },
        rate: { filterType: 'betweenFilter', from_value: { doubleValue: 0.1 }, to_value: { doubleValue: 0.9 } },
      },
      orderby: [
        { metric: { metricName: 'sessions' }, desc: true },
        { dimension: { dimensionName: 'city' }, desc: false },
      ],
    },
    provider: { [RUN]: report },
    body: {
      dateRanges: [
        { startDate: '2026-11-10', endDate: '2026-11-12', name: 'present' },
        { startDate: '2026-11-07', endDate: '2026-11-09', name: 'before' },
      ],
      metrics: [{ name: 'rate', expression: 'sessions/totalUsers' }, { name: 'sessions' }],
      dimensions: [{ name: 'country' }, { name: 'city' }],
      dimensionFilter: filterBySite(
        { filter: { fieldName: 'pagePath', stringFilter: { matchType: 'EXACT', value: '/café/?a=b' } } },
        { filter: { fieldName: 'country', stringFilter: { matchType: 'EXACT', value: 'Norway' } } },
        { filter: { fieldName: 'city', inListFilter: { values: ['Oslo', 'Bergen'] } } },
        { notExpression: { filter: { fieldName: 'sessionSource', stringFilter: { matchType: 'FULL_REGEXP', value: '^a' } } } },
        { notExpression: { filter: { fieldName: 'pageTitle', emptyFilter: {} } } },
        { filter: { fieldName: 'deviceCategory', inListFilter: { values: ['mobile'] } } },
      ),
      metricFilter: {
        andGroup: {
          expressions: [
            { filter: { fieldName: 'sessions', numericFilter: { operation: 'GREATER_THAN', value: { int64Value: '5' } } } },
            { filter: { fieldName: 'rate', betweenFilter: { fromValue: { doubleValue: '0.1' }, toValue: { doubleValue: '0.9' } } } },
          ],
        },
      },
      orderBys: [
        { metric: { metricName: 'sessions' }, desc: true },
        { dimension: { dimensionName: 'city' }, desc: false },
      ],
      limit: '10',
      keepEmptyRows: false,
      metricAggregations,
    },
    response: report,
  },
  {
    datapoint: 'GET report',
    title: 'by date only: fills days without visits with zeros',
    settings,
    parameters: { startDate: '2026-11-10', endDate: '2026-11-12', metrics: 'sessions,totalUsers', dimensions: 'date' },
    provider: { [RUN]: report },
    response: {
      ...report,
      rows: [createRow(['20261110'], ['0', '0']), createRow(['20261111'], ['2', '1']), createRow(['20261112'], ['0', '0'])],
      rowCount: 3,
    },
  },
  {
    datapoint: 'GET report',
    title: 'by date only, without gaps: keeps the requested order',
    settings,
    parameters: {
      startDate: '2026-11-10',
      endDate: '2026-11-11',
      metrics: 'sessions,totalUsers',
      dimensions: 'date',
      orderby: [{ dimension: { dimensionName: 'date' }, desc: true }],
    },
    provider: { [RUN]: { ...report, rows: [createRow(['20261111'], ['2', '1']), createRow(['20261110'], ['3', '3'])], rowCount: 2 } },
    response: { ...report, rows: [createRow(['20261111'], ['2', '1']), createRow(['20261110'], ['3', '3'])], rowCount: 2 },
  },
  {
    datapoint: 'GET report',
    title: 'by date for two ranges',
    settings,
    parameters: {
      startDate: '2026-11-11',
      endDate: '2026-11-12',
      compareStartDate: '2026-11-09',
      compareEndDate: '2026-11-10',
      metrics: 'sessions',
      dimensions: ['date'],
    },
    provider: {
      [RUN]: {
        dimensionHeaders: [{ name: 'date' }, { name: 'dateRange' }],
        metricHeaders: [{ name: 'sessions', type: 'TYPE_INTEGER' }],
        rows: [createRow(['20261110', 'date_range_1'], ['4'])],
        rowCount: 1,
      },
    },
    response: {
      dimensionHeaders: [{ name: 'date' }, { name: 'dateRange' }],
      metricHeaders: [{ name: 'sessions', type: 'TYPE_INTEGER' }],
      rows: [
        createRow(['20261111', 'date_range_0'], ['0']),
        createRow(['20261112', 'date_range_0'], ['0']),
        createRow(['20261109', 'date_range_1'], ['0']),
        createRow(['20261110', 'date_range_1'], ['4']),
      ],
      rowCount: 4,
    },
  },
  {
    datapoint: 'GET batch-report',
    settings,
    parameters: {
      requests: [{ metrics: 'sessions' }, { metrics: [{ name: 'totalUsers' }], startDate: '2026-01-01', endDate: '2026-01-02' }],
    },
    provider: { 'POST /v1beta/properties/12:batchRunReports': { reports: [{}, {}] } },
    body: {
      requests: [
        {
          dateRanges: last28Days,
          metrics: [{ name: 'sessions' }],
          dimensionFilter: filterBySite(),
          keepEmptyRows: true,
          metricAggregations,
        },
        {
          dateRanges: [{ startDate: '2026-01-01', endDate: '2026-01-02' }],
          metrics: [{ name: 'totalUsers' }],
          dimensionFilter: filterBySite(),
          keepEmptyRows: true,
          metricAggregations,
        },
      ],
    },
    response: { reports: [{}, {}] },
  },
];
