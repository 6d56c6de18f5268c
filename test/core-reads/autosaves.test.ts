import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

async function create(as: TestUserName, status: string, collection = 'posts'): Promise<number> {
  const body = { title: 'Stored', content: 'Stored text', excerpt: 'Stored teaser', status };
  return (await site.rest('POST', `/core/v2/${collection}`, { as, body })).body.id;
}
const saveDraft = (id: number, as: TestUserName | undefined, body: object, collection = 'posts') =>
  site.rest('POST', `/core/v2/${collection}/${id}/autosaves`, { as, body });
const listAutosaves = async (id: number, as?: TestUserName) => await site.rest('GET', `/core/v2/posts/${id}/autosaves`, { as });

it('An autosave is stored separately from a published post, one per author', async () => {
  const id = await create('editor', 'publish');
  const first = await saveDraft(id, 'editor', { title: 'Being written', content: { raw: 'Half a' } });
  expect([first.status, first.headers['allow']]).toEqual([200, 'GET, POST']);
  expect(first.body).toMatchObject({
    parent: id,
    slug: `${id}-autosave-v1`,
    title: { raw: 'Being written', rendered: 'Being written' },
    content: { raw: 'Half a', rendered: '<p>Half a</p>\n' },
    excerpt: { raw: 'Stored teaser' },
    _links: { parent: [{ href: `http://site.test/rest/core/v2/posts/${id}` }] },
  });
  const { body: second } = await saveDraft(id, 'editor', { content: 'Half a sentence' });
  expect(second).toMatchObject({ id: first.body.id, title: { raw: 'Being written' }, content: { raw: 'Half a sentence' } });
  const { body: other } = await saveDraft(id, 'administrator', { title: 'Also being written' });
  expect(other.id).not.toBe(first.body.id);
  expect(new Set((await listAutosaves(id, 'editor')).body.map((autosave: { id: number }) => autosave.id))).toEqual(
    new Set([first.body.id, other.id]),
  );
  const { body: post } = await site.rest('GET', `/core/v2/posts/${id}`);
  expect([post.title.rendered, post._links['version-history'][0].count]).toEqual(['Stored', 0]);
  const address = `/core/v2/posts/${id}/autosaves/${first.body.id}`;
  expect((await site.rest('GET', address, { as: 'editor' })).body.title.rendered).toBe('Being written');
  expect((await site.rest('GET', `/core/v2/posts/${id}/autosaves/999999`, { as: 'editor' })).status).toBe(404);
});

it('An autosave of an own draft changes the draft itself', async () => {
  const id = await create('author', 'draft');
  const { body } = await saveDraft(id, 'author', { title: 'Further' });
  expect(body).toMatchObject({ id, parent: 0, title: { raw: 'Further' }, content: { raw: 'Stored text' } });
  expect((await site.rest('GET', `/core/v2/posts/${id}`, { as: 'author' })).body.title.rendered).toBe('Further');
  expect((await saveDraft(id, 'editor', { title: 'Another idea' })).body.parent).toBe(id);
  expect((await site.rest('GET', `/core/v2/posts/${id}`, { as: 'author' })).body.title.rendered).toBe('Further');
});

it('Autosaves require the permission to edit the post, and are sanitized for their author', async () => {
  const id = await create('editor', 'publish');
  const refusals = await Promise.all([
    saveDraft(id, undefined, { title: 'x' }),
    saveDraft(id, 'author', { title: 'x' }),
    listAutosaves(id),
    listAutosaves(id, 'author'),
  ]);
  expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
    [401, 'rest_cannot_edit'],
    [403, 'rest_cannot_edit'],
    [401, 'rest_cannot_read'],
    [403, 'rest_cannot_read'],
  ]);
  const own = await create('author', 'publish');
  expect((await saveDraft(own, 'author', { content: 'a<script>b</script>' })).body.content.raw).not.toContain('script');
  expect((await saveDraft(999_999, 'editor', {})).body.code).toBe('rest_post_invalid_id');
  expect((await listAutosaves(999_999, 'editor')).body.code).toBe('rest_post_invalid_parent');
  const none = await site.rest('GET', `/core/v2/posts/${id}/autosaves/999999`, { as: 'editor' });
  expect([none.status, none.body.code]).toEqual([404, 'rest_post_no_autosave']);
});

it('Autosaves exist for pages, and are deleted with their content', async () => {
  const id = await create('editor', 'publish', 'pages');
  expect((await saveDraft(id, 'editor', { title: 'x' })).status).toBe(404);
  const { body } = await saveDraft(id, 'editor', { title: 'New words' }, 'pages');
  expect(body._links.parent).toEqual([{ href: `http://site.test/rest/core/v2/pages/${id}` }]);
  await site.rest('DELETE', `/core/v2/pages/${id}`, { as: 'editor', query: 'force=true' });
  expect((await site.rest('GET', `/core/v2/pages/${id}/autosaves/${body.id}`, { as: 'editor' })).status).toBe(404);
});
