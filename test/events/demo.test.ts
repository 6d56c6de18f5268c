import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedDemoEvents } from '../../src/domains/events/demo.ts';
import { makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

describe('Demo events of a small site', () => {
  it('include upcoming events with venues and organizers, created once', async () => {
    const admin = await makeUser(site, 'administrator');
    await seedDemoEvents(site, admin.id);
    const rows = await site.db.sql<{ kind: string; status: string; n: number }>(
      'SELECT kind, status, count(*)::int AS n FROM content GROUP BY 1, 2 ORDER BY 1, 2',
    );
    expect(rows).toEqual([
      { kind: 'event', status: 'draft', n: 1 },
      { kind: 'event', status: 'publish', n: 7 },
      { kind: 'organizer', status: 'publish', n: 2 },
      { kind: 'venue', status: 'publish', n: 2 },
    ]);
    const [upcoming] = await site.db.sql<{ n: number }>(
      "SELECT count(*)::int AS n FROM event WHERE status = 'publish' AND start_utc > now()",
    );
    expect(upcoming?.n).toBe(6);
  });
});
