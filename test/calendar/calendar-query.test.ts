import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, listGridDays, isDay, isMonth, getLastDay, getWeekday } from '#app/domains/events/calendar/days.ts';
import { groupIdsByDay } from '#app/domains/events/calendar/month.view.ts';
import {
  buildCalendarUrl,
  startPageQuery,
  normalizeKeyword,
  type CalendarQuery,
  parseCalendarUrl,
} from '#app/domains/events/calendar/calendar-query.ts';

const site = { config: { siteUrl: 'https://site.test/sub' } } as Parameters<typeof parseCalendarUrl>[0];

const anyDay = fc
  .date({ min: new Date('0002-01-01'), max: new Date('9998-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const slug = fc
  .stringMatching(/^[a-z0-9][a-z0-9-]{0,9}$/)
  .filter(
    (text) =>
      !['list', 'month', 'day', 'week', 'today', 'page', 'category', 'tag', 'featured', 'reflector'].includes(text) && !isMonth(text),
  );

const anyQuery: fc.Arbitrary<CalendarQuery> = fc
  .record({
    view: fc.constantFrom(null, 'list', 'month', 'day', 'week', 'latest-past', 'reflector' as const),
    date: fc.option(anyDay),
    page: fc.integer({ min: 1, max: 999_999 }),
    isPast: fc.boolean(),
    categories: fc.array(slug, { maxLength: 3 }),
    tag: fc.option(slug),
    isFeatured: fc.boolean(),
    keyword: fc.string({ unit: 'grapheme', maxLength: 40 }).map(normalizeKeyword),
  })
  .map((query): CalendarQuery => {
    const isList = query.view === 'list';
    const isMonthView = query.view === 'month' && query.date !== null;
    return {
      ...query,
      view: query.view as CalendarQuery['view'],
      isPast: isList && query.isPast,
      page: isList || query.view === null ? query.page : 1,
      date: isMonthView ? `${query.date?.slice(0, 7)}-01` : query.date,
      isWholeMonth: isMonthView,
    };
  });

describe('Calendar URLs', () => {
  test('are parsed to the query they were built from', () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        expect(parseCalendarUrl(site, buildCalendarUrl(site, query))).toEqual(query);
      }),
    );
  });

  test('are parsed without error to a query that has a URL', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webPath(),
          fc.webUrl(),
          fc.string().map((text) => `https://site.test/sub/events/${text}`),
        ),
        (text) => {
          const address = buildCalendarUrl(site, parseCalendarUrl(site, text));
          expect(address.startsWith('https://site.test/sub/events')).toBe(true);
          expect(buildCalendarUrl(site, parseCalendarUrl(site, address))).toBe(address);
        },
      ),
    );
  });

  test('outside the calendar are parsed as the front page', () => {
    expect(parseCalendarUrl(site, 'https://site.test/sub/eventsmonth/month/')).toEqual(startPageQuery);
    expect(parseCalendarUrl(site, 'https://site.test/events/month/')).toEqual(startPageQuery);
  });
});

describe('Calendar days', () => {
  test('of a month fill whole weeks that begin on the given weekday', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 6 }), (day, start) => {
        const month = day.slice(0, 7);
        const grid = listGridDays(month, start);
        expect(grid.length % 7).toBe(0);
        expect(getWeekday(grid[0] as string)).toBe(start);
        expect(grid.filter((gridDay) => gridDay.startsWith(month))).toHaveLength(Number(addDays(`${addMonths(month, 1)}-01`, -1).slice(8)));
        expect(grid.every((gridDay, i) => i === 0 || gridDay === addDays(grid[i - 1] as string, 1))).toBe(true);
      }),
    );
  });

  test('of an event are exactly the days on which it takes place', () => {
    fc.assert(
      fc.property(anyDay, fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 240 }), (day, hour, hours) => {
        const start = Date.parse(`${day}T00:00:00Z`) + hour * 3_600_000;
        const toLocal = (ms: number) => new Date(ms).toISOString().slice(0, 19);
        const event = { id: 1, startLocal: toLocal(start), endLocal: toLocal(start + hours * 3_600_000), isSticky: false };
        const days = Array.from({ length: 15 }, (_, i) => addDays(day, i - 2));
        const listedDays = [...groupIdsByDay(days, [event])].filter(([, ids]) => ids.length > 0).map(([shownDay]) => shownDay);
        const expected = days.filter((candidate) => {
          const from = Date.parse(`${candidate}T00:00:00Z`);
          const until = from + 86_400_000;
          return hours === 0 ? start >= from && start < until : start < until && start + hours * 3_600_000 > from;
        });
        expect(listedDays).toEqual(expected);
        expect(getLastDay(event)).toBe(expected.at(-1));
      }),
    );
  });

  test('are valid dates only', () => {
    expect(['2031-02-28', '2031-02-29', '2032-02-29', '2031-13-01', '2031-1-1', '0000-01-01', '9999-01-01'].map(isDay)).toEqual([
      true,
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
