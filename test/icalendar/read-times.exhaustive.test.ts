import ICAL from 'ical.js';
import { sync as nodeIcal } from 'node-ical';
import { describe, expect, test } from 'vitest';
import { toUtc, toWallTime, zoneOf } from '#app/core/time/zone.ts';
import { readCalendar } from '#app/domains/transfer/icalendar/read/entries.ts';
import { transitionsOf } from '#app/domains/events/icalendar/transitions.ts';
import { vtimezone } from '#app/domains/events/icalendar/vtimezone.ts';
import { zones } from './forty-zones.ts';

const HOUR = 3_600_000;
const [from, until] = [Date.UTC(1990, 0, 1), Date.UTC(2038, 0, 1)];
const bounds = { now: new Date(from), from: new Date(from), until: new Date(until), most: 10, siteZone: 'UTC' };

const compact = (wall: string) => wall.replace(/[-:]/g, '');

interface Written {
  uid: string;
  start: string;
  /** The moment that it means. */
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

const byUs = (text: string) =>
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

describe('Times of files by other programs', () => {
  test.each(zones)('are read around every change of the clocks of %s as two foreign parsers read them', (name) => {
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
    expect(byUs(text)).toEqual(meant);
    expect(byIcalJs(text)).toEqual(meant);
    expect(byNodeIcal(text)).toEqual(meant);
    // RFC 5545, 3.3.5: a time that comes twice means its first pass; the second one can only be said in UTC
    const doubled = file(name, twice);
    expect(byUs(doubled)).toEqual(new Map(twice.map((one) => [one.uid, one.meant])));
    // both of them take the second pass instead; files that this site writes leave no such choice (daylight-saving.exhaustive.test.ts)
    for (const read of [byIcalJs, byNodeIcal])
      for (const [uid, moment] of read(doubled)) expect(toWallTime(new Date(moment), name)).toBe(wallOf.get(uid));
  });
});

function isDoubled(wall: string, zone: string): boolean {
  const first = toUtc(wall, zone).getTime();
  return [0.5, 1, 2, 3, 24].some((hours) => toWallTime(new Date(first + hours * HOUR), zone) === wall);
}
