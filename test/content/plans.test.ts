import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTerm, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { contentList, type ContentQuery } from '../../src/domains/content/content.list.ts';
import { recordScheduledDate } from '../../src/domains/content/due-content.ts';
import { State } from '../../src/core/state/state.ts';
import type { Database } from '../../src/core/db/database.ts';
import { loadSlices } from '../../src/core/db/lists/keyset-list.ts';
import { createSearchKeyset } from '../../src/domains/content/search/search.keyset.ts';

let site: TestSite;
let termId: number;
beforeAll(async () => {
  site = await openTestSite();
  const editor = await makeUser(site);
  termId = (await makeTerm(site)).id;
  await site.db.sql(
    `INSERT INTO content (kind, status, title, slug, author_id, date_local, date_utc, modified_local, modified_utc, search_text, sort_title)
    SELECT 'post', 'publish', 'Post ' || n, 'post-' || n, $1::int, at, at, at, at, 'post ' || n || chr(1) || chr(1) || md5(n::text), 'post ' || lpad(n::text, 6, '0')
    FROM generate_series(1, 20000) AS n, LATERAL (SELECT timestamp '2020-01-01' + n * interval '1 minute' AS at) AS t`,
    [editor.id],
  );
  await site.db.sql(
    'INSERT INTO content_term (content_id, term_id) SELECT id, CASE WHEN id % 500 = 0 THEN $1::int ELSE 1 END FROM content',
    [termId],
  );
  await site.db.sql('ANALYZE');
});
afterAll(() => site.close());

/** Returns the plan of the subquery that selects the ten rows of a page, without the total. */
const explainPage = async (options: Partial<ContentQuery>, db: Pick<Database, 'state'> = site.db) => {
  const query = { kind: 'post', statuses: ['publish'], orderBy: 'date', order: 'desc', ...options } as const;
  const { text, values } = contentList.pageStatement(db, query, 10, 0);
  const pageQuery = /^WITH found AS \(([\s\S]*?)\),\n\s+counted AS/.exec(text)?.[1] ?? '';
  const rows = await site.db.sql<{ 'QUERY PLAN': string }>(`EXPLAIN ${pageQuery}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
};

describe('Page of a large table', () => {
  it.each<[string, Partial<ContentQuery>]>([
    ['date', { orderBy: 'date' }],
    ['date ascending', { orderBy: 'date', order: 'asc' }],
    ['modified', { orderBy: 'modified' }],
    ['title', { orderBy: 'title', order: 'asc' }],
    ['slug', { orderBy: 'slug' }],
    ['id', { orderBy: 'id' }],
    ['author', { orderBy: 'author' }],
    ['parent', { orderBy: 'parent' }],
  ])('sorted by %s uses an index without sorting', async (_title, options) => {
    const plan = await explainPage(options);
    expect(plan).toMatch(/^Limit[\s\S]*Index (Only )?Scan/);
    expect(plan).not.toMatch(/ Sort |Seq Scan/);
  });

  it('filtered by a rare word uses the trigram index', async () => {
    expect(await explainPage({ search: 'c4ca4238a0b9' })).toMatch(/Bitmap Index Scan on content_search_text_idx/);
  });

  it('filtered by a term uses the term index', async () => {
    const plan = await explainPage({ terms: [{ taxonomy: 'post_tag', ids: [termId] }] });
    expect(plan).toMatch(/Index (Only )?Scan (using|on) content_term/);
    expect(plan).not.toMatch(/Seq Scan on content/);
  });

  it('still uses indexes while scheduled content is due', async () => {
    const db = { state: new State() };
    recordScheduledDate({ db }, new Date(0));
    for (const options of [{}, { orderBy: 'title', order: 'asc' }, { orderBy: 'id' }] as const) {
      const plan = await explainPage(options, db);
      expect(plan.match(/Index (Only )?Scan/g)).toHaveLength(2);
      expect(plan).not.toMatch(/Seq Scan/);
    }
  });

  it('of a search without a text uses an index without sorting', async () => {
    const statements: [string, readonly unknown[]][] = [];
    const sql = async (text: string, values: readonly unknown[]) => (statements.push([text, values]), []);
    const db = { sql, state: new State(), rows: async () => [] } as unknown as Database;
    await loadSlices(db, createSearchKeyset(site, { type: 'post' }), null, { limit: 10, isBackward: false, after: null, before: null });
    const [text, values] = statements.at(-1) as (typeof statements)[number];
    const rows = await site.db.sql<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index (Only )?Scan using content_status_date_local_id_idx/);
  });
});
