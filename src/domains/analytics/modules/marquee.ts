import { LONGEST_PERIOD, lengthOf } from '#app/domains/figures/reading/days.ts';
import { readFigures, type Trade } from '#app/domains/figures/reading/figures.ts';
import { isManager } from '#app/domains/tickets/audience.ts';
import { badParameter } from '../failures.ts';
import { type DatapointCall, point } from './datapoint.ts';
import { rangeIn, usualRange } from './days.ts';
import type { ModuleDefinition } from './module.ts';
import { countOf } from './parameters.ts';

/** Returns sales and check-ins, or an empty object for readers who do not manage attendees. */
const traded = (trade: Trade | null) => (trade ? { tickets: trade.tickets, checkIns: trade.checkIns } : {});

/**
 * Returns the site's own statistics from `startDate` to `endDate`, by default the last 28 days. `eventID` limits them to one event. Throws
 * `analytics_invalid_parameter` for more than 366 days.
 */
async function report({ site, viewer, parameters }: DatapointCall) {
  const { startDate: from, endDate: to } = rangeIn(parameters) ?? usualRange(site);
  if (lengthOf({ from, to }) > LONGEST_PERIOD) throw badParameter(`A report has at most ${LONGEST_PERIOD} days.`);
  const asked = { period: { from, to }, eventId: countOf(parameters, 'eventID') ?? null, seesTrade: isManager(viewer) };
  const { views, trade, days, channels, kinds } = await readFigures(site, asked);
  return {
    startDate: from,
    endDate: to,
    totals: { views, ...traded(trade) },
    days: days.map(({ day, views: seen, trade: of }) => ({ date: day, views: seen, ...traded(of) })),
    channels,
    kinds,
  };
}

/** Module for the site's own statistics. It needs no provider. */
export const marquee: ModuleDefinition = {
  slug: 'marquee',
  name: 'Marquee',
  description: 'Views, sales and check-ins that the site counts itself, without cookies.',
  homepage: '/dashboard',
  order: 100,
  isForced: true,
  isUnlisted: true,
  scopes: [],
  datapoints: { GET: { report: point(report) } },
};
