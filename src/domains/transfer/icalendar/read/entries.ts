import type { Steps } from './expand-rule.ts';
import { readTimes } from './event-times.ts';
import { type CalendarEntry, textsOf, timesOf } from './entry.ts';
import { familiesOf, type Family, type Note, recurrenceOf, type TimedEvent } from './families.ts';
import { type LeftOut, occurrencesOf, onClocksOf, repeats, type RuleBounds } from './occurrences.ts';
import { type Component, type ComponentFault, parseFile, propertyOf, textOf } from './parse-file.ts';
import { type CalendarZones, zonesOf } from './zones.ts';
import { ValueFault } from './value-fault.ts';

/** A difference between the file and the result. */
export interface EntryNote {
  line: number;
  outcome: 'skipped' | 'changed';
  key: string;
  title: string;
  reason: string;
  detail: string;
}

/** Contents of a calendar file, with a separate entry for each occurrence. */
export interface ReadCalendar {
  /** Number of VEVENTs in the file. */
  eventsInFile: number;
  entries: readonly CalendarEntry[];
  notes: readonly EntryNote[];
  /** Number of occurrences that exceed the maximum, by the UID of their event. */
  leftOut: ReadonlyMap<string, number>;
}

/** Options for reading a calendar file. */
export interface ReadOptions extends RuleBounds {
  /** Default zone of times without one, unless the file declares a zone. */
  siteZone: string;
}

/** Maximum steps for the rules of one event, and of all events in a file. */
const [STEPS_OF_EVENT, STEPS_OF_FILE] = [100_000, 1_000_000];

interface Reading {
  options: ReadOptions;
  zones: CalendarZones;
  note: Note;
  steps: Steps;
  leftOut: Map<string, number>;
}

/** Reads the times of an event and notes unreadable properties. Empty without a readable start. */
function timedEvent({ zones, note }: Reading, component: Component): readonly (TimedEvent & { recurrence: string })[] {
  try {
    const times = readTimes(component, zones, (property, reason) =>
      note(component, 'changed', `its ${property} cannot be read: it was left out`, reason),
    );
    return [{ component, times, recurrence: recurrenceOf(component, zones) }];
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    note(component, 'skipped', 'it has no time that can be read', error.message);
    return [];
  }
}

const day = (local: number) => new Date(local).toISOString().slice(0, 10);

function noteLeftOut({ note }: Reading, { component }: TimedEvent, { count, first, last, isMore }: LeftOut): void {
  const some = count === 0 ? 'those after many steps' : `${isMore ? 'at least ' : ''}${count}, from ${day(first)} to ${day(last)}`;
  note(
    component,
    'skipped',
    'it has too many repetitions: upcoming ones come in first, a repeated import brings the next ones',
    `left out: ${some}`,
  );
}

/** A changed occurrence that also applies to all later ones (RFC 5545, 3.2.13). */
interface Shift {
  from: number;
  by: number;
  event: TimedEvent;
}

const isForLater = ({ component }: TimedEvent) =>
  propertyOf(component, 'RECURRENCE-ID')?.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE';

/** Returns an event with all occurrences, some of them replaced by `changed`. */
function readSeries(
  reading: Reading,
  uid: string,
  main: TimedEvent,
  changed: readonly TimedEvent[],
  nameOfStart?: string,
): CalendarEntry[] {
  const { options, zones, note, steps } = reading;
  const { start } = main.times;
  const entry = (one: TimedEvent, time: Parameters<typeof timesOf>, key: string, series: string | null): CalendarEntry => ({
    ...textsOf(one.component),
    ...timesOf(...time),
    key,
    series,
  });
  const atOwnTimes = (one: TimedEvent, name: string) => entry(one, [one.times.start, one.times.length], `${uid}#${name}`, uid);
  const isSeries = repeats(main.times);
  if (!isSeries && nameOfStart === undefined && changed.length === 0) return [entry(main, [start, main.times.length], uid, null)];
  const own: Steps = { left: Math.min(STEPS_OF_EVENT, steps.left) };
  const before = own.left;
  const { occurrences, isEndless, left } = occurrencesOf(main.times, options, own, uid, nameOfStart);
  steps.left -= before - Math.max(own.left, 0);
  if (isEndless)
    note(
      main.component,
      'changed',
      'it repeats without end: its repetitions of a year back and two years ahead come in',
      `${occurrences.length} of them`,
    );
  if (left.count > 0 || left.isMore) noteLeftOut(reading, main, left);
  if (left.count > 0) reading.leftOut.set(uid, left.count);
  if (occurrences.length === 0) note(main.component, 'skipped', 'its rule names no time within the bounds');
  const named = changed.map((event) => ({ event, name: recurrenceOf(event.component, zones), local: idOf(event, main, zones) }));
  const byLocal = new Map(named.map(({ local, event }) => [local, event]));
  const shifts: Shift[] = named
    .filter(({ event }) => isForLater(event))
    .map(({ event, local }) => ({ event, from: local, by: event.times.start.local - local }))
    .sort((a, b) => b.from - a.from);
  const entries = occurrences.map(({ local, length, name }) => {
    const key = isSeries || nameOfStart !== undefined ? `${uid}#${name}` : uid;
    const exact = byLocal.get(local);
    if (exact && isSeries) return entry(exact, [exact.times.start, exact.times.length], key, uid);
    const shift = shifts.find(({ from }) => local > from);
    if (shift) return entry(shift.event, [{ ...shift.event.times.start, local: local + shift.by }, shift.event.times.length], key, uid);
    return entry(main, [{ ...start, local }, length], key, isSeries || nameOfStart !== undefined ? uid : null);
  });
  const taken = new Set(isSeries ? occurrences.map(({ local }) => local) : []);
  const isCut = isEndless || left.count > 0 || left.isMore;
  for (const { event, local, name } of named) {
    if (taken.has(local)) continue;
    if (isCut) note(event.component, 'skipped', 'it changes a repetition that does not come in');
    else {
      note(event.component, 'changed', 'it changes a repetition that there is not: an event of its own');
      entries.push(atOwnTimes(event, name));
    }
  }
  return entries;
}

/** Returns the original time of a changed occurrence, in local time of the series' start. */
function idOf({ component }: TimedEvent, main: TimedEvent, zones: CalendarZones): number {
  const property = propertyOf(component, 'RECURRENCE-ID');
  return property ? onClocksOf(main.times.start, zones.read(property.value, property)) : main.times.start.local;
}

/** Sorts known entries first, because they determine the first event of a series. */
function inOrder(entries: CalendarEntry[], isKnown: RuleBounds['isKnown']): CalendarEntry[] {
  return isKnown ? entries.sort((a, b) => Number(isKnown(b.key)) - Number(isKnown(a.key))) : entries;
}

function readFamily(reading: Reading, { uid, main, changed }: Family): CalendarEntry[] {
  const { zones, options } = reading;
  if (main) return inOrder(readSeries(reading, uid, main, changed), options.isKnown);
  // the file lacks the series itself
  return changed.flatMap((one) => readSeries(reading, uid, one, [], recurrenceOf(one.component, zones)));
}

/** Limits an unexpected error to the events that caused it. */
function withinEvent<T>(note: Note, events: readonly Component[], read: () => readonly T[]): readonly T[] {
  try {
    return read();
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : String(error);
    for (const component of events) note(component, 'skipped', 'it cannot be read', detail);
    return [];
  }
}

function noteOfFault({ component, line, reason, detail }: ComponentFault): EntryNote {
  const isEvent = component?.name === 'VEVENT';
  return {
    line,
    outcome: 'changed',
    key: isEvent ? textOf(component, 'UID') : '',
    title: isEvent ? textOf(component, 'SUMMARY') : '',
    reason,
    detail,
  };
}

/** Reads a calendar file: each event, and for series each occurrence within the bounds. Throws BrokenFile if it is not a calendar file. */
export function readCalendar(bytes: Buffer, options: ReadOptions): ReadCalendar {
  const { calendars, faults } = parseFile(bytes);
  const notes = new Map<string, EntryNote>(faults.map((fault, i) => [`fault ${i}`, noteOfFault(fault)]));
  const note: Note = (component, outcome, reason, detail = '') => {
    const [key, title] = [textOf(component, 'UID'), textOf(component, 'SUMMARY')];
    notes.set(`${component.line} ${reason} ${detail}`, { line: component.line, outcome, key, title, reason, detail });
  };
  const steps: Steps = { left: STEPS_OF_FILE };
  const leftOut = new Map<string, number>();
  const entries: CalendarEntry[] = [];
  let eventsInFile = 0;
  for (const calendar of calendars) {
    const components = calendar.children.filter(({ name }) => name === 'VEVENT');
    eventsInFile += components.length;
    const reading: Reading = { options, zones: zonesOf(calendar, options.siteZone), note, steps, leftOut };
    const events = components.flatMap((one) => withinEvent(note, [one], () => timedEvent(reading, one)));
    for (const family of familiesOf(events, note)) {
      const members = [...(family.main ? [family.main] : []), ...family.changed].map(({ component }) => component);
      entries.push(...withinEvent(note, members, () => readFamily(reading, family)));
    }
  }
  return { eventsInFile, entries, notes: [...notes.values()].sort((a, b) => a.line - b.line), leftOut };
}
