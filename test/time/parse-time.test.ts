import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTime } from '../../src/core/time/parse-time.ts';

/** A Friday, 18:20:30 in Hong Kong. */
const NOW = new Date('2026-11-20T10:20:30.700Z');
const wallOf = (text: string | number, zone = 'Asia/Hong_Kong') => parseTime(text, zone, NOW)?.wall;

describe('parseTime', () => {
  test.each([
    ['2018-01-01', '2018-01-01T00:00:00'],
    ['2018-01-01 16:00', '2018-01-01T16:00:00'],
    ['2018-01-01 16:00:05', '2018-01-01T16:00:05'],
    ['2018-01-01T16:00:05', '2018-01-01T16:00:05'],
    ['2018-01-01T16:00:05.123', '2018-01-01T16:00:05'],
    ['2018-01-01 4pm', '2018-01-01T16:00:00'],
    ['2018-01-01 4:30 PM', '2018-01-01T16:30:00'],
    ['2018-01-01 12am', '2018-01-01T00:00:00'],
    ['2018-01-01 12 p.m.', '2018-01-01T12:00:00'],
    ['2018-02-30', '2018-03-02T00:00:00'],
    ['2018-1-5', '2018-01-05T00:00:00'],
    ['2018/01/05', '2018-01-05T00:00:00'],
    ['11/25/2014 8:15:00', '2014-11-25T08:15:00'],
    ['25.11.2014', '2014-11-25T00:00:00'],
    ['20180105', '2018-01-05T00:00:00'],
    ['May 1, 2031 9am', '2031-05-01T09:00:00'],
    ['1st may 2031', '2031-05-01T00:00:00'],
    ['now', '2026-11-20T18:20:30'],
    ['today', '2026-11-20T00:00:00'],
    ['midnight', '2026-11-20T00:00:00'],
    ['noon', '2026-11-20T12:00:00'],
    ['4pm', '2026-11-20T16:00:00'],
    ['tomorrow', '2026-11-21T00:00:00'],
    ['Tomorrow 9am', '2026-11-21T09:00:00'],
    ['9am tomorrow', '2026-11-21T09:00:00'],
    ['yesterday noon', '2026-11-19T12:00:00'],
    ['friday', '2026-11-20T00:00:00'],
    ['monday', '2026-11-23T00:00:00'],
    ['next friday', '2026-11-27T00:00:00'],
    ['next wednesday 4pm', '2026-11-25T16:00:00'],
    ['last friday', '2026-11-13T00:00:00'],
    ['last wed', '2026-11-18T00:00:00'],
    ['next day', '2026-11-21T18:20:30'],
    ['next week', '2026-11-27T18:20:30'],
    ['last month', '2026-10-20T18:20:30'],
    ['next year 9am', '2027-11-20T09:00:00'],
    ['+1 day 9am', '2026-11-21T09:00:00'],
    ['+5 days 11am', '2026-11-25T11:00:00'],
    ['-2 weeks', '2026-11-06T18:20:30'],
    ['+90 minutes', '2026-11-20T19:50:30'],
    ['+1 week 2 days', '2026-11-29T18:20:30'],
    ['3 days ago', '2026-11-17T18:20:30'],
    ['1 month ago 10:00', '2026-10-20T10:00:00'],
    ['2018-01-01 10:00 +1 day', '2018-01-02T10:00:00'],
    ['2019-01-31 +1 month', '2019-03-03T00:00:00'],
  ])('reads %s', (text, wall) => {
    expect(wallOf(text)).toBe(wall);
    expect(parseTime(text, 'Asia/Hong_Kong', NOW)?.hasZone).toBe(false);
  });

  test.each([
    ['2018-01-01T10:00:00Z', '2018-01-01T10:00:00Z'],
    ['2018-01-01T10:00:00.5+02:00', '2018-01-01T08:00:00Z'],
    ['2018-01-01 10:00-05', '2018-01-01T15:00:00Z'],
    ['2018-01-01 10:00 UTC', '2018-01-01T10:00:00Z'],
    ['2018-07-01 10:00 Europe/Oslo', '2018-07-01T08:00:00Z'],
    ['1525132800', '2018-05-01T00:00:00Z'],
    ['@1525132800', '2018-05-01T00:00:00Z'],
    ['1525132800.75', '2018-05-01T00:00:00Z'],
    ['-1', '1969-12-31T23:59:59Z'],
    ['0', '1970-01-01T00:00:00Z'],
  ])('reads %s as an instant, independent of the zone', (text, instant) => {
    const parsed = parseTime(text, 'Asia/Hong_Kong', NOW);
    expect(parsed?.instant).toEqual(new Date(instant));
    expect(parsed?.hasZone).toBe(true);
  });

  test('reads a number as Unix seconds and returns local time in the zone', () => {
    expect(parseTime(1_525_132_800, 'Asia/Hong_Kong', NOW)).toEqual({
      instant: new Date('2018-05-01T00:00:00Z'),
      wall: '2018-05-01T08:00:00',
      hasZone: true,
    });
  });

  test.each([
    '',
    ' ',
    'garbage',
    '25:00',
    '13pm',
    '0pm',
    '2018-13-01',
    '2018-01-32',
    '2018-01-01 2018-01-02',
    '9am 10am',
    'Z',
    'next',
    'ago x',
    '2018-01-01 10:00 Mars/Base',
    '+99999 years',
    '999999999999999',
    'x'.repeat(500),
    '2018-01-01foo',
  ])('rejects %j', (text) => {
    expect(wallOf(text)).toBeUndefined();
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e30, -1e30])('rejects %d', (value) => {
    expect(wallOf(value, 'Europe/Oslo')).toBeUndefined();
  });

  test('uses the current day of the zone, not of UTC, for "today"', () => {
    const evening = new Date('2026-11-20T20:00:00Z');
    expect(parseTime('today', 'Asia/Hong_Kong', evening)?.wall).toBe('2026-11-21T00:00:00');
    expect(parseTime('today', 'America/New_York', evening)?.wall).toBe('2026-11-20T00:00:00');
  });

  test('is exact for now and for hours from now within a repeated hour', () => {
    const secondPass = new Date('2024-11-03T06:30:00Z');
    expect(parseTime('now', 'America/New_York', secondPass)?.instant).toEqual(secondPass);
    expect(parseTime('-1 hour', 'America/New_York', secondPass)?.instant).toEqual(new Date('2024-11-03T05:30:00Z'));
  });

  test('keeps the local time across a clock change for "+1 day" but not for "+24 hours"', () => {
    const before = new Date('2024-03-30T11:00:00Z');
    expect(parseTime('+1 day', 'Europe/Oslo', before)?.wall).toBe('2024-03-31T12:00:00');
    expect(parseTime('+24 hours', 'Europe/Oslo', before)?.wall).toBe('2024-03-31T13:00:00');
  });

  test('returns a valid moment or nothing for any text', () => {
    const word = fc.constantFrom(
      'tomorrow',
      'next',
      'last',
      'monday',
      '9am',
      '+5',
      'days',
      '-3',
      'ago',
      '2018-01-01',
      '10:00',
      'Z',
      '+02:00',
      'noon',
      '12',
      'week',
      'year',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(text, (value) => {
        const parsed = parseTime(value, 'Europe/Oslo', NOW);
        if (parsed) expect(parsed.wall).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
      }),
      { numRuns: 1000 },
    );
  });

  test('reads every local time unchanged, with T or space', () => {
    const seconds = fc.integer({ min: -60_000_000_000, max: 250_000_000_000 });
    fc.assert(
      fc.property(seconds, fc.constantFrom('T', ' '), (value, separator) => {
        const wall = new Date(value * 1000).toISOString().slice(0, 19);
        expect(parseTime(wall.replace('T', separator), 'UTC', NOW)?.wall).toBe(wall);
      }),
    );
  });
});
