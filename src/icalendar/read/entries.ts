import ICAL from 'ical.js';
import { addDays } from '../../calendar/days.ts';
import { wallToMs, type WallTime } from '../../core/time/wall-time.ts';
import { isZone } from '../../core/time/zone.ts';
import { type Component, parseFile } from './parse-file.ts';
import { occurrencesOf, type Occurrence, type RuleBounds } from './occurrences.ts';
import { describeZones, ianaOf, readTime, type ZoneReader } from './zones.ts';

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
  startWall: WallTime;
  endWall: WallTime;
  startInstant: Date;
  endInstant: Date;
  timezone: string;
}

/** Something that became otherwise than the file says. */
export interface EntryNote {
  line: number;
  outcome: 'skipped' | 'changed';
  key: string;
  title: string;
  reason: string;
  detail: string;
}

export interface ReadCalendar {
  /** How many VEVENTs the file has. */
  eventsInFile: number;
  entries: readonly CalendarEntry[];
  notes: readonly EntryNote[];
}

export interface ReadOptions extends RuleBounds {
  /** Zone of times that name none, unless the file says otherwise. */
  siteZone: string;
}

interface Placed {
  component: Component;
  line: number;
}

const text = (component: Component, name: string): string => {
  const value = component.getFirstPropertyValue(name);
  return typeof value === 'string' ? value.replaceAll('\0', '').trim() : value === null ? '' : String(value as { toString(): string });
};

const sequenceOf = ({ component }: Placed) => Number(text(component, 'sequence')) || 0;

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
  const endWall = last.zone === first.zone && endInstant === last.instant ? last.wall : null;
  return { allDay: false, startWall: first.wall, endWall, startInstant: first.instant, endInstant, timezone: first.zone };
}

function entryOf(occurrence: Occurrence, uid: string, line: number, reader: ZoneReader): CalendarEntry | null {
  const { event, recurrence } = occurrence;
  const { component } = event;
  const times = timesOf(occurrence, reader);
  if (!times) return null;
  const endWall =
    times.endWall ??
    new Date(wallToMs(times.startWall) + (times.endInstant.getTime() - times.startInstant.getTime())).toISOString().slice(0, 19);
  return {
    ...times,
    endWall,
    line,
    key: recurrence === null ? uid : `${uid}#${recurrence}`,
    series: recurrence === null ? null : uid,
    title: text(component, 'summary'),
    description: text(component, 'description'),
    location: text(component, 'location'),
    geo: geoOf(component),
    url: text(component, 'url'),
    categories: component
      .getAllProperties('categories')
      .flatMap((property) => property.getValues().map((value) => String(value).trim()))
      .filter((name) => name !== ''),
    organizer: organizerOf(component),
    isCancelled: text(component, 'status').toUpperCase() === 'CANCELLED',
    isPrivate: ['PRIVATE', 'CONFIDENTIAL'].includes(text(component, 'class').toUpperCase()),
  };
}

/** The start of an event; null when it says none that can be read. */
function startOf(component: Component): InstanceType<typeof ICAL.Time> | null {
  try {
    return component.getFirstPropertyValue('dtstart') as InstanceType<typeof ICAL.Time> | null;
  } catch {
    return null;
  }
}

/** Some programs name repetitions of whole days by a time: the day counts then. */
function alignRecurrence(main: Component, changed: Component): void {
  const recurrence = changed.getFirstPropertyValue('recurrence-id') as InstanceType<typeof ICAL.Time> | null;
  if (!startOf(main)?.isDate || !recurrence || recurrence.isDate) return;
  const property = changed.getFirstProperty('recurrence-id');
  property?.removeParameter('tzid');
  property?.resetType('date');
  property?.setValue(ICAL.Time.fromDateString(recurrence.toString().slice(0, 10)));
}

/** Events of one UID: the event itself, and repetitions that were moved or changed. Of several versions the one with the highest number counts. */
interface Family {
  uid: string;
  main: Placed | null;
  changed: Placed[];
}

function familiesOf(events: readonly Placed[], note: (one: Placed, outcome: EntryNote['outcome'], reason: string) => void): Family[] {
  const families = new Map<string, Family>();
  for (const one of events) {
    const start = startOf(one.component);
    if (!start) {
      note(one, 'skipped', 'it says no start that can be read');
      continue;
    }
    const uid = text(one.component, 'uid') || `${start.toString()} ${text(one.component, 'summary')}`;
    const family = families.get(uid) ?? { uid, main: null, changed: [] };
    families.set(uid, family);
    const recurrence = text(one.component, 'recurrence-id');
    const former =
      recurrence === '' ? family.main : (family.changed.find(({ component }) => text(component, 'recurrence-id') === recurrence) ?? null);
    if (former) note(sequenceOf(one) < sequenceOf(former) ? one : former, 'skipped', 'the file has a later version of it');
    if (former && sequenceOf(one) < sequenceOf(former)) continue;
    if (recurrence === '') family.main = one;
    else family.changed = [...family.changed.filter((other) => other !== former), one];
  }
  return [...families.values()];
}

function ownZoneOf(calendar: Component, siteZone: string): string {
  const named = ianaOf(text(calendar, 'x-wr-timezone'));
  return named !== null && isZone(named) ? named : siteZone;
}

interface Reading {
  options: ReadOptions;
  ownZone: string;
  placed: readonly Placed[];
  note(one: Placed, outcome: EntryNote['outcome'], reason: string, detail?: string): void;
}

function readerOf({ ownZone, note }: Reading, one: Placed): ZoneReader {
  return { ownZone, onUnknown: (tzid) => note(one, 'changed', 'its time zone is not known: read on the clocks of the calendar', tzid) };
}

/** A changed repetition as an event of its own: the file lacks the event that repeats, or its rule does not name that time. */
function readAlone(reading: Reading, uid: string, one: Placed): CalendarEntry[] {
  const event = new ICAL.Event(one.component);
  const entry = entryOf(
    { event, start: event.startDate, end: event.endDate, recurrence: text(one.component, 'recurrence-id') },
    uid,
    one.line,
    readerOf(reading, one),
  );
  if (!entry) reading.note(one, 'skipped', 'its times cannot be read');
  return entry ? [entry] : [];
}

function readFamily(reading: Reading, { uid, main, changed }: Family): CalendarEntry[] {
  const { options, placed, note } = reading;
  if (!main) return changed.flatMap((one) => readAlone(reading, uid, one));
  for (const one of changed) alignRecurrence(main.component, one.component);
  const event = new ICAL.Event(main.component, { exceptions: changed.map(({ component }) => component) });
  const { occurrences, isCut } = occurrencesOf(event, options);
  if (isCut)
    note(main, 'changed', 'it repeats without end or very often: some of its repetitions come in', `${occurrences.length} of them`);
  if (occurrences.length === 0) note(main, 'skipped', 'its rule names no time within the bounds');
  const lineOf = (component: Component) => placed.find((one) => one.component === component)?.line ?? main.line;
  const entries = occurrences.flatMap((one) => entryOf(one, uid, lineOf(one.event.component), readerOf(reading, main)) ?? []);
  if (entries.length < occurrences.length) note(main, 'skipped', 'its times cannot be read');
  const taken = new Set(occurrences.map((one) => one.event.component));
  const alone = changed
    .filter(({ component }) => !taken.has(component))
    .flatMap((one) => {
      if (isCut) {
        note(one, 'skipped', 'it changes a repetition that does not come in');
        return [];
      }
      note(one, 'changed', 'it changes a repetition that there is not: an event of its own');
      return readAlone(reading, uid, one);
    });
  return [...entries, ...alone];
}

/** Reads a calendar file: each event, and of repeating ones each repetition within the bounds. Throws BrokenFile for a file that is none. */
export function readCalendar(source: string, options: ReadOptions): ReadCalendar {
  const { calendars, eventLines } = parseFile(source);
  const notes = new Map<string, EntryNote>();
  const entries: CalendarEntry[] = [];
  let index = 0;
  for (const calendar of calendars) {
    const placed = calendar.getAllSubcomponents('vevent').map((component): Placed => ({ component, line: eventLines[index++] ?? 0 }));
    const note: Reading['note'] = ({ component, line }, outcome, reason, detail = '') => {
      notes.set(`${line} ${reason} ${detail}`, {
        line,
        outcome,
        key: text(component, 'uid'),
        title: text(component, 'summary'),
        reason,
        detail,
      });
    };
    describeZones(calendar, options.until.getUTCFullYear() + 1);
    const reading: Reading = { options, ownZone: ownZoneOf(calendar, options.siteZone), placed, note };
    for (const family of familiesOf(placed, note)) entries.push(...readFamily(reading, family));
  }
  return { eventsInFile: index, entries, notes: [...notes.values()].sort((a, b) => a.line - b.line) };
}
