import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toUtc, toWallTime, getZoneByName } from '../../src/core/time/zone.ts';
import { decideTimes, type EventTimes, type GivenTimes } from '../../src/domains/events/times.rules.ts';
import { listTransitions } from '../../src/domains/events/icalendar/transitions.ts';

// Stored UTC times, converted to the event's zone, always equal the stored local times.

const HOUR = 3_600_000;
/** Runs of each property. If `DATE_RUNS` is set, every time zone is tested. */
const RUNS = Number(process.env['DATE_RUNS'] ?? 100);
const everyZone = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'));
const clockChangeZones = [
  'Europe/Oslo',
  'Europe/Dublin',
  'America/New_York',
  'America/Havana',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Asia/Beirut',
];
const otherZones = ['Asia/Kathmandu', 'Asia/Pyongyang', 'Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Chatham', 'Antarctica/Troll'];
const ianaZones = process.env['DATE_RUNS'] ? everyZone : [...clockChangeZones, ...otherZones];
const [from, until] = [Date.UTC(2005, 0, 1), Date.UTC(2038, 0, 1)];

const offsets = fc
  .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 13 }), fc.constantFrom('', ':30', '.5', ':45'))
  .map(([sign, hours, minutes]) => `UTC${sign}${hours}${minutes}`);
const zones = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ianaZones) }, { weight: 1, arbitrary: offsets });

const changesOf = new Map(ianaZones.map((name) => [name, listTransitions(getZoneByName(name), from, until)]));

/** Generates a second between 2005 and 2038, often one near a clock change of the zone. */
const momentIn = (zone: string) => {
  const anywhere = fc.integer({ min: from / 1000, max: until / 1000 }).map((seconds) => seconds * 1000);
  const changes = changesOf.get(zone) ?? [];
  if (changes.length === 0) return anywhere;
  const nearChange = fc
    .tuple(fc.constantFrom(...changes.map(({ at }) => at)), fc.integer({ min: -2 * 3600, max: 2 * 3600 }))
    .map(([at, distance]) => at + distance * 1000);
  return fc.oneof(anywhere, nearChange);
};
const timeSpans = zones.chain((zone) => fc.tuple(fc.constant(zone), momentIn(zone), fc.integer({ min: 0, max: 40 * 3600 })));

function decide(given: GivenTimes, stored: EventTimes | null = null): EventTimes {
  const decision = decideTimes({
    given,
    stored,
    siteZone: getZoneByName('UTC'),
    now: new Date('2031-05-15T12:00:00Z'),
    whenReversed: 'clamp',
  });
  if (typeof decision === 'string') throw new Error(decision);
  return decision;
}

function expectAgreement({ startLocal, endLocal, startUtc, endUtc, timezone }: EventTimes): void {
  expect([toWallTime(startUtc, timezone), toWallTime(endUtc, timezone)]).toEqual([startLocal, endLocal]);
  expect(endUtc.getTime()).toBeGreaterThanOrEqual(startUtc.getTime());
}

const iso = (ms: number) => new Date(ms).toISOString().slice(0, 19);
const sql = (ms: number) => iso(ms).replace('T', ' ');

describe('Stored UTC and local times agree', () => {
  it.each<[string, (start: number, end: number) => GivenTimes]>([
    ['UTC times', (start, end) => ({ startUtc: sql(start), endUtc: sql(end) })],
    ['Unix seconds', (start, end) => ({ start: start / 1000, end: end / 1000 })],
    ['ISO times with Z', (start, end) => ({ start: `${iso(start)}Z`, end: `${iso(end)}Z` })],
    ['ISO times with an offset', (start, end) => ({ start: `${iso(start + 5.5 * HOUR)}+05:30`, end: `${iso(end - 3 * HOUR)}-03:00` })],
    ['a start and a duration', (start, end) => ({ startUtc: sql(start), durationSeconds: (end - start) / 1000 })],
  ])('for %s, which keep their moment even in a repeated hour', (_form, createTimes) => {
    fc.assert(
      fc.property(timeSpans, ([timezone, start, length]) => {
        const eventTimes = decide({ ...createTimes(start, start + length * 1000), timezone });
        expect([eventTimes.startUtc.getTime(), eventTimes.endUtc.getTime()]).toEqual([start, start + length * 1000]);
        expect(eventTimes.durationSeconds).toBe(length);
        expectAgreement(eventTimes);
      }),
      { numRuns: RUNS },
    );
  });

  it("for local times as the zone's clocks show them; skipped times move forward by the gap", () => {
    fc.assert(
      fc.property(timeSpans, ([timezone, start, length]) => {
        const [first, last] = [sql(start), sql(start + length * 1000)];
        const eventTimes = decide({ start: first, end: last, timezone });
        expect(eventTimes.startUtc).toEqual(toUtc(first.replace(' ', 'T'), timezone));
        expectAgreement(eventTimes);
      }),
      { numRuns: RUNS },
    );
  });

  it('after a change of another field, of the zone, or of one end', () => {
    fc.assert(
      fc.property(timeSpans, zones, ([timezone, start, length], otherZone) => {
        const stored = decide({ startUtc: sql(start), durationSeconds: length, timezone });
        expect(decide({}, stored)).toEqual(stored);
        expect(decide({ allDay: false }, stored)).toEqual(stored);
        expectAgreement(decide({ timezone: otherZone }, stored));
        expectAgreement(decide({ end: stored.endLocal }, stored));
        expectAgreement(decide({ start: stored.startLocal }, stored));
        expect(decide({ durationSeconds: length }, stored)).toEqual(stored);
      }),
      { numRuns: RUNS },
    );
  });

  it('for all-day events, which begin and end with the days of the zone', () => {
    fc.assert(
      fc.property(timeSpans, ([timezone, start, length]) => {
        const eventTimes = decide({ startUtc: sql(start), endUtc: sql(start + length * 1000), timezone, allDay: true });
        expect([eventTimes.startLocal.slice(11), eventTimes.endLocal.slice(11)]).toEqual(['00:00:00', '23:59:59']);
        expect(toWallTime(eventTimes.startUtc, timezone) >= eventTimes.startLocal).toBe(true);
        expect(toWallTime(new Date(eventTimes.startUtc.getTime() - 1000), timezone) < eventTimes.startLocal).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});
