import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
let postId: number;
const as = 'administrator' as const;
beforeAll(async () => {
  site = await openWholeSite();
  ({ id: postId } = (await site.rest('POST', '/core/v2/posts', { as, body: { title: 'Opening', status: 'publish' } })).body);
});
afterAll(() => site.close());

describe('Meta sent as a list', () => {
  it('changes nothing if empty', async () => {
    await site.rest('POST', `/core/v2/posts/${postId}`, { as, body: { meta: { footnotes: 'kept' } } });
    const { status, body } = await site.rest('POST', `/core/v2/posts/${postId}`, { as, body: { meta: [] } });
    expect([status, body.meta.footnotes]).toEqual([200, 'kept']);
  });

  it('is refused if it is a scalar', async () => {
    expect((await site.rest('POST', `/core/v2/posts/${postId}`, { as, body: { meta: 5 } })).body.code).toBe('rest_invalid_param');
  });
});

it('An invalid date returns "Invalid date."', async () => {
  const { body } = await site.rest('POST', '/core/v2/posts', { as, body: { title: 'x', date: 'soon' } });
  expect(body.data.details.date).toEqual({ code: 'rest_invalid_date', message: 'Invalid date.', data: null });
});

describe('HEAD', () => {
  it('returns the length and totals of a GET', async () => {
    const { headers, payload } = await site.http.inject({ method: 'HEAD', url: '/rest/core/v2/posts' });
    const { text } = await site.rest('GET', '/core/v2/posts');
    expect([payload, headers['content-length'], headers['x-wp-total']]).toEqual(['', String(Buffer.byteLength(text)), '1']);
  });
});

describe('JSONP', () => {
  it('returns an error without data for an invalid callback name', async () => {
    const { status, headers, text } = await site.rest('GET', '/core/v2/posts?_jsonp=a-b');
    expect([status, headers['content-type']]).toEqual([400, 'application/javascript; charset=UTF-8']);
    expect(JSON.parse(text)).toEqual({ code: 'rest_callback_invalid', message: expect.any(String) });
  });

  it('wraps other errors in the callback', async () => {
    const { status, text } = await site.rest('GET', '/core/v2/posts/999999?_jsonp=show');
    expect(status).toBe(404);
    expect(JSON.parse(text.replace(/^\/\*\*\/show\(|\)$/g, ''))).toMatchObject({ code: 'rest_post_invalid_id', data: { status: 404 } });
  });
});

describe('Refused items of a batch', () => {
  const batch = async (...requests: object[]) => (await site.rest('POST', '/batch/v1', { as, body: { requests } })).body.responses;

  it('list the allowed methods if a route was found', async () => {
    const [invalid, unknown] = await batch({ path: '/core/v2/posts', body: { status: 'nope' } }, { path: '/core/v2/nothing' });
    expect([invalid.status, invalid.headers]).toEqual([400, { Allow: 'GET, POST' }]);
    expect([unknown.status, unknown.headers]).toEqual([404, []]);
  });

  it.each(['http://:80', 'http:///core/v2/posts', 'http://user@:80/', 'http://site.test:99999/'])(
    'return parse_path_failed for the path %s',
    async (path) => {
      const [{ body }] = await batch({ path });
      expect(body.code).toBe('parse_path_failed');
    },
  );

  it('report invalid arguments before the route', async () => {
    const [{ body }] = await batch({ method: 'PUT', path: '/core/v2/settings', body: { start_of_week: 'x' } });
    expect(body.code).toBe('rest_invalid_param');
  });
});

describe('_embed', () => {
  it('includes the permissions on embedded authors and terms', async () => {
    const read = async (as?: 'administrator') => (await site.rest('GET', `/core/v2/posts/${postId}?_embed`, { as })).body._embedded;
    // oxlint-disable-next-line typescript/no-explicit-any -- reads responses without types
    const hints = (embedded: any) =>
      [embedded.author[0], embedded['core:term'][0][0]].map(({ _links: links }) => links.self[0].targetHints);
    expect(hints(await read())).toEqual([{ allow: ['GET'] }, { allow: ['GET'] }]);
    expect(hints(await read('administrator'))).toEqual([
      { allow: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
      { allow: ['GET', 'POST', 'PUT', 'PATCH'] },
    ]);
  });

  it('includes the link to the parent category, whose URL contains both names', async () => {
    const create = async (body: object) => (await site.rest('POST', '/core/v2/categories', { as, body })).body;
    const parent = await create({ name: 'Music' });
    const child = await create({ name: 'Choirs', parent: parent.id });
    await site.rest('POST', `/core/v2/posts/${postId}`, { as, body: { categories: [child.id] } });
    const { body } = await site.rest('GET', `/core/v2/posts/${postId}?_embed=core:term`);
    const [embedded] = body._embedded['core:term'][0];
    expect([embedded.link, embedded._links.up]).toEqual([
      'http://site.test/category/music/choirs/',
      [{ href: `http://site.test/rest/core/v2/categories/${parent.id}`, embeddable: true }],
    ]);
    const statusOf = async (url: string) => (await site.http.inject({ url })).statusCode;
    expect([
      await statusOf('/category/music/choirs/'),
      await statusOf('/category/choirs/'),
      await statusOf('/category/other/choirs/'),
    ]).toEqual([200, 301, 301]);
    expect([await statusOf('/category/music/choirs/page/2/'), await statusOf('/category/music/none/')]).toEqual([404, 404]);
  });

  it('with _fields returns whole embedded objects and loads nothing else', async () => {
    const statements = async (query: string) => {
      site.statements.length = 0;
      const { body } = await site.rest('GET', `/core/v2/posts?${query}&_fields=id,_embedded.author.name`);
      expect(body).toEqual([
        { id: postId, _embedded: { author: [expect.objectContaining({ name: 'administrator', slug: 'administrator' })] } },
      ]);
      return site.statements.length;
    };
    expect(await statements('_embed')).toBe(await statements('_embed=author'));
  });
});
