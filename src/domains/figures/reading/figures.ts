import type { PageKind } from '#app/core/caching/viewed-page.ts';
import { type CameOnDay, checkInsByDay, salesByDay, type SoldOnDay } from '#app/domains/tickets/statistics/by-day.ts';
import type { Site } from '#app/site.ts';
import { type Channel, channels } from '../views/channel.rules.ts';
import { daysOf, midnightsOf, type Period } from './days.ts';
import { viewsOf, viewsOfEvents } from './views.reader.ts';

/** Revenue in one currency. */
export interface Takings {
  /** ISO 4217. */
  currency: string;
  /** In minor units of the currency (ISO 4217). */
  minorUnits: number;
}

/** Sales and check-ins. */
export interface Trade {
  tickets: number;
  takings: readonly Takings[];
  checkIns: number;
}

/** Views, sales and check-ins; `trade` is null for viewers who do not manage attendees. */
export interface Counted {
  views: number;
  trade: Trade | null;
}

/** Statistics of one day in the site's time zone. */
export interface FiguresOfDay extends Counted {
  /** `YYYY-MM-DD` */
  day: string;
}

/** Statistics of one event in the period. */
export interface FiguresOfEvent extends Counted {
  id: number;
  /** Title as stored, which may contain HTML. */
  title: string;
}

/** Statistics of the site in a period. */
export interface Figures extends Counted {
  asked: Asked;
  /** Rows that `trade` sums up; null if it is null. */
  rows: Rows | null;
  /** Every day of the period, in order. */
  days: readonly FiguresOfDay[];
  /** Every channel, in the order of `channels`. */
  channels: readonly { channel: Channel; views: number }[];
  /** Kinds of viewed pages, most viewed first. */
  kinds: readonly { kind: PageKind; views: number }[];
}

/** Requested statistics. */
export interface Asked {
  period: Period;
  /** One event only; null = the whole site. */
  eventId: number | null;
  /** True if the viewer may see sales and check-ins. */
  seesTrade: boolean;
}

/** Sums up rows of sales and check-ins. */
function tradeOf(sold: readonly SoldOnDay[], came: readonly CameOnDay[]): Trade {
  const takings = new Map<string, number>();
  for (const { currency, minorUnits } of sold) if (minorUnits > 0) takings.set(currency, (takings.get(currency) ?? 0) + minorUnits);
  return {
    tickets: sold.reduce((sum, { tickets }) => sum + tickets, 0),
    takings: [...takings].map(([currency, minorUnits]) => ({ currency, minorUnits })).sort((a, b) => a.currency.localeCompare(b.currency)),
    checkIns: came.reduce((sum, { checkIns }) => sum + checkIns, 0),
  };
}

/** Sales and check-ins by day of the period and by post. */
interface Rows {
  sold: readonly SoldOnDay[];
  came: readonly CameOnDay[];
}

/** Sums up sales and check-ins for each day or each post. */
function tradeBy(rows: Rows | null, key: 'day' | 'postId') {
  const [sold, came] = [Map.groupBy(rows?.sold ?? [], (one) => one[key]), Map.groupBy(rows?.came ?? [], (one) => one[key])];
  return {
    keys: [...new Set([...sold.keys(), ...came.keys()])],
    of: (one: number | null): Trade | null => rows && tradeOf(sold.get(one) ?? [], came.get(one) ?? []),
  };
}

async function readRows(site: Site, { period, eventId, seesTrade }: Asked): Promise<Rows | null> {
  if (!seesTrade) return null;
  const asked = { midnights: midnightsOf(site, period), postIds: eventId === null ? null : [eventId] };
  const [sold, came] = await Promise.all([salesByDay(site, asked), checkInsByDay(site, asked)]);
  return { sold, came };
}

/** Reads the statistics of a period in three statements. */
export async function readFigures(site: Site, asked: Asked): Promise<Figures> {
  const [views, rows] = await Promise.all([viewsOf(site, asked.period, asked.eventId), readRows(site, asked)]);
  const trade = tradeBy(rows, 'day');
  const days = daysOf(asked.period).map((day, at) => ({ day, views: views.days.get(day) ?? 0, trade: trade.of(at) }));
  return {
    asked,
    rows,
    views: days.reduce((sum, one) => sum + one.views, 0),
    trade: rows && tradeOf(rows.sold, rows.came),
    days,
    channels: channels.map((channel) => ({ channel, views: views.channels.get(channel) ?? 0 })),
    kinds: [...views.kinds].map(([kind, seen]) => ({ kind, views: seen })).sort((a, b) => b.views - a.views),
  };
}

const busyness = (trade: Trade | null): number => (trade ? trade.tickets + trade.checkIns : 0);

/** Returns at most `limit` existing events of the whole site: the most viewed ones of the period, then those with the most sales and check-ins. */
export async function readBusiestEvents(site: Site, { asked, rows: known }: Figures, limit: number): Promise<FiguresOfEvent[]> {
  const trade = tradeBy(asked.eventId === null ? known : await readRows(site, { ...asked, eventId: null }), 'postId');
  const traded = trade.keys
    .flatMap((id) => (id === null ? [] : [{ id, busy: busyness(trade.of(id)) }]))
    .sort((a, b) => b.busy - a.busy)
    .slice(0, limit * 2);
  const rows = await viewsOfEvents(site, asked.period, { limit, ids: traded.map(({ id }) => id), withHidden: asked.seesTrade });
  return rows
    .map((row) => ({ ...row, trade: trade.of(row.id) }))
    .sort((a, b) => b.views - a.views || busyness(b.trade) - busyness(a.trade) || a.id - b.id)
    .slice(0, limit);
}
