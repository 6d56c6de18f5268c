import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const ids = {} as Record<'administrator' | 'author' | 'contributor' | 'subscriber', number>;
beforeAll(async () => {
  site = await openWholeSite();
  for (const name of ['administrator', 'author', 'contributor', 'subscriber'] as const) ids[name] = (await site.user(name)).id;
  await site.rest('POST', '/core/v2/posts', { as: 'author', body: { title: 'Out', status: 'publish' } });
  await site.rest('POST', '/core/v2/posts', { as: 'contributor', body: { title: 'Not yet' } });
  await site.rest('POST', '/core/v2/pages', { as: 'administrator', body: { title: 'About', status: 'publish' } });
});
afterAll(() => site.close());

const list = (query: string, as?: TestUserName) => site.rest('GET', `/core/v2/users?${query}`, { as });
const idsOf = async (query: string, as?: TestUserName) => (await list(query, as)).body.map((user: { id: number }) => user.id);

describe('GET core/v2/users for visitors', () => {
  it('returns users with published content, with their public members', async () => {
    const { status, body, headers } = await list('orderby=id');
    expect(status).toBe(200);
    expect(body.map((user: { id: number }) => user.id)).toEqual([ids.administrator, ids.author]);
    expect([headers['x-wp-total'], headers['x-wp-totalpages']]).toEqual(['2', '1']);
    expect(body[0]).not.toHaveProperty('email');
  });

  it('returns the same for contributors and authors', async () => {
    expect(await idsOf('orderby=id', 'author')).toEqual([ids.administrator, ids.author]);
  });

  it('does not search in hidden members', async () => {
    expect(await idsOf('search=author@example.org')).toEqual([]);
    expect(await idsOf('search=author@example.org', 'administrator')).toEqual([ids.author]);
    expect(await idsOf('search=auth')).toEqual([ids.author]);
  });

  it.each([
    ['context=edit', 'rest_forbidden_context'],
    ['roles=administrator', 'rest_user_cannot_view'],
    ['capabilities=edit_posts', 'rest_user_cannot_view'],
    ['who=authors', 'rest_forbidden_who'],
    ['orderby=email', 'rest_forbidden_orderby'],
    ['orderby=registered_date', 'rest_forbidden_orderby'],
  ])('refuses %s', async (query, code) => {
    const { status, body } = await list(query);
    expect([status, body.code]).toEqual([401, code]);
  });

  it('returns no more over GraphQL', async () => {
    const { data } = await site.graphql('{ users { nodes { databaseId email } } }');
    expect(data.users.nodes).toEqual([ids.administrator, ids.author].map((databaseId) => ({ databaseId, email: null })));
  });
});

describe('GET core/v2/users', () => {
  const as = 'administrator' as const;

  it('filters by who and capabilities', async () => {
    const writers = [ids.administrator, ids.author, ids.contributor];
    expect(await idsOf('who=authors&orderby=id', as)).toEqual(writers);
    expect(await idsOf('capabilities=edit_posts&orderby=id', as)).toEqual(writers);
    expect(await idsOf('capabilities=publish_posts,manage_options&orderby=id', as)).toEqual([ids.administrator, ids.author]);
    expect(await idsOf('who=authors', 'author')).toContain(ids.author);
  });

  it('filters by has_published_posts, with and without types', async () => {
    expect(await idsOf('has_published_posts=true&orderby=id', as)).toEqual([ids.administrator, ids.author]);
    expect(await idsOf('has_published_posts=page', as)).toEqual([ids.administrator]);
    expect((await idsOf('has_published_posts=false', as)).length).toBe(4);
    expect((await list('has_published_posts=poster', as)).body.code).toBe('rest_invalid_param');
  });

  it('supports exclude, include, offset, order and orderby', async () => {
    expect(await idsOf(`exclude=${ids.author},${ids.subscriber}&orderby=id`, as)).toEqual([ids.administrator, ids.contributor]);
    expect(await idsOf(`include=${ids.author},${ids.administrator}&orderby=include`, as)).toEqual([ids.author, ids.administrator]);
    expect(await idsOf('orderby=email&order=desc', as)).toEqual([ids.subscriber, ids.contributor, ids.author, ids.administrator]);
    expect(await idsOf('slug=subscriber,author&orderby=include_slugs', as)).toEqual([ids.subscriber, ids.author]);
    expect(await idsOf('orderby=id&offset=2', as)).toEqual([ids.contributor, ids.subscriber]);
    expect((await idsOf('orderby=registered_date', as)).length).toBe(4);
  });
});
