import { Failure } from '#app/core/failures/failure.ts';
import { getDefaultTexts } from '#app/core/language/site-language.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { addDays } from '#app/core/time/days.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { listDays } from '#app/domains/figures/reading/days.ts';
import { loadStatistics } from '#app/domains/figures/reading/figures.ts';
import { isManager } from '#app/domains/tickets/audience.ts';
import type { Actor } from '../access/actor.ts';
import { isRecord, type Json, getRecords } from '../json.ts';
import { runDatapoint } from '../modules/datapoint.service.ts';
import type { ReferenceDates } from './frequency.rules.ts';

/** A value in a report. `before` is the corresponding value of the previous period. */
export interface ReportValue {
  label: string;
  value: number;
  before: number;
}

/** Section of a report: values of one module of the provider, or the site's own statistics. */
export interface ReportSection {
  title: string;
  /** Values that the section lists, compared with the previous period. */
  figures: readonly ReportValue[];
  /** Daily values for a sparkline. May be empty. */
  curve: readonly number[];
}

/** True if the viewer may see a module, with their own token or because the module is shared with their role. */
const canSeeModule = ({ facts }: Actor, slug: string): boolean => facts.authenticated || facts.sharedModules.has(slug);

/** Loads the section of one module. Null if the viewer may not see the module. Throws the provider's failures. */
type SectionLoader = (
  site: Site,
  translate: Translate,
  viewer: Viewer,
  actor: Actor,
  dates: ReferenceDates,
) => Promise<ReportSection | null>;

const getLastDay = ({ sendDate }: ReferenceDates) => addDays(sendDate, -1);
const toNumber = (value: unknown): number => (Number.isFinite(Number(value)) ? Number(value) : 0);
const sumColumn = (rows: readonly Json[], key: string): number => rows.reduce((sum, row) => sum + toNumber(row[key]), 0);

/** Returns the day of a row with the dimension `date`. */
const getDay = ({ keys }: Json): unknown => (Array.isArray(keys) ? keys[0] : undefined);

const loadSearches: SectionLoader = async (site, translate, viewer, actor, dates) => {
  if (!actor.state.setupCompleted || !canSeeModule(actor, 'search-console')) return null;
  const fetchRows = (startDate: string, endDate: string) =>
    runDatapoint(site, viewer, actor, {
      slug: 'search-console',
      name: 'searchanalytics',
      method: 'GET',
      parameters: { startDate, endDate, dimensions: 'date' },
    });
  const [current, previous] = (await Promise.all([
    fetchRows(dates.startDate, getLastDay(dates)),
    fetchRows(dates.compareStartDate, dates.compareEndDate),
  ])) as [Json[], Json[]];
  return {
    title: translate('reports.searches'),
    figures: [
      { label: translate('reports.inSearches'), value: sumColumn(current, 'impressions'), before: sumColumn(previous, 'impressions') },
      { label: translate('reports.fromSearches'), value: sumColumn(current, 'clicks'), before: sumColumn(previous, 'clicks') },
    ],
    // the provider returns no row for days without searches
    curve: listDays({ from: dates.startDate, to: getLastDay(dates) }).map((day) =>
      sumColumn(
        current.filter((row) => getDay(row) === day),
        'clicks',
      ),
    ),
  };
};

/** Names of metrics at the provider, with the keys of their labels. */
const visitMetrics = [
  ['totalUsers', 'reports.visitors'],
  ['sessions', 'reports.visits'],
  ['screenPageViews', 'reports.seen'],
] as const;

const loadVisits: SectionLoader = async (site, translate, viewer, actor, dates) => {
  if (!actor.state.isConnected('analytics-4') || !canSeeModule(actor, 'analytics-4')) return null;
  const parameters = {
    startDate: dates.startDate,
    endDate: getLastDay(dates),
    compareStartDate: dates.compareStartDate,
    compareEndDate: dates.compareEndDate,
    metrics: visitMetrics.map(([name]) => name).join(','),
    dimensions: 'date',
  };
  const report = await runDatapoint(site, viewer, actor, { slug: 'analytics-4', name: 'report', method: 'GET', parameters });
  const rows = isRecord(report) ? getRecords(report, 'rows') : [];
  const getRange = (row: Json) => getRecords(row, 'dimensionValues')[1]?.['value'];
  const [current, previous] = [
    rows.filter((row) => getRange(row) !== 'date_range_1'),
    rows.filter((row) => getRange(row) === 'date_range_1'),
  ];
  const listValues = (periodRows: readonly Json[], index: number) =>
    periodRows.map((row) => toNumber(getRecords(row, 'metricValues')[index]?.['value']));
  const sumValues = (periodRows: readonly Json[], index: number) => listValues(periodRows, index).reduce((sum, value) => sum + value, 0);
  return {
    title: translate('reports.visits'),
    figures: visitMetrics.map(([, label], index) => ({
      label: translate(label),
      value: sumValues(current, index),
      before: sumValues(previous, index),
    })),
    // sessions
    curve: listValues(current, 1),
  };
};

const SECTION_LOADERS: readonly SectionLoader[] = [loadVisits, loadSearches];

/** Loads the site's own statistics, for viewers who may not see any module of the provider. */
async function loadOwnStatistics(site: Site, translate: Translate, viewer: Viewer, dates: ReferenceDates): Promise<ReportSection> {
  const load = (from: string, to: string) => loadStatistics(site, { period: { from, to }, eventId: null, canSeeSales: isManager(viewer) });
  const [current, previous] = await Promise.all([
    load(dates.startDate, getLastDay(dates)),
    load(dates.compareStartDate, dates.compareEndDate),
  ]);
  const compare = (label: string, getValue: (statistics: typeof current) => number): ReportValue => ({
    label,
    value: getValue(current),
    before: getValue(previous),
  });
  return {
    title: translate('reports.own'),
    figures: [
      compare(translate('reports.seen'), ({ views }) => views),
      ...(current.trade
        ? [
            compare(translate('figures.tickets'), ({ trade: sales }) => sales?.tickets ?? 0),
            compare(translate('figures.checkIns'), ({ trade: sales }) => sales?.checkIns ?? 0),
          ]
        : []),
    ],
    curve: current.days.map(({ views }) => views),
  };
}

/**
 * Creates a report in the language of the site, with a section for each module that the viewer may see. Omits modules whose request the provider
 * refuses, but throws the first refusal if no section remains. Viewers who may not see any module receive the site's own statistics.
 */
export async function createReport(site: Site, viewer: Viewer, actor: Actor, dates: ReferenceDates): Promise<ReportSection[]> {
  const translate = getDefaultTexts(site);
  const sections: ReportSection[] = [];
  let refusal: Failure | undefined;
  for (const loadSection of SECTION_LOADERS) {
    try {
      const section = await loadSection(site, translate, viewer, actor, dates);
      if (section) sections.push(section);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refusal ??= error;
    }
  }
  if (sections.length > 0) return sections;
  if (refusal) throw refusal;
  return [await loadOwnStatistics(site, translate, viewer, dates)];
}
