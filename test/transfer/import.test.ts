import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { unevenAccounts } from '../../src/domains/transfer/tally.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { makeUser } from '../support/factories.ts';
import { cdata, type ItemFields, wxrAuthor, wxrCategory, wxrFile, wxrItem } from './make-wxr.ts';
import { emptySite, importFile, openWorkshop, rowCounts, type Workshop } from './support.ts';

let site: TestSite;
let work: Workshop;

beforeAll(async () => {
  site = await openTestSite();
  work = openWorkshop();
});
afterAll(async () => {
  work.remove();
  await site.close();
});
beforeEach(async () => await emptySite(site));

const dated = (id: number, more: ItemFields['wp'] = {}) => ({
  post_id: id,
  post_date: '2020-02-03 04:05:06',
  post_date_gmt: '2020-02-03 03:05:06',
  ...more,
});
const importText = (text: string, options = {}) => importFile(site, work.file('some.xml', text), options);
const contents = () =>
  site.db.prisma.content.findMany({
    orderBy: { id: 'asc' },
    omit: { searchText: false, trashedAt: false },
    include: { terms: { include: { term: true } }, importedMeta: { orderBy: { id: 'asc' } }, author: { omit: { passwordHash: false } } },
  });

describe('an imported item', () => {
  it('keeps texts, dates, slug, address, statuses and password as the file says', async () => {
    await importText(
      wxrFile(
        wxrAuthor(7, 'vera', 'vera@elsewhere.example', 'Vera Lind'),
        wxrItem({
          title: 'Über <em>alles</em> & mehr',
          content: 'One\n\n<p>two</p>',
          excerpt: 'short',
          creator: 'vera',
          guid: 'https://elsewhere.example/?p=5',
          wp: dated(5, {
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
    const [content] = await contents();
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

  it('is a draft whose date floats when it never had one in UTC, and scheduled when its time has not come', async () => {
    await importText(
      wxrFile(
        wxrItem({
          title: 'Draft',
          wp: { post_id: 1, status: 'draft', post_date: '2020-02-03 04:05:06', post_date_gmt: '0000-00-00 00:00:00', post_name: '' },
        }),
        wxrItem({
          title: 'Ahead',
          wp: { post_id: 2, status: 'future', post_date: '2199-01-01 00:00:00', post_date_gmt: '2199-01-01 00:00:00' },
        }),
        wxrItem({
          title: 'Was ahead',
          wp: { post_id: 3, status: 'future', post_date: '2001-01-01 00:00:00', post_date_gmt: '2001-01-01 00:00:00' },
        }),
        wxrItem({ title: 'Odd', wp: { post_id: 4, status: 'acf-disabled' } }),
      ),
    );
    const rows = await contents();
    expect(rows.map(({ status, dateUtc, slug }) => [status, dateUtc?.getUTCFullYear() ?? null, slug])).toEqual([
      ['draft', null, ''],
      ['future', 2199, 'ahead'],
      ['publish', 2001, 'was-ahead'],
      ['draft', null, ''],
    ]);
  });

  it('leaves the trash with its former slug and status', async () => {
    await importText(
      wxrFile(
        wxrItem({
          title: 'Thrown away',
          wp: dated(1, { status: 'trash', post_name: 'gone__trashed' }),
          meta: [
            ['_wp_trash_meta_status', 'publish'],
            ['_wp_trash_meta_time', '1600000000'],
            ['_wp_desired_post_slug', 'gone'],
          ],
        }),
      ),
    );
    expect((await contents())[0]).toMatchObject({
      status: 'trash',
      slug: 'gone__trashed',
      desiredSlug: 'gone',
      trashedFrom: 'publish',
      trashedAt: new Date(1_600_000_000_000),
      importedMeta: [],
    });
  });

  it('gets another slug where one is taken, and the report says so', async () => {
    const { notes } = await importText(
      wxrFile(
        wxrItem({ title: 'A', wp: dated(1, { post_name: 'same' }) }),
        wxrItem({ title: 'B', wp: dated(2, { post_name: 'same' }) }),
        wxrItem({ title: 'C', wp: dated(3, { post_name: 'same', post_type: 'page' }) }),
        wxrItem({ title: 'D', wp: dated(4, { post_name: 'feed' }) }),
      ),
    );
    expect((await contents()).map(({ slug }) => slug)).toEqual(['same', 'same-2', 'same', 'feed-2']);
    expect(notes.map(({ title, detail }) => [title, detail])).toEqual([
      ['B', 'same → same-2'],
      ['D', 'feed → feed-2'],
    ]);
  });

  it('has its scripts taken out unless the file is trusted', async () => {
    const file = wxrFile(wxrItem({ title: 'T', content: '<p onclick="x()">a<script>alert(1)</script></p>', wp: dated(1) }));
    const { notes } = await importText(file);
    expect((await contents())[0]?.content).not.toMatch(/script|onclick/);
    expect(notes.map(({ reason }) => reason)).toEqual(['HTML that only trusted writers may use was taken out or made harmless']);
    await emptySite(site);
    await importText(file, { unfiltered: true });
    expect((await contents())[0]?.content).toBe('<p onclick="x()">a<script>alert(1)</script></p>');
  });

  it('finds parent, featured image and terms wherever they stand in the file', async () => {
    await importText(
      wxrFile(
        wxrItem({ title: 'Child', wp: dated(2, { post_type: 'page', post_parent: 9 }) }),
        wxrItem({
          title: 'Illustrated',
          wp: dated(3),
          meta: [['_thumbnail_id', '8']],
          terms: [
            ['category', 'sub', 'Sub'],
            ['post_tag', 'new-tag', 'New tag'],
            ['post_format', 'post-format-aside', 'Aside'],
          ],
        }),
        wxrItem({
          title: 'Picture',
          wp: dated(8, { post_type: 'attachment', status: 'inherit', attachment_url: 'https://elsewhere.example/a%20b.jpg' }),
          meta: [
            ['_wp_attachment_image_alt', 'A lamp'],
            ['_wp_attachment_metadata', 'a:2:{s:5:"width";i:40;s:6:"height";i:30;}'],
          ],
        }),
        wxrItem({ title: 'Parent', wp: dated(9, { post_type: 'page' }) }),
        wxrCategory('sub', 'Sub', 'top'),
        wxrCategory('top', 'Top'),
      ),
    );
    const [child, illustrated, picture, parent] = await contents();
    expect(child?.parentId).toBe(parent?.id);
    expect(illustrated).toMatchObject({ featuredMediaId: picture?.id, format: 'aside', importedMeta: [] });
    expect(illustrated?.terms.map(({ term }) => [term.taxonomy, term.slug, term.count])).toEqual(
      expect.arrayContaining([
        ['category', 'sub', 1],
        ['post_tag', 'new-tag', 1],
      ]),
    );
    expect(await site.db.prisma.media.findUnique({ where: { contentId: picture?.id ?? 0 } })).toMatchObject({
      file: 'https://elsewhere.example/a%20b.jpg',
      fileName: 'a b.jpg',
      mimeType: 'image/jpeg',
      altText: 'A lamp',
      width: 40,
      height: 30,
    });
  });

  it('has no parent where that did not come in or leads in a circle', async () => {
    const { notes, tally } = await importText(
      wxrFile(
        wxrItem({ title: 'Lost', wp: dated(1, { post_type: 'page', post_parent: 99 }), meta: [['_thumbnail_id', '98']] }),
        wxrItem({ title: 'Round', wp: dated(2, { post_type: 'page', post_parent: 3 }) }),
        wxrItem({ title: 'And round', wp: dated(3, { post_type: 'page', post_parent: 2 }) }),
        wxrItem({ title: 'Own', wp: dated(4, { post_type: 'page', post_parent: 4 }) }),
        wxrCategory('a', 'A', 'b'),
        wxrCategory('b', 'B', 'a'),
      ),
    );
    expect((await contents()).map(({ parentId }) => parentId)).toEqual([null, null, null, null]);
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

  it('keeps meta that nothing registered, several values a key, and registered ones where content shows them', async () => {
    await importText(
      wxrFile(
        wxrItem({
          title: 'M',
          wp: dated(1),
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
    const [content] = await contents();
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

describe('numbers of the other site', () => {
  const idsOf = async () => (await contents()).map(({ id, title }) => `${title} ${id}`);

  it('stay where they are free here; the site goes on beyond them', async () => {
    const author = await makeUser(site, 'author');
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
      wxrFile(
        wxrAuthor(900_007, 'vera'),
        '<wp:category><wp:term_id>900055</wp:term_id><wp:category_nicename>songs</wp:category_nicename><wp:cat_name>Songs</wp:cat_name></wp:category>',
        wxrItem({ title: 'Linked', creator: 'vera', wp: dated(901_148), comments }),
        wxrItem({ title: 'Older', wp: dated(900_012, { post_name: 'older' }) }),
      ),
    );
    expect(await idsOf()).toEqual(['Older 900012', 'Linked 901148']);
    expect(await site.db.prisma.comment.findMany({ select: { id: true, contentId: true } })).toEqual([{ id: 900_123, contentId: 901_148 }]);
    expect(await site.db.prisma.importedComment.findMany({ select: { type: true } })).toEqual([{ type: 'pingback' }]);
    expect((await site.db.prisma.term.findFirst({ where: { slug: 'songs' } }))?.id).toBe(900_055);
    expect((await site.db.prisma.user.findFirst({ where: { login: 'vera' } }))?.id).toBe(900_007);
    const [next] = await site.db.sql<{ content: number; comment: number; term: number; user: number }>(
      `SELECT next_content_id() AS content, nextval(pg_get_serial_sequence('comment', 'id'))::int AS comment,
        nextval(pg_get_serial_sequence('term', 'id'))::int AS term, nextval(pg_get_serial_sequence('user_account', 'id'))::int AS "user"`,
    );
    expect(Math.min(next!.content - 901_148, next!.comment - 900_123, next!.term - 900_055, next!.user - 900_007)).toBeGreaterThan(0);
    expect(author.id).toBeLessThan(900_007);
  });

  it('give way to what has them here, and do not use up the numbers that there are', async () => {
    await importText(wxrFile(wxrItem({ title: 'First', wp: dated(7, { post_name: 'first' }) })));
    await importText(
      wxrFile(
        wxrItem({ title: 'Second', guid: 'https://other.example/?p=7', wp: dated(7, { post_name: 'second' }) }),
        wxrItem({ title: 'Endless', wp: dated(2_147_483_647, { post_name: 'endless' }) }),
      ),
    );
    const ids = new Map((await contents()).map(({ id, title }) => [title, id]));
    expect(ids.get('First')).toBe(7);
    expect(ids.get('Second')).not.toBe(7);
    expect(Math.max(...ids.values())).toBeLessThan(1_000_000_000);
  });

  it('leave a title without markup as it is', async () => {
    await importText(
      wxrFile(wxrItem({ title: 'Salt & Pepper', wp: dated(1) }), wxrItem({ title: 'R&amp;B', wp: dated(2, { post_name: 'b' }) })),
    );
    expect((await contents()).map(({ title }) => title)).toEqual(['Salt & Pepper', 'R&amp;B']);
  });
});

describe('comments', () => {
  const comment = (id: number, more = {}) => ({
    id,
    author: `Reader ${id}`,
    author_email: 'Reader@Example.org',
    date: '2020-02-04 00:00:00',
    date_gmt: '2020-02-04 00:00:00',
    content: `Text ${id}`,
    approved: 1,
    ...more,
  });
  const fileWith = (...comments: Record<string, string | number>[]) =>
    wxrFile(wxrAuthor(3, 'vera'), wxrItem({ title: 'Talked about', wp: dated(1), comments }));
  const stored = () => site.db.prisma.comment.findMany({ orderBy: { id: 'asc' }, include: { user: true } });

  it('come with their state, what they answer, and who wrote them', async () => {
    await importText(
      fileWith(
        comment(5, { parent: 6 }),
        comment(6, { approved: 0, user_id: 3 }),
        comment(7, { approved: 'spam', type: 'pingback', author_url: 'javascript:alert(1)', author_IP: '10.0.0.1' }),
        comment(8, { approved: 'post-trashed', content: 'a<script>x</script>' }),
      ),
    );
    const rows = await stored();
    expect(rows.map(({ status, parentId, user }) => [status, parentId, user?.login])).toEqual([
      ['approved', rows[1]?.id, undefined],
      ['hold', null, 'vera'],
      ['spam', null, undefined],
      ['trash', null, undefined],
    ]);
    expect(rows[2]).toMatchObject({ type: 'pingback', authorUrl: '', authorIp: '10.0.0.1', authorEmail: 'reader@example.org' });
    expect(rows[3]?.content).not.toContain('script');
  });

  it('that are new in a later export join the content that is here; those deleted here stay away', async () => {
    await importText(fileWith(comment(5), comment(6)));
    await site.db.prisma.comment.deleteMany({ where: { content: 'Text 6' } });
    const { tally } = await importText(fileWith(comment(5), comment(6), comment(7, { parent: 5 })));
    const rows = await stored();
    expect(rows.map(({ content }) => content)).toEqual(['Text 5', 'Text 7']);
    expect(rows[1]?.parentId).toBe(rows[0]?.id);
    expect(tally['comment']).toEqual({ inFile: 3, imported: 1, alreadyHere: 2, skipped: 0 });
  });

  it('that answer each other in a circle or somebody who is not there answer nobody', async () => {
    const { notes } = await importText(fileWith(comment(5, { parent: 6 }), comment(6, { parent: 5 }), comment(7, { parent: 99 })));
    expect((await stored()).map(({ parentId }) => parentId)).toEqual([null, null, null]);
    expect(notes).toHaveLength(3);
  });
});

describe('authors', () => {
  const file = wxrFile(
    wxrAuthor(1, 'vera'),
    wxrAuthor(2, 'odd näme', 'no address'),
    wxrItem({ title: 'A', creator: 'vera', wp: dated(1) }),
    wxrItem({ title: 'B', creator: 'odd näme', wp: dated(2) }),
    wxrItem({ title: 'C', creator: 'nobody-described', wp: dated(3) }),
    wxrItem({ title: 'D', wp: dated(4) }),
    wxrItem({ title: 'E', creator: '>vera', wp: dated(5) }),
  );
  const logins = async () => (await contents()).map(({ author }) => author?.login ?? null);

  it('get accounts that cannot sign in, once', async () => {
    await importText(file);
    await importText(file.replace('Elsewhere', 'Elsewhere renamed'));
    expect(await logins()).toEqual(['vera', 'odd name', 'nobody-described', null, 'vera']);
    const users = await site.db.prisma.user.findMany({ orderBy: { id: 'asc' }, omit: { passwordHash: false } });
    expect(users.map(({ login, role, passwordHash, displayName }) => [login, role, passwordHash, displayName])).toEqual([
      ['vera', 'subscriber', '', 'vera'],
      ['odd name', 'subscriber', '', 'odd näme'],
      ['nobody-described', 'subscriber', '', 'nobody-described'],
    ]);
  });

  it('are who has the same login name or address here, or whom the options name', async () => {
    await makeUser(site, 'editor', 'vera');
    await makeUser(site, 'editor', 'ines');
    await importText(file, { authors: new Map([['odd näme', 'ines']]), defaultAuthor: 'ines' });
    expect(await logins()).toEqual(['vera', 'ines', 'ines', 'ines', 'vera']);
    expect(await site.db.prisma.user.count()).toBe(2);
  });

  it('whom an option names but nobody is refuse the import before anything is written', async () => {
    await expect(importText(file, { defaultAuthor: 'nobody' })).rejects.toThrow(
      '--default-author: there is no user "nobody" on this site.',
    );
    expect((await rowCounts(site))['import_run']).toBe(0);
  });
});

describe('an import', () => {
  const file = wxrFile(
    wxrAuthor(1, 'vera'),
    wxrCategory('news', 'News'),
    ...Array.from({ length: 25 }, (_, i) =>
      wxrItem({
        title: `Post ${i}`,
        creator: 'vera',
        guid: `https://elsewhere.example/?p=${i + 1}`,
        wp: dated(i + 1, { post_parent: i === 3 ? 20 : 0 }),
        terms: [['category', 'news', 'News']],
        meta: [['k', 'v']],
        comments: [{ id: i + 1, author: 'R', date_gmt: '2020-01-01 00:00:00', content: `c${i}`, approved: 1 }],
      }),
    ),
    wxrItem({ title: 'Menu', wp: dated(90, { post_type: 'nav_menu_item' }), meta: [['a', 'b']] }),
    wxrItem({ title: 'Never', wp: dated(91, { status: 'auto-draft' }) }),
  );

  it('comes out even: everything in the file is new here, known or skipped with a reason', async () => {
    const { tally, notes } = await importText(file);
    expect(unevenAccounts(tally)).toEqual([]);
    expect(tally).toMatchObject({
      'item post': { inFile: 26, imported: 25, skipped: 1 },
      'item nav_menu_item': { inFile: 1, skipped: 1 },
      'post meta': { inFile: 26, imported: 25, skipped: 1 },
      comment: { inFile: 25, imported: 25 },
      'term category': { inFile: 1, imported: 1 },
      'term on an item': { inFile: 25, imported: 25 },
      author: { inFile: 1, imported: 1 },
    });
    expect(notes.map(({ outcome, title, reason }) => [outcome, title, reason])).toEqual([
      ['skipped', 'Menu', 'nothing on this site takes items of the type "nav_menu_item"'],
      ['skipped', 'Never', 'nobody ever saved it (auto-draft)'],
    ]);
    expect(notes.every(({ line }) => line > 8)).toBe(true);
  });

  it('that is repeated writes nothing twice, also from another file of the same site', async () => {
    await importText(file);
    const before = await rowCounts(site);
    const { tally } = await importText(file);
    expect(tally).toMatchObject({
      'item post': { imported: 0, alreadyHere: 25 },
      comment: { imported: 0, alreadyHere: 25 },
      author: { imported: 0, alreadyHere: 1 },
      'post meta': { imported: 0, alreadyHere: 25 },
    });
    expect(await rowCounts(site)).toEqual(before);
    await importText(file.replace('<title>Elsewhere', '<title>Elsewhere, later'));
    expect({ ...(await rowCounts(site)), import_run: 1, import_note: before['import_note'] }).toEqual(before);
    expect((await site.db.prisma.term.findFirst({ where: { slug: 'news' } }))?.count).toBe(25);
  });

  it('finds what was a draft before and what was deleted here', async () => {
    const as = (wp: ItemFields['wp']) =>
      wxrFile(wxrItem({ title: 'One', guid: 'https://elsewhere.example/?p=1', wp: { post_id: 1, ...wp } }));
    await importText(as({ status: 'draft', post_date_gmt: '0000-00-00 00:00:00' }));
    const { tally } = await importText(as({ status: 'publish', post_date: '2020-01-01 00:00:00', post_date_gmt: '2020-01-01 00:00:00' }));
    expect(tally['item post']).toMatchObject({ alreadyHere: 1 });
    await site.db.prisma.content.deleteMany();
    expect((await importText(as({ status: 'draft', post_date_gmt: '0000-00-00 00:00:00' }))).tally['item post']).toMatchObject({
      imported: 1,
    });
  });

  it('brings items of different sites that share number and address, and skips what the file repeats', async () => {
    const hello = (date: string) =>
      wxrItem({ title: 'Hello world!', guid: 'http://localhost/?p=1', wp: { post_id: 1, post_date: date, post_date_gmt: date } });
    await importText(wxrFile(hello('2010-10-16 20:53:18')));
    const { tally, notes } = await importText(wxrFile(hello('2011-01-18 07:40:14'), hello('2011-01-18 07:40:14')));
    expect(tally['item post']).toEqual({ inFile: 2, imported: 1, alreadyHere: 0, skipped: 1 });
    expect(notes.map(({ reason }) => reason)).toEqual(['the same item stands in the file before']);
    expect(await site.db.prisma.content.count()).toBe(2);
  });

  it('takes two items with one address for two, again when repeated', async () => {
    const twins = wxrFile(...[568, 570].map((id) => wxrItem({ title: `T${id}`, guid: 'https://elsewhere.example/?p=568', wp: dated(id) })));
    await importText(twins, { batchSize: 1 });
    expect((await importText(twins, { batchSize: 1 })).tally['item post']).toEqual({ inFile: 2, imported: 0, alreadyHere: 2, skipped: 0 });
    expect(await site.db.prisma.content.count()).toBe(2);
  });

  it('that is stopped goes on where it was, and comes out as if nothing had happened', async () => {
    await importText(file);
    const whole = {
      rows: await rowCounts(site),
      contents: (await contents()).map(({ id: _, guid: __, parentId, importedMeta, terms, author, authorId: ___, ...rest }) => ({
        ...rest,
        hasParent: parentId !== null,
        meta: importedMeta.map(({ value }) => value),
        terms: terms.map(({ term }) => term.slug),
        author: author?.login,
      })),
    };
    await emptySite(site);
    const stop = new AbortController();
    let batches = 0;
    const stopped = await importText(file, {
      batchSize: 4,
      signal: stop.signal,
      onProgress: ({ stage }: { stage: string }) => {
        if (stage === 'writing' && ++batches === 3) stop.abort();
      },
    });
    expect(stopped.finished).toBe(false);
    expect(stopped.tally['item post']).toMatchObject({ inFile: 26, imported: 11 });
    expect(await site.db.prisma.content.count()).toBe(11);
    const { resumed, finished, tally } = await importText(file, { batchSize: 5 });
    expect({ resumed, finished }).toEqual({ resumed: true, finished: true });
    expect(unevenAccounts(tally)).toEqual([]);
    expect(tally).toMatchObject({ 'item post': { imported: 25, skipped: 1 }, author: { imported: 1 }, comment: { imported: 25 } });
    expect(await rowCounts(site)).toEqual(whole.rows);
    expect(
      (await contents()).map(({ id: _, guid: __, parentId, importedMeta, terms, author, authorId: ___, ...rest }) => ({
        ...rest,
        hasParent: parentId !== null,
        meta: importedMeta.map(({ value }) => value),
        terms: terms.map(({ term }) => term.slug),
        author: author?.login,
      })),
    ).toEqual(whole.contents);
  });

  it('that only pretends says the same and writes nothing', async () => {
    const before = await rowCounts(site);
    const pretended = await importText(file, { dryRun: true });
    expect(await rowCounts(site)).toEqual(before);
    const real = await importText(file);
    expect(pretended.tally).toEqual(real.tally);
    expect(pretended.notes).toEqual(real.notes);
    expect((await importText(file, { dryRun: true })).tally).toEqual((await importText(file)).tally);
  });

  it('skips attachments that do not say where their file is, and terms of taxonomies that are not here', async () => {
    const { notes } = await importText(
      wxrFile(
        wxrItem({ title: 'P', wp: dated(1, { post_type: 'attachment' }) }),
        `<wp:term><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>m</wp:term_slug><wp:term_name>${cdata('Menu')}</wp:term_name></wp:term>`,
      ),
    );
    expect(notes.map(({ what, reason }) => `${what}: ${reason}`)).toEqual(
      expect.arrayContaining([
        'term nav_menu: this site has no taxonomy "nav_menu"',
        'item attachment: it does not say where its file is (wp:attachment_url)',
      ]),
    );
  });
});
