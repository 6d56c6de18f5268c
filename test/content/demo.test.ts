import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { seedDemoPosts } from '../../src/domains/content/demo.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
});
afterAll(() => site.close());

describe('Demo posts of a small site', () => {
  it('include posts with categories and tags, a draft, and pages', async () => {
    const admin = await makeUser(site, 'administrator');
    await seedDemoPosts(site, admin.id);
    const rows = await site.db.sql<{ kind: string; status: string; n: number }>(
      'SELECT kind, status, count(*)::int AS n FROM content GROUP BY 1, 2 ORDER BY 1, 2',
    );
    expect(rows).toEqual([
      { kind: 'page', status: 'publish', n: 2 },
      { kind: 'post', status: 'draft', n: 1 },
      { kind: 'post', status: 'publish', n: 4 },
    ]);
    const categories = await site.db.sql<{ slug: string; count: number }>(
      "SELECT slug, count FROM term WHERE taxonomy = 'category' ORDER BY slug",
    );
    expect(categories).toEqual([
      { slug: 'backstage', count: 1 },
      { slug: 'news', count: 3 },
      { slug: 'uncategorized', count: 0 },
    ]);
  });
});
