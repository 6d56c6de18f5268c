import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toUtc, toWallTime, zoneOf } from '../../src/core/time/zone.ts';
import { decideTimes, type EventTimes, type GivenTimes } from '../../src/domains/events/times.rules.ts';
import { transitionsOf } from '../../src/domains/events/icalendar/transitions.ts';

// Stored UTC times, converted to the event's zone, always equal the stored local times.

const HOUR = 3_600_000;
/** Runs of each property. A custom number also tests every time zone. */
const RUNS = Number(process.env['DATE_RUNS'] ?? 100);
const everyZone = Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/'));
const some = [
  'Europe/Oslo',
  'Europe/Dublin',
  'America/New_York',
  'America/Havana',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Asia/Beirut',
];
const others = ['Asia/Kathmandu', 'Asia/Pyongyang', 'Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Chatham', 'Antarctica/Troll'];
const ianaZones = process.env['DATE_RUNS'] ? everyZone : [...some, ...others];
const [from, until] = [Date.UTC(2005, 0, 1), Date.UTC(2038, 0, 1)];

const offsets = fc
  .tuple(fc.constantFrom('+', '-'), fc.integer({ min: 0, max: 13 }), fc.constantFrom('', ':30', '.5', ':45'))
  .map(([sign, hours, rest]) => `UTC${sign}${hours}${rest}`);
const zones = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ianaZones) }, { weight: 1, arbitrary: offsets });

const changesOf = new Map(ianaZones.map((name) => [name, transitionsOf(zoneOf(name), from, until)]));

/** Generates any second of these years, or one near a clock change of the zone. */
const momentIn = (zone: string) => {
  const anywhere = fc.integer({ min: from / 1000, max: until / 1000 }).map((seconds) => seconds * 1000);
  const changes = changesOf.get(zone) ?? [];
  if (changes.length === 0) return anywhere;
  const near = fc
    .tuple(fc.constantFrom(...changes.map(({ at }) => at)), fc.integer({ min: -2 * 3600, max: 2 * 3600 }))
    .map(([at, distance]) => at + distance * 1000);
  return fc.oneof(anywhere, near);
};
const spans = zones.chain((zone) => fc.tuple(fc.constant(zone), momentIn(zone), fc.integer({ min: 0, max: 40 * 3600 })));

function times(given: GivenTimes, stored: EventTimes | null = null): EventTimes {
  const decision = decideTimes({ given, stored, siteZone: zoneOf('UTC'), now: new Date('2031-05-15T12:00:00Z'), whenReversed: 'clamp' });
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
  ])('for %s, which keep their moment even in a repeated hour', (_what, given) => {
    fc.assert(
      fc.property(spans, ([timezone, start, length]) => {
        const made = times({ ...given(start, start + length * 1000), timezone });
        expect([made.startUtc.getTime(), made.endUtc.getTime()]).toEqual([start, start + length * 1000]);
        expect(made.durationSeconds).toBe(length);
        expectAgreement(made);
      }),
      { numRuns: RUNS },
    );
  });

  it("for local times as the zone's clocks show them; skipped times move forward by the gap", () => {
    fc.assert(
      fc.property(spans, ([timezone, start, length]) => {
        const [first, last] = [sql(start), sql(start + length * 1000)];
        const made = times({ start: first, end: last, timezone });
        expect(made.startUtc).toEqual(toUtc(first.replace(' ', 'T'), timezone));
        expectAgreement(made);
      }),
      { numRuns: RUNS },
    );
  });

  it('after a change of another field, of the zone, or of one end', () => {
    fc.assert(
      fc.property(spans, zones, ([timezone, start, length], elsewhere) => {
        const stored = times({ startUtc: sql(start), durationSeconds: length, timezone });
        expect(times({}, stored)).toEqual(stored);
        expect(times({ allDay: false }, stored)).toEqual(stored);
        expectAgreement(times({ timezone: elsewhere }, stored));
        expectAgreement(times({ end: stored.endLocal }, stored));
        expectAgreement(times({ start: stored.startLocal }, stored));
        expect(times({ durationSeconds: length }, stored)).toEqual(stored);
      }),
      { numRuns: RUNS },
    );
  });

  it('for all-day events, which begin and end with the days of the zone', () => {
    fc.assert(
      fc.property(spans, ([timezone, start, length]) => {
        const made = times({ startUtc: sql(start), endUtc: sql(start + length * 1000), timezone, allDay: true });
        expect([made.startLocal.slice(11), made.endLocal.slice(11)]).toEqual(['00:00:00', '23:59:59']);
        expect(toWallTime(made.startUtc, timezone) >= made.startLocal).toBe(true);
        expect(toWallTime(new Date(made.startUtc.getTime() - 1000), timezone) < made.startLocal).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });
});
