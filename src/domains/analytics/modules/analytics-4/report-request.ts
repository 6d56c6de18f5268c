import { Failure } from '#app/core/failures/failure.ts';
import { decodeEscapes } from '#app/core/text/escapes.ts';
import type { Site } from '#app/site.ts';
import { missingParameter } from '../../failures.ts';
import { isRecord, type Json, textAt, textsAt } from '../../json.ts';
import { siteHosts } from '../../site-address.ts';
import { type DayRange, rangeIn, usualRange } from '../days.ts';
import { countOf, flagOf, textOf } from '../parameters.ts';

/** Metrics that may be read with the token of the module's owner (analytics.md 6.5.1). */
const sharedMetrics = new Set([
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
const sharedDimensions = new Set([
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
const sharedCustomDimensions = ['post_author', 'post_categories', 'post_date', 'post_type'];

const NAME = /^[a-zA-Z0-9_]+$/;

const refuse = (code: string, names: readonly string[], message: string) => new Failure(code, 500, `${message} ${names.join(', ')}.`);

interface Named {
  name: string;
  expression?: string;
}

/** Reads names from comma-separated text, a list of texts, or a list of objects with `name`. */
function namedIn(parameters: Json, key: string): Named[] {
  const value = parameters[key];
  const parts = typeof value === 'string' ? value.split(',') : isRecord(value) ? [value] : Array.isArray(value) ? (value as unknown[]) : [];
  return parts.flatMap((part): Named[] => {
    if (typeof part === 'string') return part.trim() === '' ? [] : [{ name: part.trim() }];
    const [name, expression] = [textAt(part, 'name'), textAt(part, 'expression')];
    return name === '' ? [] : [{ name, ...(expression !== '' && { expression }) }];
  });
}

const matchTypes = (given: unknown) => (typeof given === 'string' && given !== '' ? given : 'EXACT');

/** Reads the filter of one dimension: a text, a list of texts, or an object with an operator. */
function dimensionFilter(fieldName: string, said: unknown): Json | null {
  const inList = (values: readonly unknown[]) => ({
    filter: { fieldName, inListFilter: { values: values.flatMap((value) => textOf({ value }, 'value') || []) } },
  });
  const asText = (value: string, matchType: string) => ({ filter: { fieldName, stringFilter: { matchType, value } } });
  if (typeof said === 'string') return said === '' ? null : asText(said, 'EXACT');
  if (Array.isArray(said)) return said.length === 0 ? null : inList(said as unknown[]);
  if (!isRecord(said)) return null;
  const { value } = said;
  const kind = textAt(said, 'filterType') || (Array.isArray(value) ? 'inListFilter' : 'stringFilter');
  const filter =
    kind === 'emptyFilter'
      ? { filter: { fieldName, emptyFilter: {} } }
      : Array.isArray(value) || kind === 'inListFilter'
        ? inList(Array.isArray(value) ? (value as unknown[]) : [value])
        : asText(textOf(said, 'value'), matchTypes(said['matchType']));
  return flagOf(said, 'notExpression') ? { notExpression: filter } : filter;
}

function metricFilter(fieldName: string, said: unknown): Json | null {
  if (!isRecord(said)) return null;
  const number = (value: unknown): Json => (isRecord(value) ? value : { int64Value: textOf({ value }, 'value') });
  if (textAt(said, 'filterType') === 'betweenFilter')
    return { filter: { fieldName, betweenFilter: { fromValue: number(said['from_value']), toValue: number(said['to_value']) } } };
  return { filter: { fieldName, numericFilter: { operation: textAt(said, 'operation') || 'EQUAL', value: number(said['value']) } } };
}

const entriesOf = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : []);
const together = (expressions: readonly Json[]) => ({ andGroup: { expressions } });

/** Returns the path of a page in the provider's format. */
function pagePath(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, search } = new URL(url);
  return decodeEscapes(pathname) + search;
}

function ordersIn(parameters: Json): Json[] {
  const given = parameters['orderby'];
  const list: unknown[] = Array.isArray(given) ? given : [given];
  return list.filter(isRecord).flatMap((one): Json[] => {
    const desc = { desc: flagOf(one, 'desc') };
    if (textAt(one['metric'], 'metricName') !== '') return [{ metric: { metricName: textAt(one['metric'], 'metricName') }, ...desc }];
    if (textAt(one['dimension'], 'dimensionName') !== '')
      return [{ dimension: { dimensionName: textAt(one['dimension'], 'dimensionName') }, ...desc }];
    return [];
  });
}

/** A validated report request for the provider, with its date ranges. */
export interface ReportRequest {
  body: Json;
  ranges: readonly DayRange[];
  dimensions: readonly string[];
}

function checkShared(site: Site, metrics: readonly Named[], dimensions: readonly string[]): void {
  const own = new Set(sharedCustomDimensions.map((name) => `customEvent:${site.config.analytics.keyPrefix}_${name}`));
  const foreignMetrics = metrics
    .filter(({ name, expression }) => !sharedMetrics.has(name) || expression !== undefined)
    .map(({ name }) => name);
  if (foreignMetrics.length > 0) throw refuse('invalid_analytics_4_report_metrics', foreignMetrics, 'These metrics are not shared:');
  const foreign = dimensions.filter((name) => !sharedDimensions.has(name) && !own.has(name));
  if (foreign.length > 0) throw refuse('invalid_analytics_4_report_dimensions', foreign, 'These dimensions are not shared:');
}

/** Parses the parameters of a report (analytics.md 6.5.1). Throws for invalid parameters. */
export function readReport(site: Site, parameters: Json, isShared: boolean): ReportRequest {
  const metrics = namedIn(parameters, 'metrics');
  if (metrics.length === 0) throw missingParameter('metrics');
  const odd = metrics.filter(({ name }) => !NAME.test(name)).map(({ name }) => name);
  if (odd.length > 0) throw refuse('invalid_analytics_4_report_metrics', odd, 'These are no names of metrics:');
  const dimensions = namedIn(parameters, 'dimensions').map(({ name }) => name);
  if (isShared) checkShared(site, metrics, dimensions);

  const first = rangeIn(parameters) ?? usualRange(site);
  const compared = rangeIn(parameters, 'compareStartDate', 'compareEndDate');
  const named = (range: DayRange, key: string) => ({ ...range, ...(textOf(parameters, key) !== '' && { name: textOf(parameters, key) }) });
  const url = textOf(parameters, 'url');
  const filters = [
    { filter: { fieldName: 'hostName', inListFilter: { values: siteHosts(site) } } },
    ...(url === '' ? [] : [{ filter: { fieldName: 'pagePath', stringFilter: { matchType: 'EXACT', value: pagePath(url) } } }]),
    ...entriesOf(parameters['dimensionFilters'])
      .map(([name, said]) => dimensionFilter(name, said))
      .filter((one) => one !== null),
  ];
  const metricFilters = entriesOf(parameters['metricFilters'])
    .map(([name, said]) => metricFilter(name, said))
    .filter((one) => one !== null);
  const orders = ordersIn(parameters);
  const limit = countOf(parameters, 'limit');
  return {
    ranges: compared ? [first, compared] : [first],
    dimensions,
    body: {
      dateRanges: [named(first, 'dateRangeName'), ...(compared ? [named(compared, 'compareDateRangeName')] : [])],
      metrics,
      ...(dimensions.length > 0 && { dimensions: dimensions.map((name) => ({ name })) }),
      dimensionFilter: together(filters),
      ...(metricFilters.length > 0 && { metricFilter: together(metricFilters) }),
      ...(orders.length > 0 && { orderBys: orders }),
      ...(limit !== undefined && { limit: String(limit) }),
      keepEmptyRows: flagOf(parameters, 'keepEmptyRows', true),
      metricAggregations: ['TOTAL', 'MINIMUM', 'MAXIMUM'],
    },
  };
}

/** Returns the names of a report's dimensions or metrics, in the provider's order. */
export const headersOf = (report: Json, key: 'dimensionHeaders' | 'metricHeaders'): string[] =>
  Array.isArray(report[key]) ? (report[key] as unknown[]).map((one) => textAt(one, 'name')) : textsAt(report, key);
