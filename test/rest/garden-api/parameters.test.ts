import { beforeAll, describe, expect, it } from 'vitest';
import { type GardenApi, openGardenApi, type GardenRequest } from './app.ts';

let api: GardenApi;
beforeAll(async () => {
  api = await openGardenApi();
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const echo = async (request: GardenRequest = {}, query = '') => (await api.send(`/garden/v1/echo${query}`, request)).body;

function multipart(fields: Record<string, string>, file = ''): Pick<GardenRequest, 'payload' | 'headers'> {
  const parts = Object.entries(fields).map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  if (file)
    parts.push(`--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n${file}\r\n`);
  return { payload: `${parts.join('')}--b--\r\n`, headers: { 'content-type': 'multipart/form-data; boundary=b' } };
}

describe('The source of a parameter', () => {
  it('is JSON rather than the query', async () => {
    expect(await echo({ method: 'POST', json: { int: 1 } }, '?int=2&text=q')).toEqual({ int: 1, text: 'q' });
  });
  it('is a form rather than the query', async () => {
    expect(await echo({ method: 'POST', payload: 'int=1', headers: FORM }, '?int=2')).toEqual({ int: 1 });
  });
  it('is the query if JSON has null', async () => {
    expect(await echo({ method: 'POST', json: { int: null } }, '?int=2')).toEqual({ int: 2 });
  });
  it('is the path rather than everything else', async () => {
    const { body } = await api.send('/garden/v1/plants/1?id=2', { method: 'PUT', json: { id: 3 }, as: 'keeper' });
    expect(body.id).toBe(1);
  });
  it('is the default if JSON has null and nothing else has a value', async () => {
    const { body } = await api.send('/garden/v1/plants', { method: 'POST', json: { name: 'Ivy', light: null }, as: 'keeper' });
    expect(body.light).toBe('SUN');
  });
  it('is ignored for unknown names', async () => {
    expect(await echo({ method: 'POST', json: { int: 1, nothing: 2, constructor: 3 } }, '?other[]=1')).toEqual({ int: 1 });
  });
  it('works for names that are not valid in GraphQL', async () => {
    expect((await api.send('/garden/v1/dashed?with-dash=x')).body).toEqual({ text: 'x' });
  });
  it('may be an undeclared path segment, read as a number if the variable is one', async () => {
    expect((await api.send('/garden/v1/plants/1/secret', { as: 'helper' })).body).toEqual({ id: 1, secret: 'under the stone' });
  });
  it('may be unpublished if the route says so', async () => {
    const { body } = await api.send('/garden/v1/plants', { method: 'POST', json: { name: 'Ivy', id: 3 }, as: 'keeper' });
    expect(body.code).toBe('rest_plant_exists');
    const described = await api.send('/garden/v1/plants', { method: 'OPTIONS' });
    expect(described.body.endpoints[1].args).not.toHaveProperty('id');
  });
});

describe('Request bodies', () => {
  it.each([
    'application/json',
    'APPLICATION/JSON; charset=utf-8',
    'application/activity+json',
    'application/json+oembed',
    'application/ld+json ; x=1',
  ])('with JSON are read as %s', async (type) => {
    expect(await echo({ method: 'POST', payload: '{"int":4}', headers: { 'content-type': type } })).toEqual({ int: 4 });
  });
  it.each(['text/plain', 'application/jsonp', 'application/json-seq', 'application/xml', 'nonsense', ';', 'application/', 'a/b c/d'])(
    'of another type are not read (%s)',
    async (type) => {
      expect(await echo({ method: 'POST', payload: '{"int":4}', headers: { 'content-type': type } })).toEqual({});
    },
  );
  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('with JSON are read on %s', async (method) => {
    expect(await echo({ method, json: { int: 5 } })).toEqual({ int: 5 });
  });
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('with a form are read on %s', async (method) => {
    expect(await echo({ method, payload: 'words[]=a&words[]=b', headers: FORM })).toEqual({ words: ['a', 'b'] });
  });
  it('with a form are not read on GET or on a request overridden to GET', async () => {
    expect(await echo({ payload: 'int=4', headers: FORM })).toEqual({});
    expect(await echo({ method: 'POST', payload: 'int=4', headers: FORM }, '?_method=GET')).toEqual({});
  });
  it('without a type are read as a form', async () => {
    expect(await echo({ method: 'POST', payload: Buffer.from('int=6') })).toEqual({ int: 6 });
  });
  it('with multipart fields are read on POST only, even with an overridden method', async () => {
    const request = multipart({ text: 'multi\nline', 'words[]': 'a' }, 'file content');
    expect(await echo({ method: 'POST', ...request })).toEqual({ text: 'multi\nline', words: ['a'] });
    expect(await echo({ method: 'POST', ...request }, '?_method=PUT')).toEqual({ text: 'multi\nline', words: ['a'] });
    expect(await echo({ method: 'PUT', ...request })).toEqual({});
  });
  it.each([
    ['a broken boundary', 'multipart/form-data'],
    ['no closing boundary', 'multipart/form-data; boundary=b'],
  ])('with multipart and %s get a response', async (_title, type) => {
    const { status } = await api.send('/garden/v1/echo', {
      method: 'POST',
      payload: '--b\r\nContent-Disposition: form-data; name="int"\r\n\r\n7',
      headers: { 'content-type': type },
    });
    expect(status).toBe(200);
  });
  it.each(['5', '"a"', '[{"int":1}]', 'null', 'true'])('with JSON other than an object (%s) contribute no parameters', async (payload) => {
    expect(await echo({ method: 'POST', payload, headers: { 'content-type': 'application/json' } })).toEqual({});
  });
  it.each(['GET', 'POST', 'DELETE'])('with invalid JSON are refused on %s', async (method) => {
    const { status, body } = await api.send('/garden/v1/echo', {
      method,
      payload: '{"int":',
      headers: { 'content-type': 'application/json' },
    });
    expect([status, body.code, body.data.status, body.data.json_error_code]).toEqual([400, 'rest_invalid_json', 400, 4]);
    expect(body.data.json_error_message).toEqual(expect.any(String));
  });
  it('with empty JSON are ignored', async () => {
    expect(await echo({ method: 'POST', payload: '', headers: { 'content-type': 'application/json' } })).toEqual({});
  });
  it('over the limit get 413 in the usual error format', async () => {
    for (const method of ['POST', 'GET']) {
      const { status, body, headers } = await api.send('/garden/v1/echo', { method, json: { text: 'x'.repeat(200_000) } });
      expect([status, body.code, body.data]).toEqual([413, 'rest_request_too_large', { status: 413 }]);
      expect(headers['content-type']).toBe('application/json; charset=UTF-8');
    }
  });
});

describe('Values for the operation', () => {
  it('are GraphQL enum names for enum words, with underscores for spaces and hyphens', async () => {
    const { body } = await api.send('/garden/v1/plants?light[]=half shade&light[]=shade&order_by=name&_fields=id,light');
    expect(body).toEqual([
      { id: 2, light: 'HALF_SHADE' },
      { id: 3, light: 'SHADE' },
    ]);
  });
  it('are limited to 32 bits', async () => {
    expect(await echo({}, '?int=99999999999&list=-99999999999,5')).toEqual({ int: 2_147_483_647, list: [-2_147_483_648, 5] });
    expect((await api.send('/garden/v1/plants/99999999999999999999')).body.code).toBe('rest_plant_invalid_id');
  });
  it('never contain NUL', async () => {
    expect(await echo({ method: 'POST', json: { text: 'a\0b', words: ['\0'], json: { 'k\0': ['\0v'] } } })).toEqual({
      text: 'ab',
      words: [''],
      json: { k: ['v'] },
    });
  });
  it('that the variable rejects although the parameter schema accepts them are reported as invalid parameters', async () => {
    const { status, body } = await api.send('/garden/v1/echo?day=tomorrow');
    expect([status, body]).toEqual([
      400,
      {
        code: 'rest_invalid_param',
        message: 'Invalid parameter(s): day',
        data: { status: 400, params: { day: 'Invalid parameter.' }, details: [] },
      },
    ]);
    expect(api.logged).toEqual([]);
  });
  it('that the domain refuses by argument path are reported by parameter name', async () => {
    const { status, body } = await api.send('/garden/v1/plants?bed=77');
    expect(status).toBe(400);
    expect(body).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid parameter(s): bed',
      data: {
        status: 400,
        params: { bed: 'There is no such bed.' },
        details: { bed: { code: 'rest_unknown_bed', message: 'There is no such bed.', data: { status: 404 } } },
      },
    });
  });
});

describe('The order of errors', () => {
  const need = '/garden/v1/need';
  it('lists all missing required parameters together, except those with a default', async () => {
    const { status, body } = await api.send(need);
    expect([status, body]).toEqual([
      400,
      { code: 'rest_missing_callback_param', message: 'Missing parameter(s): a, b', data: { status: 400, params: ['a', 'b'] } },
    ]);
  });
  it('puts missing parameters before invalid ones', async () => {
    expect((await api.send(`${need}?page=0`)).body.code).toBe('rest_missing_callback_param');
  });
  it('puts the first phase before the second', async () => {
    expect(Object.keys((await api.send(`${need}?a=1&b=x&page=0&order=up`)).body.data.params)).toEqual(['page']);
  });
  it('lists all errors of the second phase in declaration order, with details', async () => {
    const { body } = await api.send(`${need}?a=1&order=up&b=x`);
    expect(body.message).toBe('Invalid parameter(s): b, order');
    expect(body.data.details).toEqual({
      b: { code: 'rest_invalid_type', message: 'b is not of type integer.', data: { param: 'b' } },
      order: { code: 'rest_not_in_enum', message: 'order is not one of asc and desc.', data: null },
    });
  });
  it('puts an invalid JSONP name before everything else', async () => {
    expect((await api.send('/no/such?_jsonp=a-b', { headers: { authorization: 'wrong' } })).body.code).toBe('rest_callback_invalid');
  });
  it('puts authentication before the route', async () => {
    const { status, body, headers } = await api.send('/no/such', { headers: { authorization: 'wrong' } });
    expect([status, body.code, headers['allow']]).toEqual([401, 'incorrect_password', undefined]);
    expect((await api.send('/no/such?_wpnonce=stale')).body.code).toBe('rest_cookie_invalid_nonce');
  });
  it('puts the route before the JSON', async () => {
    const json = { payload: '{', headers: { 'content-type': 'application/json' } };
    expect((await api.send('/no/such', { method: 'POST', ...json })).body.code).toBe('rest_no_route');
    expect((await api.send('/garden/v1/plants', { method: 'POST', ...json })).body.code).toBe('rest_invalid_json');
  });
  it('puts invalid arguments before permission, and permission before the work', async () => {
    expect((await api.send('/garden/v1/plants', { method: 'POST', json: { name: '' } })).body.code).toBe('rest_invalid_param');
    const before = api.garden.ran.length;
    const { status, body } = await api.send('/garden/v1/plants', { method: 'POST', json: { name: 'Oak' } });
    expect([status, body.code]).toEqual([401, 'rest_cannot_edit']);
    expect(api.garden.ran.slice(before)).toEqual([]);
  });
  it('puts 404 for an unknown ID before the permission', async () => {
    expect((await api.send('/garden/v1/plants/99', { method: 'DELETE' })).body.code).toBe('rest_plant_invalid_id');
    expect((await api.send('/garden/v1/plants/1', { method: 'DELETE' })).body.code).toBe('rest_cannot_edit');
  });
});
