import { beforeAll, describe, expect, it } from 'vitest';
import { integer, item, namespace, page, text } from '../../../src/rest/table.ts';
import { type GardenApi, openGardenApi } from './app.ts';
import { operations, tables } from './map.ts';

let api: GardenApi;
beforeAll(async () => {
  api = await openGardenApi();
});

describe('Error bodies', () => {
  it('contain code, message and data with the status of the response', async () => {
    const { status, body } = await api.send('/garden/v1/plants/99');
    expect([status, body]).toEqual([404, { code: 'rest_plant_invalid_id', message: 'There is no such plant.', data: { status: 404 } }]);
  });
  it('have 401 for visitors and 403 for signed-in users', async () => {
    expect((await api.send('/garden/v1/plants?context=edit')).status).toBe(401);
    expect((await api.send('/garden/v1/plants?context=edit', { as: 'helper' })).status).toBe(403);
    expect((await api.send('/garden/v1/plants?context=edit', { as: 'keeper' })).status).toBe(200);
  });
  it('are sent as a whole response if a nested field is refused', async () => {
    const { status, body } = await api.send('/garden/v1/plants/1/secret');
    expect([status, body.code]).toEqual([401, 'rest_secret']);
  });
  it('hide the text of internal errors, which are logged in full', async () => {
    const { status, text, body } = await api.send('/garden/v1/broken');
    expect([status, body.code, body.data]).toEqual([500, 'internal_server_error', { status: 500 }]);
    expect(text).not.toContain('secret of the house');
    expect(api.logged.join()).toContain('the secret of the house');
  });
  it('have 503 with Retry-After if the database is unreachable', async () => {
    const { status, body, headers } = await api.send('/garden/v1/busy');
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'service_unavailable', '5']);
    expect(body.data).toEqual({ status: 503 });
  });
  it('include the delay of a rate limit', async () => {
    const { status, body, headers } = await api.send('/garden/v1/waits');
    expect([status, headers['retry-after'], body.data]).toEqual([429, '7', { status: 429 }]);
  });
});

describe('Allow', () => {
  it('lists the methods that this caller may use, in declaration order', async () => {
    expect((await api.send('/garden/v1/plants')).headers['allow']).toBe('GET');
    expect((await api.send('/garden/v1/plants', { as: 'keeper' })).headers['allow']).toBe('GET, POST');
    expect((await api.send('/garden/v1/plants/1', { as: 'keeper' })).headers['allow']).toBe('GET, POST, PUT, PATCH, DELETE');
  });
  it('is sent with errors of a matched route: refusals, invalid arguments, invalid JSON', async () => {
    expect((await api.send('/garden/v1/plants', { method: 'POST', json: { name: 'Oak' } })).headers['allow']).toBe('GET');
    expect((await api.send('/garden/v1/plants?page=0')).headers['allow']).toBe('GET');
    expect(
      (
        await api.send('/garden/v1/plants', {
          method: 'POST',
          as: 'keeper',
          payload: '{',
          headers: { 'content-type': 'application/json' },
        })
      ).headers['allow'],
    ).toBe('GET, POST');
  });
  it('checks again only permissions that the request may have changed; for a deleted object it lists none', async () => {
    const sendAndReadAllow = async (path: string, request: object) => {
      api.garden.checked.length = 0;
      const { headers } = await api.send(path, { as: 'keeper', ...request });
      return [headers['allow'], api.garden.checked];
    };
    expect(await sendAndReadAllow('/garden/v1/plants', { method: 'POST', json: { name: 'Oak' } })).toEqual(['GET, POST', ['plantPage']]);
    expect((await sendAndReadAllow('/garden/v1/plants', {}))[1]).toEqual(['createPlant']);
    const { body } = await api.send('/garden/v1/plants', { as: 'keeper', method: 'POST', json: { name: 'Pine' } });
    const [allow, checked] = await sendAndReadAllow(`/garden/v1/plants/${body.id}?force=true`, { method: 'DELETE' });
    expect(allow).toBeUndefined();
    expect(checked).toContain('uproot');
  });
  it('is omitted if it would be empty', async () => {
    expect((await api.send('/garden/v1/members')).headers['allow']).toBeUndefined();
    expect((await api.send('/garden/v1/plants/99', { as: 'keeper' })).headers['allow']).toBeUndefined();
  });
});

describe('Failures of the domain', () => {
  let published: GardenApi;
  beforeAll(async () => {
    const lane = namespace(
      'lane/v1',
      [
        [
          'GET',
          '/plants',
          { page: integer({ default: 1 }), per_page: integer({ default: 2 }), bed: integer() },
          'lanePlants',
          page('plants'),
        ],
        ['GET', '/plants/{id}', { id: integer() }, 'lanePlant', item()],
        [
          'POST',
          '/plants',
          { name: text({ required: true }), id: integer() },
          'laneCreate',
          item(),
          { batch: true, failures: { rest_plant_exists: { status: 409, message: 'Taken.' } } },
        ],
      ],
      {
        failures: {
          rest_plant_invalid_id: 'lane-no-plant',
          rest_plant_exists: 'lane-exists',
          lane_bed: 'lane-no-bed',
          refused: 'lane-refused',
        },
      },
    );
    const shapes = /* GraphQL */ `
      query lanePlants($page: Int, $per_page: Int, $bed: Int) { plantPage(page: $page, perPage: $per_page, filter: { bedId: $bed }) { totalCount totalPages nodes { id: databaseId } } }
      query lanePlant($id: Int!) { plant(id: $id) { id: databaseId } }
      mutation laneCreate($name: String!, $id: Int) { createPlant(draft: { name: $name, id: $id }) { id: databaseId } }
    `;
    published = await openGardenApi({
      tables: [...tables, lane],
      sources: [operations, { file: 'lane.graphql', text: shapes }],
      failures: { rest_cannot_edit: 'refused', rest_unknown_bed: 'unknown-bed', incorrect_password: { code: 'wrong', message: 'No.' } },
    });
  });
  const refusalOf = async (...args: Parameters<GardenApi['send']>) => {
    const { status, body } = await published.send(...args);
    return [status, body.code, body.message];
  };

  it('are published with the codes of the namespace', async () => {
    expect(await refusalOf('/lane/v1/plants/99')).toEqual([404, 'lane-no-plant', 'There is no such plant.']);
    expect(await refusalOf('/garden/v1/plants/99')).toEqual([404, 'rest_plant_invalid_id', 'There is no such plant.']);
  });
  it('use the codes of the route instead of those of the namespace', async () => {
    const request = { method: 'POST', as: 'keeper', json: { name: 'Fig', id: 1 } } as const;
    expect(await refusalOf('/lane/v1/plants', request)).toEqual([409, 'rest_plant_exists', 'Taken.']);
  });
  it('use the codes of the map unless the namespace overrides them', async () => {
    const request = { method: 'POST', json: { name: 'Fig' } };
    expect(await refusalOf('/garden/v1/plants', request)).toEqual([401, 'refused', 'You may not edit plants.']);
    expect(await refusalOf('/lane/v1/plants', request)).toEqual([401, 'lane-refused', 'You may not edit plants.']);
  });
  it('are published with these codes before a route is matched, and in batches', async () => {
    expect(await refusalOf('/lane/v1/plants/1', { headers: { authorization: 'wrong' } })).toEqual([401, 'wrong', 'No.']);
    const requests = [{ path: '/lane/v1/plants', body: { name: 'Fig' } }];
    const { body } = await published.send('/batch/v1', { method: 'POST', json: { requests } });
    expect(body.responses[0].body).toMatchObject({ code: 'lane-refused', data: { status: 401 } });
  });
  it('are published with these codes for nested errors of arguments as well', async () => {
    const { body } = await published.send('/lane/v1/plants?bed=99');
    expect(body.data).toEqual({
      status: 400,
      params: { bed: 'There is no such bed.' },
      details: { bed: { code: 'unknown-bed', message: 'There is no such bed.', data: { status: 404 } } },
    });
  });
});
