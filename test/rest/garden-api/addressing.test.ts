import { beforeAll, describe, expect, it } from 'vitest';
import { type GardenApi, openGardenApi, REST } from './app.ts';

let api: GardenApi;
beforeAll(async () => {
  api = await openGardenApi();
});

describe('URLs', () => {
  it.each([
    ['as published', '/garden/v1/plants/1'],
    ['in any case', '/GARDEN/v1/Plants/1'],
    ['with a trailing slash', '/garden/v1/plants/1/'],
    ['with several trailing slashes', '/garden/v1/plants/1//'],
    ['with repeated leading slashes', '//garden/v1/plants/1'],
    ['with escapes', '/garden/v1/%70lants/%31'],
  ])('are matched %s', async (_title, path) => {
    const { status, body } = await api.send(path);
    expect([status, body.id]).toEqual([200, 1]);
  });

  it.each([
    ['an unknown path', '/garden/v1/trees'],
    ['a longer path', '/garden/v1/plants/1/2'],
    ['a shorter path', '/garden'],
    ['a segment that does not fit its pattern', '/garden/v1/plants/one'],
    ['a negative id', '/garden/v1/plants/-1'],
    ['another namespace', '/core/v2/plants'],
    ['a relation without a route', '/garden/v1/kinds/plant'],
    ['a repeated slash within the path', '/garden/v1//plants'],
  ])('get 404 rest_no_route without Allow: %s', async (_title, path) => {
    const { status, body, headers } = await api.send(path);
    expect([status, body.code, body.data, headers['allow']]).toEqual([404, 'rest_no_route', { status: 404 }, undefined]);
  });

  it.each([
    ['DELETE', '/garden/v1/plants'],
    ['PUT', '/garden/v1/plants'],
    ['POST', '/garden/v1/nothing'],
    ['PATCH', '/'],
    ['GET', '/batch/v1'],
  ])('with a method that the path does not have (%s %s) get 404, never 405', async (method, path) => {
    const { status, body, headers } = await api.send(path, { method });
    expect([status, body.code, headers['allow']]).toEqual([404, 'rest_no_route', undefined]);
  });

  it('of the root work with and without a trailing slash', async () => {
    expect((await api.send('')).body.name).toBe('Garden');
    expect((await api.send('/')).body.name).toBe('Garden');
  });

  it('match multi-word segments as in the pattern of the index', async () => {
    expect((await api.send('/garden/v1/users/12/tools')).status).toBe(200);
    expect((await api.send('/garden/v1/users/me/tools')).status).toBe(200);
    expect((await api.send('/garden/v1/users/ME/tools')).status).toBe(200);
    expect((await api.send('/garden/v1/users/you/tools')).status).toBe(404);
  });

  it('keep the case of a segment and are percent-decoded once', async () => {
    expect((await api.send('/garden/v1/plants/1/in/dE%2565')).body.label.language).toBe('dE%65');
    expect((await api.send('/garden/v1/plants/1/in/a%2Fb')).body.label.language).toBe('a/b');
  });

  it('with malformed escapes get a client error', async () => {
    const { status } = await api.send('/garden/v1/plants/%zz');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
  });
});

describe('?rest_route=', () => {
  it('reaches the same routes and is not a parameter itself', async () => {
    const { status, body } = await api.sendTo('/?rest_route=/garden/v1/plants&per_page=2&_fields=id');
    expect([status, body]).toEqual([200, [{ id: 1 }, { id: 2 }]]);
  });
  it('is absent from the links to the next and previous page', async () => {
    const { headers } = await api.sendTo('/?rest_route=/garden/v1/plants&per_page=2');
    expect(headers['link']).toBe(`<${REST}/garden/v1/plants?per_page=2&page=2>; rel="next"`);
  });
  it('accepts bodies and methods like the ordinary URL', async () => {
    const { status, body } = await api.sendTo('/?rest_route=/garden/v1/plants', { method: 'POST', json: { name: 'Fern' }, as: 'keeper' });
    expect([status, body.title.raw]).toEqual([201, 'Fern']);
    const form = await api.sendTo('/?rest_route=/garden/v1/echo', {
      method: 'POST',
      payload: 'text=a+b',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.body).toEqual({ text: 'a b' });
  });
  it('decodes the path once', async () => {
    const { body } = await api.sendTo('/?rest_route=/garden/v1/plants/1/in/d%2565');
    expect(body.label.language).toBe('d%65');
  });
  it('returns 404 for unknown routes', async () => {
    expect((await api.sendTo('/?rest_route=/no/such/route')).body.code).toBe('rest_no_route');
  });
  it('does nothing without a route', async () => {
    expect((await api.sendTo('/?rest_route=')).body.code).toBeUndefined();
  });
});

describe('HEAD', () => {
  it('is served by the GET route with the same status and headers, and no body', async () => {
    const [head, get] = [
      await api.send('/garden/v1/plants?per_page=2', { method: 'HEAD' }),
      await api.send('/garden/v1/plants?per_page=2'),
    ];
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['x-wp-total', 'x-wp-totalpages', 'link', 'allow', 'content-type'])
      expect(head.headers[name]).toBe(get.headers[name]);
  });
  it('returns errors without a body', async () => {
    const head = await api.send('/garden/v1/plants/99', { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([404, '']);
  });
  it('is not supported by routes that only write', async () => {
    expect((await api.send('/batch/v1', { method: 'HEAD' })).status).toBe(404);
  });
});

describe('Method override', () => {
  it('works by query, in any case, on any method', async () => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, headers } = await api.send('/garden/v1/plants/1?_method=put', { method, as: 'keeper' });
      expect([method, status, headers['allow']]).toEqual([method, 200, 'GET, POST, PUT, PATCH, DELETE']);
    }
  });
  it('works by header', async () => {
    const { status } = await api.send('/garden/v1/plants/99', { method: 'POST', headers: { 'X-HTTP-Method-Override': 'delete' } });
    expect(status).toBe(404);
    const { body } = await api.send('/garden/v1/echo', {
      method: 'POST',
      headers: { 'X-HTTP-Method-Override': 'patch' },
      json: { int: 3 },
    });
    expect(body).toEqual({ int: 3 });
  });
  it('prefers the query to the header', async () => {
    const { body } = await api.send('/garden/v1/plants?_method=GET', { method: 'POST', headers: { 'X-HTTP-Method-Override': 'DELETE' } });
    expect(body).toHaveLength(api.garden.plants.size);
  });
  it('ignores a body field _method', async () => {
    const { body } = await api.send('/garden/v1/echo', { method: 'POST', json: { _method: 'DELETE', int: 1 } });
    expect(body).toEqual({ int: 1 });
    expect((await api.send('/garden/v1/plants/1', { method: 'POST', json: { _method: 'DELETE' } })).body.code).toBe('rest_cannot_edit');
  });
  it('with an unknown method returns 404', async () => {
    expect((await api.send('/garden/v1/plants?_method=BREW')).body.code).toBe('rest_no_route');
  });
  it('to HEAD returns the headers of GET without a body', async () => {
    for (const [method, path] of [
      ['GET', '/garden/v1/plants?_method=head'],
      ['POST', '/garden/v1/plants?_method=HEAD'],
      ['GET', '/garden/v1/plants?_method=HEAD&_jsonp=show'],
      ['GET', '/garden/v1/plants?_method=HEAD&_envelope'],
    ] as const) {
      const { status, headers, text } = await api.send(path, { method });
      expect([path, status, headers['allow'] ?? 'in the envelope', text]).toEqual([path, 200, expect.any(String), '']);
    }
    expect((await api.send('/garden/v1/plants/99?_method=HEAD')).status).toBe(404);
  });
  it('to OPTIONS describes the route', async () => {
    expect((await api.send('/garden/v1/plants?_method=OPTIONS')).body.namespace).toBe('garden/v1');
  });
});
