import { Failure } from '#app/core/failures/failure.ts';
import { decodeEscapes } from '#app/core/text/escapes.ts';
import type { Site } from '#app/site.ts';
import { missingParameter } from '../../failures.ts';
import { isRecord, type Json, getString, getStrings } from '../../json.ts';
import { getSiteHosts } from '../../site-url.ts';
import { type DayRange, parseRange, getDefaultRange } from '../days.ts';
import { getCount, getFlag, getStringParameter } from '../parameters.ts';

/** Metrics that viewers of the shared dashboard may read with the token of the module's owner (docs/behaviour/analytics.md 6.5.1). */
const SHARED_METRICS = new Set([
  'activeUsers',
  'addToCarts',
  'averageSessionDuration',
  'bounceRate',
  'keyEvents',
  'ecommercePurchases',
  'engagedSessions',
  'engagementRate',
  'eventCount',
  'screenPageViews',
  'screenPageViewsPerSession',
  'sessions',
  'sessionKeyEventRate',
  'sessionsPerUser',
  'totalAdRevenue',
  'totalUsers',
]);
const SHARED_DIMENSIONS = new Set([
  'audienceResourceName',
  'adSourceName',
  'city',
  'country',
  'date',
  'deviceCategory',
  'eventName',
  'newVsReturning',
  'pagePath',
  'pageTitle',
  'sessionDefaultChannelGroup',
  'sessionDefaultChannelGrouping',
]);
const SHARED_CUSTOM_DIMENSIONS = ['post_author', 'post_categories', 'post_date', 'post_type'];

const METRIC_NAME = /^[a-zA-Z0-9_]+$/;

const createFailure = (code: string, names: readonly string[], message: string) =>
  new Failure(code, 500, `${message} ${names.join(', ')}.`);

interface NamedValue {
  name: string;
  expression?: string;
}

/** Parses names from a comma-separated string, a list of strings, or one or more objects with `name` and optionally `expression`. */
function parseNames(parameters: Json, key: string): NamedValue[] {
  const value = parameters[key];
  const parts = typeof value === 'string' ? value.split(',') : isRecord(value) ? [value] : Array.isArray(value) ? (value as unknown[]) : [];
  return parts.flatMap((part): NamedValue[] => {
    if (typeof part === 'string') return part.trim() === '' ? [] : [{ name: part.trim() }];
    const [name, expression] = [getString(part, 'name'), getString(part, 'expression')];
    return name === '' ? [] : [{ name, ...(expression !== '' && { expression }) }];
  });
}

const toMatchType = (value: unknown) => (typeof value === 'string' && value !== '' ? value : 'EXACT');

/** Builds the filter of a dimension from a string, a list of strings, or an object with `filterType` and `value`. Null without a condition. */
function buildDimensionFilter(fieldName: string, condition: unknown): Json | null {
  const inListFilter = (values: readonly unknown[]) => ({
    filter: { fieldName, inListFilter: { values: values.flatMap((value) => getStringParameter({ value }, 'value') || []) } },
  });
  const stringFilter = (value: string, matchType: string) => ({ filter: { fieldName, stringFilter: { matchType, value } } });
  if (typeof condition === 'string') return condition === '' ? null : stringFilter(condition, 'EXACT');
  if (Array.isArray(condition)) return condition.length === 0 ? null : inListFilter(condition as unknown[]);
  if (!isRecord(condition)) return null;
  const { value } = condition;
  const kind = getString(condition, 'filterType') || (Array.isArray(value) ? 'inListFilter' : 'stringFilter');
  const filter =
    kind === 'emptyFilter'
      ? { filter: { fieldName, emptyFilter: {} } }
      : Array.isArray(value) || kind === 'inListFilter'
        ? inListFilter(Array.isArray(value) ? (value as unknown[]) : [value])
        : stringFilter(getStringParameter(condition, 'value'), toMatchType(condition['matchType']));
  return getFlag(condition, 'notExpression') ? { notExpression: filter } : filter;
}

function buildMetricFilter(fieldName: string, condition: unknown): Json | null {
  if (!isRecord(condition)) return null;
  const toNumber = (value: unknown): Json => (isRecord(value) ? value : { int64Value: getStringParameter({ value }, 'value') });
  if (getString(condition, 'filterType') === 'betweenFilter')
    return {
      filter: { fieldName, betweenFilter: { fromValue: toNumber(condition['from_value']), toValue: toNumber(condition['to_value']) } },
    };
  return {
    filter: { fieldName, numericFilter: { operation: getString(condition, 'operation') || 'EQUAL', value: toNumber(condition['value']) } },
  };
}

const listEntries = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);
const combineWithAnd = (expressions: readonly Json[]) => ({ andGroup: { expressions } });

/** Returns the path and query of a page as the provider records them. */
function toPagePath(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return decodeEscapes(pathname) + search;
}

function parseOrders(parameters: Json): Json[] {
  const requested = parameters['orderby'];
  const list: unknown[] = Array.isArray(requested) ? requested : [requested];
  return list.filter(isRecord).flatMap((order): Json[] => {
    const desc = { desc: getFlag(order, 'desc') };
    if (getString(order['metric'], 'metricName') !== '')
      return [{ metric: { metricName: getString(order['metric'], 'metricName') }, ...desc }];
    if (getString(order['dimension'], 'dimensionName') !== '')
      return [{ dimension: { dimensionName: getString(order['dimension'], 'dimensionName') }, ...desc }];
    return [];
  });
}

/** A validated request for a report, with its date ranges and dimensions. */
export interface ReportRequest {
  body: Json;
  ranges: readonly DayRange[];
  dimensions: readonly string[];
}

function checkShared(site: Site, metrics: readonly NamedValue[], dimensions: readonly string[]): void {
  const customDimensions = new Set(SHARED_CUSTOM_DIMENSIONS.map((name) => `customEvent:${site.config.analytics.keyPrefix}_${name}`));
  const unsharedMetrics = metrics
    .filter(({ name, expression }) => !SHARED_METRICS.has(name) || expression !== undefined)
    .map(({ name }) => name);
  if (unsharedMetrics.length > 0)
    throw createFailure('invalid_analytics_4_report_metrics', unsharedMetrics, 'These metrics are not shared:');
  const unsharedDimensions = dimensions.filter((name) => !SHARED_DIMENSIONS.has(name) && !customDimensions.has(name));
  if (unsharedDimensions.length > 0)
    throw createFailure('invalid_analytics_4_report_dimensions', unsharedDimensions, 'These dimensions are not shared:');
}

/** Parses the parameters of a report (docs/behaviour/analytics.md 6.5.1). Throws for invalid parameters. */
export function parseReport(site: Site, parameters: Json, isShared: boolean): ReportRequest {
  const metrics = parseNames(parameters, 'metrics');
  if (metrics.length === 0) throw missingParameter('metrics');
  const invalidNames = metrics.filter(({ name }) => !METRIC_NAME.test(name)).map(({ name }) => name);
  if (invalidNames.length > 0) throw createFailure('invalid_analytics_4_report_metrics', invalidNames, 'These metric names are invalid:');
  const dimensions = parseNames(parameters, 'dimensions').map(({ name }) => name);
  if (isShared) checkShared(site, metrics, dimensions);

  const range = parseRange(parameters) ?? getDefaultRange(site);
  const compareRange = parseRange(parameters, 'compareStartDate', 'compareEndDate');
  const withName = (days: DayRange, key: string) => ({
    ...days,
    ...(getStringParameter(parameters, key) !== '' && { name: getStringParameter(parameters, key) }),
  });
  const url = getStringParameter(parameters, 'url');
  const filters = [
    { filter: { fieldName: 'hostName', inListFilter: { values: getSiteHosts(site) } } },
    ...(url === '' ? [] : [{ filter: { fieldName: 'pagePath', stringFilter: { matchType: 'EXACT', value: toPagePath(url) } } }]),
    ...listEntries(parameters['dimensionFilters'])
      .map(([name, condition]) => buildDimensionFilter(name, condition))
      .filter((filter) => filter !== null),
  ];
  const metricFilters = listEntries(parameters['metricFilters'])
    .map(([name, condition]) => buildMetricFilter(name, condition))
    .filter((filter) => filter !== null);
  const orders = parseOrders(parameters);
  const limit = getCount(parameters, 'limit');
  return {
    ranges: compareRange ? [range, compareRange] : [range],
    dimensions,
    body: {
      dateRanges: [withName(range, 'dateRangeName'), ...(compareRange ? [withName(compareRange, 'compareDateRangeName')] : [])],
      metrics,
      ...(dimensions.length > 0 && { dimensions: dimensions.map((name) => ({ name })) }),
      dimensionFilter: combineWithAnd(filters),
      ...(metricFilters.length > 0 && { metricFilter: combineWithAnd(metricFilters) }),
      ...(orders.length > 0 && { orderBys: orders }),
      ...(limit !== undefined && { limit: String(limit) }),
      keepEmptyRows: getFlag(parameters, 'keepEmptyRows', true),
      metricAggregations: ['TOTAL', 'MINIMUM', 'MAXIMUM'],
    },
  };
}

/** Returns the names of a report's dimensions or metrics, in the provider's order. */
export const listHeaders = (report: Json, key: 'dimensionHeaders' | 'metricHeaders'): string[] =>
  Array.isArray(report[key]) ? (report[key] as unknown[]).map((header) => getString(header, 'name')) : getStrings(report, key);
