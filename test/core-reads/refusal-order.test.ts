import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

/** Order of the errors for a post (docs/behaviour/core-rest.md 1.4, 7.2, 8). */

let site: WholeSite;
let post: string;
const posts = '/core/v2/posts';
const as = 'administrator' as const;
beforeAll(async () => {
  site = await openWholeSite();
  const { body } = await site.rest('POST', posts, { as, body: { title: 'Opening', status: 'publish' } });
  post = `${posts}/${body.id}`;
});
afterAll(() => site.close());

type Role = 'contributor' | 'author' | 'editor';
const statusOf = async (path: string, body: object, role?: Role) => {
  const reply = await site.rest('POST', path, { ...(role && { as: role }), body });
  return [reply.status, reply.body.code, reply.headers['allow']];
};
const invalid = 'rest_invalid_param';

describe('Value that only a stored post may have', () => {
  it.each<[string, object, string[]]>([
    ['status', { status: 'trash' }, ['status']],
    ['template', { template: 'wide.php' }, ['template']],
    ['both', { status: 'inherit', template: 'wide.php' }, ['status', 'template']],
  ])('%s: is refused before the permission check', async (_name, body, names) => {
    expect(await statusOf(post, body)).toEqual([400, invalid, 'GET']);
    expect(await statusOf(`${posts}/999999`, body)).toEqual([400, invalid, undefined]);
    expect((await site.rest('POST', post, { as, body })).body.data.params).toEqual(
      Object.fromEntries(names.map((name) => [name, expect.stringContaining(`${name} is not one of `)])),
    );
  });

  it('is refused on creation, and before the ID', async () => {
    expect(await statusOf(posts, { title: 'New', template: 'wide.php' })).toEqual([400, invalid, 'GET']);
    expect(await statusOf(posts, { title: 'New', template: 'wide.php', id: 5 }, 'editor')).toEqual([400, invalid, 'GET']);
  });

  it('is accepted if the post already has it', async () => {
    const { body } = await site.rest('POST', posts, { as, body: { title: 'Away' } });
    await site.rest('DELETE', `${posts}/${body.id}`, { as });
    expect((await statusOf(`${posts}/${body.id}`, { status: 'trash' }))[1]).toBe('rest_cannot_edit');
    expect((await statusOf(`${posts}/${body.id}`, { status: 'trash' }, 'editor'))[0]).toBe(200);
  });

  it.each([{ status: 'trash' }, { template: 'wide.php' }])('%o fails a batch with require-all-validate', async (body) => {
    const requests = [
      { path: post, body },
      { path: posts, body: { title: 'Never written' } },
    ];
    const { body: strict } = await site.rest('POST', '/batch/v1', { as, body: { validation: 'require-all-validate', requests } });
    expect(strict.failed).toBe('validation');
    expect(strict.responses.map((response: { body: { code: string } } | null) => response?.body.code)).toEqual([invalid, undefined]);
    const { body: lenient } = await site.rest('POST', '/batch/v1', { as, body: { requests } });
    expect(lenient.responses.map(({ status }: { status: number }) => status)).toEqual([400, 201]);
  });
});

describe('Wrong type of meta is reported last', () => {
  const meta = { _price: 5 };
  it.each<[object, Role, string]>([
    [{ status: 'publish' }, 'contributor', 'rest_cannot_publish'],
    [{ author: 999999 }, 'editor', 'rest_invalid_author'],
    [{ sticky: true, password: 'lantern' }, 'editor', 'rest_invalid_field'],
    [{ title: '' }, 'editor', 'empty_content'],
    [{}, 'editor', 'rest_invalid_type'],
  ])('%o as %s: %s', async (fault, role, code) => {
    expect((await statusOf(posts, { title: 'New', meta, ...fault }, role))[1]).toBe(code);
    if (role === 'editor') expect((await statusOf(post, { ...fault, meta }, role))[1]).toBe(code);
  });
});

describe('ID on creation', () => {
  it.each([{ id: 5 }, { id: '5' }, { id: 'abc' }, { id: [5] }, { id: { of: 5 } }, { id: true }])(
    '%o is refused as existing',
    async ({ id }) => {
      expect((await statusOf(posts, { title: 'New', id }, 'editor'))[1]).toBe('rest_post_exists');
      expect((await statusOf('/core/v2/pages', { title: 'New', id }, 'editor'))[1]).toBe('rest_post_exists');
    },
  );

  it.each([{ id: 0 }, { id: '0' }, { id: '' }, { id: false }, { id: [] }, { id: {} }, { id: null }])('%o is ignored', async ({ id }) => {
    expect((await statusOf(posts, { title: 'New', id }, 'editor'))[0]).toBe(201);
  });
});

it('exclude is ignored together with include', async () => {
  const id = post.split('/').at(-1);
  const { body, headers } = await site.rest('GET', `${posts}?include=${id}&exclude=${id}&_fields=id`);
  expect([body, headers['x-wp-total']]).toEqual([[{ id: Number(id) }], '1']);
});

describe('Status that is not text', () => {
  it.each([{ status: 5 }, { status: [5] }, { status: true }, { status: [['draft'], 5] }])('%o is refused as unknown', async (body) => {
    const details = async (role?: Role) =>
      (await site.rest('GET', posts, { ...(role && { as: role }), body })).body.data.details.status.code;
    expect([await details(), await details('editor')]).toEqual(['rest_forbidden_status', 'rest_not_in_enum']);
  });
});
