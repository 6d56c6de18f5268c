import type { WallTime } from '#app/core/time/wall-time.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import { type Component, listProperties, findProperty, getText } from './parse-file.ts';
import { unescapeText } from './property.ts';
import { DAY_MS } from './rule-days.ts';
import type { Duration } from './wall-time.ts';
import { type FileTime, toInstant } from './zones.ts';

/** One event of a calendar file, or one occurrence of a series. */
export interface CalendarEntry {
  line: number;
  /** Identifies the entry in later imports: the UID, and for an occurrence also its original time. */
  key: string;
  /** UID of the series; null for a single event. */
  series: string | null;
  title: string;
  description: string;
  location: string;
  geo: { latitude: number; longitude: number } | null;
  url: string;
  categories: readonly string[];
  organizer: { name: string; email: string } | null;
  isCancelled: boolean;
  isPrivate: boolean;
  allDay: boolean;
  /** Start and end in local time of `timezone`. In a repeated hour, only the instants are unambiguous. */
  startWall: WallTime;
  endWall: WallTime;
  startInstant: Date;
  endInstant: Date;
  timezone: string;
}

/** Data of an event except its key, series and times. */
export type EntryDetails = Omit<
  CalendarEntry,
  'key' | 'series' | 'allDay' | 'startWall' | 'endWall' | 'startInstant' | 'endInstant' | 'timezone'
>;

function readOrganizer(component: Component): CalendarEntry['organizer'] {
  const property = findProperty(component, 'ORGANIZER');
  if (!property) return null;
  const email = property.value.replace(/^mailto:/i, '').trim();
  const isEmail = /^[^\s@<>]+@[^\s@<>]+$/.test(email);
  const name = unescapeText(property.parameters.get('CN') ?? '').trim() || (isEmail ? email : '');
  return name === '' ? null : { name, email: isEmail ? email : '' };
}

function parseGeo(component: Component): CalendarEntry['geo'] {
  const [latitude, longitude] = /^-?[\d.]+\s*;\s*-?[\d.]+$/.test(getText(component, 'GEO'))
    ? getText(component, 'GEO').split(';').map(Number)
    : [];
  const isPlace = latitude !== undefined && longitude !== undefined && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPlace ? { latitude, longitude } : null;
}

/** Reads the data of an event except its key, series and times. */
export function readDetails(component: Component): EntryDetails {
  return {
    line: component.line,
    title: getText(component, 'SUMMARY'),
    description: getText(component, 'DESCRIPTION'),
    location: getText(component, 'LOCATION'),
    geo: parseGeo(component),
    url: getText(component, 'URL'),
    categories: listProperties(component, 'CATEGORIES')
      .flatMap(({ value }) => value.split(/(?<!\\),/).map((category) => unescapeText(category).trim()))
      .filter((name) => name !== ''),
    organizer: readOrganizer(component),
    isCancelled: getText(component, 'STATUS').toUpperCase() === 'CANCELLED',
    isPrivate: ['PRIVATE', 'CONFIDENTIAL'].includes(getText(component, 'CLASS').toUpperCase()),
  };
}

/**
 * Returns the times of an event. A start without a clock time gives an all-day event. Days of a duration are calendar days, hours are exact
 * (RFC 5545, 3.3.6). Throws RangeError for times outside the years 1 to 9999.
 */
export function toEntryTimes(start: FileTime, { days, ms }: Duration) {
  const { local, clock, timezone } = start;
  if (start.isDate) {
    const last = local + Math.max(days + Math.ceil(ms / DAY_MS), 1) * DAY_MS - 1_000;
    const startInstant = new Date(toInstant(start));
    return {
      allDay: true,
      startWall: toWallTime(new Date(local), 'UTC'),
      endWall: toWallTime(new Date(last), 'UTC'),
      startInstant,
      endInstant: startInstant,
      timezone,
    };
  }
  const startInstant = new Date(toInstant(start));
  const endInstant = new Date((days === 0 ? startInstant.getTime() : toInstant({ local: local + days * DAY_MS, clock })) + ms);
  const [startWall, endWall] = [toWallTime(startInstant, timezone), toWallTime(endInstant, timezone)];
  return { allDay: false, startWall, endWall, startInstant, endInstant, timezone };
}
