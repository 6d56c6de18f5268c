import { readFileSync } from 'node:fs';
import path from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BrokenFileError } from '../../src/domains/transfer/broken-file.ts';
import { findMismatches } from '../../src/domains/transfer/tally.ts';
import { describeUnless, findRealFiles } from '../support/needs.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { type ImportResult, importFile, countRows } from './support.ts';

const real = findRealFiles('wxr');
const edge = findRealFiles('wxr/edge');
const theme = path.join(real.folder, 'theme-test-data.xml');

interface RealItem {
  'wp:post_type': string;
  'wp:post_id': string;
  'wp:post_name': string;
  title: string;
  'wp:postmeta'?: unknown[];
  'wp:comment'?: unknown[];
  category?: { '@_domain': string; '@_nicename': string }[];
}

/** Reads the file with another parser. */
function readIndependently(file: string): { items: RealItem[]; categories: Record<string, string>[]; tags: Record<string, string>[] } {
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    parseAttributeValue: false,
    isArray: (name) => ['item', 'wp:category', 'wp:tag', 'wp:term', 'wp:postmeta', 'wp:comment', 'category'].includes(name),
  });
  const { channel } = parser.parse(readFileSync(file, 'utf8')).rss;
  return { items: channel.item, categories: channel['wp:category'], tags: channel['wp:tag'] };
}

describeUnless(real.missing, 'The export of a real site', () => {
  let site: WholeSite;
  let report: ImportResult;
  let file: ReturnType<typeof readIndependently>;
  const ofType = (type: string) => file.items.filter((item) => item['wp:post_type'] === type);

  beforeAll(async () => {
    site = await openWholeSite();
    file = readIndependently(theme);
    report = await importFile(site.site, theme);
  });
  afterAll(async () => await site.close());

  it('is counted as by another parser, and every item is accounted for', () => {
    const sum = (of: (item: RealItem) => unknown[] | undefined) => file.items.reduce((total, item) => total + (of(item)?.length ?? 0), 0);
    expect(findMismatches(report.tally)).toEqual([]);
    for (const type of ['post', 'page', 'attachment', 'nav_menu_item'])
      expect(report.tally[`item ${type}`]?.inFile).toBe(ofType(type).length);
    expect(report.tally['post meta']?.inFile).toBe(sum((item) => item['wp:postmeta']));
    expect(report.tally['comment']?.inFile).toBe(sum((item) => item['wp:comment']));
    expect(report.tally['term category']?.inFile).toBe(file.categories.length);
    expect(report.tally['term post_tag']?.inFile).toBe(file.tags.length);
    expect([file.items.length, sum((item) => item['wp:postmeta']), sum((item) => item['wp:comment'])]).toEqual([180, 723, 32]);
  });

  it('is stored completely', async () => {
    const { sql } = site.site.db;
    const kinds = await sql<{ kind: string; count: number }>(
      'SELECT kind, count(*)::int AS count FROM content GROUP BY kind ORDER BY kind',
    );
    expect(kinds).toEqual([
      { kind: 'attachment', count: 38 },
      { kind: 'page', count: 21 },
      { kind: 'post', count: 51 },
    ]);
    const rows = await countRows(site.site);
    // all but the default category of every site
    expect(rows['term']).toBe(file.categories.length + file.tags.length + 2);
    expect(rows).toMatchObject({ comment: 32, media: 38, user_account: 2 });
    const meta = ['post', 'page', 'attachment'].flatMap(ofType).reduce((total, item) => total + (item['wp:postmeta']?.length ?? 0), 0);
    expect(report.tally['post meta']).toMatchObject({ imported: meta, skipped: 723 - meta });
  });

  it('writes nothing when it is imported again', async () => {
    const before = await countRows(site.site);
    const second = await importFile(site.site, theme);
    expect({ ...(await countRows(site.site)), import_note: 0 }).toEqual({ ...before, import_note: 0 });
    expect(Object.values(second.tally).every(({ imported }) => imported === 0)).toBe(true);
  });

  it('is shown by REST: totals, odd titles, passwords, sticky posts, nested categories, comments', async () => {
    const posts = await site.rest('GET', '/core/v2/posts', { query: { per_page: 100 } });
    const published = await site.site.db.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM content WHERE kind = 'post' AND status = 'publish'`,
    );
    expect(Number(posts.headers['x-wp-total'])).toBe(published[0]?.count);
    const bySlug = (slug: string) => posts.body.find((post: { slug: string }) => post.slug === slug);
    expect(bySlug('title-with-special-characters').title.rendered).toContain(
      'Title With Special Characters ~`!@#$%^&#038;*()-_=+{}[]/\\;:',
    );
    expect(posts.body.filter(({ title }: { title: { rendered: string } }) => title.rendered === '')).toHaveLength(1);
    expect(bySlug('template-password-protected')).toMatchObject({ content: { rendered: '', protected: true } });
    expect(
      (await site.rest('GET', `/core/v2/posts/${bySlug('template-password-protected').id}`, { query: { password: 'enter' } })).body.content
        .rendered,
    ).not.toBe('');
    expect(posts.body.filter(({ sticky }: { sticky: boolean }) => sticky)).toHaveLength(1);
    const categories = (await site.rest('GET', '/core/v2/categories', { query: { per_page: 100 } })).body as {
      id: number;
      slug: string;
      parent: number;
      count: number;
    }[];
    const categoryBySlug = (slug: string) => categories.find((category) => category.slug === slug);
    expect(categoryBySlug('child-category-01')?.parent).toBe(categoryBySlug('parent-category')?.id);
    expect(categoryBySlug('child-2')?.parent).toBe(categoryBySlug('child-1')?.id);
    for (const { id, count } of categories)
      expect(posts.body.filter((post: { categories: number[] }) => post.categories.includes(id))).toHaveLength(count);
  });

  it('is shown by GraphQL and on pages', async () => {
    const response = await site.graphql(
      '{ postPage(perPage: 100) { total nodes { slug link title { rendered } author { displayName } featuredMediaId } } }',
    );
    expect(response.errors).toEqual([]);
    const { nodes } = response.data.postPage as {
      nodes: { slug: string; link: string; title: { rendered: string }; author: { displayName: string } | null; featuredMediaId: number }[];
    };
    expect(new Set(nodes.map(({ author }) => author?.displayName))).toEqual(new Set(['Theme Buster', 'Theme Reviewer']));
    expect(nodes.filter(({ featuredMediaId }) => featuredMediaId > 0).length).toBeGreaterThan(0);
    for (const { link } of nodes) {
      const page = await site.http.inject({ url: new URL(link).pathname });
      expect([link, page.statusCode]).toEqual([link, 200]);
    }
  });
});

describeUnless(edge.missing, 'Exports of many sites', () => {
  const broken: Readonly<Record<string, RegExp>> = {
    'malformed.xml': /^line 27: <notachanneltag> occurs where <channel> is expected$/,
    'missing-version-tag.xml': /^line 27: the file has no version/,
  };
  let site: TestSite;
  let expectedItems = 0;

  beforeAll(async () => {
    site = await openTestSite();
  });
  afterAll(async () => await site.close());

  it.each(edge.names)('are imported or refused completely: %s', async (name) => {
    const before = await countRows(site);
    const importing = importFile(site, path.join(edge.folder, name));
    const refusal = broken[name];
    if (refusal) {
      const error = await importing.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(BrokenFileError);
      expect((error as BrokenFileError).message).toMatch(refusal);
      expect(await countRows(site)).toEqual(before);
      return;
    }
    const { tally, finished } = await importing;
    expect(finished).toBe(true);
    expect(findMismatches(tally)).toEqual([]);
    const items = Object.entries(tally).filter(([what]) => /^item (post|page|attachment)$/.test(what));
    for (const [what, { inFile, imported }] of items) {
      expect([what, imported]).toEqual([what, inFile]);
      expectedItems += inFile;
    }
  });

  it('can be imported into one site, each with its own content', async () => {
    expect(await site.db.prisma.content.count()).toBe(expectedItems);
    const slashes = await site.db.prisma.content.findFirst({ where: { content: { contains: 'Slashes' } } });
    expect(slashes?.content).toBe(String.raw`Slashes aren\'t \"cool\"`);
    expect((await site.db.prisma.term.findFirst({ where: { slug: 'alpha' } }))?.name).toBe(String.raw`a \"great\" category`);
    expect((await site.db.prisma.importedMeta.findMany({ where: { key: 'array' } })).map(({ value }) => value)).toContain(
      String.raw`a:1:{s:3:"key";s:13:"¯\_(ツ)_/¯";}`,
    );
    expect((await site.db.prisma.importedMeta.findMany({ where: { key: 'Closing CDATA' } })).map(({ value }) => value)).toEqual([']]>']);
  });
});
