import type { Ticket } from '#db';
import { parseTime } from '#app/core/time/parse-time.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { toUtc, toWallTime, type Zone } from '#app/core/time/zone.ts';

/** Days and times between which a ticket is sold, in the zone of the event or the site. Empty strings mean no limit. */
export type SaleWindow = Pick<Ticket, 'startDate' | 'startTime' | 'endDate' | 'endTime'>;

/** Returns a bound as local time, or null if there is no bound. */
export function joinDateAndTime(date: string, time: string): WallTime | null {
  return date === '' ? null : `${date}T${time === '' ? '00:00:00' : time}`;
}

/** Returns the first and the last moment of a sale; null = no limit. */
export function computeSaleInstants(window: SaleWindow, zone: Zone): { opensAt: Date | null; closesAt: Date | null } {
  const start = joinDateAndTime(window.startDate, window.startTime);
  const end = joinDateAndTime(window.endDate, window.endTime);
  return { opensAt: start === null ? null : toUtc(start, zone), closesAt: end === null ? null : toUtc(end, zone) };
}

/** True if tickets are sold at a moment. Both bounds are inclusive. Without an end, the sale ends with the event (docs/behaviour/tickets.md 3). */
export function isSaleOpen(window: SaleWindow, zone: Zone, eventEnd: Date | null, at: Date): boolean {
  const { opensAt, closesAt } = computeSaleInstants(window, zone);
  if (opensAt !== null && at < opensAt) return false;
  const end = closesAt ?? eventEnd;
  return end === null || at <= end;
}

/** Parses a time of day. Returns null for other strings. */
export function parseTimeOfDay(time: string) {
  return parseTime(`2000-01-01 ${time.trim()}`, 'UTC', new Date(0)) ?? null;
}

/**
 * Parses one bound: a day with an optional time, by default the start of the day. Without a day, there is no bound. Returns null for invalid input.
 */
export function parseSaleBound(date: string, time: string): { date: string; time: string } | null {
  const isAllDay = time.trim() === '';
  if (!isAllDay && !parseTimeOfDay(time)) return null;
  if (date.trim() === '') return { date: '', time: '' };
  const day = parseTime(date, 'UTC', new Date(0));
  const timeOfDay = isAllDay ? day : parseTimeOfDay(time);
  return day && timeOfDay ? { date: day.wall.slice(0, 10), time: timeOfDay.wall.slice(11, 19) } : null;
}

/** Returns the default start of sale: the publication time, rounded down to the half hour so that it is never in the future. */
export function computeSaleStart(published: WallTime): { date: string; time: string } {
  const halfHour = 30 * 60_000;
  const rounded = new Date(Math.floor(Date.parse(`${published}Z`) / halfHour) * halfHour).toISOString();
  return { date: rounded.slice(0, 10), time: rounded.slice(11, 19) };
}

/** True if a reduced price is valid on the current day of the zone. A missing bound means no limit (docs/behaviour/tickets.md 2.4). */
export function isReducedPriceValid(sale: { saleEnabled: boolean; saleStart: string; saleEnd: string }, zone: Zone, at: Date): boolean {
  if (!sale.saleEnabled) return false;
  const today = toWallTime(at, zone).slice(0, 10);
  return (sale.saleStart === '' || today >= sale.saleStart) && (sale.saleEnd === '' || today <= sale.saleEnd);
}
