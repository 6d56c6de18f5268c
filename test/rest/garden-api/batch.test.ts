import { beforeEach, describe, expect, it } from 'vitest';
import { type GardenApi, openGardenApi, REST, type GardenRequest } from './app.ts';

let api: GardenApi;
beforeEach(async () => {
  api = await openGardenApi();
});

const batch = (requests: unknown, parameters: Record<string, unknown> = {}, options: GardenRequest = { as: 'keeper' }) =>
  api.send('/batch/v1', { method: 'POST', json: { requests, ...parameters }, ...options });
const statuses = (body: { responses: ({ status: number } | null)[] }) => body.responses.map((response) => response?.status ?? null);

describe('POST /batch/v1', () => {
  it('returns 207 with the responses in order, each with its status and headers', async () => {
    const { status, body } = await batch([
      { path: '/garden/v1/plants', body: { name: 'Fig' } },
      { method: 'DELETE', path: '/garden/v1/plants/1?force=true' },
      { method: 'PUT', path: '/garden/v1/plants/99' },
    ]);
    expect(status).toBe(207);
    expect(statuses(body)).toEqual([201, 200, 404]);
    expect(body.responses[0]).toMatchObject({
      body: { id: 6, title: { raw: 'Fig' } },
      headers: { Location: `${REST}/garden/v1/plants/6`, Allow: 'GET, POST' },
    });
    expect(body.responses[1].body.deleted).toBe(true);
    expect(body.responses[1].headers).toEqual([]);
    expect(body.responses[2]).toEqual({
      body: { code: 'rest_plant_invalid_id', message: 'There is no such plant.', data: { status: 404 } },
      status: 404,
      headers: [],
    });
  });
  it('runs requests in order, so that each one sees earlier writes', async () => {
    const { body } = await batch([
      { path: '/garden/v1/plants', body: { name: 'Fig' } },
      { method: 'PATCH', path: '/garden/v1/plants/6' },
      { method: 'DELETE', path: '/garden/v1/plants/6?force=1' },
      { method: 'PUT', path: '/garden/v1/plants/6' },
    ]);
    expect(statuses(body)).toEqual([201, 200, 200, 404]);
  });
  it('accepts an empty list', async () => {
    expect((await batch([])).body).toEqual({ responses: [] });
  });
  it('runs each request as the same caller', async () => {
    const { status, body } = await batch([{ path: '/garden/v1/plants', body: { name: 'Fig' } }], {}, {});
    expect([status, body.responses[0].status, body.responses[0].body.code, body.responses[0].headers]).toEqual([
      207,
      401,
      'rest_cannot_edit',
      { Allow: 'GET' },
    ]);
  });
  it('accepts 25 requests but not 26', async () => {
    const request = { path: '/garden/v1/plants', body: { name: '' } };
    expect((await batch(Array.from({ length: 25 }, () => request))).body.responses).toHaveLength(25);
    const { status, body } = await batch(Array.from({ length: 26 }, () => request));
    expect([status, body.data.details.requests.code]).toEqual([400, 'rest_too_many_items']);
  });
  it('requires requests in the published format', async () => {
    expect((await api.send('/batch/v1', { method: 'POST' })).body.code).toBe('rest_missing_callback_param');
    expect((await batch([{ path: '/garden/v1/plants', method: 'GET' }])).body.data.params.requests).toContain(
      'requests[0][method] is not one of',
    );
    expect((await batch([{}])).body.data.details.requests.code).toBe('rest_property_required');
    expect((await batch([], { validation: 'none' })).body.data.details.validation.code).toBe('rest_not_in_enum');
  });
  it('validates all requests before it runs any', async () => {
    const { body } = await batch([
      { path: '/garden/v1/plants', body: { name: 'Fig' } },
      { path: '/garden/v1/plants', body: { name: '' } },
      { path: '/no/such' },
    ]);
    expect(statuses(body)).toEqual([201, 400, 404]);
    expect(body.responses[1].body).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { name: 'name must be at least 1 character long.' } },
    });
    expect(body.responses[2].body.code).toBe('rest_no_route');
  });
  it('with require-all-validate runs nothing if one is invalid, and says which', async () => {
    const { status, body } = await batch(
      [{ path: '/garden/v1/plants', body: { name: 'Fig' } }, { path: '/garden/v1/plants' }, { path: '/no/such' }],
      { validation: 'require-all-validate' },
    );
    expect([status, body.failed, body.responses[0]]).toEqual([207, 'validation', null]);
    expect(body.responses[1]).toMatchObject({
      status: 400,
      body: { code: 'rest_missing_callback_param', data: { params: ['name'] } },
      headers: [],
    });
    expect(body.responses[2].body.code).toBe('rest_no_route');
    expect(api.garden.ran).toEqual([]);
  });
  it('with require-all-validate runs all if all are valid, without checking permissions first', async () => {
    const { body } = await batch(
      [
        { path: '/garden/v1/plants', body: { name: 'Fig' } },
        { method: 'PUT', path: '/garden/v1/plants/99' },
      ],
      { validation: 'require-all-validate' },
    );
    expect([body.failed, statuses(body)]).toEqual([undefined, [201, 404]]);
    const anonymous = await batch([{ path: '/garden/v1/plants', body: { name: 'Fig' } }], { validation: 'require-all-validate' }, {});
    expect([anonymous.body.failed, statuses(anonymous.body)]).toEqual([undefined, [401]]);
  });
  it('refuses routes without batch support, after checking their arguments', async () => {
    const { body } = await batch([
      { path: '/garden/v1/echo', body: { int: 'x' } },
      { path: '/batch/v1', body: { requests: [] } },
    ]);
    expect(body.responses.map((response: { body: { code: string }; status: number }) => [response.status, response.body.code])).toEqual([
      [400, 'rest_invalid_param'],
      [400, 'rest_batch_not_allowed'],
    ]);
  });
  it.each([
    ['http://garden.test/rest/garden/v1/plants', 'rest_no_route', 404],
    ['garden/v1/plants', 'rest_no_route', 404],
    ['', 'rest_no_route', 404],
    ['http:///x', 'parse_path_failed', 400],
  ])('fails only the request with a path like %j', async (path, code, status) => {
    const { body } = await batch([{ path }, { path: '/garden/v1/plants', body: { name: 'Fig' } }]);
    expect([body.responses[0].body.code, body.responses[0].status, body.responses[1].status]).toEqual([code, status, 201]);
  });
  it('reads the query of a path, including _fields, and keeps types in a body', async () => {
    const { body } = await batch([
      { path: '/garden/v1/plants?_fields=id,title.raw&name=Query', body: { height: 1.5 } },
      { path: '/garden/v1/plants', body: { name: 5 } },
    ]);
    expect(body.responses[0].body).toEqual({ id: 6, title: { raw: 'Query' } });
    expect(body.responses[1].body.data.details.name.code).toBe('rest_invalid_type');
  });
  it('ignores the fragment of a path', async () => {
    const { body } = await batch([
      { path: '/garden/v1/plants?_fields=id#first', body: { name: 'Fig' } },
      { path: '/garden/v1/plants#second?_fields=id', body: { name: 'Fig' } },
    ]);
    expect(statuses(body)).toEqual([201, 201]);
    expect(body.responses[0].body).toEqual({ id: 6 });
    expect(body.responses[1].body.title.raw).toBe('Fig');
  });
  it('treats null in a body as in single requests', async () => {
    const { body } = await batch([{ path: '/garden/v1/plants', body: { name: null } }]);
    expect(body.responses[0].body.code).toBe('rest_missing_callback_param');
  });
  it('supports an envelope, with status 207 inside', async () => {
    const { status, body } = await api.send('/batch/v1?_envelope', { method: 'POST', json: { requests: [] } });
    expect([status, body.status, body.body]).toEqual([200, 207, { responses: [] }]);
  });
  it('may be called by every caller', async () => {
    const { headers } = await batch([], {}, {});
    expect(headers['allow']).toBe('POST');
  });
});
