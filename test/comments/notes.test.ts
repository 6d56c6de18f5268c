import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type RestOptions, type TestUserName, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let post: number;
beforeAll(async () => {
  site = await openWholeSite();
  post = await create('posts', { title: 'Draft', content: 'x', status: 'draft', comment_status: 'closed' });
});
afterAll(() => site.close());

const create = async (path: string, body: object, as: TestUserName = 'editor') => {
  const reply = await site.rest('POST', `/core/v2/${path}`, { as, body });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.id as number;
};
const statusOf = async (method: string, path: string, options: RestOptions = {}) => {
  const { status, body } = await site.rest(method, `/core/v2/${path}`, options);
  return body?.code === undefined ? [status] : [status, body.code];
};
const createNote = (content: string, fields: object = {}, as: TestUserName = 'editor') =>
  create('comments', { post, type: 'note', content, ...fields }, as);
const listIds = async (query: string, as?: TestUserName) =>
  (await site.rest('GET', `/core/v2/comments?per_page=100&${query}`, { as })).body.map?.(({ id }: { id: number }) => id);

describe('Editorial note', () => {
  it('can be added to a draft with closed comments, is approved, and may be repeated', async () => {
    const { status, body } = await site.rest('POST', '/core/v2/comments', {
      as: 'editor',
      body: { post, type: 'note', content: 'Shorter?' },
    });
    expect([status, body.type, body.status]).toEqual([201, 'note', 'approved']);
    await createNote('Shorter?');
    const replyId = await createNote('Yes.', { parent: body.id });
    const { _links: links } = (await site.rest('GET', `/core/v2/comments/${body.id}`, { as: 'editor' })).body;
    expect(links.children[0].href).toBe(`http://site.test/rest/core/v2/comments?parent=${body.id}&type=note&status=all`);
    expect(await listIds(`parent=${body.id}&type=note&status=all`, 'editor')).toEqual([replyId]);
  });

  it('is allowed only for users who may edit the content', async () => {
    const body = { post, type: 'note', content: 'Mine' };
    expect(await statusOf('POST', 'comments', { body })).toEqual([401, 'rest_comment_login_required']);
    for (const as of ['subscriber', 'author'] as const)
      expect(await statusOf('POST', 'comments', { as, body })).toEqual([403, 'rest_cannot_create_note']);
    const media = await site.site.db.prisma.content.findFirst({ where: { kind: 'attachment' } });
    const event = (
      await site.rest('POST', '/evt/v1/events', { as: 'editor', body: { title: 'E', start_date: '2027-01-01 10:00:00', duration: 60 } })
    ).body.id;
    expect(await statusOf('POST', 'comments', { as: 'editor', body: { ...body, post: media?.id ?? event } })).toEqual([
      403,
      'rest_comment_not_supported_post_type',
    ]);
    const publicPost = await create('posts', { title: 'Open', content: 'x', status: 'publish' });
    expect(await statusOf('POST', 'comments', { as: 'editor', body: { ...body, post: publicPost, type: 'other' } })).toEqual([
      400,
      'rest_invalid_comment_type',
    ]);
    const ownPost = await create('posts', { title: 'Own', content: 'x' }, 'contributor');
    const id = await create('comments', { post: ownPost, type: 'note', content: 'To myself', status: 'approved' }, 'contributor');
    expect(await statusOf('GET', `comments/${id}?context=edit`, { as: 'contributor' })).toEqual([200]);
    expect(await listIds(`type=note&post=${ownPost}&context=edit`, 'contributor')).toEqual([id]);
    expect(await statusOf('GET', `comments/${id}`, { as: 'author' })).toEqual([403, 'rest_cannot_read']);
    expect(await statusOf('GET', `comments/${id}`)).toEqual([401, 'rest_cannot_read']);
    expect(await statusOf('PUT', `comments/${id}`, { as: 'author', body: { content: 'x' } })).toEqual([403, 'rest_cannot_edit']);
    expect(await statusOf('PUT', `comments/${id}`, { as: 'contributor', body: { content: 'x' } })).toEqual([200]);
  });

  it('is excluded from all lists and counts, unless an editor requests notes', async () => {
    const publicPost = await create('posts', { title: 'Open', content: 'x', status: 'publish' });
    const commentId = await create('comments', { post: publicPost, content: 'Said' });
    const id = await create('comments', { post: publicPost, type: 'note', content: 'Noted' });
    await create('comments', { post: publicPost, type: 'note', content: 'Reply', parent: id });
    for (const as of [undefined, 'author', 'editor'] as const) expect(await listIds(`post=${publicPost}`, as)).toEqual([commentId]);
    expect(await listIds(`post=${publicPost}&type=note`, 'editor')).toHaveLength(2);
    expect(await listIds(`post=${publicPost}&type=all&parent=0`, 'editor')).toEqual([id, commentId]);
    expect(await listIds(`post=${publicPost}&type=all`, 'author')).toEqual([commentId]);
    expect(await listIds('type=note', 'author')).toEqual([]);
    expect(await statusOf('GET', `comments?post=${publicPost}&type=note`)).toEqual([401, 'rest_forbidden_param']);
    const source = `{
      post(by: { databaseId: ${publicPost} }) { commentCount comments(first: 9) { nodes { databaseId } } }
      comments(first: 9, filter: { contentIds: [${publicPost}] }) { nodes { databaseId } }
    }`;
    for (const as of [undefined, 'editor'] as const) {
      const { data } = await site.graphql(source, {}, as);
      expect(data.post).toEqual({ commentCount: 1, comments: { nodes: [{ databaseId: commentId }] } });
      expect(data.comments.nodes).toEqual([{ databaseId: commentId }]);
    }
    const notes = `{ comments(first: 9, filter: { contentIds: [${publicPost}], types: [NOTE] }) { nodes { type } } }`;
    expect((await site.graphql(notes, {}, 'editor')).data.comments.nodes).toEqual([{ type: 'NOTE' }, { type: 'NOTE' }]);
    expect((await site.graphql(notes, {}, 'author')).data.comments.nodes).toEqual([]);
    const page = await site.http.inject({ url: new URL((await site.rest('GET', `/core/v2/posts/${publicPost}`)).body.link).pathname });
    expect(page.payload).not.toContain('Noted');
  });

  it('stores its resolution status, also without a text', async () => {
    const id = await createNote('Shorter!');
    const change = async (body: object) => (await site.rest('PUT', `/core/v2/comments/${id}`, { as: 'editor', body })).body;
    expect((await site.rest('GET', `/core/v2/comments/${id}`, { as: 'editor' })).body.meta).toEqual({ _wp_note_status: null });
    expect((await change({ meta: { _wp_note_status: 'resolved' } })).meta).toEqual({ _wp_note_status: 'resolved' });
    expect((await change({ content: 'Shortest!' })).meta).toEqual({ _wp_note_status: 'resolved' });
    expect((await change({ meta: { _wp_note_status: 'lost' } })).code).toBe('rest_not_in_enum');
    await createNote('', { parent: id, meta: { _wp_note_status: 'reopen' } });
    expect(await statusOf('POST', 'comments', { as: 'editor', body: { post, type: 'note', content: '' } })).toEqual([
      400,
      'rest_comment_content_invalid',
    ]);
    const source = `mutation { updateComment(id: ${id}, changes: { noteStatus: null }) { comment { noteStatus } } }`;
    expect((await site.graphql(source, {}, 'editor')).data.updateComment.comment).toEqual({ noteStatus: null });
  });

  it('can be created in GraphQL', async () => {
    const add = (content: string) =>
      `mutation { createComment(draft: { contentId: ${post}, type: NOTE, content: "${content}" }) { comment { type } } }`;
    expect((await site.graphql(add('By GraphQL'), {}, 'editor')).data.createComment.comment).toEqual({ type: 'NOTE' });
    expect((await site.graphql(add('Not mine'), {}, 'author')).errors[0]?.extensions['code']).toBe('cannot_create_note');
  });
});
