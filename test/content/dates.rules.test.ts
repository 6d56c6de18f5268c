import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideDates, type GivenDate } from '../../src/domains/content/dates.rules.ts';
import { parseDateTime } from '../../src/core/time/date-time.ts';
import { toUtc, toWallTime, getZoneByName } from '../../src/core/time/zone.ts';

const zone = getZoneByName('America/New_York');
const now = new Date('2026-06-15T12:00:00Z');
const nowLocal = '2026-06-15T08:00:00';
const parseDate = (text: string): GivenDate => parseDateTime(text, zone) as GivenDate;
const decide = (
  status: string,
  date?: GivenDate | null,
  stored: { status: string; dateLocal: string; dateUtc: string | null } | null = null,
) => decideDates({ status, given: date, stored, now, zone });
const floating = { status: 'draft', dateLocal: '2026-06-01T08:00:00', dateUtc: null };
const past = { status: 'publish', dateLocal: '2026-06-01T08:00:00', dateUtc: '2026-06-01T12:00:00' };

describe('Publication date', () => {
  it.each([
    [
      'is now if published without a date',
      'publish',
      undefined,
      null,
      { status: 'publish', dateLocal: nowLocal, dateUtc: '2026-06-15T12:00:00' },
    ],
    [
      'is now if private without a date',
      'private',
      undefined,
      null,
      { status: 'private', dateLocal: nowLocal, dateUtc: '2026-06-15T12:00:00' },
    ],
    ['floats for a draft without a date', 'draft', undefined, null, { status: 'draft', dateLocal: nowLocal, dateUtc: null }],
    ['moves with an update while it floats', 'draft', undefined, floating, { status: 'draft', dateLocal: nowLocal, dateUtc: null }],
    [
      'that floats is fixed on publishing',
      'publish',
      undefined,
      floating,
      { status: 'publish', dateLocal: nowLocal, dateUtc: '2026-06-15T12:00:00' },
    ],
    [
      'still floats if the floating date is sent unchanged',
      'draft',
      parseDate('2026-06-01T08:00:00'),
      floating,
      { status: 'draft', dateLocal: nowLocal, dateUtc: null },
    ],
    [
      'of a draft is stored if explicit',
      'draft',
      parseDate('2026-01-01T00:00:00'),
      null,
      { status: 'draft', dateLocal: '2026-01-01T00:00:00', dateUtc: '2026-01-01T05:00:00' },
    ],
    [
      'stays on publishing if explicit',
      'publish',
      undefined,
      { ...past, status: 'draft' },
      { status: 'publish', dateLocal: past.dateLocal, dateUtc: past.dateUtc },
    ],
    [
      'is not changed by an update without a date',
      'publish',
      undefined,
      past,
      { status: 'publish', dateLocal: past.dateLocal, dateUtc: past.dateUtc },
    ],
    [
      'of a published post is reset to now by null',
      'publish',
      null,
      past,
      { status: 'publish', dateLocal: nowLocal, dateUtc: '2026-06-15T12:00:00' },
    ],
    [
      'of a draft floats again after null',
      'draft',
      null,
      { ...past, status: 'draft' },
      { status: 'draft', dateLocal: nowLocal, dateUtc: null },
    ],
    [
      'is converted from its time zone',
      'publish',
      parseDate('2026-01-01T00:00:00+01:00'),
      null,
      { status: 'publish', dateLocal: '2025-12-31T18:00:00', dateUtc: '2025-12-31T23:00:00' },
    ],
  ])('%s', (_title, status, date, stored, expected) => {
    expect(decide(status, date, stored)).toEqual(expected);
  });

  it.each([
    ['publish', '2026-06-15T12:01:00Z', 'future'],
    ['publish', '2026-06-15T12:00:59Z', 'publish'],
    ['future', '2026-06-15T12:01:00Z', 'future'],
    ['future', '2026-06-15T12:00:59Z', 'publish'],
    ['future', '2020-01-01T10:00:00Z', 'publish'],
    ['private', '2030-01-01T00:00:00Z', 'private'],
    ['draft', '2030-01-01T00:00:00Z', 'draft'],
  ])('%s with the date %s is stored as %s', (status, date, expected) => {
    expect(decide(status, parseDate(date)).status).toBe(expected);
  });

  it('publishes a scheduled post when it is removed', () => {
    expect(decide('future', null, { status: 'future', dateLocal: '2030-01-01T00:00:00', dateUtc: '2030-01-01T05:00:00' }).status).toBe(
      'publish',
    );
  });

  it('has the same moment in local time and UTC', () => {
    const dates = fc.date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2037-01-01T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(
        dates,
        fc.constantFrom('publish', 'future', 'draft', 'private'),
        fc.constantFrom('UTC', 'Europe/Oslo', 'Asia/Kolkata', 'UTC-3.5'),
        (date, status, name) => {
          const anyZone = getZoneByName(name);
          const text = `${date.toISOString().slice(0, 19)}Z`;
          const decided = decideDates({ status, given: parseDateTime(text, anyZone), stored: null, now, zone: anyZone });
          expect(decided.dateUtc).toBe(text.slice(0, 19));
          expect(decided.dateLocal).toBe(toWallTime(new Date(text), anyZone));
          const msAhead = Date.parse(text) - now.getTime();
          expect(decided.status).toBe(status === 'publish' || status === 'future' ? (msAhead >= 60_000 ? 'future' : 'publish') : status);
        },
      ),
    );
  });

  it('stays the same when decided again without a new date', () => {
    const localTimes = fc
      .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2037-01-01T00:00:00Z'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 19));
    fc.assert(
      fc.property(localTimes, fc.constantFrom('publish', 'future', 'draft', 'private'), (wall, status) => {
        const first = decide(status, { wall, instant: toUtc(wall, zone) });
        expect(decide(first.status, undefined, first)).toEqual(first);
      }),
    );
  });
});
