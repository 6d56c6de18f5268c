import { isZone, localToInstant, type Zone, getZoneByName } from '#app/core/time/zone.ts';
import { type Component, getText } from './parse-file.ts';
import type { Property } from './property.ts';
import { InvalidValueError } from './value-fault.ts';
import { toZone } from './vtimezone-clock.ts';
import { parseWall } from './wall-time.ts';
import { findZoneByTzid } from './zone-names.ts';

/** A date or time of a file with its zone. */
export interface FileTime {
  /** Local time in milliseconds, read as UTC. */
  local: number;
  /** Zone that converts the local time to an instant. A VTIMEZONE of the file may define it. */
  clock: Zone;
  isDate: boolean;
  isUtc: boolean;
  /** Name of the time zone to store with the event, which the site must know. */
  timezone: string;
}

/** Returns the instant of a time. */
export const toInstant = ({ local, clock }: Pick<FileTime, 'local' | 'clock'>) => localToInstant(local, clock);

/** Returns the local time at an instant, in milliseconds read as UTC. */
export const toLocal = (clock: Zone, instant: number) => instant + clock.getOffset(instant);

/** Formats a time of the file in ISO 8601, to identify occurrences. */
export function formatFileTime({ local, isDate, isUtc }: Pick<FileTime, 'local' | 'isDate' | 'isUtc'>): string {
  const text = new Date(local).toISOString();
  return isDate ? text.slice(0, 10) : `${text.slice(0, 19)}${isUtc ? 'Z' : ''}`;
}

/** The time zones of one calendar. */
export interface CalendarZones {
  /** Zone of times without a zone. */
  defaultZone: string;
  /** Parses one value of a property. Throws `InvalidValueError` for an invalid time or an unknown zone. */
  read(value: string, property: Pick<Property, 'parameters'>): FileTime;
}

/** Returns the zones of a calendar. Times without a zone are in the zone that the calendar declares, or in `siteZone` if it declares none. */
export function resolveZones(calendar: Component, siteZone: string): CalendarZones {
  const vtimezones = new Map(
    calendar.children.filter(({ name }) => name === 'VTIMEZONE').map((vtimezone) => [getText(vtimezone, 'TZID'), vtimezone]),
  );
  const declaredZone = findZoneByTzid(getText(calendar, 'X-WR-TIMEZONE'));
  const defaultZone = declaredZone !== null && isZone(declaredZone) ? declaredZone : siteZone;
  const knownZones = new Map<string, Pick<FileTime, 'clock' | 'timezone' | 'isUtc'>>();
  const utc = { clock: getZoneByName('UTC'), timezone: defaultZone, isUtc: true };
  const findZone = (tzid: string): Pick<FileTime, 'clock' | 'timezone' | 'isUtc'> => {
    const zone = findZoneByTzid(tzid);
    if (zone === 'UTC') return utc;
    if (zone !== null) return { clock: getZoneByName(zone), timezone: zone, isUtc: false };
    const vtimezone = vtimezones.get(tzid);
    if (!vtimezone) throw new InvalidValueError(`its time zone "${tzid.slice(0, 80)}" is unknown, and the file does not define it`);
    return { clock: toZone(vtimezone, tzid), timezone: 'UTC', isUtc: false };
  };
  return {
    defaultZone,
    read(value, { parameters }) {
      const { local, isDate, isUtc } = parseWall(value);
      const floating = { clock: getZoneByName(defaultZone), timezone: defaultZone, isUtc: false };
      // some programs write every date as a time at midnight
      if (isDate || (parameters.get('VALUE')?.toUpperCase() === 'DATE' && local % 86_400_000 === 0))
        return { local, isDate: true, ...floating };
      if (isUtc) return { local, isDate, ...utc };
      const tzid = parameters.get('TZID') ?? '';
      if (tzid === '') return { local, isDate, ...floating };
      const zone = knownZones.get(tzid) ?? findZone(tzid);
      knownZones.set(tzid, zone);
      return { local, isDate, ...zone };
    },
  };
}
