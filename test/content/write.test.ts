import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMedia, makePost, makeTerm, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import type { Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { updateContent, deletePermanently, moveToTrash } from '../../src/domains/content/content.service.ts';
import { loadContent } from '../../src/domains/content/content.reader.ts';
import { post } from '../../src/domains/content/kinds.ts';
import { createFrozenClock, withClock } from '../../src/core/time/clock.ts';
import { Failure } from '../../src/core/failures/failure.ts';
import { timezoneString } from '../../src/core/settings/site.settings.ts';
import { loadTerms } from '../../src/domains/content/terms/term.record.ts';

let site: TestSite;
let editor: Viewer;
let contributor: Viewer;
beforeAll(async () => {
  site = await openTestSite();
  editor = await makeUser(site);
  contributor = await makeUser(site, 'contributor');
});
afterAll(() => site.close());

const update = (id: number, input: Parameters<typeof updateContent>[4], viewer = editor) => updateContent(site, viewer, post, id, input);
const codeOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof Failure)) throw error ?? new Error('The write succeeded.');
  return `${error.status} ${error.code}`;
};
const countOf = async (id: number) => (await loadTerms(site, [id]))[0]?.count;

describe('New post', () => {
  it('is a draft without slug, by its creator, in the default category', async () => {
    const draft = await makePost(site, editor, { title: 'Draft one', status: undefined });
    expect(draft).toMatchObject({
      status: 'draft',
      slug: '',
      authorId: editor.id,
      dateUtc: null,
      format: 'standard',
      sticky: false,
      meta: {},
    });
    expect(draft.terms.map((term) => [term.taxonomy, term.id])).toEqual([['category', 1]]);
    expect(draft.guid).toBe(`http://site.test/?p=${draft.id}`);
    expect(draft.modifiedLocal).toBe(draft.dateLocal);
    expect(draft.revisionCount).toBe(0);
  });

  it('has its publication date as modification date, even in the past', async () => {
    const old = await makePost(site, editor, { date: '2020-02-30T10:00:00' });
    expect(old).toMatchObject({
      dateLocal: '2020-03-01T10:00:00',
      modifiedLocal: '2020-03-01T10:00:00',
      modifiedUtc: '2020-03-01T10:00:00',
    });
  });

  it('keeps an empty list of categories empty', async () => {
    const uncategorized = await makePost(site, editor, { terms: { category: [] } });
    expect(uncategorized.terms).toEqual([]);
    const unknown = await makePost(site, editor, { terms: { category: [9_999_999] } });
    expect(unknown.terms).toEqual([]);
  });

  it('is sanitized for users without unfiltered_html', async () => {
    const created = await makePost(site, contributor, { status: 'draft', content: '<p onclick="x()">Hi<script>x()</script></p>' });
    expect(created.content).not.toContain('onclick');
    expect(created.content).not.toContain('<script');
    const unfiltered = await makePost(site, editor, { content: '<script>x()</script>' });
    expect(unfiltered.content).toBe('<script>x()</script>');
  });

  it('loses its password if it is private', async () => {
    expect(await makePost(site, editor, { status: 'private', password: 'x' })).toMatchObject({ status: 'private', password: '' });
  });
});

describe('A write is refused', () => {
  it.each([
    ['for publishing without permission', '403 cannot_publish', () => makePost(site, contributor, { status: 'publish' })],
    ['for scheduling without permission', '403 cannot_publish', () => makePost(site, contributor, { status: 'future' })],
    ['for an unknown author', '400 author_not_found', () => makePost(site, editor, { authorId: 9_999_999 })],
    ['for a sticky post with a password', '400 fields_exclude_each_other', () => makePost(site, editor, { sticky: true, password: 'x' })],
    ['without any text', '400 empty_content', () => makePost(site, editor, { title: ' ', content: '', excerpt: '' })],
    ['with an unknown image', '400 featured_media_not_found', () => makePost(site, editor, { featuredMediaId: 9_999_999 })],
    ['with meta of a wrong type', '400 invalid_type', () => makePost(site, editor, { meta: { _price: 5 } })],
    ['with an unknown status', '400 invalid_arguments', () => makePost(site, editor, { status: 'trash' })],
    ['with an unknown format', '400 invalid_arguments', () => makePost(site, editor, { format: 'song' })],
    ['for an unknown ID', '404 content_not_found', () => update(9_999_999, { title: 'x' })],
  ])('%s', async (_title, expected, work) => {
    expect(await codeOf(work())).toBe(expected);
  });

  it('without storing anything', async () => {
    const before = await site.db.sql<{ n: number }>('SELECT count(*)::int AS n FROM content');
    await codeOf(makePost(site, editor, { meta: { _price: 5 } }));
    expect(await site.db.sql('SELECT count(*)::int AS n FROM content')).toEqual(before);
  });

  it('for a wrong meta value, with its key', async () => {
    const error = await makePost(site, editor, { meta: { _price: 5 } }).catch((cause: unknown) => cause as Failure);
    expect((error as Failure).data).toEqual({ additional_data: [{ param: 'meta._price' }] });
    expect((error as Failure).message).toBe('meta._price is not of type string.');
  });

  it('for a sticky post with a password, in either order', async () => {
    const sticky = await makePost(site, editor, { sticky: true });
    expect(await codeOf(update(sticky.id, { password: 'x' }))).toBe('400 fields_exclude_each_other');
    const secret = await makePost(site, editor, { password: 'x' });
    expect(await codeOf(update(secret.id, { sticky: true }))).toBe('400 fields_exclude_each_other');
  });

  it('unless the status stays the same', async () => {
    const published = await makePost(site, editor, {});
    await site.db.prisma.content.update({ where: { id: published.id }, data: { authorId: contributor.id } });
    expect((await update(published.id, { status: 'publish', title: 'Mine' }, contributor)).title).toBe('Mine');
  });
});

describe('Null in an update', () => {
  it('keeps texts, author, status and format, and clears the rest', async () => {
    const media = await makeMedia(site, editor);
    const tag = await makeTerm(site);
    const before = await makePost(site, editor, {
      title: 'Stays',
      content: 'Stays',
      excerpt: 'Stays',
      format: 'aside',
      featuredMediaId: media.id,
      template: '',
      terms: { post_tag: [tag.id] },
      meta: { _price: '5', _stock: '2' },
    });
    expect(before.featuredMediaId).toBe(media.id);
    const after = await update(before.id, {
      title: null,
      content: null,
      excerpt: null,
      authorId: null,
      status: null,
      format: null,
      commentStatus: null,
      pingStatus: null,
      featuredMediaId: null,
      sticky: null,
      password: null,
      slug: null,
      terms: { category: null, post_tag: null },
      meta: { _price: null, unknown: 1 },
    });
    expect(after).toMatchObject({
      title: 'Stays',
      content: 'Stays',
      excerpt: 'Stays',
      authorId: editor.id,
      status: 'publish',
      format: 'aside',
      featuredMediaId: null,
      sticky: false,
    });
    expect(after).toMatchObject({ slug: 'stays', terms: [], meta: { _stock: '2' } });
  });

  it('resets the date', async () => {
    const before = await makePost(site, editor, { date: '2020-05-05T05:05:05' });
    const after = await withClock(createFrozenClock('2026-07-01T10:00:00Z'), () => update(before.id, { date: null }));
    expect(after).toMatchObject({ status: 'publish', dateUtc: '2026-07-01T10:00:00' });
    const draft = await makePost(site, editor, { status: 'draft', date: '2020-05-05T05:05:05' });
    expect(draft.dateUtc).toBe('2020-05-05T05:05:05');
    expect((await update(draft.id, { dateUtc: null })).dateUtc).toBeNull();
  });
});

describe('Dates', () => {
  it('without a zone use the time zone of the site, including daylight saving time', async () => {
    await site.settings.set(timezoneString, 'America/New_York');
    expect(await makePost(site, editor, { date: '2026-07-04T12:00:00' })).toMatchObject({
      dateLocal: '2026-07-04T12:00:00',
      dateUtc: '2026-07-04T16:00:00',
    });
    expect(await makePost(site, editor, { dateUtc: '2026-01-04T12:00:00' })).toMatchObject({
      dateLocal: '2026-01-04T07:00:00',
      dateUtc: '2026-01-04T12:00:00',
    });
    expect(await makePost(site, editor, { dateUtc: '2026-01-04T12:00:00', date: '2026-01-04T01:00:00' })).toMatchObject({
      dateUtc: '2026-01-04T06:00:00',
    });
    await site.settings.set(timezoneString, 'UTC');
  });

  it('are refused if invalid', async () => {
    expect(await codeOf(makePost(site, editor, { date: 'soon' }))).toBe('400 invalid_arguments');
  });
});

describe('Term counts', () => {
  it('follow status, terms, trash and deletion', async () => {
    const [first, second] = [await makeTerm(site), await makeTerm(site)];
    const created = await makePost(site, editor, { status: 'draft', terms: { post_tag: [first.id] } });
    expect(await countOf(first.id)).toBe(0);
    await update(created.id, { status: 'publish' });
    expect(await countOf(first.id)).toBe(1);
    await update(created.id, { terms: { post_tag: [second.id, second.id] } });
    expect([await countOf(first.id), await countOf(second.id)]).toEqual([0, 1]);
    await moveToTrash(site, editor, post, created.id);
    expect(await countOf(second.id)).toBe(0);
    await update(created.id, { status: 'publish' });
    expect(await countOf(second.id)).toBe(1);
    await deletePermanently(site, post, created.id);
    expect(await countOf(second.id)).toBe(0);
  });

  it('are correct under simultaneous writes', async () => {
    const tag = await makeTerm(site);
    await Promise.all(Array.from({ length: 8 }, () => makePost(site, editor, { terms: { post_tag: [tag.id] } })));
    expect(await countOf(tag.id)).toBe(8);
  });
});

describe('Revisions', () => {
  it('are stored at the first update and whenever texts change', async () => {
    const created = await makePost(site, editor, { title: 'One', content: 'First' });
    const first = await update(created.id, { sticky: true });
    expect(first.revisionCount).toBe(1);
    expect((await update(created.id, { sticky: false })).revisionCount).toBe(1);
    const second = await update(created.id, { content: 'Second' });
    expect(second.revisionCount).toBe(2);
    expect((await update(created.id, { meta: { footnotes: '[]' } })).revisionCount).toBe(3);
    const revisions = await site.db.prisma.revision.findMany({ where: { contentId: created.id }, orderBy: { id: 'desc' } });
    expect(revisions.map(({ content, footnotes }) => [content, footnotes])).toEqual([
      ['Second', '[]'],
      ['Second', ''],
      ['First', ''],
    ]);
    expect(revisions[0]?.id).toBe((await loadContent(site, created.id))?.latestRevisionId);
  });

  it('are stored when content moves to the trash', async () => {
    const created = await makePost(site, editor);
    expect((await moveToTrash(site, editor, post, created.id)).revisionCount).toBe(1);
  });
});
