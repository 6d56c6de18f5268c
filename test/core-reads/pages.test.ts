import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

let count = 0;
const create = (body: Record<string, unknown> = {}, as: TestUserName = 'editor') =>
  site.rest('POST', '/core/v2/pages', { as, body: { title: `Page ${(count += 1)}`, status: 'publish', ...body } });
const ids = async (query: string): Promise<number[]> =>
  (await site.rest('GET', '/core/v2/pages', { query: `per_page=100&${query}` })).body.map(({ id }: { id: number }) => id);

describe('Page', () => {
  it('has the fields of a post without terms, with parent and menu order', async () => {
    const { status, headers, body } = await create({ content: 'Text', menu_order: 3 });
    expect([status, headers['location']]).toEqual([201, `http://site.test/rest/core/v2/pages/${body.id}`]);
    expect(Object.keys(body)).toEqual([
      'id',
      'date',
      'date_gmt',
      'guid',
      'modified',
      'modified_gmt',
      'password',
      'slug',
      'status',
      'type',
      'link',
      'title',
      'content',
      'excerpt',
      'author',
      'featured_media',
      'parent',
      'menu_order',
      'comment_status',
      'ping_status',
      'template',
      'meta',
      'permalink_template',
      'generated_slug',
      'class_list',
      '_links',
    ]);
    expect(body).toMatchObject({
      type: 'page',
      parent: 0,
      menu_order: 3,
      link: `http://site.test/${body.slug}/`,
      class_list: [`post-${body.id}`, 'page', 'type-page', 'status-publish', 'hentry'],
    });
    expect(Object.keys(body._links)).toEqual(
      expect.arrayContaining([
        'self',
        'collection',
        'about',
        'author',
        'replies',
        'version-history',
        'core:attachment',
        'core:action-publish',
      ]),
    );
    const { body: embedded } = await site.rest('GET', `/core/v2/pages/${body.id}`, { query: 'context=embed' });
    expect(Object.keys(embedded)).toEqual(['id', 'date', 'slug', 'type', 'link', 'title', 'excerpt', 'author', 'featured_media', '_links']);
  });

  it('links and embeds its parent', async () => {
    const { body: parent } = await create();
    const { body: child } = await create({ parent: parent.id });
    const { body } = await site.rest('GET', `/core/v2/pages/${child.id}`, { query: '_embed=up' });
    expect([body.parent, body._embedded.up[0].id]).toEqual([parent.id, parent.id]);
    expect(await ids(`parent=${parent.id}`)).toEqual([child.id]);
    expect(await ids(`parent_exclude=${parent.id}`)).not.toContain(child.id);
    expect(await ids('parent=0')).toContain(parent.id);
    expect(await ids('parent=0')).not.toContain(child.id);
  });

  it('refuses itself, its children and other content as parent', async () => {
    const { body: page } = await create();
    const { body: child } = await create({ parent: page.id });
    const { body: post } = await site.rest('POST', '/core/v2/posts', { as: 'editor', body: { title: 'Post' } });
    for (const parent of [page.id, child.id, post.id, 999_999]) {
      const reply = await site.rest('POST', `/core/v2/pages/${page.id}`, { as: 'editor', body: { parent } });
      expect([reply.status, reply.body.code]).toEqual([400, 'rest_post_invalid_id']);
    }
    expect((await site.rest('POST', `/core/v2/pages/${child.id}`, { as: 'editor', body: { parent: null } })).body.parent).toBe(0);
  });

  it('requires the permission to edit pages', async () => {
    expect((await create({}, 'author')).body.code).toBe('rest_cannot_create');
    const { body: page } = await create();
    expect((await site.rest('POST', `/core/v2/pages/${page.id}`, { as: 'author', body: { title: 'x' } })).body.code).toBe(
      'rest_cannot_edit',
    );
    expect((await site.rest('DELETE', `/core/v2/pages/${page.id}`, { as: 'author' })).body.code).toBe('rest_cannot_delete');
    expect((await site.rest('GET', '/core/v2/pages', { as: 'author', query: 'status=draft' })).status).toBe(400);
    expect((await site.rest('GET', '/core/v2/pages', { as: 'author', query: 'context=edit' })).status).toBe(403);
    expect((await site.rest('GET', `/core/v2/posts/${page.id}`)).body.code).toBe('rest_post_invalid_id');
  });

  it('can be trashed and restored, and keeps its revisions', async () => {
    const { body: page } = await create({ content: 'One' });
    await site.rest('POST', `/core/v2/pages/${page.id}`, { as: 'editor', body: { content: 'Two' } });
    const revisions = await site.rest('GET', `/core/v2/pages/${page.id}/revisions`, { as: 'editor' });
    expect([revisions.body.length, revisions.body[0]._links.parent[0].href]).toEqual([1, `http://site.test/rest/core/v2/pages/${page.id}`]);
    expect((await site.rest('DELETE', `/core/v2/pages/${page.id}`, { as: 'editor' })).body.status).toBe('trash');
    expect((await site.rest('DELETE', `/core/v2/pages/${page.id}`, { as: 'editor' })).status).toBe(410);
    expect((await site.rest('POST', `/core/v2/pages/${page.id}`, { as: 'editor', body: { status: 'draft' } })).body.status).toBe('draft');
    expect((await site.rest('DELETE', `/core/v2/pages/${page.id}`, { as: 'editor', query: 'force=true' })).body).toMatchObject({
      deleted: true,
      previous: { id: page.id },
    });
  });

  it('can be listed by menu order, search and sort order', async () => {
    const { body: a } = await create({ title: 'Quince A', menu_order: 71 });
    const { body: b } = await create({ title: 'Quince B', menu_order: 70 });
    expect(await ids('menu_order=70')).toEqual([b.id]);
    expect(await ids('search=quince&orderby=menu_order&order=asc')).toEqual([b.id, a.id]);
    expect(await ids(`include=${a.id},${b.id}&orderby=title&order=asc`)).toEqual([a.id, b.id]);
    expect((await site.rest('GET', '/core/v2/pages', { query: 'page=9999' })).body.code).toBe('rest_post_invalid_page_number');
    expect((await site.rest('GET', '/core/v2/pages', { query: 'orderby=relevance' })).body.code).toBe('rest_no_search_term_defined');
  });

  it('can be read with its password', async () => {
    const { body: page } = await create({ content: 'Hidden words', password: 'p' });
    expect((await site.rest('GET', `/core/v2/pages/${page.id}`)).body.content).toEqual({ rendered: '', protected: true });
    expect((await site.rest('GET', `/core/v2/pages/${page.id}`, { query: 'password=p' })).body.content.rendered).toContain('Hidden words');
    expect((await site.rest('GET', `/core/v2/pages/${page.id}`, { query: 'password=q' })).body.code).toBe('rest_post_incorrect_password');
  });

  it('can be created and changed in GraphQL', async () => {
    const created = await site.graphql(
      'mutation ($draft: PageDraft!) { createPage(draft: $draft) { page { databaseId title { raw } menuOrder parentId } } }',
      { draft: { title: 'By graph', menuOrder: 2 } },
      'editor',
    );
    expect(created.data.createPage.page).toMatchObject({ title: { raw: 'By graph' }, menuOrder: 2, parentId: null });
    const id = created.data.createPage.page.databaseId;
    const source =
      'mutation ($id: Int!) { updatePage(id: $id, changes: { status: PUBLISH }) { page { status } } trashPage(id: $id) { page { status } } deletePage(id: $id) { isDeleted previous { databaseId } } }';
    expect((await site.graphql(source, { id }, 'editor')).data).toEqual({
      updatePage: { page: { status: 'PUBLISH' } },
      trashPage: { page: { status: 'TRASH' } },
      deletePage: { isDeleted: true, previous: { databaseId: id } },
    });
  });

  it('takes a constant number of statements in lists', async () => {
    const measure = async (query: string) => {
      site.statements.length = 0;
      await site.rest('GET', '/core/v2/pages', { query });
      return site.statements.length;
    };
    await measure('per_page=100');
    expect([await measure('per_page=100'), await measure('per_page=1')]).toEqual([1, 1]);
  });
});
