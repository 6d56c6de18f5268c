import { beforeAll, describe, expect, it } from 'vitest';
import { type GardenApi, openGardenApi, REST, SITE } from './app.ts';

let api: GardenApi;
beforeAll(async () => {
  api = await openGardenApi();
});

describe('_envelope', () => {
  it('returns 200 with body, status and the headers of the route, with numeric values, which are then not sent as HTTP headers', async () => {
    const { status, body, headers } = await api.send('/garden/v1/plants?_envelope&per_page=4&_fields=id');
    expect(status).toBe(200);
    expect(body).toEqual({
      body: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }],
      status: 200,
      headers: {
        'X-WP-Total': 5,
        'X-WP-TotalPages': 2,
        Link: `<${REST}/garden/v1/plants?_envelope=&per_page=4&_fields=id&page=2>; rel="next"`,
        Allow: 'GET',
      },
    });
    expect(headers).not.toHaveProperty('x-wp-total');
    expect(headers).not.toHaveProperty('allow');
    expect(headers['link']).toBe(`<${REST}/>; rel="${SITE}/rel/"`);
  });
  it('contains an empty list if there are no headers', async () => {
    expect((await api.send('/no/such?_envelope')).body).toEqual({
      body: { code: 'rest_no_route', message: expect.any(String), data: { status: 404 } },
      status: 404,
      headers: [],
    });
  });
  it('contains the status of errors and of created objects', async () => {
    const ownApi = await openGardenApi();
    const { status, body } = await ownApi.send('/garden/v1/plants?_envelope=1', { method: 'POST', as: 'keeper', json: { name: 'Ivy' } });
    expect([status, body.status, body.headers.Location]).toEqual([200, 201, `${REST}/garden/v1/plants/6`]);
    expect((await api.send('/garden/v1/members?_envelope')).body.status).toBe(401);
  });
  it('contains null for a response without body', async () => {
    expect((await api.send('/garden/v1/nothing?_envelope')).body).toMatchObject({ body: null, status: 200 });
    expect((await api.send('/garden/v1/forget?_envelope', { method: 'DELETE' })).body).toMatchObject({ status: 204 });
  });
});

describe('_jsonp', () => {
  it('wraps the response in a call', async () => {
    const { text, headers, status } = await api.send('/garden/v1/beds/1?_jsonp=app.on_1');
    expect([status, text, headers['content-type']]).toEqual([
      200,
      '/**/app.on_1({"number":1,"name":"North"})',
      'application/javascript; charset=UTF-8',
    ]);
  });
  it('wraps errors and keeps the status', async () => {
    const { text, status } = await api.send('/garden/v1/beds/7?_jsonp=cb');
    expect([status, text]).toEqual([404, '/**/cb({"code":"rest_bed_invalid","message":"There is no such bed.","data":{"status":404}})']);
  });
  it.each(['a-b', 'a(b)', 'a b', 'a%3Cscript%3E', 'ü'])('rejects an invalid name (%s)', async (name) => {
    const { status, body, headers } = await api.send(`/garden/v1/beds/1?_jsonp=${encodeURI(name)}`);
    expect([status, body.code, headers['content-type']]).toEqual([400, 'rest_callback_invalid', 'application/javascript; charset=UTF-8']);
  });
  it('rejects a list of names', async () => {
    expect((await api.send('/garden/v1/beds/1?_jsonp[]=a')).body.code).toBe('rest_callback_invalid');
  });
  it('wraps envelopes as well', async () => {
    expect((await api.send('/garden/v1/beds/1?_jsonp=cb&_envelope')).text).toMatch(/^\/\*\*\/cb\(\{"body":\{"number":1/);
  });
});

describe('_pretty', () => {
  it('indents the JSON', async () => {
    expect((await api.send('/garden/v1/beds/1?_pretty')).text).toBe('{\n    "number": 1,\n    "name": "North"\n}');
    expect((await api.send('/garden/v1/beds/7?_pretty=1')).text).toContain('\n    "code"');
  });
});

describe('Headers of every response', () => {
  it.each(['/garden/v1/beds/1', '/garden/v1/beds/7', '/no/such', '/', '/garden/v1/plants?page=0', '/garden/v1/broken'])(
    'are set for %s',
    async (path) => {
      const { headers } = await api.send(path);
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=UTF-8',
        'x-content-type-options': 'nosniff',
        'x-robots-tag': 'noindex',
        link: `<${REST}/>; rel="${SITE}/rel/"`,
        'access-control-expose-headers': 'X-WP-Total, X-WP-TotalPages, Link',
        'access-control-allow-headers': 'Authorization, X-WP-Nonce, Content-Disposition, Content-MD5, Content-Type',
      });
    },
  );
  it('include the Link header of the route instead of the general one', async () => {
    expect((await api.send('/garden/v1/plants/1')).headers['link']).toBe('<http://garden.test/1>; rel="alternate"; type=text/html');
  });
  it.each(['https://other.test', 'null'])('allow the origin (%s)', async (origin) => {
    const { headers } = await api.send('/garden/v1/beds/1', { headers: { origin }, as: 'keeper' });
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    });
  });
  it('without an origin vary by it for anonymous reads only, and allow none', async () => {
    expect((await api.send('/garden/v1/beds/1')).headers).toMatchObject({ vary: 'Origin' });
    expect((await api.send('/garden/v1/beds/1', { as: 'keeper' })).headers).not.toHaveProperty('vary');
    expect((await api.send('/garden/v1/echo', { method: 'POST' })).headers).not.toHaveProperty('vary');
    expect((await api.send('/garden/v1/beds/1')).headers).not.toHaveProperty('access-control-allow-origin');
  });
  it('are sent with a 200 and the description for OPTIONS, also for a preflight', async () => {
    const { status, headers, body } = await api.send('/garden/v1/plants', {
      method: 'OPTIONS',
      headers: { origin: 'https://other.test', 'access-control-request-method': 'POST' },
    });
    expect([status, headers['access-control-allow-origin'], body.methods]).toEqual([200, 'https://other.test', ['GET', 'POST']]);
  });
});

describe('Cache headers', () => {
  const noStore = 'no-cache, must-revalidate, max-age=0, no-store, private';
  it('prevent caching for signed-in callers', async () => {
    const { headers } = await api.send('/garden/v1/beds/1', { as: 'helper' });
    expect(headers['cache-control']).toBe(noStore);
    expect(new Date(headers['expires'] ?? '').getTime()).toBeLessThan(Date.now());
  });
  it('prevent caching for refused nonces and for failed overridden methods', async () => {
    expect((await api.send('/garden/v1/beds/1?_wpnonce=stale')).headers['cache-control']).toBe(noStore);
    expect((await api.send('/garden/v1/beds/7?_method=GET', { method: 'POST' })).headers['cache-control']).toBe(noStore);
    expect((await api.send('/garden/v1/beds/1?_method=GET', { method: 'POST' })).headers).not.toHaveProperty('cache-control');
  });
  it('are absent for anonymous callers', async () => {
    expect((await api.send('/garden/v1/beds/1')).headers).not.toHaveProperty('cache-control');
    expect((await api.send('/garden/v1/beds/7')).headers).not.toHaveProperty('cache-control');
  });
});

describe('Nonces', () => {
  it.each([
    ['header', '/garden/v1/members', { 'x-wp-nonce': 'good' }],
    ['query', '/garden/v1/members?_wpnonce=good', {}],
    ['query before header', '/garden/v1/members?_wpnonce=good', { 'x-wp-nonce': 'stale' }],
  ])('are read from the %s, and the response contains a new one', async (_title, path, headers) => {
    const response = await api.send(path, { headers: headers as Record<string, string> });
    expect([response.status, response.headers['x-wp-nonce']]).toEqual([200, 'fresh']);
  });
  it('are read from a form body', async () => {
    const { headers } = await api.send('/garden/v1/echo', {
      method: 'POST',
      payload: '_wpnonce=good',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(headers['x-wp-nonce']).toBe('fresh');
  });
  it.each(['stale', ''])('that are invalid (%j) refuse every request with 403, even on public routes', async (nonce) => {
    const { status, body, headers } = await api.send('/garden/v1/beds/1', { headers: { 'x-wp-nonce': nonce } });
    expect([status, body.code, headers['allow'], headers['x-wp-nonce']]).toEqual([403, 'rest_cookie_invalid_nonce', undefined, undefined]);
  });
  it('are ignored if the credentials are valid', async () => {
    const { status, headers } = await api.send('/garden/v1/members', { as: 'helper', headers: { 'x-wp-nonce': 'stale' } });
    expect([status, headers['x-wp-nonce']]).toEqual([200, undefined]);
  });
});

describe('Lists', () => {
  it('have headers for totals, pages, next and previous page', async () => {
    const middle = await api.send('/garden/v1/plants?per_page=2&page=2&light[]=sun&light[]=shade&light[]=half%20shade');
    const lights = '&light%5B0%5D=sun&light%5B1%5D=shade&light%5B2%5D=half%20shade';
    const pageLink = (page: number) => `<${REST}/garden/v1/plants?per_page=2&page=${page}${lights}>`;
    expect([middle.headers['x-wp-total'], middle.headers['x-wp-totalpages']]).toEqual(['5', '3']);
    expect(middle.headers['link']).toBe(`${pageLink(1)}; rel="prev", ${pageLink(3)}; rel="next"`);
  });
  it('use the published URL in links, however the request wrote it', async () => {
    expect((await api.send('//GARDEN/v1/plants/?per_page=3')).headers['link']).toBe(
      `<${REST}/garden/v1/plants?per_page=3&page=2>; rel="next"`,
    );
  });
  it('without items have totals of zero and no page links, on any page', async () => {
    const { status, body, headers } = await api.send('/garden/v1/plants?search=nothing');
    expect([status, body, headers['x-wp-total'], headers['x-wp-totalpages']]).toEqual([200, [], '0', '0']);
    expect(headers['link']).toContain('rel="http://garden.test/rel/"');
  });
  it('are refused by the domain beyond the last page', async () => {
    expect((await api.send('/garden/v1/plants?page=99')).body.code).toBe('rest_plant_invalid_page_number');
  });
  it('contain items and totals in an envelope, with their own header names', async () => {
    const { body, headers } = await api.send('/garden/v1/old-plants?page=3');
    expect(body).toEqual({ plants: [{ id: 5, name: 'Elder', label: { rendered: '<b>Elder</b>' } }], total: 5, total_pages: 3 });
    expect([headers['x-old-total'], headers['x-old-totalpages']]).toEqual(['5', '3']);
  });
});
