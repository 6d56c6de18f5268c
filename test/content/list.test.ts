import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePost, makeTerm, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { anonymous, type Viewer } from '../../src/domains/identity/auth/viewer.ts';
import type { ContentInput } from '../../src/domains/content/changes.input.ts';
import { moveToTrash } from '../../src/domains/content/content.service.ts';
import { post } from '../../src/domains/content/kinds.ts';
import { checkList, expandStatuses, normalizeStatuses } from '../../src/domains/content/list.access.ts';
import type { ContentPageOptions, ContentQuery } from '../../src/domains/content/content.list.ts';
import { listContent, parseTimeBound } from '../../src/domains/content/list.service.ts';
import type { TermRecord } from '../../src/domains/content/terms/term.record.ts';

let site: TestSite;
let editor: Viewer;
let author: Viewer;
let contributor: Viewer;
const names = new Map<number, string>();
const ids: Record<string, number> = {};
let music: TermRecord;
let jazz: TermRecord;
let free: TermRecord;
let loud: TermRecord;

beforeAll(async () => {
  site = await openTestSite();
  [editor, author, contributor] = [await makeUser(site), await makeUser(site, 'author'), await makeUser(site, 'contributor')];
  music = await makeTerm(site, 'category', { name: 'Music' });
  jazz = await makeTerm(site, 'category', { name: 'Jazz', parentId: music.id });
  [free, loud] = [await makeTerm(site, 'post_tag', { name: 'Free' }), await makeTerm(site, 'post_tag', { name: 'Loud' })];
  const createPost = async (name: string, date: string, input: ContentInput = {}, viewer = editor) => {
    const created = await makePost(site, viewer, { title: name, content: 'Plain text', date, ...input });
    ids[name] = created.id;
    names.set(created.id, name);
  };
  await createPost('alpha', '2021-01-01T00:00:00', {
    terms: { category: [music.id], post_tag: [free.id, loud.id] },
    content: 'Blue 50% lantern',
  });
  await createPost('beta', '2021-01-02T00:00:00', { terms: { category: [jazz.id], post_tag: [free.id] }, excerpt: 'Blue note' }, author);
  await createPost('gamma', '2021-01-03T00:00:00', { format: 'aside', sticky: true, content: 'lantern' });
  await createPost('Émile', '2021-01-04T00:00:00', { password: 'secret', content: 'Blue lantern behind a password' });
  await createPost('draft', '2021-01-05T00:00:00', { status: 'draft' });
  await createPost('hidden', '2021-01-06T00:00:00', { status: 'private' }, author);
  await createPost('gone', '2021-01-07T00:00:00');
  await moveToTrash(site, editor, post, ids['gone'] as number);
});
afterAll(() => site.close());

type Options = ContentQuery & ContentPageOptions & { stickyFirst?: boolean };

const list = async (options: Partial<Options> = {}, viewer: Viewer = anonymous, forEdit = false) => {
  const page = await listContent(
    site,
    viewer,
    { kind: 'post', statuses: ['publish'], page: 1, perPage: 10, orderBy: 'date', order: 'desc', ...options },
    forEdit,
  );
  return { ...page, names: page.nodes.map((node) => names.get(node.id)) };
};
const idsOf = (...postNames: string[]) => postNames.map((name) => ids[name] as number);
const categories = (...terms: number[]) => ({ taxonomy: 'category', ids: terms });
const tags = (...terms: number[]) => ({ taxonomy: 'post_tag', ids: terms });

describe('List of posts', () => {
  it('contains published posts, newest first, with the total', async () => {
    expect(await list()).toMatchObject({ total: 4, totalPages: 1, names: ['Émile', 'gamma', 'beta', 'alpha'] });
  });

  it.each<[string, Partial<Options>, string[]]>([
    ['title', { orderBy: 'title', order: 'asc' }, ['alpha', 'beta', 'Émile', 'gamma']],
    ['slug', { orderBy: 'slug' }, ['gamma', 'Émile', 'beta', 'alpha']],
    ['id', { orderBy: 'id', order: 'asc' }, ['alpha', 'beta', 'gamma', 'Émile']],
    ['author', { orderBy: 'author', order: 'asc' }, ['alpha', 'gamma', 'Émile', 'beta']],
    ['modified', { orderBy: 'modified', order: 'asc' }, ['alpha', 'beta', 'gamma', 'Émile']],
    ['parent', { orderBy: 'parent', order: 'asc' }, ['alpha', 'beta', 'gamma', 'Émile']],
    ['the order of requested slugs', { orderBy: 'include_slugs', slugs: ['gamma', 'alpha'] }, ['gamma', 'alpha']],
  ])('can be sorted by %s', async (_title, options, expected) => {
    expect((await list(options)).names).toEqual(expected);
  });

  it('can be sorted by the order of the requested IDs', async () => {
    expect((await list({ include: idsOf('gamma', 'alpha', 'beta'), orderBy: 'include', order: 'asc' })).names).toEqual([
      'gamma',
      'alpha',
      'beta',
    ]);
  });

  it.each<[string, () => Partial<Options>, string[]]>([
    ['ids', () => ({ include: idsOf('alpha', 'gamma') }), ['gamma', 'alpha']],
    ['excluded IDs', () => ({ exclude: idsOf('alpha', 'gamma') }), ['Émile', 'beta']],
    [
      'included and excluded IDs, where included ones win',
      () => ({ include: idsOf('alpha', 'gamma'), exclude: idsOf('alpha') }),
      ['gamma', 'alpha'],
    ],
    ['slugs', () => ({ slugs: ['beta', 'nobody'] }), ['beta']],
    ['authors', () => ({ authorIds: [author.id] }), ['beta']],
    ['excluded authors', () => ({ excludeAuthorIds: [author.id] }), ['Émile', 'gamma', 'alpha']],
    ['times, both ends exclusive', () => ({ after: '2021-01-01T00:00:00', before: '2021-01-03T00:00:00' }), ['beta']],
    ['sticky', () => ({ isSticky: true }), ['gamma']],
    ['not sticky', () => ({ isSticky: false }), ['Émile', 'beta', 'alpha']],
    ['format', () => ({ formats: ['aside'] }), ['gamma']],
    ['no format', () => ({ formats: ['standard'] }), ['Émile', 'beta', 'alpha']],
    ['a category', () => ({ terms: [categories(music.id)] }), ['alpha']],
    ['a category with its children', () => ({ terms: [{ ...categories(music.id), includeChildren: true }] }), ['beta', 'alpha']],
    ['any of the tags', () => ({ terms: [tags(free.id, loud.id)] }), ['beta', 'alpha']],
    ['all of the tags', () => ({ terms: [{ ...tags(free.id, loud.id), operator: 'and' }] }), ['alpha']],
    ['an unknown tag among all', () => ({ terms: [{ ...tags(free.id, 9_999_999), operator: 'and' }] }), []],
    ['an unknown tag', () => ({ terms: [tags(9_999_999)] }), []],
    ['a tag ID used as a category', () => ({ terms: [categories(free.id)] }), []],
    ['none of the tags', () => ({ terms: [{ ...tags(loud.id), isExcluding: true }] }), ['Émile', 'gamma', 'beta']],
    ['an empty list of terms', () => ({ terms: [tags()] }), ['Émile', 'gamma', 'beta', 'alpha']],
    ['category and tag', () => ({ terms: [categories(jazz.id), tags(loud.id)] }), []],
    ['category or tag', () => ({ terms: [categories(jazz.id), tags(loud.id)], termRelation: 'or' }), ['beta', 'alpha']],
    [
      'a format in addition to category or tag',
      () => ({ terms: [categories(jazz.id), tags(loud.id)], termRelation: 'or', formats: ['aside'] }),
      [],
    ],
  ])('can be filtered by %s', async (_title, options, expected) => {
    expect((await list(options())).names).toEqual(expected);
  });

  it.each<[string, Partial<Options>, string[]]>([
    ['a word in title, excerpt or text', { search: 'blue' }, ['beta', 'alpha']],
    ['all of several words', { search: 'blue lantern' }, ['alpha']],
    ['a phrase', { search: '"blue note"' }, ['beta']],
    ['posts without an excluded word', { search: 'lantern -blue' }, ['gamma']],
    ['LIKE wildcards as plain characters', { search: '50%' }, ['alpha']],
    ['an underscore as a plain character', { search: 'l_ntern' }, []],
    ['only titles', { search: 'blue', searchColumns: ['title'] }, []],
    ['only excerpts', { search: 'blue', searchColumns: ['excerpt'] }, ['beta']],
    ['whole columns', { search: 'lantern', isExactSearch: true }, ['gamma']],
    ['whole columns by a phrase', { search: '"plain text"', isExactSearch: true, searchColumns: ['content'] }, ['beta']],
  ])('can be searched for %s', async (_title, options, expected) => {
    expect((await list(options)).names).toEqual(expected);
  });

  it('searches protected posts by title for signed-in users, and by text for their editors', async () => {
    for (const search of ['behind', 'emile']) expect((await list({ search })).names).toEqual([]);
    expect((await list({ search: 'behind' }, contributor)).names).toEqual([]);
    expect((await list({ search: 'emile -behind' }, contributor)).names).toEqual(['Émile']);
    expect((await list({ search: 'behind' }, editor)).names).toEqual(['Émile']);
  });

  it('ranks title matches first by relevance', async () => {
    await makePost(site, editor, { title: 'x', content: 'has gamma inside', date: '2022-01-01T00:00:00', terms: { category: [] } }).then(
      ({ id }) => names.set(id, 'x'),
    );
    expect((await list({ search: 'gamma', orderBy: 'relevance' })).names).toEqual(['gamma', 'x']);
    expect((await list({ search: 'gamma lantern', orderBy: 'relevance' })).names).toEqual(['gamma']);
    await site.db.sql("DELETE FROM content WHERE title = 'x'");
  });

  it.each<[string, Partial<Options>]>([
    ['search_term_missing', { orderBy: 'relevance' }],
    ['order_needs_ids', { orderBy: 'include' }],
    ['page_out_of_range', { page: 3, perPage: 2 }],
    ['invalid_arguments', { perPage: 101 }],
    ['invalid_arguments', { page: 0 }],
  ])('is refused with %s', async (code, options) => {
    await expect(list(options)).rejects.toMatchObject({ code, status: 400 });
  });
});

describe('Pages of a list', () => {
  it('contain every post exactly once', async () => {
    expect(await list({ perPage: 3, page: 2 })).toMatchObject({ total: 4, totalPages: 2, names: ['alpha'] });
  });

  it('of an empty list are empty for any page number', async () => {
    expect(await list({ slugs: ['nobody'], page: 7 })).toMatchObject({ total: 0, totalPages: 0, names: [] });
  });

  it('start at an offset that does not change the total', async () => {
    expect(await list({ offset: 1, perPage: 2 })).toMatchObject({ total: 4, totalPages: 2, names: ['gamma', 'beta'] });
    expect(await list({ offset: 99 })).toMatchObject({ total: 0, totalPages: 0, names: [] });
    expect(await list({ offset: -1 })).toMatchObject({ total: 0, totalPages: 0, names: [] });
    await expect(list({ offset: 0, perPage: 2, page: 3 })).rejects.toMatchObject({ code: 'page_out_of_range' });
  });

  it('start with sticky posts on request, in addition to their usual posts', async () => {
    expect((await list({ stickyFirst: true, perPage: 1 })).names).toEqual(['gamma', 'Émile']);
    expect(await list({ stickyFirst: true })).toMatchObject({ total: 4, names: ['gamma', 'Émile', 'beta', 'alpha'] });
    expect((await list({ stickyFirst: true, exclude: idsOf('gamma') })).names).toEqual(['Émile', 'beta', 'alpha']);
    expect((await list({ stickyFirst: true, isSticky: false })).names).toEqual(['Émile', 'beta', 'alpha']);
    expect((await list({ stickyFirst: true, authorIds: [author.id] })).names).toEqual(['gamma', 'beta']);
    expect((await list({ stickyFirst: true, perPage: 1, page: 3 })).names).toEqual(['beta']);
    expect((await list({ stickyFirst: true, search: 'blue' })).names).toEqual(['beta', 'alpha']);
    expect((await list({ stickyFirst: true, terms: [tags(free.id)] })).names).toEqual(['beta', 'alpha']);
  });
});

describe('Statuses of a list', () => {
  it('exclude posts that the viewer may not read, but count these posts', async () => {
    expect(await list({ statuses: ['draft'] }, contributor)).toMatchObject({ total: 1, names: [] });
    expect(await list({ statuses: ['draft'] }, editor)).toMatchObject({ total: 1, names: ['draft'] });
    expect(await list({ statuses: ['private'] }, author)).toMatchObject({ names: ['hidden'] });
  });

  it('exclude the trash for `any`', async () => {
    expect((await list({ statuses: expandStatuses(normalizeStatuses(['any'])) }, editor)).names).toEqual([
      'hidden',
      'draft',
      'Émile',
      'gamma',
      'beta',
      'alpha',
    ]);
    expect((await list({ statuses: ['trash'] }, editor)).names).toEqual(['gone']);
  });

  it('for editing include only posts that the viewer may edit, unlocked', async () => {
    const editable = await list({}, author, true);
    expect(editable).toMatchObject({ total: 4, names: ['beta'] });
    expect((await list({}, editor, true)).nodes.every((node) => node.unlocked)).toBe(true);
    expect((await list({}, editor)).nodes.some((node) => node.unlocked)).toBe(false);
  });

  const subscriber = { ...anonymous, signedIn: true };
  it.each([
    ['visitors may request published posts', anonymous, ['publish'], null],
    ['visitors may not request drafts', anonymous, ['publish', 'draft'], { code: 'status_forbidden', data: { status: 401 } }],
    ['subscribers may not request private posts', subscriber, ['private'], { code: 'status_forbidden', data: { status: 403 } }],
    ['visitors may not request unknown statuses', anonymous, ['nonsense'], { code: 'status_forbidden', data: { status: 401 } }],
    [
      'readers of private posts may request them',
      { ...subscriber, can: (capability: string) => capability === 'read_private_posts' },
      ['private', 'publish'],
      null,
    ],
    [
      'readers of private posts may not request drafts',
      { ...subscriber, can: (capability: string) => capability === 'read_private_posts' },
      ['private', 'draft'],
      { code: 'status_forbidden' },
    ],
  ])('are checked: %s', (_title, viewer, statuses, expected) => {
    const check = () => checkList(viewer as Viewer, post, { statuses });
    if (expected === null) expect(check).not.toThrow();
    else
      expect(check).toThrowError(
        expect.objectContaining({
          code: 'invalid_arguments',
          data: expect.objectContaining({ details: { 'filter.statuses': expect.objectContaining(expected) } }),
        }),
      );
  });

  it('are checked, and the error for an unknown status lists the allowed statuses for editors', () => {
    expect(() => checkList(editor, post, { statuses: ['draft', 'nonsense'] })).toThrowError(
      expect.objectContaining({
        data: expect.objectContaining({
          details: {
            'filter.statuses': expect.objectContaining({
              code: 'not_in_enum',
              message: expect.stringMatching(/^status\[0\] is not one of publish, future, .*, and any\.$/),
            }),
          },
        }),
      }),
    );
  });

  it('are checked: lists for editing require the edit permission', () => {
    expect(() => checkList(anonymous, post, { forEdit: true })).toThrowError(
      expect.objectContaining({ code: 'cannot_view_for_edit', status: 401 }),
    );
    expect(() => checkList(contributor, post, { forEdit: true })).not.toThrow();
  });
});

describe('Date filters', () => {
  it('use the time zone of the site unless they contain one', () => {
    expect(parseTimeBound(site, 'filter.after', '2021-01-01T00:00:00+02:00')).toBe('2020-12-31T22:00:00');
    expect(parseTimeBound(site, 'filter.after', null)).toBeUndefined();
    expect(() => parseTimeBound(site, 'filter.after', 'yesterday')).toThrowError(expect.objectContaining({ code: 'invalid_arguments' }));
  });
});

describe('Cost of a list', () => {
  it('is one statement for ten rows and a hundred', async () => {
    const tag = await makeTerm(site);
    for (let i = 0; i < 30; i += 1) await makePost(site, editor, { date: '2010-01-01T00:00:00', terms: { post_tag: [tag.id, free.id] } });
    await list();
    for (const options of [{ perPage: 10 }, { perPage: 100 }, { perPage: 100, search: 'title', terms: [tags(tag.id)] }]) {
      site.statements.length = 0;
      expect((await list(options)).nodes.length).toBeGreaterThan(9);
      expect(site.statements).toHaveLength(1);
    }
    site.statements.length = 0;
    await list({ stickyFirst: true });
    expect(site.statements).toHaveLength(2);
  });
});
