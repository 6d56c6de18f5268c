import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toUtc, toWallTime, getZoneByName } from '../../src/core/time/zone.ts';
import {
  type Frequency,
  frequencies,
  computeNextRun,
  computeReferenceDates,
} from '../../src/domains/analytics/email-reports/frequency.rules.ts';

const runs = Number(process.env['MODEL_RUNS'] ?? 300);
// zones with clock changes at midnight, of half an hour, of a whole day, in the southern hemisphere, and without clock changes
const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/Havana',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kolkata',
  'UTC',
  'UTC-3.5',
];

const moments = fc.integer({ min: Date.UTC(2008, 0), max: Date.UTC(2040, 0) }).map((ms) => new Date(Math.floor(ms / 1000) * 1000));
const calendars = fc.record({ zone: fc.constantFrom(...zones).map(getZoneByName), weekStart: fc.nat(6) });

/** Finds the next day of a report by checking each calendar day against the rule of the reference. */
function expectedDay(frequency: Frequency, today: string, weekStart: number): string {
  for (let ahead = 1; ; ahead += 1) {
    const day = new Date(Date.parse(`${today}T00:00:00Z`) + ahead * 86_400_000);
    const isFirst = day.getUTCDate() === 1;
    const isDue = {
      weekly: day.getUTCDay() === weekStart,
      monthly: isFirst,
      quarterly: isFirst && day.getUTCMonth() % 3 === 0,
    }[frequency];
    if (isDue) return day.toISOString().slice(0, 10);
  }
}

describe('Time of the next report (docs/behaviour/analytics.md 7.1)', () => {
  it('is the first moment of the right day in the time zone of the site, across clock changes', () => {
    fc.assert(
      fc.property(fc.constantFrom(...frequencies), moments, calendars, (frequency, at, calendar) => {
        const next = computeNextRun(frequency, at, calendar);
        const today = toWallTime(at, calendar.zone).slice(0, 10);
        const day = expectedDay(frequency, today, calendar.weekStart);
        expect(next.getTime()).toBeGreaterThan(at.getTime());
        expect(next).toEqual(toUtc(`${day}T00:00:00`, calendar.zone));
        // in a zone that skips this day, the report is due when the following day begins
        const local = toWallTime(next, calendar.zone);
        const isSkipped = local.slice(0, 10) !== day || local.slice(11) !== '00:00:00';
        if (isSkipped) expect(toWallTime(new Date(next.getTime() - 1000), calendar.zone) < `${day}T00:00:00`).toBe(true);
      }),
      { numRuns: runs },
    );
  });

  it.each([
    ['weekly', '2026-11-22T10:00:00Z', 0, '2026-11-29T00:00:00.000Z'],
    ['weekly', '2026-11-22T10:00:00Z', 1, '2026-11-23T00:00:00.000Z'],
    ['monthly', '2026-01-31T23:59:59Z', 0, '2026-02-01T00:00:00.000Z'],
    ['quarterly', '2026-01-31T10:00:00Z', 0, '2026-04-01T00:00:00.000Z'],
    ['quarterly', '2026-03-31T10:00:00Z', 0, '2026-04-01T00:00:00.000Z'],
    ['quarterly', '2026-10-01T00:00:00Z', 0, '2027-01-01T00:00:00.000Z'],
  ] as const)('%s at %s with weeks from day %i: %s', (frequency, at, weekStart, next) => {
    expect(computeNextRun(frequency, new Date(at), { zone: getZoneByName('UTC'), weekStart }).toISOString()).toBe(next);
  });
});

describe('Date range of a report (docs/behaviour/analytics.md 7.5)', () => {
  it.each([
    ['weekly', 7],
    ['monthly', 30],
    ['quarterly', 90],
  ] as const)('%s: covers the %i days before the send date and compares them with the same number of earlier days', (frequency, days) => {
    fc.assert(
      fc.property(moments, (at) => {
        const sendDate = at.toISOString().slice(0, 10);
        const dates = computeReferenceDates(frequency, sendDate);
        const between = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000;
        expect([
          between(dates.startDate, sendDate),
          between(dates.compareEndDate, dates.startDate),
          between(dates.compareStartDate, dates.compareEndDate) + 1,
        ]).toEqual([days, 1, days]);
      }),
    );
  });
});
