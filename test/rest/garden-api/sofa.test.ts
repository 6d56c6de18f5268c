import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SofaRequest } from '../../../src/rest/engine/sofa.ts';
import { type GardenApi, openGardenApi } from './app.ts';

// Every response comes from a handler of Sofa. The tests observe and change the input of the handlers.

let api: GardenApi;
let seen: { route: string; params: Record<string, unknown> }[] = [];
/** Replaces the request that Sofa receives. */
let instead: (request: SofaRequest) => SofaRequest = (request) => request;

beforeAll(async () => {
  api = await openGardenApi();
  for (const name of ['', 'batch/v1', 'garden/v1'])
    for (const route of api.engine.pipeline.mounted(name).routes) {
      const { handler, method, path } = route;
      route.handler = (request, serverContext) => {
        seen.push({ route: `${method} ${path}`, params: request.params });
        return handler(instead(request), serverContext);
      };
    }
});
beforeEach(() => {
  seen = [];
  instead = (request) => request;
});

const routes = () => seen.map(({ route }) => route);
const without = (...names: string[]) => {
  instead = ({ params, ...request }) => ({
    ...request,
    params: Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name))),
  });
};

describe('Sofa', () => {
  it('has a route for each method of a map route, with the published path, and none for webhooks', () => {
    const own = api.engine.pipeline.mounted('garden/v1').routes.map(({ method, path }) => `${method} ${path}`);
    expect(own).toEqual(expect.arrayContaining(['GET /garden/v1/plants', 'PATCH /garden/v1/plants/{id}', 'DELETE /garden/v1/plants/{id}']));
    const rows = api.engine.plans.filter(({ namespace }) => namespace === 'garden/v1');
    expect(own.sort()).toEqual(rows.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)).sort());
  });
  it('handles a single request with its own method', async () => {
    await api.send('/garden/v1/plants/1');
    await api.send('/garden/v1/plants/1', { method: 'HEAD' });
    await api.send('/garden/v1/plants/1', { method: 'PATCH', as: 'keeper', json: {} });
    expect(routes()).toEqual(['GET /garden/v1/plants/{id}', 'GET /garden/v1/plants/{id}', 'PATCH /garden/v1/plants/{id}']);
  });
  it('receives the path parameters and the decoded values', async () => {
    await api.send('/garden/v1/plants?per_page=2&light=sun,shade');
    expect(seen[0]?.params).toMatchObject({ page: 1, per_page: 2, light: ['sun', 'shade'] });
    await api.send('/garden/v1/plants/1/in/la');
    expect(seen[1]?.params).toMatchObject({ id: '1', word: 'la' });
  });
  it('selects the variables: values that it does not receive never reach the operation', async () => {
    expect((await api.send('/garden/v1/plants?per_page=1')).body).toHaveLength(1);
    without('per_page');
    expect((await api.send('/garden/v1/plants?per_page=1')).body.length).toBeGreaterThan(1);
    without('id');
    expect((await api.send('/garden/v1/plants/1')).status).toBe(400);
  });
  it('passes on explicit null, false, 0, lists and maps', async () => {
    const sent = { int: 0, flag: false, list: [1, 2], words: ['a,b', ''], json: { a: [null, { b: 1 }] } };
    expect((await api.send('/garden/v1/echo', { method: 'POST', json: sent })).body).toMatchObject(sent);
    const { body } = await api.send('/garden/v1/plants', { method: 'POST', as: 'keeper', json: { name: 'Yew', height: null } });
    expect(body.height).toBe('');
  });
  it('handles the requests of a batch, each with its own route', async () => {
    const requests = [
      { path: '/garden/v1/plants', body: { name: 'Box' } },
      { method: 'DELETE', path: '/garden/v1/plants/99' },
    ];
    const { body } = await api.send('/batch/v1', { method: 'POST', as: 'keeper', json: { requests } });
    expect(body.responses.map(({ status }: { status: number }) => status)).toEqual([201, 404]);
    expect(routes()).toEqual(['POST /batch/v1', 'POST /garden/v1/plants', 'DELETE /garden/v1/plants/{id}']);
  });
  it('handles embedded links', async () => {
    const { body } = await api.send('/garden/v1/plants/2?_embed=core:bed');
    expect(body._embedded['core:bed'][0]).toMatchObject({ number: expect.any(Number) });
    expect(routes()).toEqual(['GET /garden/v1/plants/{id}', 'GET /garden/v1/beds/{number}']);
  });
  it('sets the status of the response', async () => {
    const handled = api.engine.pipeline
      .mounted('garden/v1')
      .routes.find(({ method, path }) => `${method} ${path}` === 'POST /garden/v1/plants');
    if (!handled) throw new Error('no such route');
    const { handler } = handled;
    handled.handler = async (...given) => new Response((await handler(...given)).body, { status: 299 });
    expect((await api.send('/garden/v1/plants', { method: 'POST', as: 'keeper', json: { name: 'Elm' } })).status).toBe(299);
    handled.handler = handler;
  });
});
