import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMigrations } from '../../src/core/db/migrations/directory.ts';
import { foldForSearch } from '../../src/core/text/fold-for-search.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const as = 'administrator' as const;
const texts = ['Café Übung Straße naïve', 'Ærø Łódź Þór ılık œuvre', 'Μαΐου Ωδή', 'Йод', '日本語 が', 'i\u0307 e\u0301', 'plain'];
beforeAll(async () => {
  site = await openWholeSite();
  await site.rest('POST', '/core/v2/posts', { as, body: { title: texts[0], content: 'Sæby', status: 'publish' } });
  await site.rest('POST', '/core/v2/posts', { as, body: { title: 'Resume', status: 'publish' } });
  await site.rest('POST', '/core/v2/tags', { as, body: { name: 'Crème' } });
});
afterAll(() => site.close());

describe('Search ignores accents', () => {
  const countMatches = async (path: string, search: string) => (await site.rest('GET', path, { query: { search } })).body.length;

  it.each(['cafe', 'CAFÉ', 'café', 'ubung', 'strasse', 'Straße', 'naive', 'saeby', '"cafe ubung"'])('%s', async (word) => {
    expect(await countMatches('/core/v2/posts', word)).toBe(1);
  });

  it('in both the text and the query, and in excluded words', async () => {
    expect(await countMatches('/core/v2/posts', 'résumé')).toBe(1);
    expect(await countMatches('/core/v2/posts', 'naive -strasse')).toBe(0);
  });

  it('in single columns, exact searches, searches by relevance, searches over all types, and terms', async () => {
    const countPosts = (query: string) => site.rest('GET', `/core/v2/posts?search=${query}`).then(({ body }) => body.length);
    expect(await countPosts('cafe&search_columns=post_title')).toBe(1);
    expect(await countPosts('saeby&search_columns=post_title')).toBe(0);
    expect(await countPosts('resume&search_semantics=exact')).toBe(1);
    expect(await countPosts('cafe&orderby=relevance')).toBe(1);
    expect(await countMatches('/core/v2/search', 'cafe')).toBe(1);
    expect(await countMatches('/core/v2/tags', 'creme')).toBe(1);
    expect(await countMatches('/core/v2/tags', 'crème')).toBe(1);
  });

  it('and uses the index', async () => {
    const plan = await site.site.db.transaction(async (tx) => {
      await tx.$executeRawUnsafe('SET LOCAL enable_seqscan = off');
      return await tx.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(`EXPLAIN SELECT id FROM content WHERE search_text LIKE '%strasse%'`);
    });
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('content_search_text_idx');
  });
});

it('The migration folds texts stored by older versions in the same way', async () => {
  const ids: number[] = [];
  for (const text of texts) ids.push((await site.rest('POST', '/core/v2/posts', { as, body: { title: text } })).body.id);
  const { db } = site.site;
  for (const [i, id] of ids.entries()) await db.sql('UPDATE content SET search_text = $1 WHERE id = $2', [texts[i]?.toLowerCase(), id]);
  const migration = readMigrations().find(({ name }) => name.endsWith('_folded_searches'))?.sql ?? '';
  await db.transaction(async (tx) => {
    for (const statement of migration.split(/;\n/).filter((part) => part.trim() !== '')) await tx.$executeRawUnsafe(statement);
  });
  const rows = await db.sql<{ text: string }>('SELECT search_text AS text FROM content WHERE id = ANY($1::int[]) ORDER BY id', [ids]);
  expect(rows.map((row) => row.text)).toEqual(texts.map(foldForSearch));
});
