import fc from 'fast-check';
import { DateTime } from 'luxon';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CalendarSite, CURRENT, LEGACY, openCalendar } from './calendar-site.ts';

// Compares lists of events with a simple model of docs/behaviour/events.md 2.5.1 and 3.3.

const RUNS = Number(process.env['DATE_RUNS'] ?? 15);
const DAY = 86_400_000;
const HOUR = 3_600_000;

/** Zones of the site, each with the time of a clock change. */
const siteZones = [
  ['UTC', '2031-03-30T00:00:00Z'],
  ['Europe/Oslo', '2031-10-26T01:00:00Z'],
  ['America/Havana', '2031-11-02T05:00:00Z'],
  ['Asia/Beirut', '2031-10-25T21:00:00Z'],
] as const;
const eventZones = ['UTC', 'Europe/Oslo', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC+5:30', 'UTC-9.5'];

interface CreatedEvent {
  id: number;
  start: number;
  end: number;
}

let site: CalendarSite;
beforeAll(async () => {
  site = await openCalendar();
});
afterAll(() => site.close());

const conditions = {
  start_date: ({ start }: CreatedEvent, bound: number) => start >= bound,
  end_date: ({ end }: CreatedEvent, bound: number) => end <= bound,
  starts_before: ({ start }: CreatedEvent, bound: number) => start < bound,
  starts_after: ({ start }: CreatedEvent, bound: number) => start > bound,
  ends_before: ({ end }: CreatedEvent, bound: number) => end < bound,
  ends_after: ({ end }: CreatedEvent, bound: number) => end > bound,
};
type BoundName = keyof typeof conditions;
const names = Object.keys(conditions) as BoundName[];

/** Creates events around the clock change, some exactly at midnight or at the change. */
async function createEvents(change: number): Promise<CreatedEvent[]> {
  const [events] = fc.sample(
    fc.array(
      fc.tuple(
        fc.constantFrom(...eventZones),
        fc.oneof(fc.integer({ min: -5 * 86_400, max: 5 * 86_400 }), fc.constantFrom(-7200, -3600, -1, 0, 1, 1800, 3600, 86_400, -86_400)),
        fc.constantFrom(0, 1, 1800, 3600, 7200, 86_399, 86_400, 200_000),
      ),
      { minLength: 36, maxLength: 36 },
    ),
    { numRuns: 1, seed: 11 },
  );
  const created: CreatedEvent[] = [];
  for (const [timezone, distance, length] of events ?? []) {
    const start = change + distance * 1000;
    const end = start + length * 1000;
    const { id } = await site.makeEvent({ start_date: start / 1000, end_date: end / 1000, timezone });
    created.push({ id, start, end });
  }
  return created;
}

/** Returns the local date in a zone. */
const dayAt = (ms: number, zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(ms);

/** Returns the first and last second of a day by checking every quarter of an hour, since clocks change only then. */
function secondsOf(day: string, zone: string): { first: number; last: number } {
  const quarterHours = Array.from({ length: 4 * 60 }, (_, i) => Date.parse(`${day}T00:00:00Z`) - 16 * HOUR + i * (HOUR / 4));
  const within = quarterHours.filter((ms) => dayAt(ms, zone) === day);
  return { first: within[0] as number, last: (within.at(-1) as number) + HOUR / 4 - 1000 };
}

const idsOf = (events: readonly { id: number }[]) => events.map(({ id }) => id).toSorted((a, b) => a - b);

describe.each(siteZones)('On a site in %s around %s', (zone, moment) => {
  const change = Date.parse(moment);
  let events: CreatedEvent[];
  beforeAll(async () => {
    const saved = await site.rest('POST', '/core/v2/settings', { as: 'administrator', body: { timezone: zone } });
    expect(saved.body.timezone).toBe(zone);
    await site.site.db.prisma.content.deleteMany({ where: { kind: 'event' } });
    events = await createEvents(change);
  });

  // times include their zone, so that a repeated hour is unambiguous
  const distancesFromChange = fc.dictionary(fc.constantFrom(...names), fc.integer({ min: -6 * 86_400, max: 6 * 86_400 }), {
    minKeys: 1,
    maxKeys: 3,
  });

  const matchingEvents = (bounds: Record<string, number>) =>
    events.filter((event) => Object.entries(bounds).every(([name, bound]) => conditions[name as BoundName](event, bound)));

  it('the legacy list with strict dates compares exact times', async () => {
    await fc.assert(
      fc.asyncProperty(distancesFromChange, async (distances) => {
        const bounds = Object.fromEntries(Object.entries(distances).map(([name, distance]) => [name, change + distance * 1000]));
        const query = Object.fromEntries(Object.entries(bounds).map(([name, ms]) => [name, new Date(ms).toISOString()]));
        const { body } = await site.rest('GET', `${LEGACY}/events`, { query: { ...query, strict_dates: 'true', per_page: 50 } });
        expect(idsOf(body.events)).toEqual(idsOf(matchingEvents(bounds)));
        expect(body.total).toBe(matchingEvents(bounds).length);
      }),
      { numRuns: RUNS },
    );
  }, 300_000);

  it('the legacy list widens to whole days of the site', async () => {
    await fc.assert(
      fc.asyncProperty(distancesFromChange, async (distances) => {
        const days = Object.entries(distances).map(([name, distance]) => [name, dayAt(change + distance * 1000, zone)] as const);
        const bounds = Object.fromEntries(
          days.map(([name, day]) => [name, name === 'start_date' ? secondsOf(day, zone).first : secondsOf(day, zone).last]),
        );
        const query = Object.fromEntries(days);
        const { body } = await site.rest('GET', `${LEGACY}/events`, { query: { ...query, per_page: 50 } });
        expect(idsOf(body.events)).toEqual(idsOf(matchingEvents(bounds)));
      }),
      { numRuns: RUNS },
    );
  }, 300_000);

  it('the current list compares exact times in the time zone of the site', async () => {
    await fc.assert(
      fc.asyncProperty(distancesFromChange, async (distances) => {
        // avoids the repeated hour, which is ambiguous in the time zone of the site
        const awayFromChange = (distance: number) => (Math.abs(distance * 1000) < 2 * HOUR ? distance + (3 * DAY) / 24_000 : distance);
        const bounds = Object.fromEntries(
          Object.entries(distances).map(([name, distance]) => [name, change + awayFromChange(distance) * 1000]),
        );
        const query = Object.fromEntries(
          Object.entries(bounds).map(([name, ms]) => [name, DateTime.fromMillis(ms, { zone }).toFormat('yyyy-MM-dd HH:mm:ss')]),
        );
        const { body } = await site.rest('GET', `${CURRENT}/events`, { query: { ...query, per_page: 100 } });
        expect(idsOf(body)).toEqual(idsOf(matchingEvents(bounds)));
      }),
      { numRuns: RUNS },
    );
  }, 300_000);
});
