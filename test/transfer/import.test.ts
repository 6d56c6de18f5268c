import { describe, expect, it } from 'vitest';
import { unevenAccounts } from '../../src/domains/transfer/tally.ts';
import { makeUser } from '../support/factories.ts';
import { dated, importing } from './importing.ts';
import { cdata, type ItemFields, wxrAuthor, wxrCategory, wxrFile, wxrItem } from './make-wxr.ts';
import { emptySite, rowCounts } from './support.ts';

const here = importing();
const { contents, importText } = here;

describe('Imported comments', () => {
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
  const stored = () => here.site.db.prisma.comment.findMany({ orderBy: { id: 'asc' }, include: { user: true } });

  it('keep status, parent and author', async () => {
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

  it('from a later export are added to existing content, and those deleted here stay deleted', async () => {
    await importText(fileWith(comment(5), comment(6)));
    await here.site.db.prisma.comment.deleteMany({ where: { content: 'Text 6' } });
    const { tally } = await importText(fileWith(comment(5), comment(6), comment(7, { parent: 5 })));
    const rows = await stored();
    expect(rows.map(({ content }) => content)).toEqual(['Text 5', 'Text 7']);
    expect(rows[1]?.parentId).toBe(rows[0]?.id);
    expect(tally['comment']).toEqual({ inFile: 3, imported: 1, alreadyHere: 2, skipped: 0 });
  });

  it('with a missing or cyclic parent become top-level comments', async () => {
    const { notes } = await importText(fileWith(comment(5, { parent: 6 }), comment(6, { parent: 5 }), comment(7, { parent: 99 })));
    expect((await stored()).map(({ parentId }) => parentId)).toEqual([null, null, null]);
    expect(notes).toHaveLength(3);
  });
});

describe('Imported authors', () => {
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

  it('get one account each, which cannot sign in', async () => {
    await importText(file);
    await importText(file.replace('Elsewhere', 'Elsewhere renamed'));
    expect(await logins()).toEqual(['vera', 'odd name', 'nobody-described', null, 'vera']);
    const users = await here.site.db.prisma.user.findMany({ orderBy: { id: 'asc' }, omit: { passwordHash: false } });
    expect(users.map(({ login, role, passwordHash, displayName }) => [login, role, passwordHash, displayName])).toEqual([
      ['vera', 'subscriber', '', 'vera'],
      ['odd name', 'subscriber', '', 'odd näme'],
      ['nobody-described', 'subscriber', '', 'nobody-described'],
    ]);
  });

  it('are mapped to users with the same login name or email address, or to the user in the options', async () => {
    await makeUser(here.site, 'editor', 'vera');
    await makeUser(here.site, 'editor', 'ines');
    await importText(file, { authors: new Map([['odd näme', 'ines']]), defaultAuthor: 'ines' });
    expect(await logins()).toEqual(['vera', 'ines', 'ines', 'ines', 'vera']);
    expect(await here.site.db.prisma.user.count()).toBe(2);
  });

  it('that options map to an unknown user fail the import before anything is written', async () => {
    await expect(importText(file, { defaultAuthor: 'nobody' })).rejects.toThrow(
      '--default-author: there is no user "nobody" on this site.',
    );
    expect((await rowCounts(here.site))['import_run']).toBe(0);
  });
});

describe('An import', () => {
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

  it('accounts for every entry: new, known, or skipped with a reason', async () => {
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

  it('writes nothing twice when repeated, also with another file of the same site', async () => {
    await importText(file);
    const before = await rowCounts(here.site);
    const { tally } = await importText(file);
    expect(tally).toMatchObject({
      'item post': { imported: 0, alreadyHere: 25 },
      comment: { imported: 0, alreadyHere: 25 },
      author: { imported: 0, alreadyHere: 1 },
      'post meta': { imported: 0, alreadyHere: 25 },
    });
    expect(await rowCounts(here.site)).toEqual(before);
    await importText(file.replace('<title>Elsewhere', '<title>Elsewhere, later'));
    expect({ ...(await rowCounts(here.site)), import_run: 1, import_note: before['import_note'] }).toEqual(before);
    expect((await here.site.db.prisma.term.findFirst({ where: { slug: 'news' } }))?.count).toBe(25);
  });

  it('recognizes former drafts and content that was deleted here', async () => {
    const as = (wp: ItemFields['wp']) =>
      wxrFile(wxrItem({ title: 'One', guid: 'https://elsewhere.example/?p=1', wp: { post_id: 1, ...wp } }));
    await importText(as({ status: 'draft', post_date_gmt: '0000-00-00 00:00:00' }));
    const { tally } = await importText(as({ status: 'publish', post_date: '2020-01-01 00:00:00', post_date_gmt: '2020-01-01 00:00:00' }));
    expect(tally['item post']).toMatchObject({ alreadyHere: 1 });
    await here.site.db.prisma.content.deleteMany();
    expect((await importText(as({ status: 'draft', post_date_gmt: '0000-00-00 00:00:00' }))).tally['item post']).toMatchObject({
      imported: 1,
    });
  });

  it('imports items of different sites with the same ID and URL, and skips repetitions within a file', async () => {
    const hello = (date: string) =>
      wxrItem({ title: 'Hello world!', guid: 'http://localhost/?p=1', wp: { post_id: 1, post_date: date, post_date_gmt: date } });
    await importText(wxrFile(hello('2010-10-16 20:53:18')));
    const { tally, notes } = await importText(wxrFile(hello('2011-01-18 07:40:14'), hello('2011-01-18 07:40:14')));
    expect(tally['item post']).toEqual({ inFile: 2, imported: 1, alreadyHere: 0, skipped: 1 });
    expect(notes.map(({ reason }) => reason)).toEqual(['the same item stands in the file before']);
    expect(await here.site.db.prisma.content.count()).toBe(2);
  });

  it('keeps two items with the same URL separate, also when repeated', async () => {
    const twins = wxrFile(...[568, 570].map((id) => wxrItem({ title: `T${id}`, guid: 'https://elsewhere.example/?p=568', wp: dated(id) })));
    await importText(twins, { batchSize: 1 });
    expect((await importText(twins, { batchSize: 1 })).tally['item post']).toEqual({ inFile: 2, imported: 0, alreadyHere: 2, skipped: 0 });
    expect(await here.site.db.prisma.content.count()).toBe(2);
  });

  it('continues after an interruption, with the same result as without one', async () => {
    await importText(file);
    const whole = {
      rows: await rowCounts(here.site),
      contents: (await contents()).map(({ id: _, guid: __, parentId, importedMeta, terms, author, authorId: ___, ...rest }) => ({
        ...rest,
        hasParent: parentId !== null,
        meta: importedMeta.map(({ value }) => value),
        terms: terms.map(({ term }) => term.slug),
        author: author?.login,
      })),
    };
    await emptySite(here.site);
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
    expect(await here.site.db.prisma.content.count()).toBe(11);
    const { resumed, finished, tally } = await importText(file, { batchSize: 5 });
    expect({ resumed, finished }).toEqual({ resumed: true, finished: true });
    expect(unevenAccounts(tally)).toEqual([]);
    expect(tally).toMatchObject({ 'item post': { imported: 25, skipped: 1 }, author: { imported: 1 }, comment: { imported: 25 } });
    expect(await rowCounts(here.site)).toEqual(whole.rows);
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

  it('in a dry run reports the same and writes nothing', async () => {
    const before = await rowCounts(here.site);
    const pretended = await importText(file, { dryRun: true });
    expect(await rowCounts(here.site)).toEqual(before);
    const real = await importText(file);
    expect(pretended.tally).toEqual(real.tally);
    expect(pretended.notes).toEqual(real.notes);
    expect((await importText(file, { dryRun: true })).tally).toEqual((await importText(file)).tally);
  });

  it('skips attachments without a file URL, and terms of unknown taxonomies', async () => {
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
