import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUNS } from '../hostile/odd-fields.ts';
import type { TestUserName } from '../support/site.ts';
import { type CalendarSite, openCalendar } from './calendar-site.ts';
import { bodies, queries } from './odd-requests.ts';

let site: CalendarSite;
let eventId: number;
let venueId: number;
beforeAll(async () => {
  site = await openCalendar();
  eventId = (await site.makeEvent({ venue: { venue: 'Hall' }, categories: 'one,two', tags: 'three' })).id;
  venueId = (await site.makeVenue()).id;
});
afterAll(() => site.close());

const callers = fc.constantFrom<TestUserName | undefined>(undefined, 'contributor', 'administrator');

/** True for internal errors. Documented responses with status 500 of the current version have only the member `error`. */
const isInternalError = (reply: { status: number; body: { code?: string } | undefined; text: string }) =>
  reply.status >= 500 && !(reply.body !== undefined && 'error' in reply.body);

describe('Random requests to the calendars', () => {
  it('never cause an internal error when reading', async () => {
    const paths = [
      '/vendor/events/v1/events',
      '/vendor/events/v1/venues',
      '/vendor/events/v1/organizers',
      '/vendor/events/v1/categories',
      '/vendor/events/v1/tags',
      '/evt/v1/events',
      '/evt/v1/venues',
      '/evt/v1/organizers',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), queries, callers, async (path, query, as) => {
        const reply = await site.rest('GET', path, { query, as });
        expect(isInternalError(reply) ? `${reply.status} ${reply.text} ${site.logged.at(-1)}` : '').toBe('');
      }),
      { numRuns: RUNS },
    );
  }, 120_000);

  it('never cause an internal error when writing', async () => {
    const targets = fc.constantFrom<[string, string]>(
      ['POST', '/vendor/events/v1/events'],
      ['POST', '/vendor/events/v1/venues'],
      ['POST', '/vendor/events/v1/organizers'],
      ['POST', '/vendor/events/v1/categories'],
      ['POST', '/vendor/events/v1/tags'],
      ['PUT', '/vendor/events/v1/events/{e}'],
      ['PATCH', '/vendor/events/v1/venues/{v}'],
      ['POST', '/evt/v1/events'],
      ['POST', '/evt/v1/venues'],
      ['PUT', '/evt/v1/events/{e}'],
      ['PUT', '/evt/v1/venues/{v}'],
      ['PUT', '/vendor/events/v1/events/by-slug/%F0%9F%92%A1'],
    );
    const start = {
      title: 'Odd',
      venue: 'Odd',
      organizer: 'Odd',
      name: 'Odd',
      start_date: '2031-05-01 09:00:00',
      end_date: '2031-05-01 10:00:00',
    };
    await fc.assert(
      fc.asyncProperty(targets, bodies, callers, async ([method, path], body, as) => {
        const required = path.includes('organizers')
          ? { organizer: 'Odd' }
          : path.includes('venues')
            ? { venue: 'Odd', title: 'Odd' }
            : path.includes('events')
              ? { title: 'Odd', start_date: start.start_date, end_date: start.end_date }
              : { name: 'Odd' };
        const reply = await site.rest(method, path.replace('{e}', String(eventId)).replace('{v}', String(venueId)), {
          as,
          body: { ...required, ...body },
        });
        expect(isInternalError(reply) ? `${reply.status} ${reply.text} ${site.logged.at(-1)}` : '').toBe('');
      }),
      { numRuns: RUNS },
    );
  }, 240_000);
});
