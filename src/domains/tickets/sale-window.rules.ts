import { parseTime } from '#app/core/time/spoken-time.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { toUtc, toWallTime, type Zone } from '#app/core/time/zone.ts';

/** The days and times between which a ticket is sold, on the clocks of the event's zone; empty texts are no bounds. */
export interface SaleWindow {
  startDate: string;
  startTime: string;
  endDate: string;
  endTime: string;
}

/** The moment of a bound as a wall time; null when none exists. */
export function boundOf(date: string, time: string): WallTime | null {
  return date === '' ? null : `${date}T${time === '' ? '00:00:00' : time}`;
}

/** First and last moment of a sale; null = no bound. */
export function momentsOf(window: SaleWindow, zone: Zone): { opensAt: Date | null; closesAt: Date | null } {
  const start = boundOf(window.startDate, window.startTime);
  const end = boundOf(window.endDate, window.endTime);
  return { opensAt: start === null ? null : toUtc(start, zone), closesAt: end === null ? null : toUtc(end, zone) };
}

/** Whether tickets are sold at a moment: both ends belong to the window; without an end it closes with the event (tickets.md 3). */
export function isOpen(window: SaleWindow, zone: Zone, eventEnd: Date | null, at: Date): boolean {
  const { opensAt, closesAt } = momentsOf(window, zone);
  if (opensAt !== null && at < opensAt) return false;
  const end = closesAt ?? eventEnd;
  return end === null || at <= end;
}

/** The time of a day as it was written; null for any other text. */
export function readClock(time: string) {
  return parseTime(`2000-01-01 ${time.trim()}`, 'UTC', new Date(0)) ?? null;
}

/** Reads one bound as it was written: a day, and a time of the day that begins it where none is given; no day, no bound. Null for what is neither. */
export function readBound(date: string, time: string): { date: string; time: string } | null {
  const isAllDay = time.trim() === '';
  if (!isAllDay && !readClock(time)) return null;
  if (date.trim() === '') return { date: '', time: '' };
  const day = parseTime(date, 'UTC', new Date(0));
  const clock = isAllDay ? day : readClock(time);
  return day && clock ? { date: day.wall.slice(0, 10), time: clock.wall.slice(11, 19) } : null;
}

/** The half hour in which a post was published, where sales begin that name no beginning: never one that is still to come. */
export function roundedStart(published: WallTime): { date: string; time: string } {
  const halfHour = 30 * 60_000;
  const rounded = new Date(Math.floor(Date.parse(`${published}Z`) / halfHour) * halfHour).toISOString();
  return { date: rounded.slice(0, 10), time: rounded.slice(11, 19) };
}

/** Whether a reduced price holds on the present day of the zone; a bound that is missing does not limit (tickets.md 2.4). */
export function isOnSale(sale: { saleEnabled: boolean; saleStart: string; saleEnd: string }, zone: Zone, at: Date): boolean {
  if (!sale.saleEnabled) return false;
  const today = toWallTime(at, zone).slice(0, 10);
  return (sale.saleStart === '' || today >= sale.saleStart) && (sale.saleEnd === '' || today <= sale.saleEnd);
}
