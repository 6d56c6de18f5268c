import { beforeAll, describe, expect, it } from 'vitest';
import { type GardenApi, openGardenApi, REST } from './app.ts';

let api: GardenApi;
beforeAll(async () => {
  api = await openGardenApi();
});

const body = async (path: string, method = 'GET', as?: 'keeper') => (await api.send(path, { method, ...(as && { as }) })).body;

describe('The site index', () => {
  it('returns the site, namespaces in published order, authentication, all routes and help links, in the order of the route', async () => {
    const index = await body('/');
    expect(Object.keys(index)).toEqual(['name', 'url', 'namespaces', 'authentication', 'routes', 'site_logo', '_links']);
    expect(index).toMatchObject({
      name: 'Garden',
      url: 'http://garden.test',
      site_logo: 0,
      namespaces: ['empty/v1', 'garden/v1'],
      authentication: [],
    });
    expect(index._links).toEqual({ help: [{ href: 'http://help.test' }] });
  });
  it('lists the authentication methods if there are any', async () => {
    const other = await openGardenApi({
      authentication: () => ({ 'application-passwords': { endpoints: { authorization: 'http://garden.test/authorize' } } }),
    });
    expect((await other.send('/')).body.authentication).toEqual({
      'application-passwords': { endpoints: { authorization: 'http://garden.test/authorize' } },
    });
  });
  it('prints each path as a pattern with named groups', async () => {
    const patterns = Object.keys((await body('/')).routes);
    expect(patterns.slice(0, 5)).toEqual(['/', '/batch/v1', '/empty/v1', '/garden/v1', '/garden/v1/plants']);
    expect(patterns).toContain('/garden/v1/plants/(?P<id>[\\d]+)');
    expect(patterns).toContain('/garden/v1/plants/(?P<id>[\\d]+)/in/(?P<word>[^/]+)');
    expect(patterns).toContain('/garden/v1/beds/(?P<number>\\d+)');
    expect(patterns).toContain('/garden/v1/users/(?P<user>(?:[\\d]+|me))/tools');
  });
  it('describes a route: namespace, methods of all endpoints, their arguments, URL', async () => {
    const { routes } = await body('/');
    const plants = routes['/garden/v1/plants'];
    expect(Object.keys(plants)).toEqual(['namespace', 'methods', 'endpoints', '_links']);
    expect(plants).toMatchObject({
      namespace: 'garden/v1',
      methods: ['GET', 'POST'],
      _links: { self: [{ href: `${REST}/garden/v1/plants` }] },
    });
    expect(plants.endpoints[0]).toMatchObject({ methods: ['GET'], allow_batch: { v1: true } });
    expect(plants.endpoints[0].args.page).toEqual({
      required: false,
      description: 'Current page of the collection.',
      default: 1,
      type: 'integer',
      minimum: 1,
    });
    expect(plants.endpoints[1].args.name).toEqual({ required: true, description: 'Name of the plant.', type: 'string', minLength: 1 });
    expect(routes['/garden/v1/plants/(?P<id>[\\d]+)'].methods).toEqual(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
    expect(routes['/garden/v1/plants/(?P<id>[\\d]+)']).not.toHaveProperty('_links');
    expect(routes['/garden/v1/nothing'].endpoints[0]).toEqual({ methods: ['GET'], args: [] });
    expect(routes['/batch/v1'].namespace).toBe('');
    expect(routes['/'].namespace).toBe('');
    expect(routes['/']._links.self[0].href).toBe(`${REST}/`);
  });
  it('is the same for every caller', async () => {
    expect(await body('/', 'GET', 'keeper')).toEqual(await body('/'));
  });
});

describe('A namespace root', () => {
  it('describes the namespace with its own route', async () => {
    const root = await body('/garden/v1');
    expect(Object.keys(root)).toEqual(['namespace', 'routes', '_links']);
    expect(root.namespace).toBe('garden/v1');
    expect(root._links).toEqual({ up: [{ href: `${REST}/` }] });
    expect(Object.keys(root.routes)[0]).toBe('/garden/v1');
    expect(Object.values<{ namespace: string }>(root.routes).every(({ namespace }) => namespace === 'garden/v1')).toBe(true);
    expect(root.routes['/garden/v1'].endpoints).toEqual([
      {
        methods: ['GET'],
        args: { namespace: { required: false, default: 'garden/v1', type: 'string' }, context: { required: false, default: 'view' } },
      },
    ]);
  });
  it('exists for a namespace without routes', async () => {
    expect(Object.keys((await body('/empty/v1')).routes)).toEqual(['/empty/v1']);
  });
  it('describes another namespace on request, and refuses an unknown one', async () => {
    expect((await body('/garden/v1?namespace=empty/v1')).namespace).toBe('empty/v1');
    const { status, body: refused } = await api.send('/garden/v1?namespace=nope');
    expect([status, refused.code]).toEqual([404, 'rest_invalid_namespace']);
  });
});

describe('OPTIONS', () => {
  it('describes the route with the schema of its item', async () => {
    const { status, body: described } = await api.send('/garden/v1/plants/1', { method: 'OPTIONS' });
    expect(status).toBe(200);
    expect(Object.keys(described)).toEqual(['namespace', 'methods', 'endpoints', 'schema']);
    const { schema } = described;
    expect(schema).toMatchObject({ $schema: 'http://json-schema.org/draft-04/schema#', title: 'plant', type: 'object' });
    expect(schema.properties.id).toEqual({
      description: 'Number of the plant.',
      type: 'integer',
      context: ['view', 'embed', 'edit'],
      readonly: true,
    });
    expect(schema.properties.title.properties.raw).toEqual({ type: 'string', context: ['edit'], readonly: true });
    expect(schema.properties.height).toMatchObject({ type: 'string' });
    expect(schema.properties.bed.properties).toMatchObject({
      number: { type: 'integer' },
      kind: { type: 'string' },
      ph: { type: 'number' },
    });
    expect(schema.properties).toHaveProperty('odd-key');
    expect(schema.properties).not.toHaveProperty('_can');
  });
  it('marks writable members', async () => {
    const { schema } = await body('/garden/v1/plants', 'OPTIONS');
    expect(schema.properties.light).not.toHaveProperty('readonly');
    expect(schema.properties.visits.readonly).toBe(true);
  });
  it('returns no schema if no route names one', async () => {
    expect(await body('/garden/v1/beds/1', 'OPTIONS')).not.toHaveProperty('schema');
  });
  it('lists the methods that this caller may use', async () => {
    expect((await api.send('/garden/v1/plants', { method: 'OPTIONS' })).headers['allow']).toBe('GET');
    expect((await api.send('/garden/v1/plants', { method: 'OPTIONS', as: 'keeper' })).headers['allow']).toBe('GET, POST');
    expect((await api.send('/garden/v1/plants/1', { method: 'OPTIONS', as: 'keeper' })).headers['allow']).toBe(
      'GET, POST, PUT, PATCH, DELETE',
    );
    expect((await api.send('/garden/v1/members', { method: 'OPTIONS' })).headers['allow']).toBeUndefined();
  });
  it('works for objects that do not exist, and returns an empty list for unknown routes', async () => {
    expect((await api.send('/garden/v1/plants/99', { method: 'OPTIONS' })).status).toBe(200);
    const { status, body: nothing } = await api.send('/no/such', { method: 'OPTIONS' });
    expect([status, nothing]).toEqual([200, []]);
  });
  it('runs nothing', async () => {
    const before = api.garden.ran.length;
    await api.send('/garden/v1/plants/1', { method: 'OPTIONS', as: 'keeper' });
    expect(api.garden.ran.slice(before)).toEqual([]);
  });
});
