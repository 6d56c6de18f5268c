import type { Steps } from './expand-rule.ts';
import { readTimes } from './event-times.ts';
import { type CalendarEntry, textsOf, timesOf } from './entry.ts';
import { familiesOf, type Family, type Note, recurrenceOf, type TimedEvent } from './families.ts';
import { type LeftOut, occurrencesOf, onClocksOf, repeats, type RuleBounds } from './occurrences.ts';
import { type Component, type ComponentFault, parseFile, propertyOf, textOf } from './parse-file.ts';
import { type CalendarZones, zonesOf } from './zones.ts';
import { ValueFault } from './value-fault.ts';

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
  /** Repetitions that were left out because there are too many, by the UIDs of their events. */
  leftOut: ReadonlyMap<string, number>;
}

/** How a calendar file is read. */
export interface ReadOptions extends RuleBounds {
  /** Zone of times that name none, unless the file says otherwise. */
  siteZone: string;
}

/** Steps of the rules of one event, and of all events of a file. */
const [STEPS_OF_EVENT, STEPS_OF_FILE] = [100_000, 1_000_000];

interface Reading {
  options: ReadOptions;
  zones: CalendarZones;
  note: Note;
  steps: Steps;
  leftOut: Map<string, number>;
}

/** The times of an event, whose properties that cannot be read are noted; none where it has no start that can be read. */
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

/** A changed repetition that stands for all later ones as well (RFC 5545, 3.2.13). */
interface Shift {
  from: number;
  by: number;
  event: TimedEvent;
}

const isForLater = ({ component }: TimedEvent) =>
  propertyOf(component, 'RECURRENCE-ID')?.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE';

/** An event with all of its repetitions; those that `changed` names are as it says. */
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

/** Which repetition of an event another one changes, on the clocks of its start. */
function idOf({ component }: TimedEvent, main: TimedEvent, zones: CalendarZones): number {
  const property = propertyOf(component, 'RECURRENCE-ID');
  return property ? onClocksOf(main.times.start, zones.read(property.value, property)) : main.times.start.local;
}

/** Known ones come first: they say which event a series begins with. */
function inOrder(entries: CalendarEntry[], isKnown: RuleBounds['isKnown']): CalendarEntry[] {
  return isKnown ? entries.sort((a, b) => Number(isKnown(b.key)) - Number(isKnown(a.key))) : entries;
}

function readFamily(reading: Reading, { uid, main, changed }: Family): CalendarEntry[] {
  const { zones, options } = reading;
  if (main) return inOrder(readSeries(reading, uid, main, changed), options.isKnown);
  // the file lacks the event that repeats
  return changed.flatMap((one) => readSeries(reading, uid, one, [], recurrenceOf(one.component, zones)));
}

/** What cannot be foreseen of a file costs the events it stands in. */
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

/** Reads a calendar file: each event, and of repeating ones each repetition within the bounds. Throws BrokenFile for a file that is not one. */
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
