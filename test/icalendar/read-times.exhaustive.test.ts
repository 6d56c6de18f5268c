import ICAL from 'ical.js';
import { sync as nodeIcal } from 'node-ical';
import { describe, expect, test } from 'vitest';
import { toUtc, toWallTime, zoneOf } from '#app/core/time/zone.ts';
import { readCalendar } from '#app/domains/transfer/icalendar/read/entries.ts';
import { transitionsOf } from '#app/domains/events/icalendar/transitions.ts';
import { vtimezone } from '#app/domains/events/icalendar/vtimezone.ts';
import { testedPeriod, zones } from './forty-zones.ts';

const HOUR = 3_600_000;
const [from, until] = testedPeriod;
const bounds = { now: new Date(from), from: new Date(from), until: new Date(until), most: 10, siteZone: 'UTC' };

const compact = (wall: string) => wall.replace(/[-:]/g, '');

interface Written {
  uid: string;
  start: string;
  /** The intended instant. */
  meant: number;
}

function file(zone: string, events: readonly Written[]): string {
  const written = events.flatMap(({ uid, start }) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART${start}`,
    `SUMMARY:${uid}`,
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//elsewhere//EN', vtimezone(zone, 1990, 2038), ...written, 'END:VCALENDAR', ''].join(
    '\r\n',
  );
}

const byImport = (text: string) =>
  new Map(readCalendar(Buffer.from(text), bounds).entries.map(({ key, startInstant }) => [key, startInstant.getTime()]));
const byIcalJs = (text: string) =>
  new Map(
    new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      return [event.uid, event.startDate.toJSDate().getTime()];
    }),
  );
const byNodeIcal = (text: string) =>
  new Map(
    Object.values(nodeIcal.parseICS(text)).flatMap((one) => (one?.type === 'VEVENT' ? [[one.uid, one.start.getTime()] as const] : [])),
  );

describe('Times in files of other programs', () => {
  test.each(zones)('around each clock change of %s are read as by two independent parsers', (name) => {
    const zone = zoneOf(name);
    const moments = transitionsOf(zone, from, until).flatMap(({ at }) =>
      [-25, -1.5, -0.5, 0, 0.5, 1.5, 25].map((hours) => at + hours * HOUR),
    );
    const plain: Written[] = [];
    const twice: Written[] = [];
    const wallOf = new Map<string, string>();
    for (const [i, moment] of moments.entries()) {
      const wall = toWallTime(new Date(moment), name);
      const isTwice = toUtc(wall, name).getTime() !== moment || isDoubled(wall, name);
      wallOf.set(`local-${i}`, wall);
      (isTwice ? twice : plain).push({ uid: `local-${i}`, start: `;TZID=${name}:${compact(wall)}`, meant: toUtc(wall, name).getTime() });
      plain.push({ uid: `utc-${i}`, start: `:${compact(new Date(moment).toISOString().slice(0, 19))}Z`, meant: moment });
    }
    const text = file(name, plain);
    const meant = new Map(plain.map((one) => [one.uid, one.meant]));
    expect(byImport(text)).toEqual(meant);
    expect(byIcalJs(text)).toEqual(meant);
    expect(byNodeIcal(text)).toEqual(meant);
    // RFC 5545, 3.3.5: a repeated local time means its first occurrence; the second one can only be written in UTC
    const doubled = file(name, twice);
    expect(byImport(doubled)).toEqual(new Map(twice.map((one) => [one.uid, one.meant])));
    // both parsers take the second occurrence; files of this site avoid the ambiguity (daylight-saving.exhaustive.test.ts)
    for (const read of [byIcalJs, byNodeIcal])
      for (const [uid, moment] of read(doubled)) expect(toWallTime(new Date(moment), name)).toBe(wallOf.get(uid));
  });
});

function isDoubled(wall: string, zone: string): boolean {
  const first = toUtc(wall, zone).getTime();
  return [0.5, 1, 2, 3, 24].some((hours) => toWallTime(new Date(first + hours * HOUR), zone) === wall);
}
