import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema } from '#graphql/schema.ts';
import { type App, createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { ensureInitialContent } from '../../src/content/initial.ts';
import { type OpenSite, openSite } from '../../src/open-site.ts';
import { advertisedNamespaces, indexOperation, namespaceTables, operationSources } from '../../rest-map/map.ts';
import { testDatabaseUrl } from '../support/database.ts';
import { testServer } from '../support/server.ts';
import { nodesOf, outline, plansOf, type Statement } from './explain.ts';
import { fillWithPosts } from './fill.ts';

const POSTS = 100_000;

describe.skipIf(!testServer)(`lists of ${POSTS.toLocaleString('en')} posts on a server (needs TEST_DATABASE_URL)`, () => {
  let url: string;
  let drop: () => Promise<void>;
  let site: OpenSite;
  let app: App;
  const sent: Statement[] = [];

  beforeAll(async () => {
    ({ url, drop } = await testDatabaseUrl());
    site = await openSite(readConfig({ DATABASE_URL: url, SITE_URL: 'http://site.test', SECRET_KEY: '7'.repeat(64), LOG_LEVEL: 'silent' }));
    await ensureInitialContent(site);
    await fillWithPosts(url, POSTS);
    const sql: typeof site.db.sql = (text, values = [], name) => {
      sent.push({ text, values });
      return site.db.sql(text, values, name);
    };
    const map = { tables: namespaceTables, sources: operationSources(), advertised: advertisedNamespaces, indexOperation };
    app = await createApp({ site: { ...site, db: { ...site.db, sql } }, schema: createSchema(), map });
  }, 300_000);
  afterAll(async () => {
    await app.http.close();
    await site.close();
    await drop();
  });

  /** Answers a page, and how each statement about content was planned. */
  async function planned(query: string) {
    sent.length = 0;
    const answer = await app.http.inject({ url: `/rest/core/v2/posts?${query}` });
    const about = sent.filter(({ text }) => /\bcontent\b/.test(text));
    const plans = [];
    for (const statement of about) for (const [mode, plan] of Object.entries(await plansOf(url, statement))) plans.push({ mode, plan });
    return { status: answer.statusCode, total: Number(answer.headers['x-wp-total']), items: answer.json<unknown[]>().length, plans };
  }

  const orders = ['author', 'date', 'id', 'modified', 'parent', 'slug', 'title'].flatMap((column) =>
    ['asc', 'desc'].map((order) => `orderby=${column}&order=${order}`),
  );
  it.each([
    ['the newest', ''],
    ...orders.map((query) => ['in order', query]),
    ['a hundred', 'per_page=100'],
    ['the tenth page', 'page=10'],
    ['found by a rare word', 'search=needle'],
    ['found by a rare word, best first', 'search=needle&orderby=relevance'],
    ['found by two words', 'search=needle+evening'],
    ['of a rare term', 'tags=60'],
    ['of a frequent term', 'categories=2'],
    ['of a term and its descendants', 'categories[terms]=2&categories[include_children]=true'],
    ['of two terms at once', 'tags[terms]=30,45&tags[operator]=AND'],
    ['of an author', 'author=2'],
    ['of chosen ids', 'include=1001,2002,3003&orderby=include'],
    ['of chosen slugs', 'slug=post-1001,post-2002&orderby=include_slugs'],
    ['of a month', 'after=2020-03-01T00:00:00&before=2020-04-01T00:00:00'],
    ['of a format', 'format=quote'],
    ['that are sticky', 'sticky=true'],
    ['that are not', 'sticky=false'],
    ['of other authors', 'author_exclude=2'],
    ['without a term', 'tags_exclude=30'],
    ['other than some', 'exclude=1001,1002'],
    ['changed lately', 'modified_after=2021-04-01T00:00:00'],
    ['of one term or another', 'categories=2&tags=30&tax_relation=OR'],
    ['with a word in the title', 'search=77777&search_columns=post_title'],
    ['with sticky ones on top', 'ignore_sticky=false'],
  ])('%s are found without reading all posts: %s', async (_what, query) => {
    const { status, total, items, plans } = await planned(query);
    expect([status, plans.length > 0]).toEqual([200, true]);
    expect(items, `of ${total}`).toBeGreaterThan(0);
    const scans = plans.filter(({ plan }) =>
      nodesOf(plan).some((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'content'),
    );
    expect(scans.map(({ mode, plan }) => `${mode}: ${outline(plan)}`)).toEqual([]);
  });
});
