import { LONGEST_PERIOD, countDays } from '#app/domains/figures/reading/days.ts';
import { loadStatistics, type SalesAndCheckIns } from '#app/domains/figures/reading/figures.ts';
import { isManager } from '#app/domains/tickets/audience.ts';
import { invalidParameter } from '../failures.ts';
import { type DatapointCall, declareDatapoint } from './datapoint.ts';
import { parseRange, getDefaultRange } from './days.ts';
import type { ModuleDefinition } from './module.ts';
import { getCount } from './parameters.ts';

/** Returns sales and check-ins, or an empty object for viewers who do not manage attendees. */
const toSalesColumns = (sales: SalesAndCheckIns | null) => (sales ? { tickets: sales.tickets, checkIns: sales.checkIns } : {});

/**
 * Returns the site's own statistics from `startDate` to `endDate`, by default the last 28 days. `eventID` limits them to one event. Throws
 * `analytics_invalid_parameter` for more than 366 days.
 */
async function loadReport({ site, viewer, parameters }: DatapointCall) {
  const { startDate: from, endDate: to } = parseRange(parameters) ?? getDefaultRange(site);
  if (countDays({ from, to }) > LONGEST_PERIOD) throw invalidParameter(`A report must not cover more than ${LONGEST_PERIOD} days.`);
  const query = { period: { from, to }, eventId: getCount(parameters, 'eventID') ?? null, canSeeSales: isManager(viewer) };
  const { views, trade, days, channels, kinds } = await loadStatistics(site, query);
  return {
    startDate: from,
    endDate: to,
    totals: { views, ...toSalesColumns(trade) },
    days: days.map((day) => ({ date: day.day, views: day.views, ...toSalesColumns(day.trade) })),
    channels,
    kinds,
  };
}

/** Module for the site's own statistics, which need no provider. */
export const marquee: ModuleDefinition = {
  slug: 'marquee',
  name: 'Marquee',
  description: 'Views, sales and check-ins that the site counts itself, without cookies.',
  homepage: '/dashboard',
  order: 100,
  isForced: true,
  isUnlisted: true,
  scopes: [],
  datapoints: { GET: { report: declareDatapoint(loadReport) } },
};
