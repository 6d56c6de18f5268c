import { addDays } from '#app/domains/events/calendar/days.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Occurrence } from './occurrences.ts';
import { type Component, textOf } from './parse-file.ts';
import { readTime, type ZoneReader } from './zones.ts';

/** One event of a calendar file: of repeating ones a single repetition. */
export interface CalendarEntry {
  line: number;
  /** The same each time the file is read: the UID, for repetitions with their original time. */
  key: string;
  /** The UID; repetitions of one event share it. */
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
  /** On the clocks of its zone; of an hour that comes twice only the instants tell which is meant. */
  startWall: WallTime;
  endWall: WallTime;
  startInstant: Date;
  endInstant: Date;
  timezone: string;
}

function organizerOf(component: Component): CalendarEntry['organizer'] {
  const property = component.getFirstProperty('organizer');
  if (!property) return null;
  const email = String(property.getFirstValue())
    .replace(/^mailto:/i, '')
    .trim();
  const isEmail = /^[^\s@<>]+@[^\s@<>]+$/.test(email);
  const name =
    String(property.getParameter('cn') ?? '')
      .replace(/^"|"$/g, '')
      .trim() || (isEmail ? email : '');
  return name === '' ? null : { name, email: isEmail ? email : '' };
}

function geoOf(component: Component): CalendarEntry['geo'] {
  const value: unknown = component.getFirstPropertyValue('geo');
  const [latitude, longitude] = Array.isArray(value) ? value.map(Number) : [];
  const isPlace = latitude !== undefined && longitude !== undefined && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return isPlace ? { latitude, longitude } : null;
}

const tzidOf = (component: Component, name: string): string | null => {
  const value = component.getFirstProperty(name)?.getParameter('tzid');
  return typeof value === 'string' ? value : (value?.[0] ?? null);
};

/** When it takes place; a date without time is a whole day, and the end of such days is the day after. */
function timesOf({ event, start, end }: Occurrence, reader: ZoneReader) {
  const { component } = event;
  const first = readTime(start, tzidOf(component, 'dtstart'), reader);
  const last = readTime(end, component.hasProperty('dtend') ? tzidOf(component, 'dtend') : tzidOf(component, 'dtstart'), reader);
  if (!first || !last) return null;
  if (first.isDate) {
    const lastDay = last.wall > first.wall ? addDays(last.wall.slice(0, 10), -1) : first.wall.slice(0, 10);
    return {
      allDay: true,
      startWall: first.wall,
      endWall: `${lastDay}T23:59:59`,
      startInstant: first.instant,
      endInstant: first.instant,
      timezone: first.zone,
    };
  }
  const endInstant = last.instant < first.instant ? first.instant : last.instant;
  const endWall = toWallTime(endInstant, first.zone);
  return { allDay: false, startWall: first.wall, endWall, startInstant: first.instant, endInstant, timezone: first.zone };
}

/** What a file says of one time of an event; null when that time cannot be read. */
export function entryOf(occurrence: Occurrence, uid: string, line: number, reader: ZoneReader): CalendarEntry | null {
  const { event, recurrence } = occurrence;
  const { component } = event;
  const times = timesOf(occurrence, reader);
  if (!times) return null;
  return {
    ...times,
    line,
    key: recurrence === null ? uid : `${uid}#${recurrence}`,
    series: recurrence === null ? null : uid,
    title: textOf(component, 'summary'),
    description: textOf(component, 'description'),
    location: textOf(component, 'location'),
    geo: geoOf(component),
    url: textOf(component, 'url'),
    categories: component
      .getAllProperties('categories')
      .flatMap((property) => property.getValues().map((value) => String(value).trim()))
      .filter((name) => name !== ''),
    organizer: organizerOf(component),
    isCancelled: textOf(component, 'status').toUpperCase() === 'CANCELLED',
    isPrivate: ['PRIVATE', 'CONFIDENTIAL'].includes(textOf(component, 'class').toUpperCase()),
  };
}
