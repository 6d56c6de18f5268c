import { LONGEST_PERIOD, lengthOf } from '#app/domains/figures/reading/days.ts';
import { readFigures, type Trade } from '#app/domains/figures/reading/figures.ts';
import { isManager } from '#app/domains/tickets/audience.ts';
import { badParameter } from '../failures.ts';
import { type DatapointCall, point } from './datapoint.ts';
import { parseRange, defaultRange } from './days.ts';
import type { ModuleDefinition } from './module.ts';
import { countOf } from './parameters.ts';

/** Returns sales and check-ins. Empty for readers who do not manage attendees. */
const tradeColumns = (trade: Trade | null) => (trade ? { tickets: trade.tickets, checkIns: trade.checkIns } : {});

/**
 * Returns the site's own statistics from `startDate` to `endDate`, by default the last 28 days. `eventID` limits them to one event. Throws
 * `analytics_invalid_parameter` for more than 366 days.
 */
async function loadReport({ site, viewer, parameters }: DatapointCall) {
  const { startDate: from, endDate: to } = parseRange(parameters) ?? defaultRange(site);
  if (lengthOf({ from, to }) > LONGEST_PERIOD) throw badParameter(`A report must not cover more than ${LONGEST_PERIOD} days.`);
  const query = { period: { from, to }, eventId: countOf(parameters, 'eventID') ?? null, seesTrade: isManager(viewer) };
  const { views, trade, days, channels, kinds } = await readFigures(site, query);
  return {
    startDate: from,
    endDate: to,
    totals: { views, ...tradeColumns(trade) },
    days: days.map((day) => ({ date: day.day, views: day.views, ...tradeColumns(day.trade) })),
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
  datapoints: { GET: { report: point(loadReport) } },
};
