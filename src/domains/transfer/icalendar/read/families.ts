import type { EventTimes } from './event-times.ts';
import { type Component, findProperty, getText } from './parse-file.ts';
import { type CalendarZones, formatFileTime } from './zones.ts';

/** An event of a file with its times. */
export interface TimedEvent {
  component: Component;
  times: EventTimes;
}

/** Function that notes a difference between the file and the result. */
export type AddNote = (component: Component, outcome: 'skipped' | 'changed', reason: string, detail?: string) => void;

/** Events with the same UID: the event itself, and its changed occurrences. Contains only the version of each with the highest sequence number. */
export interface Family {
  uid: string;
  main: TimedEvent | null;
  changed: TimedEvent[];
}

const getSequence = ({ component }: TimedEvent) => Number(getText(component, 'SEQUENCE')) || 0;

/** Returns the original time of a changed occurrence (RECURRENCE-ID) in ISO 8601; empty for other events. */
export function getRecurrenceId(component: Component, zones: CalendarZones): string {
  const property = findProperty(component, 'RECURRENCE-ID');
  return property ? formatFileTime(zones.read(property.value, property)) : '';
}

/**
 * Returns a unique name for an event without a UID. Such events are not versions of each other: events with the same start and title are
 * separate events, numbered in the order of the file.
 */
function findUniqueName(families: ReadonlyMap<string, Family>, baseName: string): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? baseName : `${baseName} (${n})`;
    if (!families.has(name)) return name;
  }
}

/** Groups the events by UID. Omits outdated versions, with a note. */
export function groupFamilies(events: readonly (TimedEvent & { recurrence: string })[], addNote: AddNote): Family[] {
  const families = new Map<string, Family>();
  const byRecurrence = new Map<string, TimedEvent>();
  for (const event of events) {
    const { component, times, recurrence } = event;
    const uid = getText(component, 'UID') || findUniqueName(families, `${formatFileTime(times.start)} ${getText(component, 'SUMMARY')}`);
    const family = families.get(uid) ?? { uid, main: null, changed: [] };
    families.set(uid, family);
    const otherVersion = recurrence === '' ? family.main : (byRecurrence.get(`${uid}#${recurrence}`) ?? null);
    if (otherVersion)
      addNote((getSequence(event) < getSequence(otherVersion) ? event : otherVersion).component, 'skipped', 'the file has a later version');
    if (otherVersion && getSequence(event) < getSequence(otherVersion)) continue;
    if (recurrence === '') family.main = event;
    else {
      byRecurrence.set(`${uid}#${recurrence}`, event);
      family.changed = [...family.changed.filter((other) => other !== otherVersion), event];
    }
  }
  return [...families.values()];
}
