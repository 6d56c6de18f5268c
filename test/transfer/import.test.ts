import { describe, expect, it } from 'vitest';
import { findMismatches } from '../../src/domains/transfer/tally.ts';
import { makeUser } from '../support/factories.ts';
import { datedFields, useImportSite } from './import-site.ts';
import { formatCdata, type ItemFields, createWxrAuthor, createWxrCategory, createWxrFile, createWxrItem } from './make-wxr.ts';
import { emptySite, countRows } from './support.ts';

const fixture = useImportSite();
const { listContents, importText } = fixture;

describe('Imported comments', () => {
  const comment = (id: number, fields = {}) => ({
    id,
    author: `Reader ${id}`,
    author_email: 'Reader@Example.org',
    date: '2020-02-04 00:00:00',
    date_gmt: '2020-02-04 00:00:00',
    content: `Text ${id}`,
    approved: 1,
    ...fields,
  });
  const fileWith = (...comments: Record<string, string | number>[]) =>
    createWxrFile(createWxrAuthor(3, 'vera'), createWxrItem({ title: 'Talked about', wp: datedFields(1), comments }));
  const listComments = () => fixture.site.db.prisma.comment.findMany({ orderBy: { id: 'asc' }, include: { user: true } });

  it('keep status, parent and author', async () => {
    await importText(
      fileWith(
        comment(5, { parent: 6 }),
        comment(6, { approved: 0, user_id: 3 }),
        comment(7, { approved: 'spam', type: 'pingback', author_url: 'javascript:alert(1)', author_IP: '10.0.0.1' }),
        comment(8, { approved: 'post-trashed', content: 'a<script>x</script>' }),
      ),
    );
    const rows = await listComments();
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
    await fixture.site.db.prisma.comment.deleteMany({ where: { content: 'Text 6' } });
    const { tally } = await importText(fileWith(comment(5), comment(6), comment(7, { parent: 5 })));
    const rows = await listComments();
    expect(rows.map(({ content }) => content)).toEqual(['Text 5', 'Text 7']);
    expect(rows[1]?.parentId).toBe(rows[0]?.id);
    expect(tally['comment']).toEqual({ inFile: 3, imported: 1, alreadyHere: 2, skipped: 0 });
  });

  it('with a missing or cyclic parent become top-level comments', async () => {
    const { notes } = await importText(fileWith(comment(5, { parent: 6 }), comment(6, { parent: 5 }), comment(7, { parent: 99 })));
    expect((await listComments()).map(({ parentId }) => parentId)).toEqual([null, null, null]);
    expect(notes).toHaveLength(3);
  });
});

describe('Imported authors', () => {
  const file = createWxrFile(
    createWxrAuthor(1, 'vera'),
    createWxrAuthor(2, 'odd näme', 'no address'),
    createWxrItem({ title: 'A', creator: 'vera', wp: datedFields(1) }),
    createWxrItem({ title: 'B', creator: 'odd näme', wp: datedFields(2) }),
    createWxrItem({ title: 'C', creator: 'nobody-described', wp: datedFields(3) }),
    createWxrItem({ title: 'D', wp: datedFields(4) }),
    createWxrItem({ title: 'E', creator: '>vera', wp: datedFields(5) }),
  );
  const logins = async () => (await listContents()).map(({ author }) => author?.login ?? null);

  it('get one account each, which cannot sign in', async () => {
    await importText(file);
    await importText(file.replace('Elsewhere', 'Elsewhere renamed'));
    expect(await logins()).toEqual(['vera', 'odd name', 'nobody-described', null, 'vera']);
    const users = await fixture.site.db.prisma.user.findMany({ orderBy: { id: 'asc' }, omit: { passwordHash: false } });
    expect(users.map(({ login, role, passwordHash, displayName }) => [login, role, passwordHash, displayName])).toEqual([
      ['vera', 'subscriber', '', 'vera'],
      ['odd name', 'subscriber', '', 'odd näme'],
      ['nobody-described', 'subscriber', '', 'nobody-described'],
    ]);
  });

  it('are mapped to users with the same login name or email address, or to the user in the options', async () => {
    await makeUser(fixture.site, 'editor', 'vera');
    await makeUser(fixture.site, 'editor', 'ines');
    await importText(file, { authors: new Map([['odd näme', 'ines']]), defaultAuthor: 'ines' });
    expect(await logins()).toEqual(['vera', 'ines', 'ines', 'ines', 'vera']);
    expect(await fixture.site.db.prisma.user.count()).toBe(2);
  });

  it('that the options map to an unknown user make the import fail before anything is written', async () => {
    await expect(importText(file, { defaultAuthor: 'nobody' })).rejects.toThrow(
      '--default-author: there is no user "nobody" on this site.',
    );
    expect((await countRows(fixture.site))['import_run']).toBe(0);
  });
});

describe('An import', () => {
  const file = createWxrFile(
    createWxrAuthor(1, 'vera'),
    createWxrCategory('news', 'News'),
    ...Array.from({ length: 25 }, (_, i) =>
      createWxrItem({
        title: `Post ${i}`,
        creator: 'vera',
        guid: `https://elsewhere.example/?p=${i + 1}`,
        wp: datedFields(i + 1, { post_parent: i === 3 ? 20 : 0 }),
        terms: [['category', 'news', 'News']],
        meta: [['k', 'v']],
        comments: [{ id: i + 1, author: 'R', date_gmt: '2020-01-01 00:00:00', content: `c${i}`, approved: 1 }],
      }),
    ),
    createWxrItem({ title: 'Menu', wp: datedFields(90, { post_type: 'nav_menu_item' }), meta: [['a', 'b']] }),
    createWxrItem({ title: 'Never', wp: datedFields(91, { status: 'auto-draft' }) }),
  );

  it('accounts for every entry: new, known, or skipped with a reason', async () => {
    const { tally, notes } = await importText(file);
    expect(findMismatches(tally)).toEqual([]);
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
      ['skipped', 'Menu', 'this site does not support items of the type "nav_menu_item"'],
      ['skipped', 'Never', 'it was never saved (auto-draft)'],
    ]);
    expect(notes.every(({ line }) => line > 8)).toBe(true);
  });

  it('writes nothing twice when repeated, also with another file of the same site', async () => {
    await importText(file);
    const before = await countRows(fixture.site);
    const { tally } = await importText(file);
    expect(tally).toMatchObject({
      'item post': { imported: 0, alreadyHere: 25 },
      comment: { imported: 0, alreadyHere: 25 },
      author: { imported: 0, alreadyHere: 1 },
      'post meta': { imported: 0, alreadyHere: 25 },
    });
    expect(await countRows(fixture.site)).toEqual(before);
    await importText(file.replace('<title>Elsewhere', '<title>Elsewhere, later'));
    expect({ ...(await countRows(fixture.site)), import_run: 1, import_note: before['import_note'] }).toEqual(before);
    expect((await fixture.site.db.prisma.term.findFirst({ where: { slug: 'news' } }))?.count).toBe(25);
  });

  it('recognizes former drafts and content that was deleted here', async () => {
    const exportWith = (wp: ItemFields['wp']) =>
      createWxrFile(createWxrItem({ title: 'One', guid: 'https://elsewhere.example/?p=1', wp: { post_id: 1, ...wp } }));
    await importText(exportWith({ status: 'draft', post_date_gmt: '0000-00-00 00:00:00' }));
    const { tally } = await importText(
      exportWith({ status: 'publish', post_date: '2020-01-01 00:00:00', post_date_gmt: '2020-01-01 00:00:00' }),
    );
    expect(tally['item post']).toMatchObject({ alreadyHere: 1 });
    await fixture.site.db.prisma.content.deleteMany();
    expect((await importText(exportWith({ status: 'draft', post_date_gmt: '0000-00-00 00:00:00' }))).tally['item post']).toMatchObject({
      imported: 1,
    });
  });

  it('imports items of different sites with the same ID and URL, and skips repetitions within a file', async () => {
    const hello = (date: string) =>
      createWxrItem({ title: 'Hello world!', guid: 'http://localhost/?p=1', wp: { post_id: 1, post_date: date, post_date_gmt: date } });
    await importText(createWxrFile(hello('2010-10-16 20:53:18')));
    const { tally, notes } = await importText(createWxrFile(hello('2011-01-18 07:40:14'), hello('2011-01-18 07:40:14')));
    expect(tally['item post']).toEqual({ inFile: 2, imported: 1, alreadyHere: 0, skipped: 1 });
    expect(notes.map(({ reason }) => reason)).toEqual(['the same item occurs earlier in the file']);
    expect(await fixture.site.db.prisma.content.count()).toBe(2);
  });

  it('keeps two items with the same URL separate, also when repeated', async () => {
    const twins = createWxrFile(
      ...[568, 570].map((id) => createWxrItem({ title: `T${id}`, guid: 'https://elsewhere.example/?p=568', wp: datedFields(id) })),
    );
    await importText(twins, { batchSize: 1 });
    expect((await importText(twins, { batchSize: 1 })).tally['item post']).toEqual({ inFile: 2, imported: 0, alreadyHere: 2, skipped: 0 });
    expect(await fixture.site.db.prisma.content.count()).toBe(2);
  });

  it('continues after an interruption, with the same result as without one', async () => {
    await importText(file);
    const listWithoutIds = async () =>
      (await listContents()).map(({ id: _, guid: __, parentId, importedMeta, terms, author, authorId: ___, ...fields }) => ({
        ...fields,
        hasParent: parentId !== null,
        meta: importedMeta.map(({ value }) => value),
        terms: terms.map(({ term }) => term.slug),
        author: author?.login,
      }));
    const [rows, contents] = [await countRows(fixture.site), await listWithoutIds()];
    await emptySite(fixture.site);
    const controller = new AbortController();
    let batches = 0;
    const stopped = await importText(file, {
      batchSize: 4,
      signal: controller.signal,
      onProgress: ({ stage }: { stage: string }) => {
        if (stage === 'writing' && ++batches === 3) controller.abort();
      },
    });
    expect(stopped.finished).toBe(false);
    expect(stopped.tally['item post']).toMatchObject({ inFile: 26, imported: 11 });
    expect(await fixture.site.db.prisma.content.count()).toBe(11);
    const { resumed, finished, tally } = await importText(file, { batchSize: 5 });
    expect({ resumed, finished }).toEqual({ resumed: true, finished: true });
    expect(findMismatches(tally)).toEqual([]);
    expect(tally).toMatchObject({ 'item post': { imported: 25, skipped: 1 }, author: { imported: 1 }, comment: { imported: 25 } });
    expect(await countRows(fixture.site)).toEqual(rows);
    expect(await listWithoutIds()).toEqual(contents);
  });

  it('in a dry run reports the same and writes nothing', async () => {
    const before = await countRows(fixture.site);
    const dryRun = await importText(file, { dryRun: true });
    expect(await countRows(fixture.site)).toEqual(before);
    const real = await importText(file);
    expect(dryRun.tally).toEqual(real.tally);
    expect(dryRun.notes).toEqual(real.notes);
    expect((await importText(file, { dryRun: true })).tally).toEqual((await importText(file)).tally);
  });

  it('counts the terms that only items name like its dry run, as parts of items', async () => {
    const text = createWxrFile(createWxrItem({ title: 'Concert', terms: [['category', 'swing', 'Swing']], wp: datedFields(1) }));
    const dryRun = await importText(text, { dryRun: true });
    const real = await importText(text);
    expect(dryRun.tally).toEqual(real.tally);
    expect(real.tally).toMatchObject({ 'term named by items only': { inFile: 1, imported: 1 } });
    expect(real.parts).toContain('term named by items only');
  });

  it('skips attachments without a file URL, and terms of unknown taxonomies', async () => {
    const { notes } = await importText(
      createWxrFile(
        createWxrItem({ title: 'P', wp: datedFields(1, { post_type: 'attachment' }) }),
        `<wp:term><wp:term_taxonomy>nav_menu</wp:term_taxonomy><wp:term_slug>m</wp:term_slug><wp:term_name>${formatCdata('Menu')}</wp:term_name></wp:term>`,
      ),
    );
    expect(notes.map(({ what, reason }) => `${what}: ${reason}`)).toEqual(
      expect.arrayContaining([
        'term nav_menu: this site has no taxonomy "nav_menu"',
        'item attachment: it has no URL of its file (wp:attachment_url)',
      ]),
    );
  });
});
