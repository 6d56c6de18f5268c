import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillWithPosts } from './fill.ts';
import { openPlannedSite, type PlannedSite, findScans } from './planned.ts';

/** CI uses 30,000; `PLAN_ROWS` sets more. */
const POSTS = Number(process.env['PLAN_ROWS'] ?? 30_000);

/** Ten days before the newest post: they are seven minutes apart. */
const recently = new Date(Date.UTC(2020, 0, 1) + POSTS * 420_000 - 10 * 86_400_000).toISOString().slice(0, 19);

describe(`Lists of ${POSTS.toLocaleString('en')} posts in PostgreSQL`, () => {
  let site: PlannedSite;
  beforeAll(async () => {
    site = await openPlannedSite((url) => fillWithPosts(url, POSTS));
  }, 300_000);
  afterAll(() => site.close());

  const orders = ['author', 'date', 'id', 'modified', 'parent', 'slug', 'title'].flatMap((column) =>
    ['asc', 'desc'].map((order) => `orderby=${column}&order=${order}`),
  );
  it.each([
    ['the newest', ''],
    ...orders.map((query) => ['in order', query]),
    ['a hundred', 'per_page=100'],
    ['the tenth page', 'page=10'],
    ['found by a rare word', 'search=needle'],
    ['found by a rare word, by relevance', 'search=needle&orderby=relevance'],
    ['found by two words', 'search=needle+evening'],
    ['of a rare term', 'tags=60'],
    ['of a frequent term', 'categories=2'],
    ['of a term and its descendants', 'categories[terms]=2&categories[include_children]=true'],
    ['of two terms at once', 'tags[terms]=30,45&tags[operator]=AND'],
    ['of an author', 'author=2'],
    ['with given IDs', 'include=1001,2002,3003&orderby=include'],
    ['with given slugs', 'slug=post-1001,post-2002&orderby=include_slugs'],
    ['of a month', 'after=2020-03-01T00:00:00&before=2020-04-01T00:00:00'],
    ['of a format', 'format=quote'],
    ['that are sticky', 'sticky=true'],
    ['that are not sticky', 'sticky=false'],
    ['of other authors', 'author_exclude=2'],
    ['without a term', 'tags_exclude=30'],
    ['except given IDs', 'exclude=1001,1002'],
    ['changed recently', `modified_after=${recently}`],
    ['of one term or another', 'categories=2&tags=30&tax_relation=OR'],
    ['with a word in the title', 'search=27777&search_columns=post_title'],
    ['with sticky posts first', 'ignore_sticky=false'],
  ])('%s are read without a full scan of the posts: %s', async (_what, query) => {
    const planned = await site.explainRequest({ url: `/rest/core/v2/posts?${query}` }, 'content');
    expect([planned.status, planned.plans.length > 0]).toEqual([200, true]);
    expect((planned.body as unknown[]).length, `of ${String(planned.headers['x-wp-total'])}`).toBeGreaterThan(0);
    expect(findScans(planned, 'content')).toEqual([]);
  });
});
