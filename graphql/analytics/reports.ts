import { isRecord, getRecords, getString, getStrings } from '#app/domains/analytics/json.ts';
import { runDatapoint } from '#app/domains/analytics/modules/datapoint.service.ts';
import type { Actor } from '#app/domains/analytics/access/actor.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { authorizeAnalytics } from './permit.ts';
import { speeds } from './enum-definitions.ts';
import { oneOf } from '../public/public-mapping.ts';

/** Requests statistics of a module by the name and parameters that legacy clients use. */
const requestReport = (actor: Actor, { site, viewer }: Context, slug: string, name: string, parameters: Record<string, unknown>) =>
  runDatapoint(site, viewer, actor, { slug, name, method: 'GET', parameters });

const getNumber = (value: unknown, name: string): number => (isRecord(value) ? Number(value[name] ?? 0) || 0 : 0);

const Days = builder.inputType('AnalyticsDays', {
  description: 'A range of days in the time zone of the provider, including both days. The format of a day is `YYYY-MM-DD`.',
  fields: (t) => ({
    start: t.string({ required: true, description: 'First day of the period.' }),
    end: t.string({ required: true, description: 'Last day of the period.' }),
  }),
});

type DaysInput = typeof Days.$inferInput;
const toDateRange = (days: DaysInput | null | undefined) => (days ? { startDate: days.start, endDate: days.end } : {});

interface SearchRow {
  keys: string[];
  clicks: number;
  impressions: number;
  ctr: number;
  position: number;
}

const AnalyticsSearchRow = builder.objectRef<SearchRow>('AnalyticsSearchRow').implement({
  description: 'Impressions and clicks of the site in search results, for one combination of dimensions.',
  fields: (t) => ({
    keys: t.exposeStringList('keys', { description: 'Values of the dimensions, in the order of the argument `dimensions`.' }),
    clicks: t.exposeInt('clicks', { description: 'Number of times that visitors clicked a search result of the site.' }),
    impressions: t.exposeInt('impressions', { description: 'Number of times that the site appeared in search results.' }),
    clickRate: t.exposeFloat('ctr', { description: 'Clicks divided by impressions, 0 to 1.' }),
    position: t.exposeFloat('position', { description: 'Average position in the search results; 1 is the first.' }),
  }),
});

const AnalyticsReportRow = builder.objectRef<{ dimensions: string[]; metrics: number[] }>('AnalyticsReportRow').implement({
  description: 'Metrics for one combination of dimensions.',
  fields: (t) => ({
    dimensions: t.exposeStringList('dimensions', { description: 'Values of the dimensions, in the order of `dimensionNames`.' }),
    metrics: t.exposeFloatList('metrics', { description: 'The metrics, in the order of `metricNames`.' }),
  }),
});

const AnalyticsReport = builder.objectRef<Record<string, unknown>>('AnalyticsReport').implement({
  description: 'Statistics of visits.',
  fields: (t) => ({
    dimensionNames: t.stringList({
      description: 'Names of the dimensions of the rows. If periods are compared, the last name is `dateRange`.',
      resolve: (report) => getRecords(report, 'dimensionHeaders').map((header) => getString(header, 'name')),
    }),
    metricNames: t.stringList({
      description: 'Names of the metrics of the rows.',
      resolve: (report) => getRecords(report, 'metricHeaders').map((header) => getString(header, 'name')),
    }),
    rows: t.field({
      type: [AnalyticsReportRow],
      description: 'The rows of the report.',
      resolve: (report) => getRecords(report, 'rows').map(toReportRow),
    }),
    totals: t.field({
      type: [AnalyticsReportRow],
      description: 'Sums of the metrics over all rows, one row for each period.',
      resolve: (report) => getRecords(report, 'totals').map(toReportRow),
    }),
    rowCount: t.int({ description: 'Total number of rows, regardless of `limit`.', resolve: (report) => getNumber(report, 'rowCount') }),
  }),
});

function toReportRow(row: Record<string, unknown>) {
  const getCellValues = (name: string) => getRecords(row, name).map((cell) => getString(cell, 'value'));
  return { dimensions: getCellValues('dimensionValues'), metrics: getCellValues('metricValues').map((value) => Number(value) || 0) };
}

const Order = builder.inputType('AnalyticsReportOrder', {
  description: 'The dimension or metric by which rows are sorted.',
  fields: (t) => ({
    metric: t.string({ description: 'Name of the metric.' }),
    dimension: t.string({ description: 'Name of the dimension.' }),
    descending: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Whether the rows are sorted from the largest to the smallest value.',
    }),
  }),
});

const DimensionFilter = builder.inputType('AnalyticsDimensionFilter', {
  description: 'A filter for rows in which a dimension has one of these values.',
  fields: (t) => ({
    dimension: t.string({ required: true, description: 'Name of the dimension.' }),
    values: t.stringList({ required: true, description: 'The values to match.' }),
  }),
});

interface ReportArgs {
  metrics: readonly string[];
  dimensions?: readonly string[] | null | undefined;
  days?: DaysInput | null | undefined;
  compare?: DaysInput | null | undefined;
  url?: string | null | undefined;
  limit?: number | null | undefined;
  orderBy?: readonly (typeof Order.$inferInput)[] | null | undefined;
  filter?: readonly (typeof DimensionFilter.$inferInput)[] | null | undefined;
}

function toReportParameters({ metrics, dimensions, days, compare, url, limit, orderBy, filter }: ReportArgs): Record<string, unknown> {
  return {
    metrics,
    dimensions: dimensions ?? [],
    ...toDateRange(days),
    ...(compare && { compareStartDate: compare.start, compareEndDate: compare.end }),
    ...(url && { url }),
    ...(limit && { limit }),
    orderby: (orderBy ?? []).map(({ metric, dimension, descending }) => ({
      ...(metric ? { metric: { metricName: metric } } : { dimension: { dimensionName: dimension } }),
      desc: descending,
    })),
    dimensionFilters: Object.fromEntries((filter ?? []).map(({ dimension, values }) => [dimension, values])),
  };
}

const Strategy = builder.enumType('AnalyticsSpeedStrategy', {
  description: 'Device for which the speed of a page is measured.',
  values: {
    MOBILE: { value: 'mobile', description: 'Speed on a phone.' },
    DESKTOP: { value: 'desktop', description: 'Speed on a computer.' },
  } as const,
});

const AnalyticsSpeed = builder.objectRef<{ url: string; result: unknown; field: unknown }>('AnalyticsSpeed').implement({
  description:
    'Speed of a page. Scores are numbers from 0 to 1, times are milliseconds. A value is null if the provider does not report it.',
  fields: (t) => ({
    url: t.exposeString('url', { description: 'URL of the page that was measured.' }),
    performance: t.float({
      nullable: true,
      description: 'Performance score of the page, from 0 to 1.',
      resolve: ({ result }) => getScore(result),
    }),
    largestContentfulPaint: t.float({
      nullable: true,
      description: 'Largest contentful paint: milliseconds until the largest element is visible.',
      resolve: ({ result }) => getAuditValue(result, 'largest-contentful-paint'),
    }),
    totalBlockingTime: t.float({
      nullable: true,
      description: 'Total blocking time: milliseconds during which the page does not respond while it loads.',
      resolve: ({ result }) => getAuditValue(result, 'total-blocking-time'),
    }),
    cumulativeLayoutShift: t.float({
      nullable: true,
      description: 'Cumulative layout shift: how much the layout moves while the page loads; 0 if it does not move.',
      resolve: ({ result }) => getAuditValue(result, 'cumulative-layout-shift'),
    }),
    category: t.string({
      nullable: true,
      ...oneOf(speeds, 'Speed that visitors of the last weeks experienced; null if the page had too few visitors.', {
        old: 'Speed that visitors of the last weeks experienced: `FAST`, `AVERAGE` or `SLOW`; null if the page had too few visitors.',
        otherwise: null,
      }),
      resolve: ({ field }) => getString(field, 'overall_category') || null,
    }),
  }),
});

const getMember = (value: unknown, name: string) => (isRecord(value) ? value[name] : undefined);
const numberOrNull = (value: unknown) => (typeof value === 'number' ? value : null);
const getScore = (result: unknown) => numberOrNull(getMember(getMember(getMember(result, 'categories'), 'performance'), 'score'));
const getAuditValue = (result: unknown, name: string) =>
  numberOrNull(getMember(getMember(getMember(result, 'audits'), name), 'numericValue'));

builder.queryFields((t) => ({
  analyticsSearches: t.field({
    type: [AnalyticsSearchRow],
    description:
      'Impressions and clicks of the site in search results. Error code `missing_required_scopes`: your account does not grant access to these data.',
    args: {
      dimensions: t.arg.stringList({
        description: 'Dimensions, such as `query`, `page`, `date` or `country`. Without dimensions, one row contains the totals.',
      }),
      days: t.arg({ type: Days, description: 'Period of the report; the last 28 complete days by default.' }),
      url: t.arg.string({ description: 'Only impressions and clicks of the page with this URL.' }),
      limit: t.arg.int({ description: 'Maximum number of rows; 1,000 by default.' }),
    },
    complexity: { field: 100 },
    ...authorizeAnalytics(
      'readStatistics',
      async (
        actor,
        { dimensions, days, url, limit }: Pick<ReportArgs, 'dimensions' | 'days' | 'url' | 'limit'>,
        context,
      ): Promise<SearchRow[]> => {
        const parameters = { dimensions: dimensions ?? [], ...toDateRange(days), ...(url && { url }), ...(limit && { limit }) };
        const rows = await requestReport(actor, context, 'search-console', 'searchanalytics', parameters);
        return (rows as unknown[]).filter(isRecord).map((row) => ({
          keys: getStrings(row, 'keys'),
          clicks: Math.round(getNumber(row, 'clicks')),
          impressions: Math.round(getNumber(row, 'impressions')),
          ctr: getNumber(row, 'ctr'),
          position: getNumber(row, 'position'),
        }));
      },
    ),
  }),
  analyticsReport: t.field({
    type: AnalyticsReport,
    description:
      'Statistics of visits. Users with whom a dashboard is shared may only request some metrics and dimensions. Error code `missing_required_setting`: no property was chosen.',
    args: {
      metrics: t.arg.stringList({ required: true, description: 'Metrics, such as `sessions`.' }),
      dimensions: t.arg.stringList({ description: 'Dimensions, such as `date`.' }),
      days: t.arg({ type: Days, description: 'Period of the report; the last 28 complete days by default.' }),
      compare: t.arg({ type: Days, description: 'Period to compare with. The report then also contains the rows of this period.' }),
      url: t.arg.string({ description: 'Only visits of the page with this URL.' }),
      limit: t.arg.int({ description: 'Maximum number of rows.' }),
      orderBy: t.arg({ type: [Order], description: 'Sort order of the rows.' }),
      filter: t.arg({ type: [DimensionFilter], description: 'Conditions for the rows; all of them have to match.' }),
    },
    complexity: { field: 100 },
    ...authorizeAnalytics('readStatistics', async (actor, args: ReportArgs, context) => {
      const report = await requestReport(actor, context, 'analytics-4', 'report', toReportParameters(args));
      return isRecord(report) ? report : {};
    }),
  }),
  analyticsSpeed: t.field({
    type: AnalyticsSpeed,
    description: 'Speed of a page. The provider measures it during the request.',
    args: {
      url: t.arg.string({ description: 'URL of the page; the front page by default.' }),
      strategy: t.arg({ type: Strategy, required: true, description: 'Device for which the speed is measured.' }),
    },
    complexity: { field: 100 },
    ...authorizeAnalytics(
      'readStatistics',
      async (actor, { url, strategy }: { url?: string | null | undefined; strategy: string }, context) => {
        const response = await requestReport(actor, context, 'pagespeed-insights', 'pagespeed', { strategy, ...(url && { url }) });
        return {
          url: getString(response, 'id'),
          result: getMember(response, 'lighthouseResult'),
          field: getMember(response, 'loadingExperience'),
        };
      },
    ),
  }),
}));
