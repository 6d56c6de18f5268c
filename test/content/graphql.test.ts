import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { executeGraphql } from '../support/ask.ts';
import { makeContent, makeMedia, makePost, makeTerm, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { anonymous, type Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { page } from '../../src/domains/content/kinds.ts';
import { getSharedSchema } from '../support/app.ts';

const schema = getSharedSchema();
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

const runAs = (viewer: Viewer, source: string, variables?: Record<string, unknown>) =>
  executeGraphql(schema, site, viewer, source, variables);
const refusal = async (viewer: Viewer, source: string, variables?: Record<string, unknown>) => {
  const { errors } = await runAs(viewer, source, variables);
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
    const created = await makePost(site, author, {
      title: 'One & two',
      content: 'One.\n\nTwo.',
      date: '2026-01-02T03:04:05',
      format: 'aside',
      terms: { post_tag: [tag.id] },
      featuredMediaId: media.id,
    });
    const reply = await runAs(anonymous, READ, { id: created.id });
    expect(reply.errors).toEqual([]);
    expect(reply.data.post).toMatchObject({
      databaseId: created.id,
      kind: 'post',
      slug: 'one-two',
      link: 'http://site.test/2026/01/02/one-two/',
      permalinkTemplate: null,
      generatedSlug: null,
      password: null,
      title: { raw: null, rendered: 'One &amp; two' },
      body: { raw: null, rendered: '<p>One.</p>\n<p>Two.</p>\n', isProtected: false, blockVersion: 0 },
      excerpt: { raw: null, isProtected: false },
      guid: { raw: null, rendered: `http://site.test/?p=${created.id}` },
      categoryIds: [1],
      tagIds: [tag.id],
      format: 'ASIDE',
      formatSlug: 'aside',
      tags: [{ name: 'Blue', taxonomy: 'TAG', taxonomySlug: 'post_tag', link: 'http://site.test/tag/blue/' }],
      classList: [
        `post-${created.id}`,
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
    expect(reply.data.post.featuredMedia).toEqual({
      sourceUrl: expect.stringMatching(/^http:\/\/site\.test\/uploads\/2026\/01\/image-\d+\.png$/),
      width: 4,
    });
    expect(reply.data.post.meta).toMatchObject({
      'site-sidebar-layout': 'default',
      _price: '',
      _tribe_ticket_show_not_going: false,
      'site-page-background': { desktop: {}, tablet: {}, mobile: {} },
    });
    const authorReply = await runAs(author, READ, { id: created.id });
    expect(authorReply.data.post).toMatchObject({
      title: { raw: 'One &amp; two' },
      permalinkTemplate: 'http://site.test/2026/01/02/%postname%/',
      generatedSlug: 'one-two',
      password: '',
    });
    expect(authorReply.data.post.viewerCan).toMatchObject({
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
    const created = await makePost(site, editor, { title: 'Locked', content: 'Hidden', excerpt: 'Short', password: 'pa ss' });
    const hidden = (await runAs(anonymous, READ, { id: created.id })).data.post;
    expect(hidden).toMatchObject({
      title: { rendered: 'Locked' },
      body: { rendered: '', isProtected: true },
      excerpt: { rendered: '', isProtected: true },
    });
    expect(hidden.classList).toContain('post-password-required');
    const unlocked = (await runAs(anonymous, READ, { id: created.id, password: 'pa ss' })).data.post;
    expect(unlocked).toMatchObject({ body: { rendered: '<p>Hidden</p>\n', isProtected: true }, excerpt: { rendered: '<p>Short</p>\n' } });
    expect((await runAs(editor, READ, { id: created.id })).data.post.body.rendered).toBe('');
    expect((await runAs(editor, READ, { id: created.id, forEdit: true })).data.post.body).toMatchObject({
      rendered: '<p>Hidden</p>\n',
      raw: 'Hidden',
    });
  });

  it('reads the post with one statement', async () => {
    const created = await makePost(site, editor);
    await runAs(anonymous, READ, { id: created.id });
    site.statements.length = 0;
    await runAs(
      anonymous,
      '{ post(id: ' + created.id + ') { title { rendered } body { rendered } categoryIds classList link viewerCan { edit } } }',
    );
    expect(site.statements).toHaveLength(1);
  });
});

describe('node', () => {
  it('finds readable content and terms by global ID', async () => {
    const [publicPost, draftPost, about] = [
      await makePost(site, editor),
      await makePost(site, editor, { status: 'draft' }),
      await makeContent(site, editor, page),
    ];
    const media = await makeMedia(site, editor);
    const ids = [
      ['Post', publicPost.id],
      ['Post', draftPost.id],
      ['Page', about.id],
      ['MediaItem', media.id],
      ['Term', 1],
      ['Post', about.id],
    ].map((typeAndId) => Buffer.from(typeAndId.join(':')).toString('base64'));
    const NODES = 'query($ids: [ID!]!) { nodes(ids: $ids) { __typename id ... on Post { databaseId author { displayName } } } }';
    const { data, errors } = await runAs(anonymous, NODES, { ids });
    expect(errors).toEqual([]);
    expect(data.nodes.map((node: { __typename: string } | null) => node?.__typename ?? null)).toEqual([
      'Post',
      null,
      'Page',
      'MediaItem',
      'Term',
      null,
    ]);
    expect(data.nodes[0]).toMatchObject({ id: ids[0], databaseId: publicPost.id, author: { displayName: editor.user?.displayName } });
    expect((await runAs(editor, NODES, { ids })).data.nodes[1]).toMatchObject({ databaseId: draftPost.id });
    expect((await runAs(anonymous, `{ post(id: ${publicPost.id}) { id } }`)).data.post.id).toBe(ids[0]);
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
    const { data, errors } = await runAs(anonymous, LIST, { filter: { tags: { ids: [tag.id] } } });
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

  it('loads the terms of all posts with one statement', async () => {
    await runAs(anonymous, '{ postPage { nodes { databaseId } } }');
    site.statements.length = 0;
    await runAs(anonymous, '{ postPage { totalCount nodes { title { rendered } categories { name count } tags { name } } } }');
    expect(site.statements).toHaveLength(2);
  });

  it('hides the texts of a protected post even if another field of the request unlocked them', async () => {
    const created = await makePost(site, editor, { content: 'Hidden', password: 'x' });
    const { data } = await runAs(
      editor,
      `{ open: postPage(forEdit: true, filter: { include: [${created.id}] }) { nodes { body { rendered } } } post(id: ${created.id}) { body { rendered } } }`,
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
    const { data, errors } = await runAs(author, CREATE, {
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
    const draft = { status: 'publish', authorId: editor.id, isSticky: true, template: 'wide' };
    expect(await refusal(anonymous, CREATE, { draft: { id: 5, ...draft } })).toBe('400 invalid_arguments');
    expect(await refusal(anonymous, CREATE, { draft: { id: 5, ...draft, template: '' } })).toBe('400 content_exists');
    expect(await refusal(anonymous, CREATE, { draft: { ...draft, template: '' } })).toBe('401 cannot_edit_others');
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
    const created = await makePost(site, editor, { title: 'Before', terms: { post_tag: [tag.id] }, password: 'x' });
    const { data, errors } = await runAs(editor, UPDATE, { id: created.id, changes: { title: 'After', tagIds: null, password: null } });
    expect(errors).toEqual([]);
    expect(data.updatePost).toMatchObject({
      title: { raw: 'After' },
      slug: created.slug,
      tagIds: [],
      categoryIds: [1],
      password: '',
      revisionCount: 1,
      latestRevisionId: expect.any(Number),
    });
  });

  it('checks errors in the documented order', async () => {
    const created = await makePost(site, editor);
    expect(await refusal(anonymous, UPDATE, { id: 0, changes: {} })).toBe('404 content_not_found');
    expect(await refusal(anonymous, UPDATE, { id: created.id, changes: {} })).toBe('401 cannot_edit');
    expect(await refusal(author, UPDATE, { id: created.id, changes: { authorId: 1 } })).toBe('403 cannot_edit');
    const ownPost = await makePost(site, author);
    expect(await refusal(author, UPDATE, { id: ownPost.id, changes: { authorId: editor.id } })).toBe('403 cannot_edit_others');
    const contributorPost = await makePost(site, contributor, { status: 'draft' });
    expect(await refusal(contributor, UPDATE, { id: contributorPost.id, changes: { isSticky: true } })).toBe('403 cannot_assign_sticky');
    expect(await refusal(contributor, UPDATE, { id: contributorPost.id, changes: { status: 'private' } })).toBe('403 cannot_publish');
    expect(await refusal(editor, UPDATE, { id: created.id, changes: { meta: { _price: 1 } } })).toBe('400 invalid_type');
  });
});

describe('trashPost and deletePost', () => {
  it('trash and delete a post', async () => {
    const created = await makePost(site, editor, { title: 'Old news' });
    const TRASH = `mutation { trashPost(id: ${created.id}) { status slug link permalinkTemplate } }`;
    expect(await refusal(author, TRASH)).toBe('403 cannot_delete');
    expect((await runAs(editor, TRASH)).data.trashPost).toEqual({
      status: 'trash',
      slug: 'old-news__trashed',
      link: `http://site.test/?p=${created.id}`,
      permalinkTemplate: `http://site.test/?p=${created.id}`,
    });
    expect(await refusal(editor, TRASH)).toBe('410 already_in_trash');
    const { data } = await runAs(
      editor,
      `mutation { deletePost(id: ${created.id}) { isDeleted previous { databaseId status body { raw } } } }`,
    );
    expect(data.deletePost).toMatchObject({ isDeleted: true, previous: { databaseId: created.id, status: 'trash' } });
    expect(await refusal(editor, `mutation { deletePost(id: ${created.id}) { isDeleted } }`)).toBe('404 content_not_found');
  });

  it('update the post for later fields of the same request', async () => {
    const created = await makePost(site, editor, { title: 'Both' });
    const { data, errors } = await runAs(
      editor,
      `mutation { trashPost(id: ${created.id}) { status } updatePost(id: ${created.id}, changes: { status: "publish" }) { status slug } }`,
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({ trashPost: { status: 'trash' }, updatePost: { status: 'publish', slug: 'both' } });
  });
});

describe('revisions', () => {
  it('are readable only by editors of the post', async () => {
    const created = await makePost(site, author, { content: 'First' });
    await runAs(author, UPDATE, { id: created.id, changes: { body: 'Second' } });
    const REVISIONS = `{ revisions(contentId: ${created.id}) { contentId authorId body { raw rendered } date } }`;
    expect(await refusal(anonymous, REVISIONS)).toBe('401 cannot_read');
    expect((await runAs(author, REVISIONS)).data.revisions).toEqual([
      { contentId: created.id, authorId: author.id, body: { raw: 'Second', rendered: '<p>Second</p>\n' }, date: expect.any(String) },
    ]);
    expect(await refusal(editor, '{ revisions(contentId: 0) { contentId } }')).toBe('404 parent_not_found');
  });
});

describe('contentByUrl', () => {
  it('finds readable content by its link', async () => {
    const created = await makePost(site, editor, { title: 'Été à Paris 水', date: '2026-05-06T00:00:00' });
    const about = await makeContent(site, editor, page, { title: 'About us' });
    const draft = await makePost(site, editor, { status: 'draft' });
    const find = async (url: string, viewer: Viewer = anonymous) =>
      (await runAs(viewer, 'query($url: String!) { contentByUrl(url: $url) { databaseId __typename } }', { url })).data.contentByUrl;
    const { link } = (await runAs(anonymous, READ, { id: created.id })).data.post;
    expect(link).toBe('http://site.test/2026/05/06/ete-a-paris-%e6%b0%b4/');
    for (const url of [
      link,
      link.slice(0, -1),
      link.replace('http:', 'https:').replace('site.test', 'www.site.test'),
      `${link}?x=1#y`,
      `/?p=${created.id}`,
      link.replace('http://site.test', '').replace('%e6', '%E6'),
    ]) {
      expect(await find(url)).toEqual({ databaseId: created.id, __typename: 'Post' });
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
