import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let postId: number;
let pageId: number;
beforeAll(async () => {
  site = await openWholeSite();
  const create = async (collection: string) =>
    (await site.rest('POST', `/core/v2/${collection}`, { as: 'editor', body: { title: 'First', status: 'publish' } })).body.id;
  [postId, pageId] = [await create('posts'), await create('pages')];
  for (const title of ['Second', 'Third', 'Fourth']) {
    await site.rest('POST', `/core/v2/posts/${postId}`, { as: 'editor', body: { title } });
  }
});
afterAll(() => site.close());

const revisions = (query = '') => site.rest('GET', `/core/v2/posts/${postId}/revisions`, { as: 'editor', query });
const titles = ({ body }: { body: { title: { rendered: string } }[] }) => body.map(({ title }) => title.rendered);

describe('List of revisions', () => {
  it('returns all revisions, newest first, unless a page is requested', async () => {
    const all = await revisions();
    expect([titles(all), all.headers['x-wp-total'], all.headers['x-wp-totalpages']]).toEqual([['Fourth', 'Third', 'Second'], '3', '1']);
    const second = await revisions('per_page=2&page=2');
    expect([titles(second), second.headers['x-wp-total'], second.headers['x-wp-totalpages']]).toEqual([['Second'], '3', '2']);
    expect(second.headers['link']).toContain('rel="prev"');
  });

  it('refuses pages after the last one', async () => {
    const { status, body } = await revisions('per_page=2&page=3');
    expect([status, body.code]).toEqual([400, 'rest_revision_invalid_page_number']);
  });

  it('supports the parameters of other lists', async () => {
    const ids = (await revisions()).body.map(({ id }: { id: number }) => id);
    const listResult = async (query: string) => {
      const reply = await revisions(query);
      return reply.status === 200 ? [titles(reply), reply.headers['x-wp-total']] : [reply.status, reply.body.code];
    };
    expect(await listResult('search=second')).toEqual([['Second'], '1']);
    expect(await listResult('search=nowhere')).toEqual([[], '0']);
    expect(await listResult(`include=${ids[2]},${ids[0]}&orderby=include`)).toEqual([['Second', 'Fourth'], '2']);
    expect(await listResult(`exclude=${ids[1]}`)).toEqual([['Fourth', 'Second'], '2']);
    expect(await listResult('orderby=title&order=asc')).toEqual([['Fourth', 'Second', 'Third'], '3']);
    expect(await listResult('order=asc')).toEqual([['Second', 'Third', 'Fourth'], '3']);
    expect(await listResult('offset=1&per_page=1')).toEqual([['Third'], '3']);
    expect(await listResult('offset=3')).toEqual([400, 'rest_revision_invalid_offset_number']);
    expect(await listResult('orderby=relevance')).toEqual([400, 'rest_no_search_term_defined']);
    expect(await listResult('orderby=include')).toEqual([400, 'rest_orderby_include_missing_include']);
    expect(await listResult('orderby=modified')).toEqual([400, 'rest_invalid_param']);
  });

  it('is at posts/{id} for posts and at pages/{id} for pages', async () => {
    const { status, body } = await site.rest('GET', `/core/v2/posts/${pageId}/revisions`, { as: 'editor' });
    expect([status, body.code]).toEqual([404, 'rest_post_invalid_parent']);
    expect((await site.rest('GET', `/core/v2/pages/${pageId}/revisions`, { as: 'editor' })).body).toEqual([]);
  });
});

describe('Newest revision', () => {
  it('is linked from its post as the previous version', async () => {
    const { body: post } = await site.rest('GET', `/core/v2/posts/${postId}`);
    const [newest] = (await revisions()).body;
    const href = `http://site.test/rest/core/v2/posts/${postId}/revisions/${newest.id}`;
    expect(post._links['version-history'][0].count).toBe(3);
    expect(post._links['predecessor-version']).toEqual([{ href, id: newest.id }]);
    expect((await site.rest('GET', `/core/v2/posts/${postId}/revisions/${newest.id}`, { as: 'editor' })).body).toEqual(newest);
  });

  it('is not linked before the first update', async () => {
    expect((await site.rest('GET', `/core/v2/pages/${pageId}`)).body._links).not.toHaveProperty('predecessor-version');
  });

  it('is readable only by editors of its post, at a path below the path of the post', async () => {
    const [{ id }] = (await revisions()).body;
    const resultOf = async (path: string, as?: 'author' | 'editor') => {
      const { status, body } = await site.rest('GET', path, as ? { as } : {});
      return [status, body.code];
    };
    expect(await resultOf(`/core/v2/posts/${postId}/revisions/${id}`)).toEqual([401, 'rest_cannot_read']);
    expect(await resultOf(`/core/v2/posts/${postId}/revisions/${id}`, 'author')).toEqual([403, 'rest_cannot_read']);
    expect(await resultOf(`/core/v2/posts/${postId}/revisions/99999`, 'editor')).toEqual([404, 'rest_post_invalid_id']);
    expect(await resultOf(`/core/v2/pages/${pageId}/revisions/${id}`, 'editor')).toEqual([404, 'rest_revision_parent_id_mismatch']);
  });
});
