import ICAL from 'ical.js';
import { type Component, textOf } from './parse-file.ts';

/** An event with its place in the file. */
export interface Placed {
  component: Component;
  line: number;
}

/** Something that became otherwise than the file says. */
export type Note = (one: Placed, outcome: 'skipped' | 'changed', reason: string, detail?: string) => void;

const sequenceOf = ({ component }: Placed) => Number(textOf(component, 'sequence')) || 0;

/** The start of an event; null when it says none that can be read. */
function startOf(component: Component): InstanceType<typeof ICAL.Time> | null {
  try {
    return component.getFirstPropertyValue('dtstart') as InstanceType<typeof ICAL.Time> | null;
  } catch {
    return null;
  }
}

/** Some programs name repetitions of whole days by a time: the day counts then. */
export function alignRecurrence(main: Component, changed: Component): void {
  const recurrence = changed.getFirstPropertyValue('recurrence-id') as InstanceType<typeof ICAL.Time> | null;
  if (!startOf(main)?.isDate || !recurrence || recurrence.isDate) return;
  const property = changed.getFirstProperty('recurrence-id');
  property?.removeParameter('tzid');
  property?.resetType('date');
  property?.setValue(ICAL.Time.fromDateString(recurrence.toString().slice(0, 10)));
}

/** Events of one UID: the event itself, and repetitions that were moved or changed. Of several versions the one with the highest number counts. */
export interface Family {
  uid: string;
  main: Placed | null;
  changed: Placed[];
}

/** Events without a UID are nobody's versions: of several with one start and name each is one of its own, in the order of the file. */
function unusedName(families: ReadonlyMap<string, Family>, wanted: string): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted} (${n})`;
    if (!families.has(name)) return name;
  }
}

/** The events by their UIDs. Those without a start, and outdated versions, are left out and noted. */
export function familiesOf(events: readonly Placed[], note: Note): Family[] {
  const families = new Map<string, Family>();
  for (const one of events) {
    const start = startOf(one.component);
    if (!start) {
      note(one, 'skipped', 'it says no start that can be read');
      continue;
    }
    const uid = textOf(one.component, 'uid') || unusedName(families, `${start.toString()} ${textOf(one.component, 'summary')}`);
    const family = families.get(uid) ?? { uid, main: null, changed: [] };
    families.set(uid, family);
    const recurrence = textOf(one.component, 'recurrence-id');
    const former =
      recurrence === '' ? family.main : (family.changed.find(({ component }) => textOf(component, 'recurrence-id') === recurrence) ?? null);
    if (former) note(sequenceOf(one) < sequenceOf(former) ? one : former, 'skipped', 'the file has a later version of it');
    if (former && sequenceOf(one) < sequenceOf(former)) continue;
    if (recurrence === '') family.main = one;
    else family.changed = [...family.changed.filter((other) => other !== former), one];
  }
  return [...families.values()];
}
