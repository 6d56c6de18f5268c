import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const get = (path: string, options: Parameters<WholeSite['rest']>[2] = {}) => site.rest('GET', `/core/v2/${path}`, options);

describe('Content types', () => {
  it('are a map by name, with the URL of each type', async () => {
    const { status, body } = await get('types');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['post', 'page', 'attachment']);
    expect(body.page).toEqual({
      description: '',
      hierarchical: true,
      has_archive: false,
      name: 'Pages',
      slug: 'page',
      icon: 'dashicons-admin-page',
      taxonomies: [],
      rest_base: 'pages',
      rest_namespace: 'core/v2',
      template: [],
      template_lock: false,
      _links: {
        collection: [{ href: 'http://site.test/rest/core/v2/types' }],
        'core:items': [{ href: 'http://site.test/rest/core/v2/pages' }],
        curies: [{ name: 'core', href: 'http://site.test/rel/{rel}', templated: true }],
      },
    });
    for (const { rest_namespace: namespace, rest_base: base } of Object.values(body) as { rest_namespace: string; rest_base: string }[]) {
      expect((await site.rest('GET', `/${namespace}/${base}`)).status).toBe(200);
    }
  });

  it('keep their names with any _fields', async () => {
    const names = (await get('types', { query: '_fields=name' })).body;
    expect(names).toEqual({ post: { name: 'Posts' }, page: { name: 'Pages' }, attachment: { name: 'Media' } });
    expect((await get('types', { query: '_fields=page.rest_base' })).body).toEqual({ page: { rest_base: 'pages' } });
    const links = (await get('taxonomies', { query: '_fields=_links' })).body;
    expect(Object.keys(links)).toEqual(Object.keys((await get('taxonomies')).body));
    expect(Object.keys(links.category)).toEqual(['_links']);
  });

  it('return edit fields only to editors', async () => {
    expect((await get('types', { query: 'context=edit' })).body.code).toBe('rest_cannot_view');
    const { body } = await get('types/post', { query: 'context=edit', as: 'editor' });
    expect(body).toMatchObject({
      capabilities: { edit_posts: 'edit_posts', publish_posts: 'publish_posts' },
      supports: { title: true, 'post-formats': true, editor: [{ notes: true }], autosave: true },
      viewable: true,
      labels: { singular_name: 'Post' },
    });
    expect((await get('types/post', { query: 'context=edit', as: 'subscriber' })).body.code).toBe('rest_forbidden_context');
    const unknown = await get('types/none');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'rest_type_invalid']);
  });

  it('are linked from their content', async () => {
    const { body: post } = await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: 'x', status: 'publish' } });
    expect((await get(`posts/${post.id}`)).body._links.about).toEqual([{ href: 'http://site.test/rest/core/v2/types/post' }]);
    expect((await get('categories/1')).body._links.about).toEqual([{ href: 'http://site.test/rest/core/v2/taxonomies/category' }]);
  });
});

describe('Statuses', () => {
  it('include only the public status for readers, and all statuses for contributors', async () => {
    expect(Object.keys((await get('statuses')).body)).toEqual(['publish']);
    expect(Object.keys((await get('statuses', { as: 'contributor' })).body)).toEqual([
      'publish',
      'future',
      'draft',
      'pending',
      'private',
      'trash',
    ]);
    expect((await get('statuses/publish')).body).toMatchObject({
      name: 'Published',
      public: true,
      queryable: true,
      slug: 'publish',
      date_floating: false,
    });
    expect((await get('statuses/draft')).body.code).toBe('rest_cannot_read_status');
    expect((await get('statuses/draft', { as: 'author', query: 'context=edit' })).body).toMatchObject({
      protected: true,
      private: false,
      date_floating: true,
    });
    expect((await get('statuses/none')).body.code).toBe('rest_status_invalid');
  });
});

describe('Taxonomies', () => {
  it('are a map by name, optionally filtered by type', async () => {
    const { body } = await get('taxonomies');
    expect([Object.keys(body), body.category.hierarchical, body.post_tag.rest_base, body.category.types]).toEqual([
      ['category', 'post_tag'],
      true,
      'tags',
      ['post'],
    ]);
    expect(Object.keys((await get('taxonomies', { query: 'type=post' })).body)).toEqual(['category', 'post_tag']);
    expect((await get('taxonomies', { query: 'type=page' })).body).toEqual([]);
    expect((await get('taxonomies/none')).body.code).toBe('rest_taxonomy_invalid');
    expect((await get('taxonomies/category', { query: 'context=edit' })).body.code).toBe('rest_forbidden_context');
    expect((await get('taxonomies/category', { query: 'context=edit', as: 'editor' })).body.capabilities.manage_terms).toBe(
      'manage_categories',
    );
  });
});

describe('Search', () => {
  it('finds public content with links, title matches first', async () => {
    const create = async (path: string, body: object) =>
      (await site.rest('POST', `/core/v2/${path}`, { as: 'editor', body: { status: 'publish', ...body } })).body;
    const inText = await create('posts', { title: 'Other', content: 'a rhubarb pie' });
    const inTitle = await create('posts', { title: 'Rhubarb &amp; cream', date: '2019-01-01T00:00:00' });
    const page = await create('pages', { title: 'Rhubarb page', date: '2018-01-01T00:00:00' });
    await create('posts', { title: 'Rhubarb draft', status: 'draft' });
    await create('posts', { title: 'Locked', content: 'rhubarb', password: 'p' });
    const { body, headers } = await get('search', { query: 'search=rhubarb' });
    expect(body.map(({ id }: { id: number }) => id)).toEqual([inTitle.id, page.id, inText.id]);
    expect(headers['x-wp-total']).toBe('3');
    expect(body[1]).toEqual({
      id: page.id,
      title: 'Rhubarb page',
      url: page.link,
      type: 'post',
      subtype: 'page',
      _links: {
        self: [{ href: `http://site.test/rest/core/v2/pages/${page.id}`, embeddable: true }],
        about: [{ href: 'http://site.test/rest/core/v2/types/page' }],
        collection: [{ href: 'http://site.test/rest/core/v2/search' }],
      },
    });
    const search = async (query: string) => (await get('search', { query })).body.map(({ id }: { id: number }) => id);
    expect(await search('search=rhubarb&subtype=page')).toEqual([page.id]);
    expect(await search('search=rhubarb&subtype=page,post&per_page=1&page=2')).toEqual([page.id]);
    expect(await search(`search=rhubarb&exclude=${inTitle.id}&include=${inTitle.id},${page.id}`)).toEqual([page.id]);
    expect((await get('search', { query: 'search=rhubarb&_embed=self&subtype=page' })).body[0]._embedded.self[0].id).toBe(page.id);
    expect((await get('search', { query: 'subtype=none' })).body).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { subtype: expect.any(String) } },
    });
    expect((await get('search', { query: 'type=thing' })).status).toBe(400);
  });

  it('finds terms', async () => {
    const { body: tag } = await site.rest('POST', '/core/v2/tags', { as: 'editor', body: { name: 'Elderberry' } });
    const { body } = await get('search', { query: 'type=term&search=elder' });
    expect(body).toMatchObject([
      {
        id: tag.id,
        title: 'Elderberry',
        type: 'post_tag',
        _links: { self: [{ href: `http://site.test/rest/core/v2/tags/${tag.id}` }] },
      },
    ]);
  });

  it('finds the formats of posts with links to their lists', async () => {
    expect((await get('search', { query: 'type=post-format' })).body).toEqual([]);
    const createPost = (format: string, status: string) =>
      site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: `A ${format}`, format, status } });
    await createPost('aside', 'publish');
    await createPost('quote', 'draft');
    await createPost('standard', 'publish');
    const aside = {
      id: 'aside',
      title: 'Aside',
      url: 'http://site.test/type/aside/',
      type: 'post-format',
      _links: { collection: [{ href: 'http://site.test/rest/core/v2/search' }] },
    };
    const { body, headers } = await get('search', { query: 'type=post-format' });
    expect(body).toMatchObject([aside, { id: 'quote' }]);
    expect(body[0]).toEqual(aside);
    expect(headers['x-wp-total']).toBe('2');
    expect((await get('search', { query: 'type=post-format&search=ASI' })).body).toEqual([aside]);
    expect((await get('search', { query: 'type=post-format&page=2&per_page=1' })).body).toMatchObject([{ id: 'quote' }]);
    expect((await get('search', { query: 'type=post-format&page=2' })).body.code).toBe('rest_search_invalid_page_number');
    expect((await get('search', { query: 'type=post-format&subtype=post' })).body.code).toBe('rest_invalid_param');
    const { data } = await site.graphql(
      '{ searchResults(type: POST_FORMAT, first: 1) { totalCount nodes { databaseId subtype title url type } } }',
    );
    expect(data.searchResults).toEqual({
      totalCount: 2,
      nodes: [{ databaseId: null, subtype: 'ASIDE', title: 'Aside', url: aside.url, type: 'POST_FORMAT' }],
    });
    const page = await site.http.inject('/type/aside/');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('A aside');
    expect(page.body).not.toContain('A standard');
    for (const path of ['/type/standard/', '/type/none/']) expect((await site.http.inject(path)).statusCode).toBe(404);
    expect((await site.rest('OPTIONS', '/core/v2/search')).body.schema.properties.id.type).toEqual(['integer', 'string']);
  });
});

describe('Settings', () => {
  it('require an administrator', async () => {
    for (const [as, status] of [
      [undefined, 401],
      ['editor', 403],
    ] as const) {
      expect([
        (await get('settings', { as })).status,
        (await site.rest('POST', '/core/v2/settings', { as, body: { title: 'x' } })).status,
      ]).toEqual([status, status]);
    }
  });

  it('change completely or not at all', async () => {
    const before = (await get('settings', { as: 'administrator' })).body;
    expect(Object.keys(before)).toEqual([
      'title',
      'description',
      'url',
      'email',
      'timezone',
      'date_format',
      'time_format',
      'start_of_week',
      'language',
      'use_smilies',
      'default_category',
      'default_post_format',
      'posts_per_page',
      'default_comment_status',
      'default_ping_status',
      'show_on_front',
      'page_on_front',
      'page_for_posts',
      'site_logo',
      'site_icon',
    ]);
    const refused = await site.rest('POST', '/core/v2/settings', {
      as: 'administrator',
      body: {
        title: 'Never',
        timezone: 'Mars/Base',
        posts_per_page: 0,
        page_on_front: 999_999,
        site_logo: 999_999,
        url: 'http://elsewhere.test',
      },
    });
    expect([refused.status, refused.body.code, Object.keys(refused.body.data.params)]).toEqual([
      400,
      'rest_invalid_param',
      ['url', 'timezone', 'posts_per_page', 'page_on_front', 'site_logo'],
    ]);
    expect((await get('settings', { as: 'administrator' })).body).toEqual(before);
    const { body: page } = await site.rest('POST', '/core/v2/pages', { as: 'administrator', body: { title: 'Front', status: 'publish' } });
    const changes = {
      title: 'The <b>Stage</b>',
      description: 'Shows',
      timezone: 'Europe/Vienna',
      start_of_week: 0,
      show_on_front: 'page',
      page_on_front: page.id,
      default_comment_status: 'closed',
      url: 'http://site.test/',
    };
    const changed = await site.rest('PUT', '/core/v2/settings', { as: 'administrator', body: changes });
    expect(changed.body).toEqual({ ...before, ...changes, title: 'The Stage', url: 'http://site.test' });
    expect((await site.rest('GET', '/')).body).toMatchObject({
      name: 'The Stage',
      timezone_string: 'Europe/Vienna',
      show_on_front: 'page',
      page_on_front: page.id,
    });
    const reset = await site.rest('POST', '/core/v2/settings', {
      as: 'administrator',
      body: { timezone: null, default_comment_status: null },
    });
    expect([reset.body.timezone, reset.body.default_comment_status]).toEqual(['UTC', 'open']);
  });
});

describe('Users', () => {
  it('are created with permission, and found by text, role, ID and slug', async () => {
    const created = await site.rest('POST', '/core/v2/users', {
      as: 'administrator',
      body: { username: 'nora', email: 'nora@example.org', password: 'a long password', name: 'Nora N', roles: ['author'] },
    });
    expect([created.status, created.headers['location']]).toEqual([201, `http://site.test/rest/core/v2/users/${created.body.id}`]);
    expect(created.body).toMatchObject({ username: 'nora', name: 'Nora N', email: 'nora@example.org', roles: ['author'] });
    const ids = async (query: string) => (await get('users', { as: 'administrator', query })).body.map(({ id }: { id: number }) => id);
    for (const query of ['search=nora', 'slug=nora', `include=${created.body.id}`, 'roles=author&search=nora'])
      expect(await ids(query)).toEqual([created.body.id]);
    expect(await ids('roles=editor&search=nora')).toEqual([]);
    expect((await get('users')).body.map(({ id }: { id: number }) => id)).not.toContain(created.body.id);
    expect((await get('users', { as: 'editor', query: 'roles=author' })).body.code).toBe('rest_user_cannot_view');
    expect(
      (
        await site.rest('POST', '/core/v2/users', {
          as: 'editor',
          body: { username: 'x', email: 'x@example.org', password: 'a long password' },
        })
      ).body.code,
    ).toBe('rest_cannot_create_user');
    expect((await site.rest('POST', '/core/v2/users', { as: 'administrator', body: { username: 'x' } })).body).toMatchObject({
      code: 'rest_missing_callback_param',
      data: { params: ['email', 'password'] },
    });
  });

  it('change their own profile, and are changed with permission', async () => {
    const { id } = await site.user('subscriber');
    expect((await site.rest('POST', '/core/v2/users/me', { as: 'subscriber', body: { description: 'I read.' } })).body).toMatchObject({
      id,
      description: 'I read.',
      username: 'subscriber',
    });
    expect((await site.rest('POST', '/core/v2/users/me', { body: { description: 'x' } })).body.code).toBe('rest_not_logged_in');
    expect((await site.rest('PATCH', `/core/v2/users/${id}`, { as: 'subscriber', body: { roles: ['administrator'] } })).body.code).toBe(
      'rest_cannot_edit_roles',
    );
    expect((await site.rest('PATCH', `/core/v2/users/${id}`, { as: 'editor', body: { name: 'x' } })).body.code).toBe('rest_cannot_edit');
    expect(
      (await site.rest('PATCH', `/core/v2/users/${id}`, { as: 'administrator', body: { roles: ['contributor'] } })).body.roles,
    ).toEqual(['contributor']);
  });

  it('are deleted permanently, and the caller chooses the new author of their content', async () => {
    const { id } = await site.user('author');
    const { body: post } = await site.rest('POST', '/core/v2/posts', { as: 'author', body: { title: 'Kept', status: 'publish' } });
    const newAuthor = (await site.user('editor')).id;
    const remove = (query: string, as: 'administrator' | 'editor' = 'administrator') =>
      site.rest('DELETE', `/core/v2/users/${id}`, { as, query });
    expect((await remove('force=true')).body).toMatchObject({ code: 'rest_missing_callback_param', data: { params: ['reassign'] } });
    const refused = await remove(`reassign=${newAuthor}`);
    expect([refused.status, refused.body.code]).toEqual([501, 'rest_trash_not_supported']);
    expect((await remove(`force=true&reassign=${newAuthor}`, 'editor')).body.code).toBe('rest_user_cannot_delete');
    expect((await remove('force=true&reassign=abc')).body.code).toBe('rest_invalid_param');
    const deleted = await remove(`force=true&reassign=${newAuthor}`);
    expect([deleted.status, deleted.body.deleted, deleted.body.previous.id]).toEqual([200, true, id]);
    expect((await get(`posts/${post.id}`)).body.author).toBe(newAuthor);
  });
});
