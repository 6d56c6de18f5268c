import { addDays, countDaysBetween } from '#app/core/time/days.ts';
import { getSiteToday } from '#app/domains/content/site-time.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { listDays, listMidnights, type Period } from '#app/domains/figures/reading/days.ts';
import { loadSalesByDay } from '#app/domains/tickets/statistics/sales-by-day.ts';
import type { Site } from '#app/site.ts';
import type { Revenue } from './sales.reader.ts';

/** Sales of an event on one day in the time zone of the site. */
export interface SalesOfDay {
  /** `YYYY-MM-DD` */
  day: string;
  /** Number of valid tickets that were sold or reserved on that day. */
  tickets: number;
  revenue: readonly Revenue[];
}

const MIN_DAYS = 14;
const MAX_DAYS = 366;

/** Returns the days of the sales chart: from the creation of the event until today or its end, at least two weeks and at most a year. Pure. */
function getSellingPeriod(event: Pick<EventRecord, 'dateLocal' | 'endLocal'>, today: string): Period {
  const end = event.endLocal.slice(0, 10);
  const to = end < today ? end : today;
  const createdDay = event.dateLocal.slice(0, 10);
  const length = Math.min(Math.max(createdDay <= to ? countDaysBetween(createdDay, to) : 1, MIN_DAYS), MAX_DAYS);
  return { from: addDays(to, 1 - length), to };
}

type SellingEvent = Pick<EventRecord, 'id' | 'dateLocal' | 'endLocal'>;

const findEarliest = (days: readonly string[]): string => days.reduce((a, b) => (a < b ? a : b));
const findLatest = (days: readonly string[]): string => days.reduce((a, b) => (a > b ? a : b));

/** Returns the daily sales of each event, in order, for all days of its `getSellingPeriod`. Runs one SQL statement for all events. */
export async function loadSalesOverTime(site: Site, events: readonly SellingEvent[]): Promise<SalesOfDay[][]> {
  if (events.length === 0) return [];
  const today = getSiteToday(site);
  const periods = events.map((event) => getSellingPeriod(event, today));
  const period = { from: findEarliest(periods.map(({ from }) => from)), to: findLatest(periods.map(({ to }) => to)) };
  const options = { midnights: listMidnights(site, period), postIds: events.map(({ id }) => id) };
  const sold = Map.groupBy(await loadSalesByDay(site, options), ({ day, postId }) => `${postId} ${day}`);
  return events.map(({ id }, index) => {
    const { from, to } = periods[index]!;
    const offset = countDaysBetween(period.from, from) - 1;
    return listDays({ from, to }).map((day, dayIndex) => {
      const rows = sold.get(`${id} ${offset + dayIndex}`) ?? [];
      return {
        day,
        tickets: rows.reduce((sum, { tickets }) => sum + tickets, 0),
        revenue: rows.filter(({ minorUnits }) => minorUnits > 0).map(({ currency, minorUnits }) => ({ currency, minorUnits })),
      };
    });
  });
}
