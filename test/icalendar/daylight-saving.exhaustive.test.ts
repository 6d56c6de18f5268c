import ICAL from 'ical.js';
import { sync as nodeIcal } from 'node-ical';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getZoneByName } from '#app/core/time/zone.ts';
import { listTransitions } from '#app/domains/events/icalendar/transitions.ts';
import { writeCalendar } from '#app/domains/events/icalendar/write-calendar.ts';
import { siteStub, createFakeEvent } from './fake-events.ts';
import { testedPeriod, zones } from './forty-zones.ts';

const HOUR = 3_600_000;
const [from, until] = testedPeriod;

/** Start and end of each event by UID, as the parsers read them. */
type Times = Map<string, [start: number, end: number]>;

function readWithIcalJs(text: string): Times {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  return new Map(
    calendar.getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component);
      return [event.uid, [event.startDate.toJSDate().getTime(), event.endDate.toJSDate().getTime()]];
    }),
  );
}

function readWithNodeIcal(text: string): Times {
  const events = Object.values(nodeIcal.parseICS(text)).filter((component) => component?.type === 'VEVENT');
  return new Map(events.map((event) => [event.uid, [event.start.getTime(), (event.end as Date).getTime()]]));
}

describe('Times in calendar files', () => {
  test('are tested in forty zones', () => expect(new Set(zones).size).toBe(40));

  test.each(zones)('around each clock change of %s are read correctly by two independent parsers', (name) => {
    const zone = getZoneByName(name);
    const changes = listTransitions(zone, from, until);
    const moments = changes.flatMap(({ at }) =>
      [-25 * HOUR, -1.5 * HOUR, -0.5 * HOUR, -1000, 0, 0.5 * HOUR, 1.5 * HOUR, 25 * HOUR].map((distance) => at + distance),
    );
    const events = [...moments, Date.UTC(2026, 6, 1)].map((start) => createFakeEvent(start, start + 2 * HOUR, name));
    const text = writeCalendar(siteStub, { name: 'All', url: 'https://site.test/', events });
    const expected: Times = new Map(
      events.map(({ id, startUtc, endUtc }) => [`event-${id}@site.test`, [Date.parse(`${startUtc}Z`), Date.parse(`${endUtc}Z`)]]),
    );
    expect(expected.size).toBe(events.length);
    expect(readWithIcalJs(text)).toEqual(expected);
    expect(readWithNodeIcal(text)).toEqual(expected);
    if (changes.length > 0) expect(text).toContain(`DTSTART;TZID=${name}:`);
  });

  test('are read identically by both parsers at any moment', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: from / 1000, max: until / 1000 }),
        fc.integer({ min: 0, max: 90 * 86_400 }),
        (name, start, length) => {
          const event = createFakeEvent(start * 1000, (start + length) * 1000, name);
          const text = writeCalendar(siteStub, { name: null, url: '', events: [event] });
          const expected: Times = new Map([[`event-${event.id}@site.test`, [start * 1000, (start + length) * 1000]]]);
          expect(readWithIcalJs(text)).toEqual(expected);
          expect(readWithNodeIcal(text)).toEqual(expected);
        },
      ),
      { numRuns: 200 },
    );
  });
});
