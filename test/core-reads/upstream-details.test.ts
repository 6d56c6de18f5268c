import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMedia, makeUser } from '../support/factories.ts';
import { openWholeSite, type RestOptions, type TestUserName, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const statusOf = async (method: string, path: string, options: RestOptions = {}) => {
  const { status, body } = await site.rest(method, `/core/v2${path}`, options);
  return body?.code === undefined ? [status] : [status, body.code];
};
const create = async (path: string, body: object, as: TestUserName = 'editor') => {
  const reply = await site.rest('POST', `/core/v2${path}`, { as, body });
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
};

describe('Password of a comment list', () => {
  it('unlocks only the post of the list', async () => {
    const [post, otherPost] = [
      await create('/posts', { title: 'One', status: 'publish', password: 'open' }),
      await create('/posts', { title: 'Two', status: 'publish', password: 'open' }),
    ];
    for (const { id } of [post, otherPost]) await create('/comments', { post: id, content: `About ${id}` });
    const about = async (query: string) =>
      (await site.rest('GET', `/core/v2/comments?per_page=100&${query}`)).body.map?.(({ post }: { post: number }) => post);
    expect(await about(`post=${post.id}&password=open`)).toEqual([post.id]);
    expect(await about('password=open')).not.toContain(post.id);
    expect(await statusOf('GET', `/comments?post=${post.id},${otherPost.id}&password=open`)).toEqual([401, 'rest_cannot_read_post']);
    expect(await statusOf('GET', `/comments?post=${post.id}&password=wrong`)).toEqual([401, 'rest_cannot_read_post']);
    const { errors } = await site.graphql(
      `{ comments(filter: { contentIds: [${post.id}, ${otherPost.id}], password: "open" }) { nodes { databaseId } } }`,
    );
    expect(errors[0]?.extensions['code']).toBe('cannot_read_content');
    const all = await site.graphql('{ comments(first: 100, filter: { password: "open" }) { nodes { contentId } } }');
    expect(all.data.comments.nodes.map(({ contentId }: { contentId: number }) => contentId)).not.toContain(post.id);
  });
});

describe('Totals of comments and files in REST (docs/behaviour/core-rest.md 4.8)', () => {
  it('count unreadable comments and files too, and GraphQL counts only readable ones', async () => {
    const post = await create('/posts', { title: 'Hidden', status: 'private' });
    await create('/comments', { post: post.id, content: 'Hidden too' });
    const media = await makeMedia(site.site, await makeUser(site.site, 'editor'));
    await site.site.db.prisma.content.update({ where: { id: media.id }, data: { parentId: post.id } });
    for (const [path, field] of [
      ['comments', 'commentPage'],
      ['media', 'mediaPage'],
    ] as const) {
      const readCounts = async (name?: TestUserName) => {
        const { headers, body } = await site.rest('GET', `/core/v2/${path}?per_page=100`, { as: name });
        return [Number(headers['x-wp-total']), body.length];
      };
      const [[total = 0, all = 0], [publicTotal, readable = 0]] = [await readCounts('administrator'), await readCounts()];
      expect([total, publicTotal]).toEqual([all, total]);
      expect(readable).toBeLessThan(all);
      expect((await site.graphql(`{ ${field}(perPage: 100) { total } }`)).data[field].total).toBe(readable);
    }
  });
});

describe('Comment read for editing', () => {
  it('can be written back unchanged, including a pingback without email', async () => {
    const post = await create('/posts', { title: 'Linked', status: 'publish' });
    const { id } = await create('/comments', { post: post.id, content: '[…] linked […]' });
    await site.site.db.sql(`UPDATE comment SET type = 'pingback', author_email = '', author_ip = '', user_id = NULL WHERE id = $1`, [id]);
    const { body } = await site.rest('GET', `/core/v2/comments/${id}?context=edit`, { as: 'editor' });
    const updated = await site.rest('PUT', `/core/v2/comments/${id}`, { as: 'editor', body });
    expect([updated.status, updated.body.author_email, updated.body.type]).toEqual([200, '', 'pingback']);
    expect(await statusOf('PUT', `/comments/${id}`, { as: 'editor', body: { author_email: 'nobody' } })).toEqual([
      400,
      'rest_invalid_param',
    ]);
    expect(await statusOf('PUT', `/comments/${id}`, { as: 'editor', body: { type: 'comment' } })).toEqual([
      404,
      'rest_comment_invalid_type',
    ]);
  });

  it('is stored unfiltered for users with unfiltered_html, and rendered safely', async () => {
    const post = await create('/posts', { title: 'Open', status: 'publish' });
    const content = '<p class=x>Said<br>so</p><script>alert(1)</script><img src=x onerror=alert(1)>';
    const comment = await create('/comments', { post: post.id, content });
    expect(comment.content.raw).toBe(content);
    expect(comment.content.rendered).not.toMatch(/<script|onerror/);
    const { data } = await site.graphql(`{ comment(by: { databaseId: ${comment.id} }) { content { rendered } } }`);
    expect(data.comment.content.rendered).not.toMatch(/<script|onerror/);
    const filtered = await create('/comments', { post: post.id, content }, 'author');
    expect((await site.rest('GET', `/core/v2/comments/${filtered.id}?context=edit`, { as: 'editor' })).body.content.raw).not.toContain(
      '<p',
    );
  });
});

describe('Details that differ between servers', () => {
  it('term descriptions keep only basic markup and links', async () => {
    const { description } = await create('/categories', { name: 'Plain', description: '<div>A <b>bold</b> one</div>' });
    expect(description).toBe('A <b>bold</b> one');
  });

  it('tags have no parent', async () => {
    const tag = await create('/tags', { name: 'First' });
    expect(await statusOf('POST', '/tags', { as: 'editor', body: { name: 'Second', parent: tag.id } })).toEqual([
      400,
      'rest_taxonomy_not_hierarchical',
    ]);
    expect(await statusOf('PUT', `/tags/${tag.id}`, { as: 'editor', body: { parent: tag.id } })).toEqual([
      400,
      'rest_taxonomy_not_hierarchical',
    ]);
  });

  it('a search has no page after the last one', async () => {
    expect(await statusOf('GET', '/search?page=1000')).toEqual([400, 'rest_search_invalid_page_number']);
    expect(await statusOf('GET', '/search?page=1000&search=nothing-like-this')).toEqual([200]);
  });

  it('administrators keep their role, unknown roles do not filter, and new users accept no ID', async () => {
    const admin = await site.user('administrator');
    for (const path of [`/users/${admin.id}`, '/users/me'])
      expect(await statusOf('PUT', path, { as: 'administrator', body: { roles: ['editor'] } })).toEqual([403, 'rest_user_invalid_role']);
    const { errors } = await site.graphql(
      `mutation { updateUser(input: { id: ${admin.id}, roles: [EDITOR] }) { user { id } } }`,
      {},
      'administrator',
    );
    expect(errors[0]?.extensions['code']).toBe('cannot_give_role');
    const count = async (roles: string) =>
      (await site.rest('GET', `/core/v2/users?per_page=100&roles=${roles}`, { as: 'administrator' })).body.length;
    expect(await count('editor,nobody')).toBe(await count('editor'));
    expect([(await count('editor')) > 0, await count('nobody')]).toEqual([true, 0]);
    expect(await count('')).toBeGreaterThan(await count('editor'));
    const body = { id: 5, username: 'numbered', email: 'numbered@example.org', password: 'a long enough one' };
    expect(await statusOf('POST', '/users', { as: 'administrator', body })).toEqual([400, 'rest_user_exists']);
    expect(await statusOf('POST', '/users', { as: 'editor', body })).toEqual([403, 'rest_cannot_create_user']);
  });

  it('an offset of revisions requires a page size', async () => {
    const { id } = await create('/posts', { title: 'First', status: 'publish' });
    for (const title of ['Second', 'Third']) await site.rest('PUT', `/core/v2/posts/${id}`, { as: 'editor', body: { title } });
    const count = async (query: string) =>
      (await site.rest('GET', `/core/v2/posts/${id}/revisions?${query}`, { as: 'editor' })).body.length;
    expect([await count('offset=1'), await count('offset=1&per_page=10')]).toEqual([2, 1]);
    expect(await statusOf('GET', `/posts/${id}/revisions?offset=2`, { as: 'editor' })).toEqual([
      400,
      'rest_revision_invalid_offset_number',
    ]);
  });

  it('settings are described with their titles', async () => {
    const { schema, endpoints } = (await site.rest('OPTIONS', '/core/v2/settings', { as: 'administrator' })).body;
    const { title, posts_per_page: perPage, date_format: dateFormat } = schema.properties;
    expect([title.title, perPage.title, dateFormat.title]).toEqual(['Title', 'Maximum posts per page', '']);
    expect(endpoints[1].args.posts_per_page.title).toBe('Maximum posts per page');
  });
});

describe('Descriptions and headers match real servers', () => {
  const unknownMember = { 'site-page-background': { desktop: { colour: 'red' }, watch: { colour: 'red' } } };

  it('unknown members of a meta object are refused, and nothing is stored', async () => {
    const { id } = await create('/posts', { title: 'Painted', status: 'publish' });
    const { status, body } = await site.rest('PUT', `/core/v2/posts/${id}`, {
      as: 'editor',
      body: { title: 'Other', meta: unknownMember },
    });
    expect([status, body]).toEqual([
      400,
      { code: 'rest_additional_properties_forbidden', message: 'watch is not a valid property of Object.', data: { status: 400 } },
    ]);
    const stored = (await site.rest('GET', `/core/v2/posts/${id}`)).body;
    expect([stored.title.rendered, stored.meta['site-page-background'].desktop]).toEqual(['Painted', []]);
    const both = { ...unknownMember, _price: 5 };
    const failure = (await site.rest('PUT', `/core/v2/posts/${id}`, { as: 'editor', body: { meta: both } })).body;
    expect([failure.code, failure.additional_errors?.[0]?.code]).toEqual(['rest_additional_properties_forbidden', 'rest_invalid_type']);
  });

  it('Allow of a refused update contains GET for any body', async () => {
    const { id } = await create('/posts', { title: 'Readable', status: 'publish' });
    for (const body of [{ title: 'x' }, { password: 'x' }, { context: 'edit', status: 'draft' }]) {
      const { status, headers } = await site.rest('PUT', `/core/v2/posts/${id}`, { as: 'subscriber', body });
      expect([status, headers['allow']]).toEqual([403, 'GET']);
    }
  });

  it('embedded objects are complete if _fields contains one of their members', async () => {
    await create('/posts', { title: 'Embedding', status: 'publish' });
    for (const fields of ['id,_links,_embedded.author.name', '_embedded.author']) {
      const [first] = (await site.rest('GET', '/core/v2/posts', { query: { _embed: 'author', _fields: fields } })).body;
      expect(Object.keys(first._embedded)).toEqual(['author']);
      expect(first._embedded.author[0]).toMatchObject({
        id: expect.any(Number),
        name: expect.any(String),
        avatar_urls: expect.any(Object),
      });
    }
  });

  it('schemas contain formats, link relations and action targets', async () => {
    const schemaAt = async (path: string) => (await site.rest('OPTIONS', `/core/v2${path}`)).body.schema;
    const { properties, links } = await schemaAt('/posts');
    expect(properties.link).toMatchObject({ type: 'string', format: 'uri' });
    expect(properties.content.properties.protected.context).toEqual(['view', 'embed', 'edit']);
    expect(properties.meta.properties._price).not.toHaveProperty('context');
    const action = (name: string) => links.find(({ rel }: { rel: string }) => rel === `http://site.test/rel/${name}`)?.targetSchema;
    expect(action('action-publish')).toEqual({ type: 'object', properties: { status: { type: 'string', enum: ['publish', 'future'] } } });
    expect(action('action-unfiltered-html')).toEqual({ type: 'object', properties: { content: { raw: { type: 'string' } } } });
    for (const path of ['/users', '/comments', '/categories', '/media', '/pages'])
      expect((await schemaAt(path)).properties.link.format).toBe('uri');
    const { args } = (await site.rest('OPTIONS', '/core/v2/pages')).body.endpoints[0];
    expect(args.search_columns.default).toEqual([]);
    const batch = (await site.rest('OPTIONS', '/batch/v1')).body.endpoints[0].args.requests.items.properties;
    expect([batch.body.properties, batch.headers.properties]).toEqual([[], []]);
  });

  it('types with an editor support autosaves', async () => {
    const supports = async (type: string) =>
      (await site.rest('GET', `/core/v2/types/${type}?context=edit`, { as: 'editor' })).body.supports;
    expect((await supports('post')).autosave).toBe(true);
    expect((await supports('page')).autosave).toBe(true);
    expect(await supports('attachment')).not.toHaveProperty('autosave');
  });
});
