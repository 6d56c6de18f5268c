import { type Component, listProperties, findProperty } from './parse-file.ts';
import type { Property } from './property.ts';
import { parseRule, type Rule } from './rule.ts';
import { DAY_MS } from './rule-days.ts';
import { InvalidValueError } from './value-fault.ts';
import { type Duration, parseDuration, parseWall } from './wall-time.ts';
import { type CalendarZones, type FileTime, toInstant } from './zones.ts';

/** Maximum duration that the site stores, in milliseconds: 68 years. */
const MAX_DURATION_MS = 2_147_483_647_000;

/** An additional time of an event, and its duration; null for the duration of the event. */
export interface ExtraDate {
  time: FileTime;
  length: Duration | null;
}

/** Times of an event according to its properties. */
export interface EventTimes {
  start: FileTime;
  length: Duration;
  rules: readonly Rule[];
  /** Rules of excluded occurrences (EXRULE, which RFC 5545 deprecates). */
  exceptRules: readonly Rule[];
  dates: readonly ExtraDate[];
  exceptDates: readonly FileTime[];
}

/** Function that is called for each property that cannot be read. */
export type OnFault = (property: string, reason: string) => void;

const roundUpToDays = (ms: number) => Math.ceil(ms / DAY_MS);

function checkLength(length: Duration): Duration {
  const ms = length.days * DAY_MS + length.ms;
  if (ms < 0) throw new InvalidValueError('it ends before it starts');
  if (ms > MAX_DURATION_MS) throw new InvalidValueError('it lasts longer than 68 years');
  return length;
}

/** Returns the duration between start and end: calendar days for all-day events, exact milliseconds for others. */
function computeLength(start: FileTime, end: FileTime): Duration {
  if (start.isDate) return checkLength({ days: roundUpToDays(end.local - start.local), ms: 0 });
  return checkLength({ days: 0, ms: toInstant(end) - toInstant(start) });
}

/** Parses `start/end` or `start/duration` (RFC 5545, 3.3.9). */
function readPeriod(value: string, property: Property, zones: CalendarZones): ExtraDate {
  const [first = '', second = ''] = value.split('/', 2);
  const time = zones.read(first, property);
  if (second === '') return { time, length: null };
  return { time, length: /^[+-]?P/i.test(second) ? checkLength(parseDuration(second)) : computeLength(time, zones.read(second, property)) };
}

function readLength(component: Component, start: FileTime, zones: CalendarZones): Duration {
  const [end, duration] = [findProperty(component, 'DTEND'), findProperty(component, 'DURATION')];
  if (end) return computeLength(start, zones.read(end.value, end));
  return duration ? checkLength(parseDuration(duration.value)) : { days: 0, ms: 0 };
}

/** Reads the times of an event. Reports and omits unreadable properties except the start. Throws `InvalidValueError` for an unreadable start. */
export function readTimes(component: Component, zones: CalendarZones, onFault: OnFault): EventTimes {
  const readOrReport = <T>(name: string, read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof InvalidValueError)) throw error;
      onFault(name, error.message);
      return undefined;
    }
  };
  /** Reads each value of all properties with a name. */
  const readValues = <T>(name: string, read: (value: string, property: Property) => T): T[] =>
    listProperties(component, name).flatMap((property) =>
      property.value.split(',').flatMap((value) => readOrReport(name, () => read(value, property)) ?? []),
    );
  const readRules = (name: string) =>
    listProperties(component, name).flatMap(
      ({ value }) =>
        readOrReport(name, () => {
          const rule = parseRule(value);
          if (rule.until !== null) parseWall(rule.until);
          return rule;
        }) ?? [],
    );
  const dtstart = findProperty(component, 'DTSTART');
  if (!dtstart) throw new InvalidValueError('it has no start');
  const start = zones.read(dtstart.value, dtstart);
  return {
    start,
    length: readOrReport(findProperty(component, 'DTEND') ? 'DTEND' : 'DURATION', () => readLength(component, start, zones)) ?? {
      days: 0,
      ms: 0,
    },
    rules: readRules('RRULE'),
    exceptRules: readRules('EXRULE'),
    dates: readValues('RDATE', (value, property) => readPeriod(value, property, zones)),
    exceptDates: readValues('EXDATE', (value, property) => zones.read(value, property)),
  };
}
