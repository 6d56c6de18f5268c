import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const createWithRevisions = async (collection: string, as: TestUserName = 'editor') => {
  const { body } = await site.rest('POST', `/core/v2/${collection}`, { as, body: { title: 'First', content: 'Text', status: 'publish' } });
  for (const title of ['Second', 'Third']) await site.rest('POST', `/core/v2/${collection}/${body.id}`, { as, body: { title } });
  const address = `/core/v2/${collection}/${body.id}`;
  const revisions = (await site.rest('GET', `${address}/revisions`, { as })).body as { id: number; title: { rendered: string } }[];
  return { address, newest: revisions[0]?.id ?? 0, oldest: revisions[1]?.id ?? 0 };
};

describe('Excerpt of a revision', () => {
  it('is only the stored excerpt, never generated', async () => {
    const { address, newest } = await createWithRevisions('posts');
    expect((await site.rest('GET', `${address}/revisions/${newest}`, { as: 'editor' })).body.excerpt).toEqual({ rendered: '' });
    await site.rest('POST', address, { as: 'editor', body: { excerpt: 'In <em>short</em>' } });
    const [latest] = (await site.rest('GET', `${address}/revisions`, { as: 'editor', query: 'context=edit' })).body;
    expect(latest.excerpt).toEqual({ raw: 'In <em>short</em>', rendered: '<p>In <em>short</em></p>\n' });
    const autosave = await site.rest('POST', `${address}/autosaves`, {
      as: 'editor',
      body: { title: 'Kept', content: 'Long text', excerpt: '' },
    });
    expect(autosave.body.excerpt).toEqual({ raw: '', rendered: '' });
  });
});

describe.each(['posts', 'pages'])('DELETE of a revision of %s', (collection) => {
  it('requires force and the permission to delete its content', async () => {
    const { address, newest } = await createWithRevisions(collection);
    const remove = async (query: string, as?: TestUserName) => {
      const { status, body } = await site.rest('DELETE', `${address}/revisions/${newest}`, { as, query });
      return [status, body.code];
    };
    expect(await remove('', 'editor')).toEqual([501, 'rest_trash_not_supported']);
    expect(await remove('force=true', 'contributor')).toEqual([403, 'rest_cannot_delete']);
    expect(await remove('force=true')).toEqual([401, 'rest_cannot_delete']);
    const other = await createWithRevisions(collection);
    const mismatch = await site.rest('DELETE', `${other.address}/revisions/${newest}`, { as: 'editor', query: 'force=true' });
    expect([mismatch.status, mismatch.body.code]).toEqual([404, 'rest_revision_parent_id_mismatch']);
    const unknown = await site.rest('DELETE', `${address}/revisions/999999`, { as: 'editor', query: 'force=true' });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'rest_post_invalid_id']);
    expect((await site.rest('GET', `${address}/revisions`, { as: 'editor' })).body).toHaveLength(2);
  });

  it('keeps the content, and the previous revision becomes the newest', async () => {
    const { address, newest, oldest } = await createWithRevisions(collection);
    const { status, body } = await site.rest('DELETE', `${address}/revisions/${newest}`, { as: 'editor', query: 'force=true' });
    expect([status, body.deleted, body.previous.id, body.previous.title]).toEqual([200, true, newest, { rendered: 'Third' }]);
    expect(Object.keys(body.previous)).not.toContain('_links');
    const { title, _links } = (await site.rest('GET', address, { as: 'editor' })).body;
    expect([title.rendered, _links['version-history'][0].count, _links['predecessor-version'][0].id]).toEqual(['Third', 1, oldest]);
    expect((await site.rest('DELETE', `${address}/revisions/${oldest}`, { as: 'editor', query: 'force=true' })).status).toBe(200);
    expect((await site.rest('GET', address)).body._links).not.toHaveProperty('predecessor-version');
    // the next update stores a revision again
    await site.rest('POST', address, { as: 'editor', body: { title: 'Fourth' } });
    expect((await site.rest('GET', `${address}/revisions`, { as: 'editor' })).body).toHaveLength(1);
  });
});

describe('DELETE users/me', () => {
  const remove = async (query: string, as?: TestUserName) => {
    const { status, body } = await site.rest('DELETE', '/core/v2/users/me', { as, query });
    return [status, body.code];
  };

  it('requires a signed-in user who may delete users', async () => {
    expect(await remove('force=true&reassign=false')).toEqual([401, 'rest_not_logged_in']);
    expect(await remove('force=true&reassign=false', 'editor')).toEqual([403, 'rest_user_cannot_delete']);
    expect(await remove('reassign=false', 'administrator')).toEqual([501, 'rest_trash_not_supported']);
    expect(await remove('force=true', 'administrator')).toEqual([400, 'rest_missing_callback_param']);
    const { id } = await site.user('administrator');
    await site.user('administrator2');
    expect(await remove(`force=true&reassign=${id}`, 'administrator')).toEqual([400, 'rest_user_invalid_reassign']);
  });

  it('deletes the account and reassigns its content', async () => {
    const body = { username: 'leaving', email: 'leaving@example.org', password: 'a long password for me', roles: ['administrator'] };
    const { id } = (await site.rest('POST', '/core/v2/users', { as: 'administrator', body })).body;
    const { password } = (
      await site.rest('POST', `/core/v2/users/${id}/application-passwords`, { as: 'administrator', body: { name: 'Own' } })
    ).body;
    const headers = { authorization: `Basic ${Buffer.from(`leaving:${password}`).toString('base64')}` };
    const post = (await site.rest('POST', '/core/v2/posts', { headers, body: { title: 'Left', status: 'publish' } })).body;
    const newAuthor = (await site.user('administrator')).id;
    const deleted = await site.rest('DELETE', '/core/v2/users/me', { headers, query: `force=true&reassign=${newAuthor}` });
    expect([deleted.status, deleted.body.deleted, deleted.body.previous.id, deleted.body.previous.email]).toEqual([
      200,
      true,
      id,
      'leaving@example.org',
    ]);
    expect((await site.rest('GET', `/core/v2/posts/${post.id}`)).body.author).toBe(newAuthor);
    expect((await site.rest('GET', '/core/v2/users/me', { headers })).status).toBe(401);
  });
});
