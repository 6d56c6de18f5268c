import { dayAfter, daysBetween } from '#app/core/time/days.ts';
import { siteToday } from '#app/domains/content/site-time.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { daysOf, midnightsOf, type Period } from '#app/domains/figures/reading/days.ts';
import { salesByDay } from '#app/domains/tickets/statistics/by-day.ts';
import type { Site } from '#app/site.ts';
import type { Revenue } from './sales.reader.ts';

/** What one day of the site's calendar sold of an event. */
export interface SalesOfDay {
  /** `YYYY-MM-DD` */
  day: string;
  /** Settled places that were taken on that day. */
  tickets: number;
  revenue: readonly Revenue[];
}

const FEWEST_DAYS = 14;
const MOST_DAYS = 366;

/** Days that a picture of the sales is about: from when the event was put in, two weeks at least and a year at most, until today or its end. Pure. */
function sellingPeriod(event: Pick<EventRecord, 'dateLocal' | 'endLocal'>, today: string): Period {
  const end = event.endLocal.slice(0, 10);
  const to = end < today ? end : today;
  const made = event.dateLocal.slice(0, 10);
  const length = Math.min(Math.max(made <= to ? daysBetween(made, to) : 1, FEWEST_DAYS), MOST_DAYS);
  return { from: dayAfter(to, 1 - length), to };
}

/** What an event sold day by day, every day of its `sellingPeriod`, in order. One statement. */
export async function salesOverTime(site: Site, event: EventRecord): Promise<SalesOfDay[]> {
  const period = sellingPeriod(event, siteToday(site));
  const sold = Map.groupBy(await salesByDay(site, { midnights: midnightsOf(site, period), postId: event.id }), ({ day }) => day);
  return daysOf(period).map((day, at) => {
    const rows = sold.get(at) ?? [];
    return {
      day,
      tickets: rows.reduce((sum, { tickets }) => sum + tickets, 0),
      revenue: rows.filter(({ minorUnits }) => minorUnits > 0).map(({ currency, minorUnits }) => ({ currency, minorUnits })),
    };
  });
}
