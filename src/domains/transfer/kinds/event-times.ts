import { formatSqlDateTime, isInRange } from '#app/core/time/wall-time.ts';
import { isZone, toWallTime, type Zone, zoneOf } from '#app/core/time/zone.ts';
import { zoneAbbreviation } from '#app/core/time/zone-abbreviation.ts';
import type { EventRecord } from '../../events/event.record.ts';
import { decideTimes, type EventTimes } from '../../events/times.rules.ts';
import type { Remark } from '../item-kinds.ts';
import type { WxrItem, WxrMeta } from '../wxr/records.ts';
import { ItemMeta } from './item-meta.ts';

const START = '_EventStartDate';
const END = '_EventEndDate';
const START_UTC = '_EventStartDateUTC';
const END_UTC = '_EventEndDateUTC';
const SECONDS = '_EventDuration';
const ZONE = '_EventTimezone';
const ZONE_SHORT = '_EventTimezoneAbbr';
const ALL_DAY = '_EventAllDay';

/** Meta keys for the times of an event. */
export const timeKeys = [START, END, START_UTC, END_UTC, SECONDS, ZONE, ZONE_SHORT, ALL_DAY] as const;

const MOMENT = /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/;
const LONG_AGO = new Date(0);

/**
 * True if local time and moment agree. The moment then counts, because local time is ambiguous in a repeated hour. Otherwise the local time counts, because
 * people have read it.
 */
function isSame(local: string | undefined, utc: string | undefined, zone: string): boolean {
  if (local === undefined || utc === undefined || !isZone(zone)) return false;
  const [wall, moment] = [local, utc].map((text) => `${text.replace(' ', 'T')}${'T00:00:00'.slice(text.length - 10)}`) as [string, string];
  const instant = new Date(`${moment}Z`);
  return isInRange(instant.getTime()) && toWallTime(instant, zone) === wall;
}

function givenTimes(item: WxrItem) {
  const meta = new ItemMeta(item);
  const moment = (key: string) => {
    const text = meta.first(key);
    return text !== undefined && MOMENT.test(text) ? text : undefined;
  };
  const [start, startUtc, end, endUtc] = [moment(START), moment(START_UTC), moment(END), moment(END_UTC)];
  const seconds = Number(meta.first(SECONDS) || '0');
  const zone = meta.first(ZONE) ?? '';
  return {
    start: isSame(start, startUtc, zone) ? undefined : start,
    startUtc,
    end: isSame(end, endUtc, zone) ? undefined : end,
    endUtc,
    ...(end === undefined && endUtc === undefined && { durationSeconds: Number.isInteger(seconds) && seconds >= 0 ? seconds : 0 }),
    ...(isZone(zone) && { timezone: zone }),
    allDay: meta.flag(ALL_DAY) ?? false,
  };
}

function decided(item: WxrItem, siteZone: Zone, whenReversed: 'clamp' | 'refuse' = 'clamp') {
  return decideTimes({ given: givenTimes(item), stored: null, siteZone, now: LONG_AGO, whenReversed });
}

/** Returns the times of an item's event, in the site's zone by default. The item must be importable (`timesRefusal`). */
export function timesOf(item: WxrItem, siteZone: Zone): EventTimes {
  const times = decided(item, siteZone);
  if (typeof times === 'string') throw new Error(`The times of an item were to be refused: ${times}.`);
  return times;
}

/** Returns the reason to skip an event with invalid times; null if they are valid. The result is the same in every zone. */
export function timesRefusal(item: WxrItem): string | null {
  for (const zone of ['UTC', 'UTC-12', 'UTC+14'].map(zoneOf)) {
    const times = decided(item, zone);
    if (times === 'incomplete') return `it does not say when it takes place (${START}, ${END})`;
    if (times === 'endless') return 'it lasts longer than 68 years';
    if (typeof times === 'string') return `its start or end is not a time (${START}, ${END})`;
  }
  return null;
}

/** Returns remarks about times of an item that must change. */
export function timesRemarks(item: WxrItem): Remark[] {
  const zone = new ItemMeta(item).first(ZONE) ?? '';
  const remarks: Remark[] = [];
  if (zone === '') remarks.push({ reason: "it names no time zone: its times are read on this site's clocks", detail: '' });
  else if (!isZone(zone)) remarks.push({ reason: "its time zone is not known: its times are read on this site's clocks", detail: zone });
  if (decided(item, zoneOf('UTC'), 'refuse') === 'reversed')
    remarks.push({ reason: 'it ended before it began: it ends with its beginning', detail: '' });
  return remarks;
}

/** Returns the times of an event as meta. */
export function timesMeta(
  event: Pick<EventRecord, 'startLocal' | 'endLocal' | 'startUtc' | 'endUtc' | 'durationSeconds' | 'timezone' | 'allDay'>,
): WxrMeta[] {
  const said = (key: string, value: string) => ({ key, value });
  return [
    said(START, formatSqlDateTime(event.startLocal)),
    said(END, formatSqlDateTime(event.endLocal)),
    said(START_UTC, formatSqlDateTime(event.startUtc)),
    said(END_UTC, formatSqlDateTime(event.endUtc)),
    said(SECONDS, String(event.durationSeconds)),
    said(ZONE, event.timezone),
    said(ZONE_SHORT, zoneAbbreviation(event.timezone, new Date(`${event.startUtc}Z`))),
    ...(event.allDay ? [said(ALL_DAY, 'yes')] : []),
  ];
}
