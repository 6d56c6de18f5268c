import type { Steps } from './expand-rule.ts';
import { readTimes } from './event-times.ts';
import { type CalendarEntry, readDetails, toEntryTimes } from './entry.ts';
import { groupFamilies, type Family, type AddNote, getRecurrenceId, type TimedEvent } from './families.ts';
import { type LeftOutOccurrences, expandEvent, toLocalTimeOf, isRepeating, type RuleBounds } from './occurrences.ts';
import { type Component, type ComponentFault, parseFile, findProperty, getText } from './parse-file.ts';
import { type CalendarZones, resolveZones } from './zones.ts';
import { InvalidValueError } from './value-fault.ts';

/** A note about a difference between the file and the result. */
export interface EntryNote {
  line: number;
  outcome: 'skipped' | 'changed';
  key: string;
  title: string;
  reason: string;
  detail: string;
}

/** Events of a calendar file, with a separate entry for each occurrence. */
export interface CalendarEntries {
  /** Number of VEVENTs in the file. */
  eventsInFile: number;
  entries: readonly CalendarEntry[];
  notes: readonly EntryNote[];
  /** Numbers of occurrences that were left out because they exceed the maximum, by the UID of their event. */
  leftOut: ReadonlyMap<string, number>;
}

/** Options for reading a calendar file. */
export interface ReadOptions extends RuleBounds {
  /** Zone of times without a zone, unless the file declares a default. */
  siteZone: string;
}

/** Maximum number of steps for expanding the rules of one event, and the rules of all events in a file. */
const [MAX_STEPS_PER_EVENT, MAX_STEPS_PER_FILE] = [100_000, 1_000_000];

interface ReadContext {
  options: ReadOptions;
  zones: CalendarZones;
  addNote: AddNote;
  steps: Steps;
  leftOut: Map<string, number>;
}

/** Reads the times of an event and notes unreadable properties. Returns an empty list for an event without a readable start. */
function readTimedEvent({ zones, addNote }: ReadContext, component: Component): readonly (TimedEvent & { recurrence: string })[] {
  try {
    const times = readTimes(component, zones, (property, reason) =>
      addNote(component, 'changed', `its ${property} cannot be read: it was left out`, reason),
    );
    return [{ component, times, recurrence: getRecurrenceId(component, zones) }];
  } catch (error) {
    if (!(error instanceof InvalidValueError)) throw error;
    addNote(component, 'skipped', 'its time cannot be read', error.message);
    return [];
  }
}

const formatDay = (local: number) => new Date(local).toISOString().slice(0, 10);

function addLeftOutNote(
  { addNote }: ReadContext,
  { component }: TimedEvent,
  { count, first, last, isIncomplete }: LeftOutOccurrences,
): void {
  const description =
    count === 0
      ? 'occurrences after the first part of its rule'
      : `${isIncomplete ? 'at least ' : ''}${count}, from ${formatDay(first)} to ${formatDay(last)}`;
  addNote(
    component,
    'skipped',
    'it has too many occurrences: upcoming ones are imported first; repeat the import for the next ones',
    `left out: ${description}`,
  );
}

/** A changed occurrence whose changes also apply to all later occurrences (RFC 5545, 3.2.13). `by` is the shift of the start in milliseconds. */
interface Shift {
  from: number;
  by: number;
  event: TimedEvent;
}

const isThisAndFuture = ({ component }: TimedEvent) =>
  findProperty(component, 'RECURRENCE-ID')?.parameters.get('RANGE')?.toUpperCase() === 'THISANDFUTURE';

/**
 * Returns the entries of an event: one for each occurrence. The events in `changed` replace the occurrences that they change. `startName` is the
 * original time of an event that is itself an occurrence.
 */
function readSeries(
  context: ReadContext,
  uid: string,
  main: TimedEvent,
  changed: readonly TimedEvent[],
  startName?: string,
): CalendarEntry[] {
  const { options, zones, addNote, steps } = context;
  const { start } = main.times;
  const toEntry = (event: TimedEvent, time: Parameters<typeof toEntryTimes>, key: string, series: string | null): CalendarEntry => ({
    ...readDetails(event.component),
    ...toEntryTimes(...time),
    key,
    series,
  });
  const toSeparateEntry = (event: TimedEvent, name: string) =>
    toEntry(event, [event.times.start, event.times.length], `${uid}#${name}`, uid);
  const isSeries = isRepeating(main.times);
  if (!isSeries && startName === undefined && changed.length === 0) return [toEntry(main, [start, main.times.length], uid, null)];
  const maxSteps = Math.min(MAX_STEPS_PER_EVENT, steps.remaining);
  const eventSteps: Steps = { remaining: maxSteps };
  const { occurrences, isEndless, leftOut } = expandEvent(main.times, options, eventSteps, uid, startName);
  steps.remaining -= maxSteps - Math.max(eventSteps.remaining, 0);
  if (isEndless)
    addNote(
      main.component,
      'changed',
      'it repeats without end: occurrences of the past year and the next two years are imported',
      `${occurrences.length} of them`,
    );
  if (leftOut.count > 0 || leftOut.isIncomplete) addLeftOutNote(context, main, leftOut);
  if (leftOut.count > 0) context.leftOut.set(uid, leftOut.count);
  if (occurrences.length === 0) addNote(main.component, 'skipped', 'its rule has no occurrence within the bounds');
  const changes = changed.map((event) => ({
    event,
    name: getRecurrenceId(event.component, zones),
    local: getOriginalTime(event, main, zones),
  }));
  const byLocal = new Map(changes.map(({ local, event }) => [local, event]));
  const shifts: Shift[] = changes
    .filter(({ event }) => isThisAndFuture(event))
    .map(({ event, local }) => ({ event, from: local, by: event.times.start.local - local }))
    .sort((a, b) => b.from - a.from);
  const entries = occurrences.map(({ local, length, name }) => {
    const key = isSeries || startName !== undefined ? `${uid}#${name}` : uid;
    const replacement = byLocal.get(local);
    if (replacement && isSeries) return toEntry(replacement, [replacement.times.start, replacement.times.length], key, uid);
    const shift = shifts.find(({ from }) => local > from);
    if (shift) return toEntry(shift.event, [{ ...shift.event.times.start, local: local + shift.by }, shift.event.times.length], key, uid);
    return toEntry(main, [{ ...start, local }, length], key, isSeries || startName !== undefined ? uid : null);
  });
  const existingTimes = new Set(isSeries ? occurrences.map(({ local }) => local) : []);
  const isIncomplete = isEndless || leftOut.count > 0 || leftOut.isIncomplete;
  for (const { event, local, name } of changes) {
    if (existingTimes.has(local)) continue;
    if (isIncomplete) addNote(event.component, 'skipped', 'it changes an occurrence that was left out');
    else {
      addNote(event.component, 'changed', 'it changes an occurrence that does not exist: imported as a separate event');
      entries.push(toSeparateEntry(event, name));
    }
  }
  return entries;
}

/** Returns the original time of a changed occurrence, as local time in the zone of the series' start. */
function getOriginalTime({ component }: TimedEvent, main: TimedEvent, zones: CalendarZones): number {
  const property = findProperty(component, 'RECURRENCE-ID');
  return property ? toLocalTimeOf(main.times.start, zones.read(property.value, property)) : main.times.start.local;
}

/** Sorts entries of earlier imports first, because the first event of a series becomes the parent of the others. */
function sortKnownFirst(entries: CalendarEntry[], isKnown: RuleBounds['isKnown']): CalendarEntry[] {
  return isKnown ? entries.sort((a, b) => Number(isKnown(b.key)) - Number(isKnown(a.key))) : entries;
}

function readFamily(context: ReadContext, { uid, main, changed }: Family): CalendarEntry[] {
  const { zones, options } = context;
  if (main) return sortKnownFirst(readSeries(context, uid, main, changed), options.isKnown);
  // without the series itself, each changed occurrence is an event
  return changed.flatMap((event) => readSeries(context, uid, event, [], getRecurrenceId(event.component, zones)));
}

/** Returns the result of `read`. After an unexpected error, notes that the events cannot be read and returns an empty list. */
function isolateErrors<T>(addNote: AddNote, events: readonly Component[], read: () => readonly T[]): readonly T[] {
  try {
    return read();
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 200) : String(error);
    for (const component of events) addNote(component, 'skipped', 'it cannot be read', detail);
    return [];
  }
}

function createFaultNote({ component, line, reason, detail }: ComponentFault): EntryNote {
  const isEvent = component?.name === 'VEVENT';
  return {
    line,
    outcome: 'changed',
    key: isEvent ? getText(component, 'UID') : '',
    title: isEvent ? getText(component, 'SUMMARY') : '',
    reason,
    detail,
  };
}

/**
 * Reads the single events of a calendar file, and the occurrences of series within the bounds. Throws `BrokenFileError` if it is not a calendar file.
 */
export function readCalendar(bytes: Buffer, options: ReadOptions): CalendarEntries {
  const { calendars, faults } = parseFile(bytes);
  const notes = new Map<string, EntryNote>(faults.map((fault, i) => [`fault ${i}`, createFaultNote(fault)]));
  const addNote: AddNote = (component, outcome, reason, detail = '') => {
    const [key, title] = [getText(component, 'UID'), getText(component, 'SUMMARY')];
    notes.set(`${component.line} ${reason} ${detail}`, { line: component.line, outcome, key, title, reason, detail });
  };
  const steps: Steps = { remaining: MAX_STEPS_PER_FILE };
  const leftOut = new Map<string, number>();
  const entries: CalendarEntry[] = [];
  let eventsInFile = 0;
  for (const calendar of calendars) {
    const components = calendar.children.filter(({ name }) => name === 'VEVENT');
    eventsInFile += components.length;
    const context: ReadContext = { options, zones: resolveZones(calendar, options.siteZone), addNote, steps, leftOut };
    const events = components.flatMap((component) => isolateErrors(addNote, [component], () => readTimedEvent(context, component)));
    for (const family of groupFamilies(events, addNote)) {
      const members = [...(family.main ? [family.main] : []), ...family.changed].map(({ component }) => component);
      entries.push(...isolateErrors(addNote, members, () => readFamily(context, family)));
    }
  }
  return { eventsInFile, entries, notes: [...notes.values()].sort((a, b) => a.line - b.line), leftOut };
}
