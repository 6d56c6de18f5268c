import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countSeconds } from '../../src/core/time/wall-time.ts';
import { getZoneByName } from '../../src/core/time/zone.ts';
import { countDays, decideTimes, type EventTimes, type GivenTimes, type WhenReversed } from '../../src/domains/events/times.rules.ts';

const now = new Date('2031-04-01T12:00:00Z');

function decide(
  given: GivenTimes,
  { stored = null, zone = 'UTC', whenReversed = 'clamp' }: { stored?: EventTimes | null; zone?: string; whenReversed?: WhenReversed } = {},
) {
  return decideTimes({ given, stored, siteZone: getZoneByName(zone), now, whenReversed });
}

function times(given: GivenTimes, options: Parameters<typeof decide>[1] = {}): EventTimes {
  const decision = decide(given, options);
  if (typeof decision === 'string') throw new Error(`no times: ${decision}`);
  return decision;
}

const formatTimes = (eventTimes: EventTimes) => [
  eventTimes.startLocal,
  eventTimes.endLocal,
  eventTimes.startUtc.toISOString().slice(0, 19),
  eventTimes.endUtc.toISOString().slice(0, 19),
];
const morning = { start: '2031-05-01 09:00', end: '2031-05-01 11:00' };

describe('Times of an event (docs/behaviour/events.md 2.6.2)', () => {
  it.each([
    [
      'local times of the site',
      { ...morning },
      'America/New_York',
      ['2031-05-01T09:00:00', '2031-05-01T11:00:00', '2031-05-01T13:00:00', '2031-05-01T15:00:00'],
    ],
    [
      "local times of the event's zone",
      { ...morning, timezone: 'Asia/Hong_Kong' },
      'UTC',
      ['2031-05-01T09:00:00', '2031-05-01T11:00:00', '2031-05-01T01:00:00', '2031-05-01T03:00:00'],
    ],
    [
      'a fixed offset',
      { ...morning, timezone: 'UTC+2' },
      'UTC',
      ['2031-05-01T09:00:00', '2031-05-01T11:00:00', '2031-05-01T07:00:00', '2031-05-01T09:00:00'],
    ],
    [
      "a time with offset in the event's zone",
      { start: '2031-05-01T09:00:00Z', end: '2031-05-01T11:00:00Z', timezone: 'Europe/Oslo' },
      'UTC',
      ['2031-05-01T11:00:00', '2031-05-01T13:00:00', '2031-05-01T09:00:00', '2031-05-01T11:00:00'],
    ],
    [
      "Unix seconds in the event's zone",
      { start: 1_514_822_400, end: 1_514_826_000, timezone: 'Asia/Hong_Kong' },
      'UTC',
      ['2018-01-02T00:00:00', '2018-01-02T01:00:00', '2018-01-01T16:00:00', '2018-01-01T17:00:00'],
    ],
    [
      'words',
      { start: 'tomorrow 9am', end: 'tomorrow 11am' },
      'UTC',
      ['2031-04-02T09:00:00', '2031-04-02T11:00:00', '2031-04-02T09:00:00', '2031-04-02T11:00:00'],
    ],
    [
      'whole days',
      { start: '2031-05-01 9am', end: '2031-05-06 11am', allDay: true },
      'UTC',
      ['2031-05-01T00:00:00', '2031-05-06T23:59:59', '2031-05-01T00:00:00', '2031-05-06T23:59:59'],
    ],
    [
      'an end before the start',
      { start: '2031-05-01 09:00', end: '2031-04-30 09:00' },
      'UTC',
      ['2031-05-01T09:00:00', '2031-05-01T09:00:00', '2031-05-01T09:00:00', '2031-05-01T09:00:00'],
    ],
  ])('are read as %s', (_form, given, zone, expected) => {
    expect(formatTimes(times(given, { zone }))).toEqual(expected);
  });

  it('last 86399 seconds for one whole day, even with a clock change', () => {
    expect(times({ start: '2031-05-01', end: '2031-05-01', allDay: true }).durationSeconds).toBe(86_399);
    expect(times({ start: '2031-03-30', end: '2031-03-30', allDay: true, timezone: 'Europe/Oslo' }).durationSeconds).toBe(86_399);
  });

  it('have the elapsed duration across clock changes', () => {
    expect(times({ start: '2031-03-30 01:00', end: '2031-03-30 04:00', timezone: 'Europe/Oslo' }).durationSeconds).toBe(2 * 3600);
    expect(times({ start: '2031-10-26 01:00', end: '2031-10-26 04:00', timezone: 'Europe/Oslo' }).durationSeconds).toBe(4 * 3600);
  });

  it('never end before they start, even in skipped hours', () => {
    const { startUtc, endUtc } = times({ start: '2031-03-30 02:30', end: '2031-03-30 03:00', timezone: 'Europe/Oslo' });
    expect(endUtc.getTime()).toBeGreaterThanOrEqual(startUtc.getTime());
  });

  it.each<[string, GivenTimes]>([
    ['an end', { start: '2031-05-01' }],
    ['a start', { end: '2031-05-01' }],
    ['both', {}],
    ['a start, even with end and duration', { end: '2031-05-01', durationSeconds: 60 }],
  ])('require %s', (_what, given) => {
    expect(decide(given)).toBe('incomplete');
  });

  it('refuse invalid and out-of-range times', () => {
    expect(decide({ start: 'someday', end: '2031-05-01' })).toBe('unreadable');
    expect(decide({ start: '9999-12-31 23:00', durationSeconds: 2_000_000_000 })).toBe('unreadable');
    expect(decide({ start: '1950-01-01', end: '2031-01-01' })).toBe('endless');
  });
});

describe('Change of the times', () => {
  const stored = times({ ...morning, timezone: 'Europe/Oslo' });

  it.each<[string, GivenTimes, string[]]>([
    ['nothing', {}, ['2031-05-01T09:00:00', '2031-05-01T11:00:00', '2031-05-01T07:00:00', '2031-05-01T09:00:00']],
    [
      'only the start',
      { start: '2031-05-01 10:00' },
      ['2031-05-01T10:00:00', '2031-05-01T11:00:00', '2031-05-01T08:00:00', '2031-05-01T09:00:00'],
    ],
    [
      'only the end',
      { end: '2031-05-02 10:00' },
      ['2031-05-01T09:00:00', '2031-05-02T10:00:00', '2031-05-01T07:00:00', '2031-05-02T08:00:00'],
    ],
    [
      'only the zone, which keeps local times',
      { timezone: 'America/New_York' },
      ['2031-05-01T09:00:00', '2031-05-01T11:00:00', '2031-05-01T13:00:00', '2031-05-01T15:00:00'],
    ],
    [
      "the zone to empty, which uses the site's",
      { timezone: '' },
      ['2031-05-01T09:00:00', '2031-05-01T11:00:00', '2031-05-01T09:00:00', '2031-05-01T11:00:00'],
    ],
    [
      'only the duration',
      { durationSeconds: 3600 },
      ['2031-05-01T09:00:00', '2031-05-01T10:00:00', '2031-05-01T07:00:00', '2031-05-01T08:00:00'],
    ],
    [
      'end and duration',
      { end: '2031-05-01 20:00', durationSeconds: 3600 },
      ['2031-05-01T19:00:00', '2031-05-01T20:00:00', '2031-05-01T17:00:00', '2031-05-01T18:00:00'],
    ],
    [
      'start, end and duration, ignoring the duration',
      { start: '2031-05-01 12:00', end: '2031-05-01 13:00', durationSeconds: 60 },
      ['2031-05-01T12:00:00', '2031-05-01T13:00:00', '2031-05-01T10:00:00', '2031-05-01T11:00:00'],
    ],
    [
      'UTC and local times, preferring local ones',
      { start: '2031-05-01 12:00', startUtc: '2031-05-01 01:00', endUtc: '2031-05-01 11:00' },
      ['2031-05-01T12:00:00', '2031-05-01T13:00:00', '2031-05-01T10:00:00', '2031-05-01T11:00:00'],
    ],
    ['whole days', { allDay: true }, ['2031-05-01T00:00:00', '2031-05-01T23:59:59', '2031-04-30T22:00:00', '2031-05-01T21:59:59']],
  ])('of %s', (_what, given, expected) => {
    expect(formatTimes(times(given, { stored }))).toEqual(expected);
  });

  it('keeps or refuses reversed times as requested', () => {
    expect(formatTimes(times({ end: '2031-04-01' }, { stored, whenReversed: 'keep' }))).toEqual(formatTimes(stored));
    expect(decide({ end: '2031-04-01' }, { stored, whenReversed: 'refuse' })).toBe('reversed');
  });

  it('can remove the all-day flag', () => {
    const days = times({ allDay: true }, { stored });
    expect(times({ allDay: false }, { stored: days }).allDay).toBe(false);
  });
});

const zones = fc.constantFrom(
  'UTC',
  'Europe/Oslo',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC+5:30',
  'UTC-9.5',
);
const moments = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2045-01-01'), noInvalidDate: true })
  .map((date) => `${date.toISOString().slice(0, 19).replace('T', ' ')}`);

describe('Arbitrary times', () => {
  it('are in order, with the duration between them', () => {
    fc.assert(
      fc.property(moments, moments, zones, fc.boolean(), (start, end, timezone, allDay) => {
        const eventTimes = times({ start, end, timezone, allDay });
        expect(eventTimes.endLocal >= eventTimes.startLocal).toBe(true);
        expect(eventTimes.endUtc.getTime()).toBeGreaterThanOrEqual(eventTimes.startUtc.getTime());
        expect(eventTimes.durationSeconds).toBe(
          allDay ? countSeconds(eventTimes.startLocal, eventTimes.endLocal) : countSeconds(eventTimes.startUtc, eventTimes.endUtc),
        );
        expect(countDays(eventTimes)).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  it('stay the same when the stored times are written again', () => {
    fc.assert(
      fc.property(moments, moments, zones, fc.boolean(), (start, end, timezone, allDay) => {
        const stored = times({ start, end, timezone, allDay });
        expect(times({ start: stored.startLocal, end: stored.endLocal, timezone: stored.timezone, allDay }, { stored })).toEqual(stored);
        expect(times({}, { stored })).toEqual(stored);
      }),
    );
  });

  it('are restored after moving to another zone and back', () => {
    fc.assert(
      fc.property(moments, moments, zones, zones, (start, end, zone, otherZone) => {
        const stored = times({ start, end, timezone: zone });
        const moved = times({ timezone: otherZone }, { stored });
        expect(moved.startLocal).toBe(stored.startLocal);
        expect(formatTimes(times({ timezone: zone }, { stored: moved }))).toEqual(formatTimes(stored));
      }),
    );
  });
});
