import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toUtc, getZoneByName } from '../../src/core/time/zone.ts';
import { type BoundName, boundNames, type Bounds, computeBounds, type GivenBounds } from '../../src/domains/events/window.rules.ts';

const now = new Date('2031-04-01T12:34:56Z');

function bounds(given: GivenBounds, { wholeDays = true, usesDefaults = true, zone = 'UTC', at = now } = {}): Bounds {
  const result = computeBounds({ given, wholeDays, usesDefaults, siteZone: getZoneByName(zone), now: at });
  if (typeof result === 'string') throw new Error(`${result} is not a time`);
  return result;
}

const localTimes = (dateBounds: Bounds) => Object.fromEntries(Object.entries(dateBounds).map(([name, bound]) => [name, bound.wall]));

describe('Date bounds of an event list (docs/behaviour/events.md 2.5.1)', () => {
  it.each<[string, GivenBounds, Record<string, string>]>([
    ['startsFrom: the beginning of its day', { startsFrom: '2018-01-01 15:00' }, { startsFrom: '2018-01-01T00:00:00' }],
    ['endsUntil: the end of its day', { endsUntil: '2018-01-01 18:00' }, { endsUntil: '2018-01-01T23:59:59' }],
    ['startsBefore', { startsBefore: '2018-01-01 18:00' }, { startsBefore: '2018-01-01T23:59:59' }],
    ['startsAfter, which excludes the day itself', { startsAfter: '2018-01-01' }, { startsAfter: '2018-01-01T23:59:59' }],
    ['endsBefore', { endsBefore: '2018-01-01' }, { endsBefore: '2018-01-01T23:59:59' }],
    ['endsAfter', { endsAfter: '2018-01-01' }, { endsAfter: '2018-01-01T23:59:59' }],
  ])('widen to whole days: %s', (_bound, given, expected) => {
    expect(localTimes(bounds(given))).toEqual(expected);
  });

  it('use the exact time otherwise', () => {
    expect(localTimes(bounds({ startsFrom: '2018-01-01 15:00', endsUntil: '2018-01-01 18:00' }, { wholeDays: false }))).toEqual({
      startsFrom: '2018-01-01T15:00:00',
      endsUntil: '2018-01-01T18:00:00',
    });
  });

  it('default to yesterday until two years from now', () => {
    expect(localTimes(bounds({}))).toEqual({ startsFrom: '2031-03-31T00:00:00', endsUntil: '2033-04-01T23:59:59' });
    expect(localTimes(bounds({}, { wholeDays: false }))).toEqual({ startsFrom: '2031-03-31T23:59:00', endsUntil: '2033-04-01T12:34:56' });
    expect(bounds({}, { usesDefaults: false })).toEqual({});
  });

  it('have no defaults as soon as a bound is given', () => {
    for (const name of boundNames) expect(Object.keys(bounds({ [name]: '2018-01-01' }))).toEqual([name]);
  });

  it('use the time zone of the site', () => {
    const result = bounds(
      { startsFrom: '2018-07-01 15:00', endsUntil: '2018-07-01T15:00:00Z' },
      { wholeDays: false, zone: 'America/New_York' },
    );
    expect(result.startsFrom?.instant.toISOString()).toBe('2018-07-01T19:00:00.000Z');
    expect(result.endsUntil?.wall).toBe('2018-07-01T11:00:00');
  });

  it('report which bound is invalid', () => {
    expect(
      computeBounds({ given: { endsAfter: 'someday' }, wholeDays: true, usesDefaults: true, siteZone: getZoneByName('UTC'), now }),
    ).toBe('endsAfter');
  });

  const moments = fc.date({ min: new Date('1990-01-01'), max: new Date('2045-01-01'), noInvalidDate: true });
  const zones = fc.constantFrom('UTC', 'Europe/Oslo', 'America/New_York', 'Pacific/Apia', 'UTC+5:30');

  it('include the whole named day in every zone', () => {
    fc.assert(
      fc.property(moments, zones, fc.constantFrom<BoundName>(...boundNames), (moment, zone, name) => {
        const text = moment.toISOString().slice(0, 19).replace('T', ' ');
        const exact = bounds({ [name]: text }, { wholeDays: false, zone })[name];
        const wholeDay = bounds({ [name]: text }, { zone })[name];
        expect(wholeDay?.wall.slice(0, 10)).toBe(exact?.wall.slice(0, 10));
        expect(wholeDay?.instant).toEqual(toUtc(wholeDay?.wall ?? '', zone));
        if (name === 'startsFrom') expect(wholeDay?.wall.slice(11)).toBe('00:00:00');
        else expect(wholeDay?.wall.slice(11)).toBe('23:59:59');
      }),
    );
  });
});
