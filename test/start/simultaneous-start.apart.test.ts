import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';

describe('Three processes that start simultaneously on a new database', () => {
  let services: Service[] = [];
  let drop = async () => undefined as void;
  beforeAll(async () => {
    const database = await createTestDatabase();
    drop = database.drop;
    services = await Promise.all([1, 2, 3].map(() => startService(database.url, { DEMO_DATA: 'small' })));
  }, 120_000);
  afterAll(async () => {
    await Promise.all(services.map((service) => service.kill()));
    await drop();
  });

  it('all serve requests, and the initial content exists once', async () => {
    const counts = await Promise.all(
      services.map(async (service) => {
        const [users, posts, events] = await Promise.all(
          ['/core/v2/users', '/core/v2/posts', '/vendor/events/v1/events'].map((path) => service.rest('GET', path)),
        );
        return { users: users?.headers['x-wp-total'], posts: posts?.headers['x-wp-total'], events: events?.body.total };
      }),
    );
    expect(counts).toEqual(services.map(() => counts[0]));
    expect(counts[0]?.users).toBe('1');
    const titles = (await services[0]!.rest('GET', '/core/v2/posts', { query: { per_page: 100 } })).body.map(
      (post: { title: { rendered: string } }) => post.title.rendered,
    );
    expect(titles.length).toBeGreaterThan(0);
    expect(new Set(titles).size).toBe(titles.length);
  });
});
