import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SofaRequest } from '../../../src/rest/engine/sofa.ts';
import { type GardenApi, openGardenApi } from './app.ts';

// Every response comes from a handler of Sofa. The tests observe and change the input of the handlers.

let api: GardenApi;
let calls: { route: string; params: Record<string, unknown> }[] = [];
/** Changes the request that a handler receives. */
let changeRequest: (request: SofaRequest) => SofaRequest = (request) => request;

beforeAll(async () => {
  api = await openGardenApi();
  for (const name of ['', 'batch/v1', 'garden/v1'])
    for (const route of api.engine.pipeline.mount(name).routes) {
      const { handler, method, path } = route;
      route.handler = (request, serverContext) => {
        calls.push({ route: `${method} ${path}`, params: request.params });
        return handler(changeRequest(request), serverContext);
      };
    }
});
beforeEach(() => {
  calls = [];
  changeRequest = (request) => request;
});

const calledRoutes = () => calls.map(({ route }) => route);
const omitParameters = (...names: string[]) => {
  changeRequest = ({ params, ...request }) => ({
    ...request,
    params: Object.fromEntries(Object.entries(params).filter(([name]) => !names.includes(name))),
  });
};

describe('Sofa', () => {
  it('has a route for each method of a map route, with the published path, and none for webhooks', () => {
    const mounted = api.engine.pipeline.mount('garden/v1').routes.map(({ method, path }) => `${method} ${path}`);
    expect(mounted).toEqual(
      expect.arrayContaining(['GET /garden/v1/plants', 'PATCH /garden/v1/plants/{id}', 'DELETE /garden/v1/plants/{id}']),
    );
    const plans = api.engine.plans.filter(({ namespace }) => namespace === 'garden/v1');
    expect(mounted.sort()).toEqual(plans.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)).sort());
  });
  it('handles a single request with its own method', async () => {
    await api.send('/garden/v1/plants/1');
    await api.send('/garden/v1/plants/1', { method: 'HEAD' });
    await api.send('/garden/v1/plants/1', { method: 'PATCH', as: 'keeper', json: {} });
    expect(calledRoutes()).toEqual(['GET /garden/v1/plants/{id}', 'GET /garden/v1/plants/{id}', 'PATCH /garden/v1/plants/{id}']);
  });
  it('receives the path parameters and the decoded values', async () => {
    await api.send('/garden/v1/plants?per_page=2&light=sun,shade');
    expect(calls[0]?.params).toMatchObject({ page: 1, per_page: 2, light: ['sun', 'shade'] });
    await api.send('/garden/v1/plants/1/in/la');
    expect(calls[1]?.params).toMatchObject({ id: '1', word: 'la' });
  });
  it('selects the variables: values that it does not receive never reach the operation', async () => {
    expect((await api.send('/garden/v1/plants?per_page=1')).body).toHaveLength(1);
    omitParameters('per_page');
    expect((await api.send('/garden/v1/plants?per_page=1')).body.length).toBeGreaterThan(1);
    omitParameters('id');
    expect((await api.send('/garden/v1/plants/1')).status).toBe(400);
  });
  it('passes on explicit null, false, 0, lists and maps', async () => {
    const json = { int: 0, flag: false, list: [1, 2], words: ['a,b', ''], json: { a: [null, { b: 1 }] } };
    expect((await api.send('/garden/v1/echo', { method: 'POST', json })).body).toMatchObject(json);
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
    expect(calledRoutes()).toEqual(['POST /batch/v1', 'POST /garden/v1/plants', 'DELETE /garden/v1/plants/{id}']);
  });
  it('handles embedded links', async () => {
    const { body } = await api.send('/garden/v1/plants/2?_embed=core:bed');
    expect(body._embedded['core:bed'][0]).toMatchObject({ number: expect.any(Number) });
    expect(calledRoutes()).toEqual(['GET /garden/v1/plants/{id}', 'GET /garden/v1/beds/{number}']);
  });
  it('sets the status of the response', async () => {
    const route = api.engine.pipeline
      .mount('garden/v1')
      .routes.find(({ method, path }) => `${method} ${path}` === 'POST /garden/v1/plants');
    if (!route) throw new Error('no such route');
    const { handler } = route;
    route.handler = async (...args) => new Response((await handler(...args)).body, { status: 299 });
    expect((await api.send('/garden/v1/plants', { method: 'POST', as: 'keeper', json: { name: 'Elm' } })).status).toBe(299);
    route.handler = handler;
  });
});
