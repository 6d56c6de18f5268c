import { beforeAll, describe, expect, it } from 'vitest';
import { CREATE, integer, item, namespace, page, READ, text } from '../../../src/rest/table.ts';
import { type MadeUp, openMadeUp } from './app.ts';
import { operations, tables } from './map.ts';

let made: MadeUp;
beforeAll(async () => {
  made = await openMadeUp();
});

describe('Error bodies', () => {
  it('have code, message and data with the status, which is the status of the answer', async () => {
    const { status, body } = await made.send('/garden/v1/plants/99');
    expect([status, body]).toEqual([404, { code: 'rest_plant_invalid_id', message: 'There is no such plant.', data: { status: 404 } }]);
  });
  it('refuse the anonymous with 401 and the signed in with 403', async () => {
    expect((await made.send('/garden/v1/plants?context=edit')).status).toBe(401);
    expect((await made.send('/garden/v1/plants?context=edit', { as: 'helper' })).status).toBe(403);
    expect((await made.send('/garden/v1/plants?context=edit', { as: 'keeper' })).status).toBe(200);
  });
  it('a refusal deep in the answer is an answer of its own', async () => {
    const { status, body } = await made.send('/garden/v1/plants/1/secret');
    expect([status, body.code]).toEqual([401, 'rest_secret']);
  });
  it('faults of ours are logged whole and answered without their text', async () => {
    const { status, text, body } = await made.send('/garden/v1/broken');
    expect([status, body.code, body.data]).toEqual([500, 'internal_server_error', { status: 500 }]);
    expect(text).not.toContain('secret of the house');
    expect(made.logged.join()).toContain('the secret of the house');
  });
  it('a database that cannot be reached is 503 with Retry-After', async () => {
    const { status, body, headers } = await made.send('/garden/v1/busy');
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'service_unavailable', '5']);
    expect(body.data).toEqual({ status: 503 });
  });
  it('a caller who is told to wait is told how long', async () => {
    const { status, body, headers } = await made.send('/garden/v1/waits');
    expect([status, headers['retry-after'], body.data]).toEqual([429, '7', { status: 429 }]);
  });
});

describe('Allow', () => {
  it('lists the methods whose permission lets this caller through, in declaration order', async () => {
    expect((await made.send('/garden/v1/plants')).headers['allow']).toBe('GET');
    expect((await made.send('/garden/v1/plants', { as: 'keeper' })).headers['allow']).toBe('GET, POST');
    expect((await made.send('/garden/v1/plants/1', { as: 'keeper' })).headers['allow']).toBe('GET, POST, PUT, PATCH, DELETE');
  });
  it('comes with errors of a matched route: refusals, bad arguments, bad JSON', async () => {
    expect((await made.send('/garden/v1/plants', { method: 'POST', json: { name: 'Oak' } })).headers['allow']).toBe('GET');
    expect((await made.send('/garden/v1/plants?page=0')).headers['allow']).toBe('GET');
    expect(
      (
        await made.send('/garden/v1/plants', {
          method: 'POST',
          as: 'keeper',
          payload: '{',
          headers: { 'content-type': 'application/json' },
        })
      ).headers['allow'],
    ).toBe('GET, POST');
  });
  it('asks what made something or read no more, which is permitted still, and what wrote again: what is gone is closed to everybody', async () => {
    const asked = async (path: string, request: object) => {
      made.garden.judged.length = 0;
      const { headers } = await made.send(path, { as: 'keeper', ...request });
      return [headers['allow'], made.garden.judged];
    };
    expect(await asked('/garden/v1/plants', { method: 'POST', json: { name: 'Oak' } })).toEqual(['GET, POST', ['plantPage']]);
    expect((await asked('/garden/v1/plants', {}))[1]).toEqual(['createPlant']);
    const { body } = await made.send('/garden/v1/plants', { as: 'keeper', method: 'POST', json: { name: 'Pine' } });
    const [allow, judged] = await asked(`/garden/v1/plants/${body.id}?force=true`, { method: 'DELETE' });
    expect(allow).toBeUndefined();
    expect(judged).toContain('uproot');
  });
  it('is left out when nothing passes', async () => {
    expect((await made.send('/garden/v1/members')).headers['allow']).toBeUndefined();
    expect((await made.send('/garden/v1/plants/99', { as: 'keeper' })).headers['allow']).toBeUndefined();
  });
});

describe('Failures of the domain', () => {
  let published: MadeUp;
  beforeAll(async () => {
    const lane = namespace(
      'lane/v1',
      [
        [
          READ,
          '/plants',
          { page: integer({ default: 1 }), per_page: integer({ default: 2 }), bed: integer() },
          'lanePlants',
          page('plants'),
        ],
        [READ, '/plants/{id}', { id: integer() }, 'lanePlant', item()],
        [
          CREATE,
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
    published = await openMadeUp({
      tables: [...tables, lane],
      sources: [operations, { file: 'lane.graphql', text: shapes }],
      failures: { rest_cannot_edit: 'refused', rest_unknown_bed: 'unknown-bed', incorrect_password: { code: 'wrong', message: 'No.' } },
    });
  });
  const refusalOf = async (...sent: Parameters<MadeUp['send']>) => {
    const { status, body } = await published.send(...sent);
    return [status, body.code, body.message];
  };

  it('are published as the namespace says', async () => {
    expect(await refusalOf('/lane/v1/plants/99')).toEqual([404, 'lane-no-plant', 'There is no such plant.']);
    expect(await refusalOf('/garden/v1/plants/99')).toEqual([404, 'rest_plant_invalid_id', 'There is no such plant.']);
  });
  it('what the row says stands in place of what its namespace says', async () => {
    const sent = { method: 'POST', as: 'keeper', json: { name: 'Fig', id: 1 } } as const;
    expect(await refusalOf('/lane/v1/plants', sent)).toEqual([409, 'rest_plant_exists', 'Taken.']);
  });
  it('what the map says holds for all, and a namespace may say its own of it', async () => {
    const sent = { method: 'POST', json: { name: 'Fig' } };
    expect(await refusalOf('/garden/v1/plants', sent)).toEqual([401, 'refused', 'You may not edit plants.']);
    expect(await refusalOf('/lane/v1/plants', sent)).toEqual([401, 'lane-refused', 'You may not edit plants.']);
  });
  it('are published where no row was found yet, and in batches', async () => {
    expect(await refusalOf('/lane/v1/plants/1', { headers: { authorization: 'wrong' } })).toEqual([401, 'wrong', 'No.']);
    const requests = [{ path: '/lane/v1/plants', body: { name: 'Fig' } }];
    const { body } = await published.send('/batch/v1', { method: 'POST', json: { requests } });
    expect(body.responses[0].body).toMatchObject({ code: 'lane-refused', data: { status: 401 } });
  });
  it('so are those within: of refused arguments, by parameter', async () => {
    const { body } = await published.send('/lane/v1/plants?bed=99');
    expect(body.data).toEqual({
      status: 400,
      params: { bed: 'There is no such bed.' },
      details: { bed: { code: 'unknown-bed', message: 'There is no such bed.', data: { status: 404 } } },
    });
  });
});
