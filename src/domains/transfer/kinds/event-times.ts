import { formatSqlDateTime, isInRange } from '#app/core/time/wall-time.ts';
import { isZone, toWallTime, type Zone, getZoneByName } from '#app/core/time/zone.ts';
import { getZoneAbbreviation } from '#app/core/time/zone-abbreviation.ts';
import type { EventRecord } from '../../events/event.record.ts';
import { decideTimes, type EventTimes } from '../../events/times.rules.ts';
import type { Remark } from '../item-kinds.ts';
import type { WxrItem, WxrMeta } from '../wxr/records.ts';
import { ItemMeta } from './item-meta.ts';

const START_KEY = '_EventStartDate';
const END_KEY = '_EventEndDate';
const START_UTC_KEY = '_EventStartDateUTC';
const END_UTC_KEY = '_EventEndDateUTC';
const SECONDS_KEY = '_EventDuration';
const ZONE_KEY = '_EventTimezone';
const ZONE_SHORT_KEY = '_EventTimezoneAbbr';
const ALL_DAY_KEY = '_EventAllDay';

/** Meta keys for the times of an event. */
export const timeKeys = [START_KEY, END_KEY, START_UTC_KEY, END_UTC_KEY, SECONDS_KEY, ZONE_KEY, ZONE_SHORT_KEY, ALL_DAY_KEY] as const;

const LOCAL_TIME = /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/;
const UNUSED_NOW = new Date(0);

/**
 * True if local and UTC time are the same moment. Then the import uses the UTC time, because a local time is ambiguous in a repeated hour.
 * Otherwise it uses the local time, which the other site has displayed.
 */
function isSameMoment(local: string | undefined, utc: string | undefined, zone: string): boolean {
  if (local === undefined || utc === undefined || !isZone(zone)) return false;
  const [localIso, utcIso] = [local, utc].map((text) => `${text.replace(' ', 'T')}${'T00:00:00'.slice(text.length - 10)}`) as [
    string,
    string,
  ];
  const instant = new Date(`${utcIso}Z`);
  return isInRange(instant.getTime()) && toWallTime(instant, zone) === localIso;
}

function readTimes(item: WxrItem) {
  const meta = new ItemMeta(item);
  const readTime = (key: string) => {
    const text = meta.getFirst(key);
    return text !== undefined && LOCAL_TIME.test(text) ? text : undefined;
  };
  const [start, startUtc, end, endUtc] = [readTime(START_KEY), readTime(START_UTC_KEY), readTime(END_KEY), readTime(END_UTC_KEY)];
  const seconds = Number(meta.getFirst(SECONDS_KEY) || '0');
  const zone = meta.getFirst(ZONE_KEY) ?? '';
  return {
    start: isSameMoment(start, startUtc, zone) ? undefined : start,
    startUtc,
    end: isSameMoment(end, endUtc, zone) ? undefined : end,
    endUtc,
    ...(end === undefined && endUtc === undefined && { durationSeconds: Number.isInteger(seconds) && seconds >= 0 ? seconds : 0 }),
    ...(isZone(zone) && { timezone: zone }),
    allDay: meta.getFlag(ALL_DAY_KEY) ?? false,
  };
}

function decideItemTimes(item: WxrItem, siteZone: Zone, whenReversed: 'clamp' | 'refuse' = 'clamp') {
  return decideTimes({ given: readTimes(item), stored: null, siteZone, now: UNUSED_NOW, whenReversed });
}

/** Returns the times of an item's event, in the site's zone if the item has none. Requires that `findTimesRefusal` returns null for the item. */
export function readEventTimes(item: WxrItem, siteZone: Zone): EventTimes {
  const times = decideItemTimes(item, siteZone);
  if (typeof times === 'string') throw new Error(`findTimesRefusal accepted an item with invalid times: ${times}.`);
  return times;
}

/** Returns the reason to skip an event with invalid times; null if they are valid. The result is the same in every zone. */
export function findTimesRefusal(item: WxrItem): string | null {
  for (const zone of ['UTC', 'UTC-12', 'UTC+14'].map(getZoneByName)) {
    const times = decideItemTimes(item, zone);
    if (times === 'incomplete') return `it has no start or end (${START_KEY}, ${END_KEY})`;
    if (times === 'endless') return 'it lasts longer than 68 years';
    if (typeof times === 'string') return `its start or end is not a time (${START_KEY}, ${END_KEY})`;
  }
  return null;
}

/** Returns remarks about times of an item that the import changes. */
export function listTimesRemarks(item: WxrItem): Remark[] {
  const zone = new ItemMeta(item).getFirst(ZONE_KEY) ?? '';
  const remarks: Remark[] = [];
  if (zone === '') remarks.push({ reason: "it has no time zone: its times are read in this site's time zone", detail: '' });
  else if (!isZone(zone)) remarks.push({ reason: "its time zone is unknown: its times are read in this site's time zone", detail: zone });
  if (decideItemTimes(item, getZoneByName('UTC'), 'refuse') === 'reversed')
    remarks.push({ reason: 'its end was before its start: it ends when it starts', detail: '' });
  return remarks;
}

/** Returns the times of an event as meta. */
export function buildTimesMeta(
  event: Pick<EventRecord, 'startLocal' | 'endLocal' | 'startUtc' | 'endUtc' | 'durationSeconds' | 'timezone' | 'allDay'>,
): WxrMeta[] {
  const createMeta = (key: string, value: string) => ({ key, value });
  return [
    createMeta(START_KEY, formatSqlDateTime(event.startLocal)),
    createMeta(END_KEY, formatSqlDateTime(event.endLocal)),
    createMeta(START_UTC_KEY, formatSqlDateTime(event.startUtc)),
    createMeta(END_UTC_KEY, formatSqlDateTime(event.endUtc)),
    createMeta(SECONDS_KEY, String(event.durationSeconds)),
    createMeta(ZONE_KEY, event.timezone),
    createMeta(ZONE_SHORT_KEY, getZoneAbbreviation(event.timezone, new Date(`${event.startUtc}Z`))),
    ...(event.allDay ? [createMeta(ALL_DAY_KEY, 'yes')] : []),
  ];
}
