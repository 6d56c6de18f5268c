import type { EventTimes } from './event-times.ts';
import { type Component, propertyOf, textOf } from './parse-file.ts';
import { type CalendarZones, writtenAs } from './zones.ts';

/** An event of a file with its times. */
export interface TimedEvent {
  component: Component;
  times: EventTimes;
}

/** Notes a difference between the file and the result. */
export type Note = (one: Component, outcome: 'skipped' | 'changed', reason: string, detail?: string) => void;

/** Events with the same UID: the event itself, and moved or changed occurrences. Of several versions, the one with the highest sequence number counts. */
export interface Family {
  uid: string;
  main: TimedEvent | null;
  changed: TimedEvent[];
}

const sequenceOf = ({ component }: TimedEvent) => Number(textOf(component, 'SEQUENCE')) || 0;

/** Returns the original time of an occurrence as in the file; empty for other events. */
export function recurrenceOf(component: Component, zones: CalendarZones): string {
  const property = propertyOf(component, 'RECURRENCE-ID');
  return property ? writtenAs(zones.read(property.value, property)) : '';
}

/**
 * Returns a unique name for an event without a UID. Such events are not versions of each other: several with the same start and name are separate events, in
 * the order of the file.
 */
function unusedName(families: ReadonlyMap<string, Family>, wanted: string): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted} (${n})`;
    if (!families.has(name)) return name;
  }
}

/** Groups the events by UID. Omits and notes outdated versions. */
export function familiesOf(events: readonly (TimedEvent & { recurrence: string })[], note: Note): Family[] {
  const families = new Map<string, Family>();
  const byRecurrence = new Map<string, TimedEvent>();
  for (const one of events) {
    const { component, times, recurrence } = one;
    const uid = textOf(component, 'UID') || unusedName(families, `${writtenAs(times.start)} ${textOf(component, 'SUMMARY')}`);
    const family = families.get(uid) ?? { uid, main: null, changed: [] };
    families.set(uid, family);
    const former = recurrence === '' ? family.main : (byRecurrence.get(`${uid}#${recurrence}`) ?? null);
    if (former) note((sequenceOf(one) < sequenceOf(former) ? one : former).component, 'skipped', 'the file has a later version of it');
    if (former && sequenceOf(one) < sequenceOf(former)) continue;
    if (recurrence === '') family.main = one;
    else {
      byRecurrence.set(`${uid}#${recurrence}`, one);
      family.changed = [...family.changed.filter((other) => other !== former), one];
    }
  }
  return [...families.values()];
}
