import { describe, expect, it } from 'vitest';
import { makeUser } from '../support/factories.ts';
import { datedFields, useImportSite } from './import-site.ts';
import { createWxrAuthor, createWxrCategory, createWxrFile, createWxrItem } from './make-wxr.ts';
import { emptySite } from './support.ts';

const fixture = useImportSite();
const { listContents, importText } = fixture;

describe('An imported item', () => {
  it('keeps texts, dates, slug, URL, statuses and password', async () => {
    await importText(
      createWxrFile(
        createWxrAuthor(7, 'vera', 'vera@elsewhere.example', 'Vera Lind'),
        createWxrItem({
          title: 'Über <em>alles</em> & mehr',
          content: 'One\n\n<p>two</p>',
          excerpt: 'short',
          creator: 'vera',
          guid: 'https://elsewhere.example/?p=5',
          wp: datedFields(5, {
            post_name: 'ueber-alles',
            post_modified: '2021-01-01 00:00:00',
            post_modified_gmt: '2020-12-31 23:00:00',
            comment_status: 'closed',
            ping_status: 'closed',
            menu_order: 3,
            post_password: 'secret words',
          }),
        }),
      ),
    );
    const [content] = await listContents();
    expect(content).toMatchObject({
      kind: 'post',
      status: 'publish',
      title: 'Über <em>alles</em> &amp; mehr',
      content: 'One\n\n<p>two</p>',
      excerpt: 'short',
      slug: 'ueber-alles',
      guid: 'https://elsewhere.example/?p=5',
      commentStatus: 'closed',
      pingStatus: 'closed',
      menuOrder: 3,
      password: 'secret words',
      dateLocal: new Date('2020-02-03T04:05:06Z'),
      dateUtc: new Date('2020-02-03T03:05:06Z'),
      modifiedLocal: new Date('2021-01-01T00:00:00Z'),
      modifiedUtc: new Date('2020-12-31T23:00:00Z'),
      author: { login: 'vera', displayName: 'Vera Lind', email: 'vera@elsewhere.example', role: 'subscriber', passwordHash: '' },
    });
    expect(content?.searchText).toContain('uber <em>alles');
  });

  it('is a draft with a floating date if it never had a UTC date, and is scheduled if its time is in the future', async () => {
    await importText(
      createWxrFile(
        createWxrItem({
          title: 'Draft',
          wp: { post_id: 1, status: 'draft', post_date: '2020-02-03 04:05:06', post_date_gmt: '0000-00-00 00:00:00', post_name: '' },
        }),
        createWxrItem({
          title: 'Ahead',
          wp: { post_id: 2, status: 'future', post_date: '2199-01-01 00:00:00', post_date_gmt: '2199-01-01 00:00:00' },
        }),
        createWxrItem({
          title: 'Was ahead',
          wp: { post_id: 3, status: 'future', post_date: '2001-01-01 00:00:00', post_date_gmt: '2001-01-01 00:00:00' },
        }),
        createWxrItem({ title: 'Odd', wp: { post_id: 4, status: 'acf-disabled' } }),
      ),
    );
    const records = await listContents();
    expect(records.map(({ status, dateUtc, slug }) => [status, dateUtc?.getUTCFullYear() ?? null, slug])).toEqual([
      ['draft', null, ''],
      ['future', 2199, 'ahead'],
      ['publish', 2001, 'was-ahead'],
      ['draft', null, ''],
    ]);
  });

  it('in the trash keeps its former slug and status', async () => {
    await importText(
      createWxrFile(
        createWxrItem({
          title: 'Thrown away',
          wp: datedFields(1, { status: 'trash', post_name: 'gone__trashed' }),
          meta: [
            ['_wp_trash_meta_status', 'publish'],
            ['_wp_trash_meta_time', '1600000000'],
            ['_wp_desired_post_slug', 'gone'],
          ],
        }),
      ),
    );
    expect((await listContents())[0]).toMatchObject({
      status: 'trash',
      slug: 'gone__trashed',
      desiredSlug: 'gone',
      trashedFrom: 'publish',
      trashedAt: new Date(1_600_000_000_000),
      importedMeta: [],
    });
  });

  it('gets another slug if its slug is taken, which is reported', async () => {
    const { notes } = await importText(
      createWxrFile(
        createWxrItem({ title: 'A', wp: datedFields(1, { post_name: 'same' }) }),
        createWxrItem({ title: 'B', wp: datedFields(2, { post_name: 'same' }) }),
        createWxrItem({ title: 'C', wp: datedFields(3, { post_name: 'same', post_type: 'page' }) }),
        createWxrItem({ title: 'D', wp: datedFields(4, { post_name: 'feed' }) }),
      ),
    );
    expect((await listContents()).map(({ slug }) => slug)).toEqual(['same', 'same-2', 'same', 'feed-2']);
    expect(notes.map(({ title, detail }) => [title, detail])).toEqual([
      ['B', 'same → same-2'],
      ['D', 'feed → feed-2'],
    ]);
  });

  it('loses its scripts unless the file is trusted', async () => {
    const file = createWxrFile(
      createWxrItem({ title: 'T', content: '<p onclick="x()">a<script>alert(1)</script></p>', wp: datedFields(1) }),
    );
    const { notes } = await importText(file);
    expect((await listContents())[0]?.content).not.toMatch(/script|onclick/);
    expect(notes.map(({ reason }) => reason)).toEqual(['HTML that only trusted writers may use was removed or made harmless']);
    await emptySite(fixture.site);
    await importText(file, { unfiltered: true });
    expect((await listContents())[0]?.content).toBe('<p onclick="x()">a<script>alert(1)</script></p>');
  });

  it('has the tags of old exports, without duplicates', async () => {
    const { tally, notes } = await importText(
      createWxrFile(
        createWxrItem({
          title: 'Old tags',
          wp: { post_id: 9091 },
          terms: [
            ['tag', 'jazz-music', 'Jazz'],
            ['category', 'news', 'News'],
          ],
          raw: '<category domain="tag"><![CDATA[Jazz]]></category><category domain="tag"><![CDATA[Swing]]></category><category><![CDATA[Jazz]]></category>',
        }),
      ),
    );
    const [content] = await listContents();
    expect(content?.terms.map(({ term }) => `${term.taxonomy} ${term.slug} ${term.name}`).sort()).toEqual([
      'category news News',
      'post_tag jazz-music Jazz',
      'post_tag swing Swing',
    ]);
    expect([tally['term on an item'], notes]).toEqual([{ inFile: 3, imported: 3, alreadyHere: 0, skipped: 0 }, []]);
  });

  it('finds parent, featured image and terms at any position in the file', async () => {
    await importText(
      createWxrFile(
        createWxrItem({ title: 'Child', wp: datedFields(2, { post_type: 'page', post_parent: 9 }) }),
        createWxrItem({
          title: 'Illustrated',
          wp: datedFields(3),
          meta: [['_thumbnail_id', '8']],
          terms: [
            ['category', 'sub', 'Sub'],
            ['post_tag', 'new-tag', 'New tag'],
            ['post_format', 'post-format-aside', 'Aside'],
          ],
        }),
        createWxrItem({
          title: 'Picture',
          wp: datedFields(8, { post_type: 'attachment', status: 'inherit', attachment_url: 'https://elsewhere.example/a%20b.jpg' }),
          meta: [
            ['_wp_attachment_image_alt', 'A lamp'],
            ['_wp_attachment_metadata', 'a:2:{s:5:"width";i:40;s:6:"height";i:30;}'],
          ],
        }),
        createWxrItem({ title: 'Parent', wp: datedFields(9, { post_type: 'page' }) }),
        createWxrCategory('sub', 'Sub', 'top'),
        createWxrCategory('top', 'Top'),
      ),
    );
    const [child, illustrated, picture, parent] = await listContents();
    expect(child?.parentId).toBe(parent?.id);
    expect(illustrated).toMatchObject({ featuredMediaId: picture?.id, format: 'aside', importedMeta: [] });
    expect(illustrated?.terms.map(({ term }) => [term.taxonomy, term.slug, term.count])).toEqual(
      expect.arrayContaining([
        ['category', 'sub', 1],
        ['post_tag', 'new-tag', 1],
      ]),
    );
    expect(await fixture.site.db.prisma.media.findUnique({ where: { contentId: picture?.id ?? 0 } })).toMatchObject({
      file: 'https://elsewhere.example/a%20b.jpg',
      fileName: 'a b.jpg',
      mimeType: 'image/jpeg',
      altText: 'A lamp',
      width: 40,
      height: 30,
    });
  });

  it('has no parent if the parent was not imported or the hierarchy has a cycle', async () => {
    const { notes, tally } = await importText(
      createWxrFile(
        createWxrItem({ title: 'Lost', wp: datedFields(1, { post_type: 'page', post_parent: 99 }), meta: [['_thumbnail_id', '98']] }),
        createWxrItem({ title: 'Round', wp: datedFields(2, { post_type: 'page', post_parent: 3 }) }),
        createWxrItem({ title: 'And round', wp: datedFields(3, { post_type: 'page', post_parent: 2 }) }),
        createWxrItem({ title: 'Own', wp: datedFields(4, { post_type: 'page', post_parent: 4 }) }),
        createWxrCategory('a', 'A', 'b'),
        createWxrCategory('b', 'B', 'a'),
      ),
    );
    expect((await listContents()).map(({ parentId }) => parentId)).toEqual([null, null, null, null]);
    expect(notes.map(({ what, title, detail }) => `${what} ${title} ${detail}`)).toEqual([
      'term category A b',
      'term category B a',
      'item page Lost 99',
      'item page Round 3',
      'item page And round 2',
      'item page Own 4',
      'item page Lost 98',
    ]);
    expect(tally['post meta']).toEqual({ inFile: 1, imported: 0, alreadyHere: 0, skipped: 1 });
  });

  it('keeps unregistered meta with all values of a key, and returns registered meta in the content', async () => {
    await importText(
      createWxrFile(
        createWxrItem({
          title: 'M',
          wp: datedFields(1),
          meta: [
            ['colour', 'red'],
            ['colour', 'blue'],
            ['_price', '12'],
            ['_price', '13'],
            ['_tribe_ticket_show_not_going', '1'],
            ['site-page-background', 'a:1:{s:7:"desktop";a:1:{s:5:"color";s:4:"#fff";}}'],
            ['site-content-background', 'O:8:"stdClass":0:{}'],
            ['_wp_page_template', 'wide.php'],
          ],
        }),
      ),
    );
    const [content] = await listContents();
    expect(content?.meta).toEqual({
      _price: '12',
      _tribe_ticket_show_not_going: true,
      'site-page-background': { desktop: { color: '#fff' } },
    });
    expect(content?.template).toBe('wide.php');
    expect(content?.importedMeta.map(({ key, value }) => [key, value])).toEqual([
      ['colour', 'red'],
      ['colour', 'blue'],
      ['_price', '13'],
      ['site-content-background', 'O:8:"stdClass":0:{}'],
    ]);
  });
});

describe('An import from another site', () => {
  const idsOf = async () => (await listContents()).map(({ id, title }) => `${title} ${id}`);

  it('keeps IDs that are free here, and assigns new IDs after them', async () => {
    const author = await makeUser(fixture.site, 'author');
    const comments = [
      {
        id: 900_123,
        author: 'Ada',
        date_gmt: '2020-02-03 03:05:06',
        content: 'Hello',
        approved: 1,
        type: 'pingback',
      },
    ];
    await importText(
      createWxrFile(
        createWxrAuthor(900_007, 'vera'),
        '<wp:category><wp:term_id>900055</wp:term_id><wp:category_nicename>songs</wp:category_nicename><wp:cat_name>Songs</wp:cat_name></wp:category>',
        createWxrItem({ title: 'Linked', creator: 'vera', wp: datedFields(901_148), comments }),
        createWxrItem({ title: 'Older', wp: datedFields(900_012, { post_name: 'older' }) }),
      ),
    );
    expect(await idsOf()).toEqual(['Older 900012', 'Linked 901148']);
    expect(await fixture.site.db.prisma.comment.findMany({ select: { id: true, contentId: true } })).toEqual([
      { id: 900_123, contentId: 901_148 },
    ]);
    expect(await fixture.site.db.prisma.importedComment.findMany({ select: { type: true } })).toEqual([{ type: 'pingback' }]);
    expect((await fixture.site.db.prisma.term.findFirst({ where: { slug: 'songs' } }))?.id).toBe(900_055);
    expect((await fixture.site.db.prisma.user.findFirst({ where: { login: 'vera' } }))?.id).toBe(900_007);
    const [next] = await fixture.site.db.sql<{ content: number; comment: number; term: number; user: number }>(
      `SELECT next_content_id() AS content, nextval(pg_get_serial_sequence('comment', 'id'))::int AS comment,
        nextval(pg_get_serial_sequence('term', 'id'))::int AS term, nextval(pg_get_serial_sequence('user_account', 'id'))::int AS "user"`,
    );
    expect(Math.min(next!.content - 901_148, next!.comment - 900_123, next!.term - 900_055, next!.user - 900_007)).toBeGreaterThan(0);
    expect(author.id).toBeLessThan(900_007);
  });

  it('replaces IDs that are taken here, without exhausting the available IDs', async () => {
    await importText(createWxrFile(createWxrItem({ title: 'First', wp: datedFields(7, { post_name: 'first' }) })));
    await importText(
      createWxrFile(
        createWxrItem({ title: 'Second', guid: 'https://other.example/?p=7', wp: datedFields(7, { post_name: 'second' }) }),
        createWxrItem({ title: 'Endless', wp: datedFields(2_147_483_647, { post_name: 'endless' }) }),
      ),
    );
    const ids = new Map((await listContents()).map(({ id, title }) => [title, id]));
    expect(ids.get('First')).toBe(7);
    expect(ids.get('Second')).not.toBe(7);
    expect(Math.max(...ids.values())).toBeLessThan(1_000_000_000);
  });

  it('does not change a title without markup', async () => {
    await importText(
      createWxrFile(
        createWxrItem({ title: 'Salt & Pepper', wp: datedFields(1) }),
        createWxrItem({ title: 'R&amp;B', wp: datedFields(2, { post_name: 'b' }) }),
      ),
    );
    expect((await listContents()).map(({ title }) => title)).toEqual(['Salt & Pepper', 'R&amp;B']);
  });
});
