import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask } from '../support/ask.ts';
import { makeContent, makeMedia, makePost, makeTerm, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { anonymous, type Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { page } from '../../src/domains/content/kinds.ts';
import { sharedSchema } from '../support/app.ts';

const schema = sharedSchema();
let site: TestSite;
let editor: Viewer;
let author: Viewer;
let contributor: Viewer;
let subscriber: Viewer;
beforeAll(async () => {
  site = await openTestSite();
  [editor, author, contributor, subscriber] = [
    await makeUser(site),
    await makeUser(site, 'author'),
    await makeUser(site, 'contributor'),
    await makeUser(site, 'subscriber'),
  ];
});
afterAll(() => site.close());

const as = (viewer: Viewer, source: string, variables?: Record<string, unknown>) => ask(schema, site, viewer, source, variables);
const refusal = async (viewer: Viewer, source: string, variables?: Record<string, unknown>) => {
  const { errors } = await as(viewer, source, variables);
  return errors[0] ? `${errors[0].status} ${errors[0].code}` : null;
};

const READ = `query($id: Int!, $password: String, $forEdit: Boolean) { post(id: $id, password: $password, forEdit: $forEdit) {
  databaseId kind status slug link permalinkTemplate generatedSlug password title { raw rendered } body { raw rendered isProtected blockVersion }
  excerpt { raw rendered isProtected } guid { raw rendered } meta categoryIds tagIds classList format formatSlug isSticky
  tags { name taxonomy taxonomySlug link } featuredMedia { sourceUrl width } viewerCan { edit delete publish assignAuthor assignSticky createCategories createTags } } }`;

describe('post', () => {
  it('returns a published post to everyone, but raw texts only to editors', async () => {
    const tag = await makeTerm(site, 'post_tag', { name: 'Blue' });
    const media = await makeMedia(site, editor);
    const made = await makePost(site, author, {
      title: 'One & two',
      content: 'One.\n\nTwo.',
      date: '2026-01-02T03:04:05',
      format: 'aside',
      terms: { post_tag: [tag.id] },
      featuredMediaId: media.id,
    });
    const seen = await as(anonymous, READ, { id: made.id });
    expect(seen.errors).toEqual([]);
    expect(seen.data.post).toMatchObject({
      databaseId: made.id,
      kind: 'post',
      slug: 'one-two',
      link: 'http://site.test/2026/01/02/one-two/',
      permalinkTemplate: null,
      generatedSlug: null,
      password: null,
      title: { raw: null, rendered: 'One &amp; two' },
      body: { raw: null, rendered: '<p>One.</p>\n<p>Two.</p>\n', isProtected: false, blockVersion: 0 },
      excerpt: { raw: null, isProtected: false },
      guid: { raw: null, rendered: `http://site.test/?p=${made.id}` },
      categoryIds: [1],
      tagIds: [tag.id],
      format: 'ASIDE',
      formatSlug: 'aside',
      tags: [{ name: 'Blue', taxonomy: 'TAG', taxonomySlug: 'post_tag', link: 'http://site.test/tag/blue/' }],
      classList: [
        `post-${made.id}`,
        'post',
        'type-post',
        'status-publish',
        'format-aside',
        'hentry',
        'category-uncategorized',
        'tag-blue',
        'post_format-post-format-aside',
      ],
      viewerCan: {
        edit: false,
        delete: false,
        publish: false,
        assignAuthor: false,
        assignSticky: false,
        createCategories: false,
        createTags: false,
      },
    });
    expect(seen.data.post.featuredMedia).toEqual({
      sourceUrl: expect.stringMatching(/^http:\/\/site\.test\/uploads\/2026\/01\/image-\d+\.png$/),
      width: 4,
    });
    expect(seen.data.post.meta).toMatchObject({
      'site-sidebar-layout': 'default',
      _price: '',
      _tribe_ticket_show_not_going: false,
      'site-page-background': { desktop: {}, tablet: {}, mobile: {} },
    });
    const own = await as(author, READ, { id: made.id });
    expect(own.data.post).toMatchObject({
      title: { raw: 'One &amp; two' },
      permalinkTemplate: 'http://site.test/2026/01/02/%postname%/',
      generatedSlug: 'one-two',
      password: '',
    });
    expect(own.data.post.viewerCan).toMatchObject({
      edit: true,
      publish: true,
      assignAuthor: false,
      createCategories: false,
      createTags: true,
    });
  });

  it('checks errors in the documented order', async () => {
    const draft = await makePost(site, editor, { status: 'draft' });
    expect(await refusal(anonymous, READ, { id: 0 })).toBe('404 content_not_found');
    expect(await refusal(anonymous, READ, { id: (await makeContent(site, editor, page)).id })).toBe('404 content_not_found');
    expect(await refusal(anonymous, READ, { id: draft.id })).toBe('401 forbidden');
    expect(await refusal(subscriber, READ, { id: draft.id })).toBe('403 forbidden');
    expect(await refusal(subscriber, READ, { id: draft.id, forEdit: true, password: 'x' })).toBe('403 cannot_view_for_edit');
    expect(await refusal(anonymous, READ, { id: draft.id, password: 'x' })).toBe('403 content_password_wrong');
    expect(await refusal(editor, READ, { id: draft.id })).toBeNull();
  });

  it('hides only the texts of a password-protected post', async () => {
    const made = await makePost(site, editor, { title: 'Locked', content: 'Hidden', excerpt: 'Short', password: 'pa ss' });
    const hidden = (await as(anonymous, READ, { id: made.id })).data.post;
    expect(hidden).toMatchObject({
      title: { rendered: 'Locked' },
      body: { rendered: '', isProtected: true },
      excerpt: { rendered: '', isProtected: true },
    });
    expect(hidden.classList).toContain('post-password-required');
    const open = (await as(anonymous, READ, { id: made.id, password: 'pa ss' })).data.post;
    expect(open).toMatchObject({ body: { rendered: '<p>Hidden</p>\n', isProtected: true }, excerpt: { rendered: '<p>Short</p>\n' } });
    expect((await as(editor, READ, { id: made.id })).data.post.body.rendered).toBe('');
    expect((await as(editor, READ, { id: made.id, forEdit: true })).data.post.body).toMatchObject({
      rendered: '<p>Hidden</p>\n',
      raw: 'Hidden',
    });
  });

  it('reads the post with one statement', async () => {
    const made = await makePost(site, editor);
    await as(anonymous, READ, { id: made.id });
    site.statements.length = 0;
    await as(
      anonymous,
      '{ post(id: ' + made.id + ') { title { rendered } body { rendered } categoryIds classList link viewerCan { edit } } }',
    );
    expect(site.statements).toHaveLength(1);
  });
});

describe('node', () => {
  it('finds readable content and terms by global ID', async () => {
    const [open, closed, about] = [
      await makePost(site, editor),
      await makePost(site, editor, { status: 'draft' }),
      await makeContent(site, editor, page),
    ];
    const media = await makeMedia(site, editor);
    const ids = [
      ['Post', open.id],
      ['Post', closed.id],
      ['Page', about.id],
      ['MediaItem', media.id],
      ['Term', 1],
      ['Post', about.id],
    ].map((one) => Buffer.from(one.join(':')).toString('base64'));
    const NODES = 'query($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Post { databaseId author { displayName } } } }';
    const { data, errors } = await as(anonymous, NODES, { ids });
    expect(errors).toEqual([]);
    expect(data.nodes.map((node: { __typename: string } | null) => node?.__typename ?? null)).toEqual([
      'Post',
      null,
      'Page',
      'MediaItem',
      'Term',
      null,
    ]);
    expect(data.nodes[0]).toMatchObject({ id: ids[0], databaseId: open.id, author: { displayName: editor.user?.displayName } });
    expect((await as(editor, NODES, { ids })).data.nodes[1]).toMatchObject({ databaseId: closed.id });
    expect((await as(anonymous, `{ post(id: ${open.id}) { id } }`)).data.post.id).toBe(ids[0]);
  });
});

describe('postPage', () => {
  it('filters, sorts and counts', async () => {
    const tag = await makeTerm(site);
    const [first, second] = [
      await makePost(site, editor, { title: 'B', terms: { post_tag: [tag.id] } }),
      await makePost(site, editor, { title: 'A', terms: { post_tag: [tag.id] } }),
    ];
    const LIST = `query($filter: PostFilter) { postPage(perPage: 5, orderBy: TITLE, order: ASC, filter: $filter) { totalCount totalPages nodes { databaseId tags { databaseId } } } }`;
    const { data, errors } = await as(anonymous, LIST, { filter: { tags: { ids: [tag.id] } } });
    expect(errors).toEqual([]);
    expect(data.postPage).toMatchObject({
      totalCount: 2,
      totalPages: 1,
      nodes: [{ databaseId: second.id, tags: [{ databaseId: tag.id }] }, { databaseId: first.id }],
    });
    expect(await refusal(anonymous, LIST, { filter: { statuses: ['draft'] } })).toBe('400 invalid_arguments');
    expect(await refusal(anonymous, '{ postPage(forEdit: true) { totalCount } }')).toBe('401 cannot_view_for_edit');
    expect(await refusal(anonymous, '{ postPage(orderBy: RELEVANCE) { totalCount } }')).toBe('400 search_term_missing');
  });

  it('loads the terms of all posts in one statement', async () => {
    await as(anonymous, '{ postPage { nodes { databaseId } } }');
    site.statements.length = 0;
    await as(anonymous, '{ postPage { totalCount nodes { title { rendered } categories { name count } tags { name } } } }');
    expect(site.statements).toHaveLength(2);
  });

  it('keeps texts of protected posts hidden if another field unlocked them', async () => {
    const made = await makePost(site, editor, { content: 'Hidden', password: 'x' });
    const { data } = await as(
      editor,
      `{ open: postPage(forEdit: true, filter: { include: [${made.id}] }) { nodes { body { rendered } } } post(id: ${made.id}) { body { rendered } } }`,
    );
    expect(data).toEqual({ open: { nodes: [{ body: { rendered: '<p>Hidden</p>\n' } }] }, post: { body: { rendered: '' } } });
  });
});

const CREATE =
  'mutation($draft: PostDraft!) { createPost(draft: $draft) { databaseId status slug title { raw } body { raw rendered } authorId isSticky categoryIds date dateUtc isDateFloating meta } }';
const UPDATE =
  'mutation($id: Int!, $changes: PostChanges!) { updatePost(id: $id, changes: $changes) { databaseId status slug title { raw } body { rendered } categoryIds tagIds isSticky featuredMediaId password revisionCount latestRevisionId } }';

describe('createPost', () => {
  it('creates a post and returns it as to an editor', async () => {
    const { data, errors } = await as(author, CREATE, {
      draft: { title: 'New', body: 'Text', status: 'publish', password: 'x', meta: { _price: '5', other: 1 }, format: 'AUDIO' },
    });
    expect(errors).toEqual([]);
    expect(data.createPost).toMatchObject({
      status: 'publish',
      slug: 'new',
      title: { raw: 'New' },
      body: { raw: 'Text', rendered: '<p>Text</p>\n' },
      authorId: author.id,
      categoryIds: [1],
      isDateFloating: false,
    });
    expect(data.createPost.meta._price).toBe('5');
    expect(data.createPost.meta).not.toHaveProperty('other');
  });

  it('checks errors in the documented order', async () => {
    const bad = { status: 'publish', authorId: editor.id, isSticky: true, template: 'wide' };
    expect(await refusal(anonymous, CREATE, { draft: { id: 5, ...bad } })).toBe('400 invalid_arguments');
    expect(await refusal(anonymous, CREATE, { draft: { id: 5, ...bad, template: '' } })).toBe('400 content_exists');
    expect(await refusal(anonymous, CREATE, { draft: { ...bad, template: '' } })).toBe('401 cannot_edit_others');
    expect(await refusal(subscriber, CREATE, { draft: { isSticky: true } })).toBe('403 cannot_assign_sticky');
    expect(await refusal(subscriber, CREATE, { draft: { title: 'x' } })).toBe('403 cannot_create');
    expect(await refusal(contributor, CREATE, { draft: { status: 'publish' } })).toBe('403 cannot_publish');
    expect(await refusal(editor, CREATE, { draft: { authorId: 999999, isSticky: true, password: 'x' } })).toBe('400 author_not_found');
    expect(await refusal(editor, CREATE, { draft: { isSticky: true, password: 'x' } })).toBe('400 fields_exclude_each_other');
    expect(await refusal(editor, CREATE, { draft: {} })).toBe('400 empty_content');
  });
});

describe('updatePost', () => {
  it('changes named fields and clears fields set to null', async () => {
    const tag = await makeTerm(site);
    const made = await makePost(site, editor, { title: 'Before', terms: { post_tag: [tag.id] }, password: 'x' });
    const { data, errors } = await as(editor, UPDATE, { id: made.id, changes: { title: 'After', tagIds: null, password: null } });
    expect(errors).toEqual([]);
    expect(data.updatePost).toMatchObject({
      title: { raw: 'After' },
      slug: made.slug,
      tagIds: [],
      categoryIds: [1],
      password: '',
      revisionCount: 1,
      latestRevisionId: expect.any(Number),
    });
  });

  it('checks errors in the documented order', async () => {
    const made = await makePost(site, editor);
    expect(await refusal(anonymous, UPDATE, { id: 0, changes: {} })).toBe('404 content_not_found');
    expect(await refusal(anonymous, UPDATE, { id: made.id, changes: {} })).toBe('401 cannot_edit');
    expect(await refusal(author, UPDATE, { id: made.id, changes: { authorId: 1 } })).toBe('403 cannot_edit');
    const own = await makePost(site, author);
    expect(await refusal(author, UPDATE, { id: own.id, changes: { authorId: editor.id } })).toBe('403 cannot_edit_others');
    const mine = await makePost(site, contributor, { status: 'draft' });
    expect(await refusal(contributor, UPDATE, { id: mine.id, changes: { isSticky: true } })).toBe('403 cannot_assign_sticky');
    expect(await refusal(contributor, UPDATE, { id: mine.id, changes: { status: 'private' } })).toBe('403 cannot_publish');
    expect(await refusal(editor, UPDATE, { id: made.id, changes: { meta: { _price: 1 } } })).toBe('400 invalid_type');
  });
});

describe('trashPost and deletePost', () => {
  it('trash and delete a post', async () => {
    const made = await makePost(site, editor, { title: 'Away' });
    const TRASH = `mutation { trashPost(id: ${made.id}) { status slug link permalinkTemplate } }`;
    expect(await refusal(author, TRASH)).toBe('403 cannot_delete');
    expect((await as(editor, TRASH)).data.trashPost).toEqual({
      status: 'trash',
      slug: 'away__trashed',
      link: `http://site.test/?p=${made.id}`,
      permalinkTemplate: `http://site.test/?p=${made.id}`,
    });
    expect(await refusal(editor, TRASH)).toBe('410 already_in_trash');
    const { data } = await as(editor, `mutation { deletePost(id: ${made.id}) { isDeleted previous { databaseId status body { raw } } } }`);
    expect(data.deletePost).toMatchObject({ isDeleted: true, previous: { databaseId: made.id, status: 'trash' } });
    expect(await refusal(editor, `mutation { deletePost(id: ${made.id}) { isDeleted } }`)).toBe('404 content_not_found');
  });

  it('update the post for later fields of the same request', async () => {
    const made = await makePost(site, editor, { title: 'Both' });
    const { data, errors } = await as(
      editor,
      `mutation { trashPost(id: ${made.id}) { status } updatePost(id: ${made.id}, changes: { status: "publish" }) { status slug } }`,
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({ trashPost: { status: 'trash' }, updatePost: { status: 'publish', slug: 'both' } });
  });
});

describe('revisions', () => {
  it('are readable only by editors of the post', async () => {
    const made = await makePost(site, author, { content: 'First' });
    await as(author, UPDATE, { id: made.id, changes: { body: 'Second' } });
    const ASK = `{ revisions(contentId: ${made.id}) { contentId authorId body { raw rendered } date } }`;
    expect(await refusal(anonymous, ASK)).toBe('401 cannot_read');
    expect((await as(author, ASK)).data.revisions).toEqual([
      { contentId: made.id, authorId: author.id, body: { raw: 'Second', rendered: '<p>Second</p>\n' }, date: expect.any(String) },
    ]);
    expect(await refusal(editor, '{ revisions(contentId: 0) { contentId } }')).toBe('404 parent_not_found');
  });
});

describe('contentByUrl', () => {
  it('finds readable content by its link', async () => {
    const made = await makePost(site, editor, { title: 'Été à Paris 水', date: '2026-05-06T00:00:00' });
    const about = await makeContent(site, editor, page, { title: 'About us' });
    const draft = await makePost(site, editor, { status: 'draft' });
    const find = async (url: string, viewer: Viewer = anonymous) =>
      (await as(viewer, 'query($url: String!) { contentByUrl(url: $url) { databaseId __typename } }', { url })).data.contentByUrl;
    const { link } = (await as(anonymous, READ, { id: made.id })).data.post;
    expect(link).toBe('http://site.test/2026/05/06/ete-a-paris-%e6%b0%b4/');
    for (const url of [
      link,
      link.slice(0, -1),
      link.replace('http:', 'https:').replace('site.test', 'www.site.test'),
      `${link}?x=1#y`,
      `/?p=${made.id}`,
      link.replace('http://site.test', '').replace('%e6', '%E6'),
    ]) {
      expect(await find(url)).toEqual({ databaseId: made.id, __typename: 'Post' });
    }
    expect(await find('/about-us')).toEqual({ databaseId: about.id, __typename: 'Page' });
    for (const url of [
      'http://elsewhere.test/?p=1',
      'mailto:x@site.test',
      '/',
      '/2026/05/07/ete-a-paris-%e6%b0%b4/',
      `/?p=${draft.id}`,
      '/?p=99999999999',
      '/nobody/x/',
    ])
      expect(await find(url)).toBeNull();
    expect(await find(`/?p=${draft.id}`, editor)).toMatchObject({ databaseId: draft.id });
  });
});
