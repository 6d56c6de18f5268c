import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDateTime } from '../../src/core/time/date-time.ts';

describe('The date-time format of REST arguments', () => {
  test.each([
    ['2020-01-01T10:00:00', '2020-01-01T10:00:00', '2020-01-01T09:00:00Z', false],
    ['2020-01-01t10:00:00', '2020-01-01T10:00:00', '2020-01-01T09:00:00Z', false],
    ['2020-01-01 10:00:00', '2020-01-01T10:00:00', '2020-01-01T09:00:00Z', false],
    ['2020-01-01T10:00:00.999', '2020-01-01T10:00:00', '2020-01-01T09:00:00Z', false],
    ['2020-01-01T10:00:00Z', '2020-01-01T11:00:00', '2020-01-01T10:00:00Z', true],
    ['2020-01-01T10:00:00.5Z', '2020-01-01T11:00:00', '2020-01-01T10:00:00Z', true],
    ['2020-01-01T10:00:00-05', '2020-01-01T16:00:00', '2020-01-01T15:00:00Z', true],
    ['2020-01-01T10:00:00+05:30', '2020-01-01T05:30:00', '2020-01-01T04:30:00Z', true],
    ['2019-02-30T10:00:00', '2019-03-02T10:00:00', '2019-03-02T09:00:00Z', false],
    ['2019-12-31T24:00:00', '2020-01-01T00:00:00', '2019-12-31T23:00:00Z', false],
    ['2024-03-31T02:30:00', '2024-03-31T02:30:00', '2024-03-31T01:30:00Z', false],
  ])('reads %s as local time %s in Oslo', (text, wall, instant, hasZone) => {
    expect(parseDateTime(text, 'Europe/Oslo')).toEqual({ wall, instant: new Date(instant), hasZone });
  });

  test.each([
    '',
    '2020-01-01',
    '2020-01-01T10:00',
    '2020-13-01T10:00:00',
    '2020-00-01T10:00:00',
    '2020-01-00T10:00:00',
    '2020-01-32T10:00:00',
    '2020-01-01T25:00:00',
    '2020-01-01T10:60:00',
    '2020-01-01T10:00:61',
    '2020-01-01T10:00:00+0530',
    '2020-01-01T10:00:00+5',
    '2020-01-01T10:00:00+25:00',
    '2020-01-01T10:00:00 Z',
    '2020-1-1T10:00:00',
    '0000-01-01T00:00:00',
    '0001-01-01T00:00:00',
    ' 2020-01-01T10:00:00',
    '2020-01-01T10:00:00\n',
    'tomorrow',
    '20200101T100000',
  ])('rejects %j', (text) => {
    expect(parseDateTime(text, 'Europe/Oslo')).toBeUndefined();
  });

  test('yields a moment with a four-digit year, or nothing, for any text', () => {
    const shaped = fc
      .tuple(fc.nat(9999), fc.nat(19), fc.nat(39), fc.nat(29), fc.nat(69), fc.nat(69), fc.constantFrom('', 'Z', '+02', '-11:30', '.5', 'x'))
      .map(([y, ...parts]) => {
        const [mo, d, h, mi, s] = parts.slice(0, 5).map((n) => String(n).padStart(2, '0'));
        return `${String(y).padStart(4, '0')}-${mo}-${d}T${h}:${mi}:${s}${parts[5]}`;
      });
    fc.assert(
      fc.property(fc.oneof(shaped, fc.string()), (text) => {
        const parsed = parseDateTime(text, 'America/New_York');
        if (parsed) {
          expect(parsed.wall).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
          expect(parsed.instant.toISOString()).toMatch(/^\d{4}-/);
        }
      }),
    );
  });

  test('reads a date in JSON as the same instant', () => {
    const seconds = fc.integer({ min: -60_000_000_000, max: 250_000_000_000 });
    fc.assert(
      fc.property(seconds, (value) => {
        const instant = new Date(value * 1000);
        expect(parseDateTime(instant.toISOString(), 'Asia/Kolkata')?.instant).toEqual(instant);
      }),
    );
  });
});
