import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { secondsBetweenComments, visitorsMayComment } from '../../src/domains/comments/comments.settings.ts';
import { purgeTrashedComments } from '../../src/domains/comments/comment.service.ts';
import { createShiftedClock, withClock } from '../../src/core/time/clock.ts';
import { openWholeSite, type RestOptions, type TestUserName, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let post: number;
beforeAll(async () => {
  site = await openWholeSite();
  post = await createPost();
});
afterAll(() => site.close());

let count = 0;
async function createPost(body: Record<string, unknown> = {}, as: TestUserName = 'editor'): Promise<number> {
  return (await site.rest('POST', '/core/v2/posts', { as, body: { title: `Post ${(count += 1)}`, status: 'publish', ...body } })).body.id;
}

const createComment = (as: TestUserName | undefined, body: Record<string, unknown> = {}, options: RestOptions = {}) =>
  site.rest('POST', '/core/v2/comments', { as, body: { post, content: `Comment ${(count += 1)}`, ...body }, ...options });
const read = (id: number, as?: TestUserName, query?: string) => site.rest('GET', `/core/v2/comments/${id}`, { as, query });
const ids = async (query: string, as?: TestUserName): Promise<number[]> =>
  (await site.rest('GET', '/core/v2/comments', { as, query: `per_page=100&${query}` })).body.map(({ id }: { id: number }) => id);

describe('Creating a comment', () => {
  it('returns the edit fields, approved status and location to a moderator', async () => {
    const { status, headers, body } = await createComment('editor', { content: 'Very <b>good</b>' });
    expect(status).toBe(201);
    expect(headers['location']).toBe(`http://site.test/rest/core/v2/comments/${body.id}`);
    expect(Object.keys(body)).toEqual([
      'id',
      'post',
      'parent',
      'author',
      'author_name',
      'author_email',
      'author_url',
      'author_ip',
      'author_user_agent',
      'date',
      'date_gmt',
      'content',
      'link',
      'status',
      'type',
      'author_avatar_urls',
      'meta',
      '_links',
    ]);
    expect(body).toMatchObject({
      post,
      parent: 0,
      author: (await site.user('editor')).id,
      author_name: 'editor',
      author_email: 'editor@example.org',
      status: 'approved',
      type: 'comment',
      meta: [],
      content: { raw: 'Very <b>good</b>', rendered: '<p>Very <b>good</b></p>\n' },
    });
    expect(body.link).toMatch(new RegExp(`#comment-${body.id}$`));
  });

  it('hides moderator fields from other users, and holds their comments until a comment of them is approved', async () => {
    const first = await createComment('subscriber');
    expect([first.status, first.body.status]).toEqual([201, 'hold']);
    for (const hidden of ['author_email', 'author_ip', 'author_user_agent']) expect(first.body).not.toHaveProperty(hidden);
    expect(Object.keys(first.body.content)).toEqual(['rendered']);
    expect((await createComment('subscriber')).body.status).toBe('hold');
    expect(
      (await site.rest('POST', `/core/v2/comments/${first.body.id}`, { as: 'editor', body: { status: 'approved' } })).body.status,
    ).toBe('approved');
    expect((await createComment('subscriber')).body.status).toBe('approved');
  });

  it('allows basic markup and links, and removes scripts', async () => {
    const { body } = await createComment('subscriber', {
      content:
        '<a href="https://example.org" onclick="x()">l</a><img src=x onerror=alert(1)><script>alert(1)</script><iframe src="//x"></iframe><a href="javascript:alert(1)">j</a>',
    });
    expect(body.content.rendered).not.toMatch(/<script|<img|<iframe|onclick|javascript:/i);
    expect(body.content.rendered).toContain('<a rel="nofollow ugc" href="https://example.org">l</a>');
    const editorComment = await createComment('editor', { content: '<p>ok</p><script>alert(1)</script>' });
    expect(editorComment.body.content.raw).toBe('<p>ok</p><script>alert(1)</script>');
    expect(editorComment.body.content.rendered).not.toContain('<script');
  });

  it.each<[string, () => Promise<Record<string, unknown>>, TestUserName | undefined, number, string]>([
    ['the caller is not signed in', async () => ({}), undefined, 401, 'rest_comment_login_required'],
    ['it sets another author', async () => ({ author: (await site.user('editor')).id }), 'subscriber', 403, 'rest_comment_invalid_author'],
    ['it sets another IP address', async () => ({ author_ip: '203.0.113.9' }), 'subscriber', 403, 'rest_comment_invalid_author_ip'],
    ['it sets a status', async () => ({ status: 'approved' }), 'subscriber', 403, 'rest_comment_invalid_status'],
    ['the post does not exist', async () => ({ post: 999_999 }), 'subscriber', 403, 'rest_comment_invalid_post_id'],
    ['the post ID is missing', async () => ({ post: 0 }), 'subscriber', 403, 'rest_comment_invalid_post_id'],
    ['the post is a draft', async () => ({ post: await createPost({ status: 'draft' }) }), 'subscriber', 403, 'rest_comment_draft_post'],
    ['the post is private', async () => ({ post: await createPost({ status: 'private' }) }), 'subscriber', 403, 'rest_cannot_read_post'],
    ['the post has a password', async () => ({ post: await createPost({ password: 'p' }) }), 'subscriber', 403, 'rest_cannot_read_post'],
    [
      'comments are closed',
      async () => ({ post: await createPost({ comment_status: 'closed' }) }),
      'subscriber',
      403,
      'rest_comment_closed',
    ],
    [
      'comments are closed and the author moderates',
      async () => ({ post: await createPost({ comment_status: 'closed' }) }),
      'editor',
      403,
      'rest_comment_closed',
    ],
    ['it sets an ID', async () => ({ id: 5 }), 'subscriber', 400, 'rest_comment_exists'],
    ['it has another type', async () => ({ type: 'pingback' }), 'subscriber', 400, 'rest_invalid_comment_type'],
    ['it is empty', async () => ({ content: ' ' }), 'subscriber', 400, 'rest_comment_content_invalid'],
    ['it is empty after sanitizing', async () => ({ content: '<script></script>' }), 'subscriber', 400, 'rest_comment_content_invalid'],
    ['it is too long', async () => ({ content: 'x'.repeat(70_000) }), 'subscriber', 400, 'comment_content_column_length'],
    ['its parent does not exist', async () => ({ parent: 999_999 }), 'subscriber', 400, 'rest_invalid_param'],
    [
      'its parent belongs to another post',
      async () => ({ parent: (await createComment('editor', { post: await createPost() })).body.id }),
      'subscriber',
      400,
      'rest_invalid_param',
    ],
    ['the email address is invalid', async () => ({ author_email: 'x' }), 'subscriber', 400, 'rest_invalid_param'],
    ['the author does not exist', async () => ({ author: 999_999 }), 'editor', 400, 'rest_comment_author_invalid'],
  ])('is refused when %s', async (_when, prepareBody, as, status, code) => {
    const body = await prepareBody();
    const countBefore = await site.site.db.prisma.comment.count();
    const response = await createComment(as, body);
    expect([response.status, response.body.code]).toEqual([status, code]);
    expect(await site.site.db.prisma.comment.count()).toBe(countBefore);
  });

  it('returns 409 for a duplicate', async () => {
    const text = `Twice ${(count += 1)}`;
    expect((await createComment('editor', { content: text })).status).toBe(201);
    const repeated = await createComment('editor', { content: text });
    expect([repeated.status, repeated.body.code]).toEqual([409, 'comment_duplicate']);
  });

  it('works on a protected post with its password', async () => {
    const locked = await createPost({ password: 'secret' });
    const comment = await createComment('subscriber', { post: locked, password: 'secret' });
    expect(comment.status).toBe(201);
    expect((await site.rest('GET', '/core/v2/comments', { query: { post: locked } })).body.code).toBe('rest_cannot_read_post');
    expect(
      (await site.rest('GET', '/core/v2/comments', { query: { post: locked, password: 'secret' } })).body.map(
        ({ id }: { id: number }) => id,
      ),
    ).toEqual([comment.body.id]);
  });

  it('lets a moderator set another author and date', async () => {
    const { body } = await createComment('editor', {
      author_name: 'Vera <i>V</i>',
      author_email: 'Vera@Example.org',
      author_url: 'example.org',
      date: '2020-02-03T04:05:06',
      status: 'hold',
    });
    expect(body).toMatchObject({
      author: 0,
      author_name: 'Vera V',
      author_email: 'vera@example.org',
      author_url: 'http://example.org',
      date: '2020-02-03T04:05:06',
      status: 'hold',
    });
  });
});

describe('Visitors', () => {
  afterEach(() => site.site.settings.set(visitorsMayComment, false));

  it('may comment with a name and email address if the site allows it, and their comments are always held', async () => {
    await site.site.settings.set(visitorsMayComment, true);
    const nameless = await createComment(undefined);
    expect([nameless.status, nameless.body.code]).toEqual([400, 'rest_comment_author_data_required']);
    await createComment('editor', { author_name: 'Known', author_email: 'known@example.org' });
    const comment = await createComment(undefined, {
      author_name: 'Known',
      author_email: 'known@example.org',
      author_url: 'javascript:alert(1)',
    });
    expect([comment.status, comment.body.status, comment.body.author_url]).toEqual([201, 'hold', '']);
    expect((await read(comment.body.id)).status).toBe(401);
    const { data } = await site.graphql(
      'query ($id: Int!) { comment(id: $id) { author { displayName } } }',
      { id: comment.body.id },
      'administrator',
    );
    expect(data.comment).toEqual({ author: null });
  });
});

describe('Users who do not moderate', () => {
  beforeAll(() => site.site.settings.set(secondsBetweenComments, 15));
  afterAll(() => site.site.settings.set(secondsBetweenComments, 0));

  it('wait between two comments', async () => {
    expect((await createComment('subscriber4')).status).toBe(201);
    const tooEarly = await createComment('subscriber4');
    expect([tooEarly.status, tooEarly.body.code]).toEqual([400, 'comment_flood']);
    expect((await createComment('subscriber5')).status).toBe(201);
    const allowed = await withClock(createShiftedClock(16_000), () => createComment('subscriber4'));
    expect(allowed.status).toBe(201);
    expect([(await createComment('editor')).status, (await createComment('editor')).status]).toEqual([201, 201]);
  });

  it('wait by IP address if they are visitors', async () => {
    await site.site.settings.set(visitorsMayComment, true);
    const commentAs = (name: string) => createComment(undefined, { author_name: name, author_email: `${name}@example.org` });
    const [first, second] = await withClock(
      createShiftedClock(60_000),
      async () => [await commentAs('one'), await commentAs('two')] as const,
    );
    await site.site.settings.set(visitorsMayComment, false);
    expect([first.status, second.status, second.body.code]).toEqual([201, 400, 'comment_flood']);
  });
});

describe('Reading comments', () => {
  it('shows approved comments to everyone, and all other comments to moderators and their authors', async () => {
    const { body: held } = await createComment('subscriber2');
    expect((await read(held.id)).body.code).toBe('rest_cannot_read');
    expect((await read(held.id, 'contributor')).status).toBe(403);
    expect((await read(held.id, 'subscriber2')).status).toBe(200);
    expect((await read(held.id, 'editor', 'context=edit')).body.author_email).toBe('subscriber2@example.org');
    expect((await read(held.id, 'subscriber2', 'context=edit')).body.code).toBe('rest_forbidden_context');
    const unknown = await read(999_999);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'rest_comment_invalid_id']);
    expect(await ids(`post=${post}`)).not.toContain(held.id);
    expect(await ids(`post=${post}&status=hold`, 'editor')).toContain(held.id);
    expect(await ids(`post=${post}&status=all`, 'editor')).toContain(held.id);
  });

  it('hides comments on content that the reader may not read', async () => {
    const hidden = await createPost();
    const { body: comment } = await createComment('editor', { post: hidden });
    expect(await ids('')).toContain(comment.id);
    await site.rest('POST', `/core/v2/posts/${hidden}`, { as: 'editor', body: { status: 'private' } });
    expect(await ids('')).not.toContain(comment.id);
    expect((await read(comment.id)).body.code).toBe('rest_cannot_read');
    expect((await site.rest('GET', '/core/v2/comments', { query: { post: hidden } })).body.code).toBe('rest_cannot_read_post');
    expect(await ids('', 'editor')).toContain(comment.id);
  });

  it.each(['author=1', 'author_exclude=1', 'author_email=a@example.org', 'type=pingback', 'status=hold', 'status=spam', 'status=all'])(
    'refuses %s from users who may not edit posts',
    async (query) => {
      const response = await site.rest('GET', '/core/v2/comments', { query });
      expect([response.status, response.body.code]).toEqual([401, 'rest_forbidden_param']);
      expect((await site.rest('GET', '/core/v2/comments', { query, as: 'subscriber' })).status).toBe(403);
      expect((await site.rest('GET', '/core/v2/comments', { query, as: 'contributor' })).status).toBe(200);
    },
  );

  it('filters, sorts and paginates', async () => {
    const ownPost = await createPost();
    const first = (await createComment('editor', { post: ownPost, content: 'Alpha findme', date: '2021-01-01T00:00:00' })).body.id;
    const second = (await createComment('editor', { post: ownPost, content: 'Beta', parent: first, date: '2021-01-02T00:00:00' })).body.id;
    const third = (await createComment('author', { post: ownPost, content: 'Gamma' })).body.id;
    await site.rest('POST', `/core/v2/comments/${third}`, { as: 'editor', body: { status: 'approve' } });
    expect(await ids(`post=${ownPost}`)).toEqual([third, second, first]);
    expect(await ids(`post=${ownPost}&order=asc&orderby=id`)).toEqual([first, second, third]);
    expect(await ids(`post=${ownPost}&parent=${first}`)).toEqual([second]);
    expect(await ids(`post=${ownPost}&parent=0&orderby=id&order=asc`)).toEqual([first, third]);
    expect(await ids(`post=${ownPost}&parent_exclude=${first}&orderby=id&order=asc`)).toEqual([first, third]);
    expect(await ids(`post=${ownPost}&search=FINDME`)).toEqual([first]);
    expect(await ids('search=editor@example.org')).toEqual([]);
    expect(await ids(`post=${ownPost}&after=2021-01-01T12:00:00&before=2021-01-03T00:00:00`)).toEqual([second]);
    expect(await ids(`include=${second},${first}&orderby=include`)).toEqual([second, first]);
    expect(await ids(`post=${ownPost}&author=${(await site.user('author')).id}`, 'editor')).toEqual([third]);
    const page = await site.rest('GET', '/core/v2/comments', { query: `post=${ownPost}&per_page=2&page=2` });
    expect([page.body.length, page.headers['x-wp-total'], page.headers['x-wp-totalpages'], page.headers['link']]).toEqual([
      1,
      '3',
      '2',
      expect.stringContaining('rel="prev"'),
    ]);
    const links = (await read(first)).body._links;
    expect([links.children[0].href, links.up[0]]).toEqual([
      `http://site.test/rest/core/v2/comments?parent=${first}`,
      { href: `http://site.test/rest/core/v2/posts/${ownPost}`, embeddable: true, post_type: 'post' },
    ]);
    expect((await read(second)).body._links['in-reply-to'][0].href).toBe(`http://site.test/rest/core/v2/comments/${first}`);
  });

  it('embeds replies in a post read with _embed', async () => {
    const ownPost = await createPost();
    const { body: comment } = await createComment('editor', { post: ownPost });
    const { body } = await site.rest('GET', `/core/v2/posts/${ownPost}`, { query: '_embed' });
    expect(body._embedded.replies[0].map(({ id }: { id: number }) => id)).toEqual([comment.id]);
  });

  it('runs the same number of statements for one comment and a hundred', async () => {
    const measure = async (query: string) => {
      site.statements.length = 0;
      await site.rest('GET', '/core/v2/comments', { query });
      return site.statements.length;
    };
    await measure('per_page=100');
    expect(await measure('per_page=100')).toBe(await measure('per_page=1'));
  });
});

describe('Moderating', () => {
  it('is allowed for moderators and for users who may edit the post', async () => {
    const ownPost = await createPost({}, 'author');
    const { body: comment } = await createComment('subscriber2', { post: ownPost });
    const change = (as: TestUserName | undefined) =>
      site.rest('POST', `/core/v2/comments/${comment.id}`, { as, body: { status: 'approved' } });
    expect((await change(undefined)).status).toBe(401);
    expect((await change('subscriber2')).body.code).toBe('rest_cannot_edit');
    expect((await change('author2')).body.code).toBe('rest_cannot_edit');
    expect((await change('author')).body.status).toBe('approved');
    expect((await site.rest('DELETE', `/core/v2/comments/${comment.id}`, { as: 'author2' })).body.code).toBe('rest_cannot_delete');
  });

  it('changes every status to every other status and back', async () => {
    const { body: comment } = await createComment('editor');
    const changeTo = async (status: string) =>
      (await site.rest('PUT', `/core/v2/comments/${comment.id}`, { as: 'editor', body: { status } })).body.status;
    expect([
      await changeTo('hold'),
      await changeTo('approved'),
      await changeTo('spam'),
      await changeTo('unspam'),
      await changeTo('trash'),
      await changeTo('untrash'),
      await changeTo('0'),
      await changeTo('1'),
    ]).toEqual(['hold', 'approved', 'spam', 'approved', 'trash', 'approved', 'hold', 'approved']);
    expect((await site.rest('PUT', `/core/v2/comments/${comment.id}`, { as: 'editor', body: { status: 'loud' } })).body.code).toBe(
      'rest_invalid_param',
    );
  });

  it('changes texts and parents, but refuses cycles', async () => {
    const { body: first } = await createComment('editor');
    const { body: second } = await createComment('editor', { parent: first.id });
    const changed = await site.rest('PATCH', `/core/v2/comments/${first.id}`, {
      as: 'editor',
      body: { content: { raw: 'New' }, author_name: 'N', date_gmt: '2020-01-01T00:00:00' },
    });
    expect(changed.body).toMatchObject({ content: { raw: 'New' }, author_name: 'N', date_gmt: '2020-01-01T00:00:00' });
    expect((await site.rest('PATCH', `/core/v2/comments/${first.id}`, { as: 'editor', body: { parent: second.id } })).body.code).toBe(
      'rest_invalid_param',
    );
    expect((await site.rest('PATCH', `/core/v2/comments/${second.id}`, { as: 'editor', body: { parent: 0 } })).body.parent).toBe(0);
    expect((await site.rest('PATCH', `/core/v2/comments/${first.id}`, { as: 'editor', body: { type: 'note' } })).status).toBe(404);
    expect((await site.rest('PATCH', `/core/v2/comments/${first.id}`, { as: 'editor', body: { post: 999_999 } })).body.code).toBe(
      'rest_comment_invalid_post_id',
    );
  });

  it('moves a comment to the trash once, and deletes it permanently with force', async () => {
    const { body: comment } = await createComment('editor');
    const remove = (query?: string) => site.rest('DELETE', `/core/v2/comments/${comment.id}`, { as: 'editor', query });
    expect((await remove()).body.status).toBe('trash');
    const repeated = await remove();
    expect([repeated.status, repeated.body.code]).toEqual([410, 'rest_already_trashed']);
    const deleted = await remove('force=true');
    expect([deleted.body.deleted, deleted.body.previous.id, deleted.body.previous.status]).toEqual([true, comment.id, 'trash']);
    expect((await remove('force=true')).status).toBe(404);
  });

  it('deletes comments with their post, and trashed comments after some weeks', async () => {
    const ownPost = await createPost();
    const { body: comment } = await createComment('editor', { post: ownPost });
    await site.rest('DELETE', `/core/v2/posts/${ownPost}`, { as: 'editor', query: 'force=true' });
    expect((await read(comment.id, 'editor')).status).toBe(404);
    const { body: trashed } = await createComment('editor');
    await site.rest('DELETE', `/core/v2/comments/${trashed.id}`, { as: 'editor' });
    expect(await purgeTrashedComments(site.site, 30)).toBe(0);
    expect(await withClock(createShiftedClock(31 * 86_400_000), () => purgeTrashedComments(site.site, 30))).toBe(1);
  });
});

describe('Comments in GraphQL', () => {
  it('have a mutation for each moderation action', async () => {
    const { data } = await site.graphql(
      'mutation ($draft: CommentDraft!) { createComment(draft: $draft) { comment { databaseId status about { databaseId } author { displayName } } } }',
      { draft: { contentId: post, content: 'By graph' } },
      'subscriber3',
    );
    expect(data.createComment.comment).toMatchObject({
      status: 'HOLD',
      about: { databaseId: post },
      author: { displayName: 'subscriber3' },
    });
    const id = data.createComment.comment.databaseId;
    const moderate = async (name: string) =>
      (await site.graphql(`mutation ($id: Int!) { act: ${name}(id: $id) { comment { status } } }`, { id }, 'editor')).data.act.comment
        .status;
    expect([
      await moderate('approveComment'),
      await moderate('holdComment'),
      await moderate('markCommentAsSpam'),
      await moderate('restoreComment'),
      await moderate('trashComment'),
      await moderate('restoreComment'),
    ]).toEqual(['APPROVED', 'HOLD', 'SPAM', 'HOLD', 'TRASH', 'HOLD']);
    const refusal = await site.graphql('mutation ($id: Int!) { approveComment(id: $id) { comment { status } } }', { id }, 'subscriber3');
    expect(refusal.errors[0]?.extensions).toMatchObject({ code: 'cannot_edit', status: 403 });
  });

  it('are counted for a list of posts in one statement', async () => {
    const source = '{ postPage(perPage: 50) { nodes { databaseId commentCount } } }';
    const { data } = await site.graphql(source);
    expect(data.postPage.nodes.find((node: { databaseId: number }) => node.databaseId === post).commentCount).toBeGreaterThan(3);
    site.statements.length = 0;
    await site.graphql(source);
    expect(site.statements.filter((text) => text.includes('FROM comment')).length).toBe(1);
  });

  it('hide email addresses and held comments from other users', async () => {
    const { body: comment } = await createComment('subscriber4', { content: 'Held' });
    const { data } = await site.graphql(
      'query ($post: Int!) { commentPage(filter: { contentIds: [$post] }) { nodes { authorEmail authorIp content { raw } databaseId } } }',
      { post },
    );
    expect(data.commentPage.nodes.length).toBeGreaterThan(0);
    for (const node of data.commentPage.nodes)
      expect([node.authorEmail, node.authorIp, node.content.raw, node.databaseId === comment.id]).toEqual([null, null, null, false]);
  });
});
