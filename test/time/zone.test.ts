import fc from 'fast-check';
import { IANAZone } from 'luxon';
import { describe, expect, test } from 'vitest';
import { getZoneAbbreviation } from '../../src/core/time/zone-abbreviation.ts';
import { formatIsoLocal, formatOffset, isZone, getOffsetHours, toUtc, toWallTime, getZoneByName } from '../../src/core/time/zone.ts';

const at = (text: string) => new Date(text);
const zones = ['UTC', 'UTC+5:30', 'UTC-3.5', ...Intl.supportedValuesOf('timeZone')];
const anyZone = fc.constantFrom(...zones);
const anyInstant = fc
  .integer({ min: Date.parse('0001-01-02T00:00:00Z') / 1000, max: Date.parse('9999-12-30T00:00:00Z') / 1000 })
  .map((seconds) => new Date(seconds * 1000));
const recentInstant = fc
  .integer({ min: Date.parse('1900-01-01T00:00:00Z') / 1000, max: Date.parse('2037-12-31T00:00:00Z') / 1000 })
  .map((seconds) => new Date(seconds * 1000));

describe('Time zone names', () => {
  test.each(['UTC', 'Europe/Oslo', 'Asia/Hong_Kong', 'America/Argentina/Buenos_Aires', 'UTC+2', 'UTC+5:30', 'UTC-3.5', 'UTC+0', 'UTC+14'])(
    'include %s',
    (name) => {
      expect(isZone(name)).toBe(true);
      expect(getZoneByName(name).name).toBe(name);
    },
  );

  test.each(['', 'Mars/Base', 'local', 'UTC+15', 'UTC+2:60', 'UTC 2', '+02:00', '5', 'constructor', 'Europe/Oslo '])(
    'do not include %j',
    (name) => {
      expect(isZone(name)).toBe(false);
      expect(() => getZoneByName(name)).toThrow(RangeError);
    },
  );

  test.each([
    ['UTC+2', 2],
    ['UTC+5:30', 5.5],
    ['UTC-3.5', -3.5],
    ['UTC+5.75', 5.75],
    [-9.5, -9.5],
    [0, 0],
  ])('include %s, which is ahead of UTC by %d hours all year', (name, hours) => {
    expect(getOffsetHours(name, at('2024-01-01T00:00:00Z'))).toBe(hours);
    expect(getOffsetHours(name, at('2024-07-01T00:00:00Z'))).toBe(hours);
  });

  test('include those for a number of hours, as events use them', () => {
    expect(getZoneByName(5.5).name).toBe('UTC+5.5');
    expect(getZoneByName(-3).name).toBe('UTC-3');
    expect(getZoneByName(0).name).toBe('UTC');
    expect(() => getZoneByName(15)).toThrow(RangeError);
    expect(() => getZoneByName(Number.NaN)).toThrow(RangeError);
  });
});

describe('Local times and instants', () => {
  test.each([
    ['2018-07-01T12:00:00', 'UTC+2', '2018-07-01T10:00:00Z'],
    ['2018-01-01T16:00:00', 'Asia/Hong_Kong', '2018-01-01T08:00:00Z'],
    ['2024-07-01T12:00:00', 'Europe/Oslo', '2024-07-01T10:00:00Z'],
    ['2024-01-01T12:00:00', 'Europe/Oslo', '2024-01-01T11:00:00Z'],
    ['2011-12-29T23:00:00', 'Pacific/Apia', '2011-12-30T09:00:00Z'],
    ['2011-12-31T01:00:00', 'Pacific/Apia', '2011-12-30T11:00:00Z'],
  ])('are converted: %s in %s is %s', (wall, zone, instant) => {
    expect(toUtc(wall, zone)).toEqual(at(instant));
    expect(toWallTime(at(instant), zone)).toBe(wall);
  });

  test('in a skipped hour are moved forward by the gap', () => {
    expect(toUtc('2024-03-31T02:30:00', 'Europe/Oslo')).toEqual(at('2024-03-31T01:30:00Z'));
    expect(toWallTime(toUtc('2024-03-31T02:30:00', 'Europe/Oslo'), 'Europe/Oslo')).toBe('2024-03-31T03:30:00');
    expect(toWallTime(toUtc('2024-03-10T02:30:00', 'America/New_York'), 'America/New_York')).toBe('2024-03-10T03:30:00');
    expect(toWallTime(toUtc('2011-12-30T12:00:00', 'Pacific/Apia'), 'Pacific/Apia')).toBe('2011-12-31T12:00:00');
  });

  test('in a repeated hour mean its first occurrence', () => {
    expect(toUtc('2024-10-27T02:30:00', 'Europe/Oslo')).toEqual(at('2024-10-27T00:30:00Z'));
    expect(toUtc('2024-11-03T01:30:00', 'America/New_York')).toEqual(at('2024-11-03T05:30:00Z'));
    expect(toWallTime(at('2024-11-03T06:30:00Z'), 'America/New_York')).toBe('2024-11-03T01:30:00');
  });

  test('are exact one second before and at a clock change', () => {
    expect(toWallTime(at('2024-03-31T00:59:59Z'), 'Europe/Oslo')).toBe('2024-03-31T01:59:59');
    expect(toWallTime(at('2024-03-31T01:00:00Z'), 'Europe/Oslo')).toBe('2024-03-31T03:00:00');
  });

  test('use cached offsets that match the time zone database', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), recentInstant, (zone, instant) => {
        expect(getOffsetHours(zone, instant) * 60).toBeCloseTo(new IANAZone(zone).offset(instant.getTime()), 6);
      }),
      { numRuns: 1500 },
    );
  });

  test('survive the conversion to UTC and back, and never end up later', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (zone, instant) => {
        const wall = toWallTime(instant, zone);
        expect(toWallTime(toUtc(wall, zone), zone)).toBe(wall);
        expect(toUtc(wall, zone).getTime()).toBeLessThanOrEqual(instant.getTime());
      }),
      { numRuns: 500 },
    );
  });

  test('around a clock change are moved only within the gap, and only forward', () => {
    const hour = fc.integer({ min: -6 * 60, max: 6 * 60 });
    const change = fc.constantFrom(
      ['Europe/Oslo', '2024-03-31T02:00:00', '03'],
      ['America/New_York', '2024-03-10T02:00:00', '03'],
      ['Australia/Lord_Howe', '2024-10-06T02:00:00', '02:30'],
    );
    fc.assert(
      fc.property(change, hour, ([zone, gapStart], minutes) => {
        const wall = at(`${gapStart}Z`);
        wall.setUTCMinutes(wall.getUTCMinutes() + minutes);
        const requested = wall.toISOString().slice(0, 19);
        const converted = toWallTime(toUtc(requested, zone ?? ''), zone ?? '');
        const gap = zone === 'Australia/Lord_Howe' ? 30 : 60;
        if (minutes >= 0 && minutes < gap) expect(Date.parse(`${converted}Z`) - Date.parse(`${requested}Z`)).toBe(gap * 60_000);
        else expect(converted).toBe(requested);
      }),
    );
  });

  test('reject instants without a four-digit year', () => {
    expect(() => toWallTime(at('+010000-01-01T00:00:00Z'), 'UTC')).toThrow(RangeError);
    expect(() => toWallTime(new Date(Number.NaN), 'Europe/Oslo')).toThrow(RangeError);
  });
});

describe('Display of a time zone', () => {
  test.each([
    ['America/New_York', 'EST', 'EDT'],
    ['Europe/Oslo', 'CET', 'CEST'],
    ['Europe/London', 'GMT', 'BST'],
    ['Europe/Jersey', 'GMT', 'BST'],
    ['Asia/Hong_Kong', 'HKT', 'HKT'],
    ['Asia/Tokyo', 'JST', 'JST'],
    ['Asia/Kolkata', 'IST', 'IST'],
    ['Asia/Colombo', '+0530', '+0530'],
    ['Asia/Dubai', '+04', '+04'],
    ['America/Sao_Paulo', '-03', '-03'],
    ['Australia/Sydney', 'AEDT', 'AEST'],
    ['Pacific/Honolulu', 'HST', 'HST'],
    ['UTC', 'UTC', 'UTC'],
    ['GMT', 'GMT', 'GMT'],
    ['Etc/GMT', 'GMT', 'GMT'],
    ['UTC+2', 'UTC+2', 'UTC+2'],
  ])('abbreviates %s as %s in January and %s in July', (zone, january, july) => {
    expect(getZoneAbbreviation(zone, at('2024-01-15T12:00:00Z'))).toBe(january);
    expect(getZoneAbbreviation(zone, at('2024-07-15T12:00:00Z'))).toBe(july);
  });

  test('has an abbreviation of letters or a number for every zone', () => {
    for (const zone of zones)
      expect(getZoneAbbreviation(zone, at('2024-01-15T12:00:00Z'))).toMatch(/^([A-Za-z]+|[+-]\d{2}(\d{2})?|UTC.+)$/);
  });

  test('adds the offset to ISO dates for search engines', () => {
    expect(formatIsoLocal(at('2018-01-01T08:00:00Z'), 'Asia/Hong_Kong')).toBe('2018-01-01T16:00:00+08:00');
    expect(formatIsoLocal(at('2018-01-01T08:00:00Z'), 'UTC-3.5')).toBe('2018-01-01T04:30:00-03:30');
    expect(formatOffset(0)).toBe('+00:00');
  });
});
