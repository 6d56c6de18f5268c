import type { PageKind } from '#app/core/caching/viewed-page.ts';
import { type DailyCheckIns, loadCheckInsByDay, loadSalesByDay, type DailySales } from '#app/domains/tickets/statistics/sales-by-day.ts';
import type { Site } from '#app/site.ts';
import { type Channel, channels } from '../views/channel.rules.ts';
import { listDays, listMidnights, type Period } from './days.ts';
import { loadViews, loadEventViews } from './views.reader.ts';

/** Revenue in one currency. */
export interface Revenue {
  /** ISO 4217. */
  currency: string;
  /** In minor units of the currency (ISO 4217). */
  minorUnits: number;
}

/** Tickets that were sold or given away, their revenue by currency, and check-ins. */
export interface SalesAndCheckIns {
  tickets: number;
  revenue: readonly Revenue[];
  checkIns: number;
}

/** Number of page views, with sales and check-ins. */
export interface StatisticsCounts {
  views: number;
  /** Sales and check-ins. Null for viewers who do not manage attendees. */
  trade: SalesAndCheckIns | null;
}

/** Statistics of one day in the site's time zone. */
export interface DailyStatistics extends StatisticsCounts {
  /** `YYYY-MM-DD` */
  day: string;
}

/** Statistics of one event in the period. */
export interface EventStatistics extends StatisticsCounts {
  id: number;
  /** Title as stored, which may contain HTML. */
  title: string;
}

/** Statistics of the site in a period. */
export interface SiteStatistics extends StatisticsCounts {
  query: StatisticsQuery;
  /** Sales and check-ins by day and post, from which `trade` is summed up. Null if `trade` is null. */
  rows: Rows | null;
  /** Every day of the period, in order. */
  days: readonly DailyStatistics[];
  /** Every channel, in the order of `channels`. */
  channels: readonly { channel: Channel; views: number }[];
  /** Kinds of viewed pages, most viewed first. */
  kinds: readonly { kind: PageKind; views: number }[];
}

/** Requested statistics. */
export interface StatisticsQuery {
  period: Period;
  /** ID of an event; null for the whole site. */
  eventId: number | null;
  /** True if the viewer may see sales and check-ins. */
  canSeeSales: boolean;
}

/** Sums up rows of sales and check-ins. */
function sumSalesAndCheckIns(sold: readonly DailySales[], checkedIn: readonly DailyCheckIns[]): SalesAndCheckIns {
  const revenueByCurrency = new Map<string, number>();
  for (const { currency, minorUnits } of sold)
    if (minorUnits > 0) revenueByCurrency.set(currency, (revenueByCurrency.get(currency) ?? 0) + minorUnits);
  return {
    tickets: sold.reduce((sum, { tickets }) => sum + tickets, 0),
    revenue: [...revenueByCurrency]
      .map(([currency, minorUnits]) => ({ currency, minorUnits }))
      .sort((a, b) => a.currency.localeCompare(b.currency)),
    checkIns: checkedIn.reduce((sum, { checkIns }) => sum + checkIns, 0),
  };
}

/** Sales and check-ins by day of the period and by post. */
interface Rows {
  sold: readonly DailySales[];
  checkedIn: readonly DailyCheckIns[];
}

/** Groups sales and check-ins by day or post. `getSum` returns the sum of a group. */
function groupSalesAndCheckIns(rows: Rows | null, key: 'day' | 'postId') {
  const [sold, checkedIn] = [Map.groupBy(rows?.sold ?? [], (row) => row[key]), Map.groupBy(rows?.checkedIn ?? [], (row) => row[key])];
  return {
    keys: [...new Set([...sold.keys(), ...checkedIn.keys()])],
    getSum: (id: number | null): SalesAndCheckIns | null => rows && sumSalesAndCheckIns(sold.get(id) ?? [], checkedIn.get(id) ?? []),
  };
}

async function readRows(site: Site, { period, eventId, canSeeSales }: StatisticsQuery): Promise<Rows | null> {
  if (!canSeeSales) return null;
  const query = { midnights: listMidnights(site, period), postIds: eventId === null ? null : [eventId] };
  const [sold, checkedIn] = await Promise.all([loadSalesByDay(site, query), loadCheckInsByDay(site, query)]);
  return { sold, checkedIn };
}

/** Reads the statistics of a period in three statements. */
export async function loadStatistics(site: Site, query: StatisticsQuery): Promise<SiteStatistics> {
  const [views, rows] = await Promise.all([loadViews(site, query.period, query.eventId), readRows(site, query)]);
  const salesByDay = groupSalesAndCheckIns(rows, 'day');
  const days = listDays(query.period).map((day, index) => ({ day, views: views.days.get(day) ?? 0, trade: salesByDay.getSum(index) }));
  return {
    query,
    rows,
    views: days.reduce((sum, item) => sum + item.views, 0),
    trade: rows && sumSalesAndCheckIns(rows.sold, rows.checkedIn),
    days,
    channels: channels.map((channel) => ({ channel, views: views.channels.get(channel) ?? 0 })),
    kinds: [...views.kinds].map(([kind, viewCount]) => ({ kind, views: viewCount })).sort((a, b) => b.views - a.views),
  };
}

const computeActivity = (sales: SalesAndCheckIns | null): number => (sales ? sales.tickets + sales.checkIns : 0);

/**
 * Returns at most `limit` events of the whole site, sorted by views in the period, then by sales and check-ins. Ignores the event of the query and
 * omits deleted events.
 */
export async function readBusiestEvents(
  site: Site,
  { query, rows: rowsOfQuery }: SiteStatistics,
  limit: number,
): Promise<EventStatistics[]> {
  const salesByPost = groupSalesAndCheckIns(
    query.eventId === null ? rowsOfQuery : await readRows(site, { ...query, eventId: null }),
    'postId',
  );
  const eventsByActivity = salesByPost.keys
    .flatMap((id) => (id === null ? [] : [{ id, activity: computeActivity(salesByPost.getSum(id)) }]))
    .sort((a, b) => b.activity - a.activity)
    .slice(0, limit * 2);
  const rows = await loadEventViews(site, query.period, {
    limit,
    ids: eventsByActivity.map(({ id }) => id),
    includesUnpublished: query.canSeeSales,
  });
  return rows
    .map((row) => ({ ...row, trade: salesByPost.getSum(row.id) }))
    .sort((a, b) => b.views - a.views || computeActivity(b.trade) - computeActivity(a.trade) || a.id - b.id)
    .slice(0, limit);
}
