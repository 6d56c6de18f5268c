import ICAL from 'ical.js';
import { isZone } from '#app/core/time/zone.ts';
import { type CalendarEntry, entryOf } from './entry.ts';
import { alignRecurrence, familiesOf, type Family, type Note, type Placed } from './families.ts';
import { occurrencesOf, type RuleBounds } from './occurrences.ts';
import { type BrokenPart, type Component, parseFile, textOf } from './parse-file.ts';
import { describeZones, ianaOf, type ZoneReader } from './zones.ts';

/** Something that became otherwise than the file says. */
export interface EntryNote {
  line: number;
  outcome: 'skipped' | 'changed';
  key: string;
  title: string;
  reason: string;
  detail: string;
}

/** What a calendar file says, each occurrence an entry of its own. */
export interface ReadCalendar {
  /** How many VEVENTs the file has. */
  eventsInFile: number;
  entries: readonly CalendarEntry[];
  notes: readonly EntryNote[];
}

/** How a calendar file is read. */
export interface ReadOptions extends RuleBounds {
  /** Zone of times that name none, unless the file says otherwise. */
  siteZone: string;
}

function ownZoneOf(calendar: Component, siteZone: string): string {
  const named = ianaOf(textOf(calendar, 'x-wr-timezone'));
  return named !== null && isZone(named) ? named : siteZone;
}

interface Reading {
  options: ReadOptions;
  ownZone: string;
  placed: readonly Placed[];
  note: Note;
}

function readerOf({ ownZone, note }: Reading, one: Placed): ZoneReader {
  return { ownZone, onUnknown: (tzid) => note(one, 'changed', 'its time zone is not known: read on the clocks of the calendar', tzid) };
}

/** A changed repetition as an event of its own: the file lacks the event that repeats, or its rule does not name that time. */
function readAlone(reading: Reading, uid: string, one: Placed): CalendarEntry[] {
  const event = new ICAL.Event(one.component);
  const entry = entryOf(
    { event, start: event.startDate, end: event.endDate, recurrence: textOf(one.component, 'recurrence-id') },
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

/** Of an event the whole is left out; of anything else the events that it is about do come in. */
function brokenNote({ name, line, badLine, reason }: BrokenPart): EntryNote {
  return {
    line,
    outcome: name === 'VEVENT' ? 'skipped' : 'changed',
    key: '',
    title: '',
    reason: name === '' ? 'a line of the calendar cannot be read' : `a line of this ${name} cannot be read: it was left out`,
    detail: `line ${badLine}: ${reason}`,
  };
}

/** Reads a calendar file: each event, and of repeating ones each repetition within the bounds. Throws BrokenFile for a file that is none. */
export function readCalendar(source: string, options: ReadOptions): ReadCalendar {
  const { calendars, eventLines, broken } = parseFile(source);
  const notes = new Map<string, EntryNote>(broken.map((part) => [`${part.line} ${part.badLine}`, brokenNote(part)]));
  const entries: CalendarEntry[] = [];
  let index = 0;
  for (const calendar of calendars) {
    const placed = calendar.getAllSubcomponents('vevent').map((component): Placed => ({ component, line: eventLines[index++] ?? 0 }));
    const note: Note = ({ component, line }, outcome, reason, detail = '') => {
      notes.set(`${line} ${reason} ${detail}`, {
        line,
        outcome,
        key: textOf(component, 'uid'),
        title: textOf(component, 'summary'),
        reason,
        detail,
      });
    };
    describeZones(calendar, options.until.getUTCFullYear() + 1);
    const reading: Reading = { options, ownZone: ownZoneOf(calendar, options.siteZone), placed, note };
    for (const family of familiesOf(placed, note)) entries.push(...readFamily(reading, family));
  }
  const lost = broken.filter(({ name }) => name === 'VEVENT').length;
  return { eventsInFile: index + lost, entries, notes: [...notes.values()].sort((a, b) => a.line - b.line) };
}
