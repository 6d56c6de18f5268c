import ICAL from 'ical.js';
import { sync as nodeIcal } from 'node-ical';
import { describe, expect, test } from 'vitest';
import { toUtc, toWallTime, getZoneByName } from '#app/core/time/zone.ts';
import { readCalendar } from '#app/domains/transfer/icalendar/read/entries.ts';
import { listTransitions } from '#app/domains/events/icalendar/transitions.ts';
import { writeVtimezone } from '#app/domains/events/icalendar/vtimezone.ts';
import { testedPeriod, zones } from './forty-zones.ts';

const HOUR = 3_600_000;
const [from, until] = testedPeriod;
const bounds = { now: new Date(from), from: new Date(from), until: new Date(until), maxOccurrences: 10, siteZone: 'UTC' };

const formatCompact = (wall: string) => wall.replace(/[-:]/g, '');

interface WrittenEvent {
  uid: string;
  start: string;
  /** The instant that the start means, in milliseconds. */
  instant: number;
}

function writeFile(zone: string, events: readonly WrittenEvent[]): string {
  const components = events.flatMap(({ uid, start }) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART${start}`,
    `SUMMARY:${uid}`,
    'END:VEVENT',
  ]);
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//elsewhere//EN',
    writeVtimezone(zone, 1990, 2038),
    ...components,
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}

const readWithImport = (text: string) =>
  new Map(readCalendar(Buffer.from(text), bounds).entries.map(({ key, startInstant }) => [key, startInstant.getTime()]));
const readWithIcalJs = (text: string) =>
  new Map(
    new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      return [event.uid, event.startDate.toJSDate().getTime()];
    }),
  );
const readWithNodeIcal = (text: string) =>
  new Map(
    Object.values(nodeIcal.parseICS(text)).flatMap((event) =>
      event?.type === 'VEVENT' ? [[event.uid, event.start.getTime()] as const] : [],
    ),
  );

describe('Times in files of other programs', () => {
  test.each(zones)('around each clock change of %s are read as by two independent parsers', (name) => {
    const zone = getZoneByName(name);
    const moments = listTransitions(zone, from, until).flatMap(({ at }) =>
      [-25, -1.5, -0.5, 0, 0.5, 1.5, 25].map((hours) => at + hours * HOUR),
    );
    const unambiguous: WrittenEvent[] = [];
    const ambiguous: WrittenEvent[] = [];
    const wallTimes = new Map<string, string>();
    for (const [i, moment] of moments.entries()) {
      const wall = toWallTime(new Date(moment), name);
      const isAmbiguous = toUtc(wall, name).getTime() !== moment || isRepeated(wall, name);
      wallTimes.set(`local-${i}`, wall);
      (isAmbiguous ? ambiguous : unambiguous).push({
        uid: `local-${i}`,
        start: `;TZID=${name}:${formatCompact(wall)}`,
        instant: toUtc(wall, name).getTime(),
      });
      unambiguous.push({ uid: `utc-${i}`, start: `:${formatCompact(new Date(moment).toISOString().slice(0, 19))}Z`, instant: moment });
    }
    const text = writeFile(name, unambiguous);
    const expected = new Map(unambiguous.map(({ uid, instant }) => [uid, instant]));
    expect(readWithImport(text)).toEqual(expected);
    expect(readWithIcalJs(text)).toEqual(expected);
    expect(readWithNodeIcal(text)).toEqual(expected);
    // RFC 5545, 3.3.5: a repeated local time means its first occurrence; the second one can only be written in UTC
    const ambiguousText = writeFile(name, ambiguous);
    expect(readWithImport(ambiguousText)).toEqual(new Map(ambiguous.map(({ uid, instant }) => [uid, instant])));
    // both parsers take the second occurrence; files of this site avoid the ambiguity (daylight-saving.exhaustive.test.ts)
    for (const read of [readWithIcalJs, readWithNodeIcal])
      for (const [uid, moment] of read(ambiguousText)) expect(toWallTime(new Date(moment), name)).toBe(wallTimes.get(uid));
  });
});

function isRepeated(wall: string, zone: string): boolean {
  const first = toUtc(wall, zone).getTime();
  return [0.5, 1, 2, 3, 24].some((hours) => toWallTime(new Date(first + hours * HOUR), zone) === wall);
}
