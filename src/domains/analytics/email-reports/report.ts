import { Failure } from '#app/core/failures/failure.ts';
import { textsForEverybody } from '#app/core/language/site-language.ts';
import type { Say } from '#app/core/language/say.ts';
import { dayAfter } from '#app/core/time/days.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { daysOf } from '#app/domains/figures/reading/days.ts';
import { readFigures } from '#app/domains/figures/reading/figures.ts';
import { isManager } from '#app/domains/tickets/audience.ts';
import type { Actor } from '../access/actor.ts';
import { isRecord, type Json, recordsAt } from '../json.ts';
import { runDatapoint } from '../modules/datapoint.service.ts';
import type { ReferenceDates } from './frequency.rules.ts';

/** One value of a report and the value of the previous period. */
export interface Figure {
  label: string;
  value: number;
  before: number;
}

/** Section of a report about one module. */
export interface Section {
  title: string;
  figures: readonly Figure[];
  /** Daily values for a small curve. May be empty. */
  curve: readonly number[];
}

/** True if the reader sees statistics of a module, with their own token or because it is shared with their role. */
const sees = ({ facts }: Actor, slug: string): boolean => facts.authenticated || facts.sharedModules.has(slug);

/** Loads the section of one module. Returns null if the reader may not see it. Throws the provider's failures. */
type Source = (site: Site, say: Say, viewer: Viewer, actor: Actor, dates: ReferenceDates) => Promise<Section | null>;

const lastDay = ({ sendDate }: ReferenceDates) => dayAfter(sendDate, -1);
const numberOf = (value: unknown): number => (Number.isFinite(Number(value)) ? Number(value) : 0);
const sumOf = (rows: readonly Json[], key: string): number => rows.reduce((sum, row) => sum + numberOf(row[key]), 0);

/** Returns the day of a row. Days without searches have no row. */
const dayOfRow = ({ keys }: Json): unknown => (Array.isArray(keys) ? keys[0] : undefined);

const searches: Source = async (site, say, viewer, actor, dates) => {
  if (!actor.state.setupCompleted || !sees(actor, 'search-console')) return null;
  const ask = (startDate: string, endDate: string) =>
    runDatapoint(site, viewer, actor, {
      slug: 'search-console',
      name: 'searchanalytics',
      method: 'GET',
      parameters: { startDate, endDate, dimensions: 'date' },
    });
  const [present, before] = (await Promise.all([
    ask(dates.startDate, lastDay(dates)),
    ask(dates.compareStartDate, dates.compareEndDate),
  ])) as [Json[], Json[]];
  return {
    title: say('reports.searches'),
    figures: [
      { label: say('reports.inSearches'), value: sumOf(present, 'impressions'), before: sumOf(before, 'impressions') },
      { label: say('reports.fromSearches'), value: sumOf(present, 'clicks'), before: sumOf(before, 'clicks') },
    ],
    curve: daysOf({ from: dates.startDate, to: lastDay(dates) }).map((day) =>
      sumOf(
        present.filter((row) => dayOfRow(row) === day),
        'clicks',
      ),
    ),
  };
};

const visitMetrics = [
  ['totalUsers', 'reports.visitors'],
  ['sessions', 'reports.visits'],
  ['screenPageViews', 'reports.seen'],
] as const;

const visits: Source = async (site, say, viewer, actor, dates) => {
  if (!actor.state.isConnected('analytics-4') || !sees(actor, 'analytics-4')) return null;
  const parameters = {
    startDate: dates.startDate,
    endDate: lastDay(dates),
    compareStartDate: dates.compareStartDate,
    compareEndDate: dates.compareEndDate,
    metrics: visitMetrics.map(([name]) => name).join(','),
    dimensions: 'date',
  };
  const report = await runDatapoint(site, viewer, actor, { slug: 'analytics-4', name: 'report', method: 'GET', parameters });
  const rows = isRecord(report) ? recordsAt(report, 'rows') : [];
  const rangeOf = (row: Json) => recordsAt(row, 'dimensionValues')[1]?.['value'];
  const [present, before] = [rows.filter((row) => rangeOf(row) !== 'date_range_1'), rows.filter((row) => rangeOf(row) === 'date_range_1')];
  const values = (all: readonly Json[], at: number) => all.map((row) => numberOf(recordsAt(row, 'metricValues')[at]?.['value']));
  const total = (all: readonly Json[], at: number) => values(all, at).reduce((sum, one) => sum + one, 0);
  return {
    title: say('reports.visits'),
    figures: visitMetrics.map(([, label], at) => ({ label: say(label), value: total(present, at), before: total(before, at) })),
    curve: values(present, 1),
  };
};

const sources: readonly Source[] = [visits, searches];

/** Loads the site's own statistics, for readers who see no module of a provider. */
async function ownFigures(site: Site, say: Say, viewer: Viewer, dates: ReferenceDates): Promise<Section> {
  const ask = (from: string, to: string) => readFigures(site, { period: { from, to }, eventId: null, seesTrade: isManager(viewer) });
  const [present, before] = await Promise.all([ask(dates.startDate, lastDay(dates)), ask(dates.compareStartDate, dates.compareEndDate)]);
  const figure = (label: string, of: (figures: typeof present) => number): Figure => ({ label, value: of(present), before: of(before) });
  return {
    title: say('reports.own'),
    figures: [
      figure(say('reports.seen'), ({ views }) => views),
      ...(present.trade
        ? [
            figure(say('figures.tickets'), ({ trade }) => trade?.tickets ?? 0),
            figure(say('figures.checkIns'), ({ trade }) => trade?.checkIns ?? 0),
          ]
        : []),
    ],
    curve: present.days.map(({ views }) => views),
  };
}

/**
 * Creates a reader's report in the language of the site, with the modules that they see. Omits a module that the provider refuses if another module
 * has a section. Otherwise throws the first refusal. Readers without modules receive the site's own statistics.
 */
export async function makeReport(site: Site, viewer: Viewer, actor: Actor, dates: ReferenceDates): Promise<Section[]> {
  const say = textsForEverybody(site);
  const sections: Section[] = [];
  let refusal: Failure | undefined;
  for (const source of sources) {
    try {
      const section = await source(site, say, viewer, actor, dates);
      if (section) sections.push(section);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refusal ??= error;
    }
  }
  if (sections.length > 0) return sections;
  if (refusal) throw refusal;
  return [await ownFigures(site, say, viewer, dates)];
}
