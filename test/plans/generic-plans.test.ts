import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { fillWithPosts } from './fill.ts';

/** After five runs, the server chooses between a custom plan and a generic plan. */
const RUNS = 8;

describe('Reads by ID in PostgreSQL', () => {
  let site: WholeSite;
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeAll(async () => {
    database = await createTestDatabase();
    // one connection, so that it runs all statements
    site = await openWholeSite({ DATABASE_URL: database.url, DATABASE_POOL: '1' });
    await fillWithPosts(database.url, 5_000);
  }, 120_000);
  afterAll(async () => {
    await site?.close();
    await database?.drop();
  });

  async function createAndGetId(path: string, body: object): Promise<number> {
    return (await site.rest('POST', path, { as: 'administrator', body })).body.id;
  }

  it.each([
    [
      'contents_by_id',
      'posts',
      async () => `/core/v2/posts/${await createAndGetId('/core/v2/posts', { title: 'A post', status: 'publish' })}`,
    ],
    [
      'venues_by_id',
      'venues',
      async () => `/evt/v1/venues/${await createAndGetId('/evt/v1/venues', { title: 'Hall', status: 'publish' })}`,
    ],
    [
      'organizers_by_id',
      'organizers',
      async () => `/evt/v1/organizers/${await createAndGetId('/evt/v1/organizers', { title: 'Band', status: 'publish' })}`,
    ],
    [
      'events_by_id',
      'events',
      async () => {
        const dates = { start_date: '2031-01-01 20:00:00', end_date: '2031-01-01 22:00:00' };
        return `/evt/v1/events/${await createAndGetId('/evt/v1/events', { title: 'Evening', status: 'publish', ...dates })}`;
      },
    ],
  ] as const)('%s: %s use a generic plan instead of planning each request', async (name, _what, createPath) => {
    const path = await createPath();
    for (let run = 0; run < RUNS; run += 1) expect((await site.rest('GET', path, { as: 'administrator' })).status).toBe(200);
    const [plans] = await site.site.db.sql<{ custom: number; generic: number }>(
      'SELECT custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements WHERE name = $1',
      [name],
    );
    expect(plans?.custom).toBe(5);
    expect(plans?.generic).toBeGreaterThanOrEqual(RUNS - 5);
  });
});
