import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getAllDayBounds, formatSqlDateTime, msToWall, partsToMs, countSeconds, wallToMs } from '../../src/core/time/wall-time.ts';

const anyMs = fc.integer({
  min: Date.parse('0001-01-01T00:00:00Z') / 1000,
  max: Date.parse('9999-12-31T23:59:59Z') / 1000,
});

describe('Local times', () => {
  test('are converted to milliseconds and back unchanged in the years 1 to 9999', () => {
    fc.assert(
      fc.property(anyMs, (seconds) => {
        const wall = msToWall(seconds * 1000);
        expect(wall).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
        expect(wallToMs(wall ?? '')).toBe(seconds * 1000);
      }),
    );
  });

  test('sort in chronological order as text', () => {
    fc.assert(
      fc.property(anyMs, anyMs, (a, b) => {
        expect((msToWall(a * 1000) ?? '') < (msToWall(b * 1000) ?? '')).toBe(a < b);
      }),
    );
  });

  test.each([
    ['2018-02-30T10:00:00', '2018-03-02T10:00:00'],
    ['2020-02-30T10:00:00', '2020-03-01T10:00:00'],
    ['2018-04-31T00:00:00', '2018-05-01T00:00:00'],
    ['0004-02-30T00:00:00', '0004-03-01T00:00:00'],
    ['0099-12-31T24:00:00', '0100-01-01T00:00:00'],
  ])('like %s roll over to %s', (wall, rolled) => {
    expect(msToWall(wallToMs(wall))).toBe(rolled);
  });

  test('with years below 100 are not read as years of the last century', () => {
    expect(partsToMs({ year: 50, month: 1, day: 1, hour: 0, minute: 0, second: 0 })).toBe(Date.parse('0050-01-01T00:00:00Z'));
  });

  test('do not exist outside the years 1 to 9999', () => {
    expect(msToWall(Date.parse('0001-01-01T00:00:00Z') - 1)).toBeUndefined();
    expect(msToWall(Date.parse('+010000-01-01T00:00:00Z'))).toBeUndefined();
    expect(msToWall(Number.NaN)).toBeUndefined();
  });

  test.each(['', '2018-01-01', '2018-1-1T00:00:00', '2018-01-01T00:00:00Z', 'x'])('reject %j', (text) => {
    expect(() => wallToMs(text)).toThrow(RangeError);
  });

  test('are formatted for the old interface with a space, and instants in UTC', () => {
    expect(formatSqlDateTime('2018-01-01T16:00:00')).toBe('2018-01-01 16:00:00');
    expect(formatSqlDateTime(new Date('2018-01-01T08:00:00.900Z'))).toBe('2018-01-01 08:00:00');
    expect(() => formatSqlDateTime(new Date(Number.NaN))).toThrow(RangeError);
  });
});

describe('All-day events', () => {
  test('last from the first second of the first day to the last second of the last day', () => {
    expect(getAllDayBounds('2031-05-01T09:00:00', '2031-05-06T11:00:00')).toEqual({
      start: '2031-05-01T00:00:00',
      end: '2031-05-06T23:59:59',
    });
  });

  test('of one day last 86399 seconds, even on the day of a clock change', () => {
    const { start, end } = getAllDayBounds('2024-03-31T12:00:00', '2024-03-31T13:00:00');
    expect(countSeconds(start, end)).toBe(86_399);
  });
});

test('secondsBetween returns the elapsed seconds, negative backwards', () => {
  expect(countSeconds(new Date('2018-01-01T08:00:00Z'), new Date('2018-01-01T08:30:00Z'))).toBe(1800);
  expect(countSeconds('2018-01-02T00:00:00', '2018-01-01T00:00:00')).toBe(-86_400);
});
