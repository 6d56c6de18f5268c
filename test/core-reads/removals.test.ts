import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeMedia, makeUser } from '../support/factories.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';

// Side effects of deletions, as in WordPress 6.9.
let site: WholeSite;
const as = 'administrator' as const;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const create = async (collection: string, body: object) => {
  const reply = await site.rest('POST', `/core/v2/${collection}`, { as, body: { status: 'publish', ...body } });
  expect(reply.status, reply.text).toBe(201);
  return reply.body;
};
const read = async (path: string) => (await site.rest('GET', `/core/v2/${path}`, { as })).body;
const remove = async (path: string) => {
  const reply = await site.rest('DELETE', `/core/v2/${path}`, { as });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

describe('Permanently deleted page', () => {
  it('passes its child pages and files to its parent', async () => {
    const top = await create('pages', { title: 'Above' });
    const middle = await create('pages', { title: 'Middle', parent: top.id });
    const bottom = await create('pages', { title: 'Below', parent: middle.id });
    const file = await makeMedia(site.site, await makeUser(site.site, 'editor'));
    await site.rest('POST', `/core/v2/media/${file.id}`, { as, body: { post: middle.id } });
    await remove(`pages/${middle.id}?force=true`);
    expect(await read(`pages/${bottom.id}`)).toMatchObject({ parent: top.id, link: 'http://site.test/above/below/' });
    expect((await read(`media/${file.id}`)).post).toBe(top.id);
    expect((await site.http.inject('/above/below/')).statusCode).toBe(200);
    await remove(`pages/${top.id}?force=true`);
    expect(await read(`pages/${bottom.id}`)).toMatchObject({ parent: 0, link: 'http://site.test/below/' });
    expect((await read(`media/${file.id}`)).post).toBeNull();
  });
});

describe.each(['', '?force=true'])('DELETE%s of the front page and the posts page', (force) => {
  it('makes the front page list the posts', async () => {
    const [front, posts] = [await create('pages', { title: 'Front' }), await create('pages', { title: 'News' })];
    const set = await site.rest('POST', '/core/v2/settings', {
      as,
      body: { show_on_front: 'page', page_on_front: front.id, page_for_posts: posts.id },
    });
    expect(set.status).toBe(200);
    await remove(`pages/${posts.id}${force}`);
    expect(await read('settings')).toMatchObject({ show_on_front: 'page', page_on_front: front.id, page_for_posts: 0 });
    await remove(`pages/${front.id}${force}`);
    expect(await read('settings')).toMatchObject({ show_on_front: 'posts', page_on_front: 0, page_for_posts: 0 });
    expect((await site.http.inject('/')).statusCode).toBe(200);
  });
});

describe('Front page', () => {
  it('has the URL of the site', async () => {
    const front = await create('pages', { title: 'Welcome' });
    await site.rest('POST', '/core/v2/settings', { as, body: { show_on_front: 'page', page_on_front: front.id } });
    expect(await read(`pages/${front.id}?context=edit`)).toMatchObject({
      link: 'http://site.test/',
      permalink_template: 'http://site.test/',
      slug: 'welcome',
    });
    const home = await site.http.inject('/');
    expect(home.payload).toContain('<link rel="canonical" href="http://site.test/">');
    expect((await site.http.inject('/welcome/')).headers.location).toBe('/');
    const embed = (await site.rest('GET', '/oembed/1.0/embed', { query: { url: 'http://site.test/' } })).body;
    expect(embed.html).toContain('http://site.test/embed/#?secret=');
    expect((await site.http.inject('/embed/')).statusCode).toBe(200);
    const { data } = await site.graphql('{ contentByUrl(url: "http://site.test/") { __typename ... on Page { databaseId } } }');
    expect(data.contentByUrl).toEqual({ __typename: 'Page', databaseId: front.id });
    expect((await site.http.inject('/sitemap-0.xml')).payload).not.toMatch(/<loc>http:\/\/site\.test\/<|welcome/);
    await site.rest('POST', '/core/v2/settings', { as, body: { show_on_front: 'posts', page_on_front: 0 } });
    expect((await read(`pages/${front.id}`)).link).toBe('http://site.test/welcome/');
  });
});

describe('Trashed sticky post', () => {
  it('is no longer sticky, even after it is restored', async () => {
    const { id } = await create('posts', { title: 'On top', sticky: true });
    expect((await remove(`posts/${id}`)).sticky).toBe(false);
    const restored = await site.rest('POST', `/core/v2/posts/${id}`, { as, body: { status: 'publish' } });
    expect(restored.body).toMatchObject({ status: 'publish', sticky: false });
  });
});

describe('Deleted term', () => {
  it('leaves posts without another category in the default category', async () => {
    const [deleted, remaining] = [await create('categories', { name: 'Deleted' }), await create('categories', { name: 'Remaining' })];
    const only = await create('posts', { title: 'Only there', categories: [deleted.id] });
    const draft = await create('posts', { title: 'A draft', categories: [deleted.id], status: 'draft' });
    const both = await create('posts', { title: 'In both', categories: [deleted.id, remaining.id] });
    const { count } = await read('categories/1');
    await remove(`categories/${deleted.id}?force=true`);
    for (const { id } of [only, draft]) expect((await read(`posts/${id}`)).categories).toEqual([1]);
    expect((await read(`posts/${both.id}`)).categories).toEqual([remaining.id]);
    expect((await read('categories/1')).count).toBe(count + 1);
    expect(await read('posts?categories=1&per_page=100&_fields=id')).toContainEqual({ id: only.id });
  });

  it('leaves posts without the tag', async () => {
    const tag = await create('tags', { name: 'Fleeting' });
    const { id } = await create('posts', { title: 'Tagged', tags: [tag.id] });
    await remove(`tags/${tag.id}?force=true`);
    expect(await read(`posts/${id}`)).toMatchObject({ tags: [], categories: [1] });
  });
});
