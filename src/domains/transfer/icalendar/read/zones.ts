import ICAL from 'ical.js';
import { findIana } from 'windows-iana';
import { type WallTime } from '#app/core/time/wall-time.ts';
import { isZone, toUtc, toWallTime } from '#app/core/time/zone.ts';
import { vtimezone } from '#app/domains/events/icalendar/vtimezone.ts';
import type { Component } from './parse-file.ts';

/** A moment of a file as events store it. */
export interface FileTime {
  wall: WallTime;
  /** Zone whose clocks show it. */
  zone: string;
  instant: Date;
  isDate: boolean;
}

type Time = InstanceType<typeof ICAL.Time>;

const UTC_NAMES = new Set(['utc', 'gmt', 'etc/utc', 'etc/gmt', 'z', 'zulu']);

/** The IANA name that a TZID means: its own, that of a Windows zone, or the end of a path; null when nothing is known by it. */
export function ianaOf(tzid: string): string | null {
  const name = tzid
    .trim()
    .replace(/^"|"$/g, '')
    .replace(/^TZID=/i, '');
  if (UTC_NAMES.has(name.toLowerCase())) return 'UTC';
  if (isZone(name)) return name;
  const [windows] = findIana(name);
  if (windows !== undefined && isZone(windows)) return windows;
  const parts = name.split('/').filter((part) => part !== '');
  for (const length of [3, 2]) {
    const end = parts.slice(-length).join('/');
    if (parts.length > length && isZone(end)) return end;
  }
  return null;
}

/** Names of all zones that the calendar's events mention. */
function mentioned(calendar: Component): Set<string> {
  const events = calendar.getAllSubcomponents('vevent');
  const properties = events.flatMap((event) =>
    ['dtstart', 'dtend', 'recurrence-id', 'rdate', 'exdate'].flatMap((name) => event.getAllProperties(name)),
  );
  return new Set(properties.flatMap((property) => property.getParameter('tzid') ?? []).flat());
}

/** Gives the calendar the zones that its events mention and it does not describe, so that rules are counted on the right clocks. */
export function describeZones(calendar: Component, lastYear: number): void {
  const described = new Set(calendar.getAllSubcomponents('vtimezone').map((zone) => String(zone.getFirstPropertyValue('tzid'))));
  for (const tzid of mentioned(calendar)) {
    const name = ianaOf(tzid);
    if (described.has(tzid) || name === null || name === 'UTC') continue;
    const text = vtimezone(name, 1970, lastYear).replace(/^TZID:.*$/m, `TZID:${tzid}`);
    calendar.addSubcomponent(new ICAL.Component(ICAL.parse(text) as unknown[]));
  }
}

/** How the times of one calendar are read. */
export interface ZoneReader {
  /** The zone of times that name none. */
  ownZone: string;
  /** Told of zones that nobody knows; their times are read on the clocks of `ownZone`. */
  onUnknown(tzid: string): void;
}

const wallOf = (time: Time): WallTime => {
  const text = time.toString().replace(/Z$/, '');
  return text.length === 10 ? `${text}T00:00:00` : text.slice(0, 19);
};

/** Reads a time with the zone that its property names; null for one outside the years that can be written. */
export function readTime(time: Time, tzid: string | null, { ownZone, onUnknown }: ZoneReader): FileTime | null {
  const wall = wallOf(time);
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(wall) || wall < '0002' || Number.isNaN(Date.parse(`${wall}Z`))) return null;
  if (time.isDate) return { wall, zone: ownZone, instant: toUtc(wall, ownZone), isDate: true };
  if (time.zone?.tzid === 'UTC' || (tzid !== null && ianaOf(tzid) === 'UTC')) {
    const instant = new Date(`${wall}Z`);
    return { wall: toWallTime(instant, ownZone), zone: ownZone, instant, isDate: false };
  }
  if (tzid === null) return { wall, zone: ownZone, instant: toUtc(wall, ownZone), isDate: false };
  const name = ianaOf(tzid);
  if (name !== null) return { wall, zone: name, instant: toUtc(wall, name), isDate: false };
  if (time.zone && time.zone.tzid !== 'floating') {
    const instant = time.toJSDate();
    return { wall: toWallTime(instant, 'UTC'), zone: 'UTC', instant, isDate: false };
  }
  onUnknown(tzid);
  return { wall, zone: ownZone, instant: toUtc(wall, ownZone), isDate: false };
}
