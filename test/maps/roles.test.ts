import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRowHasher } from '../hostile/stored-hash.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { packParameters } from './packing.ts';

let site: WholeSite;
let ids: Readonly<Record<string, number>>;
let hash: () => Promise<string>;
const collections = ['markers', 'polygons', 'polylines', 'circles', 'rectangles', 'pointlabels'];
const roles: (TestUserName | undefined)[] = [undefined, 'subscriber', 'contributor', 'author', 'editor', 'administrator'];

beforeAll(async () => {
  site = await openWholeSite();
  const create = async (name: string) => {
    const { body } = await site.rest('POST', `/maps/v1/${name}`, { as: 'administrator', body: { map_id: 1, approved: 1 } });
    return [name, Number(body.id)] as const;
  };
  ids = { maps: 1, features: 1, ...Object.fromEntries(await Promise.all(collections.map(create))) };
  for (const as of roles) await site.rest('GET', '/maps/v1/maps', { as });
  hash = await createRowHasher(site.site);
});
afterAll(() => site.close());

const mayWrite = (as: TestUserName | undefined) => as === 'administrator';
const refusal = (as: TestUserName | undefined) => (as === undefined ? 401 : 403);

/** Returns the operations of the namespace, from its routes. */
const operations = () =>
  site.engine.plans
    .filter(({ path }) => path.startsWith('/maps/v1/'))
    .flatMap(({ path, methods }) => methods.map((method) => ({ path, method })));

const pathOf = (path: string) =>
  path
    .replace(/(\w+)\/\{id\}/, (_all, name: string) => `${name}/${ids[name]}`)
    .replace('base64{encoded}', packParameters({ phpClass: 'Maps\\MarkerDataTable' }));

const isWrite = ({ path, method }: { path: string; method: string }) => method !== 'GET' && path !== '/maps/v1/datatables';

describe.each(roles.map((as) => [as ?? 'nobody', as] as const))('Map permissions of %s', (_name, as) => {
  it('allow every read, and writes only with the right to change maps', async () => {
    // without the root of the namespace
    expect(operations()).toHaveLength(57);
    const before = await hash();
    for (const operation of operations()) {
      const where = `${operation.method} ${operation.path}`;
      const body = operation.method === 'GET' ? undefined : { phpClass: 'Maps\\MarkerDataTable', map_id: 1, approved: 1, ids: [] };
      const query = operation.path === '/maps/v1/datatables' ? { phpClass: 'Maps\\MarkerDataTable' } : undefined;
      // a deleted object is missing for the next operation, so an ID that never exists is used
      const path = operation.method === 'DELETE' ? pathOf(operation.path).replace(/\d+$/, '999999') : pathOf(operation.path);
      const {
        status,
        body: responseBody,
        headers,
      } = await site.rest(operation.method, path, { as, ...(body && { body }), ...(query && { query }) });
      if (isWrite(operation) && !mayWrite(as)) {
        expect([status, responseBody.code], where).toEqual([refusal(as), 'rest_forbidden']);
        expect(headers['allow'] ?? '', where).not.toMatch(/POST|DELETE/);
      } else if (operation.path === '/maps/v1/features/{id}')
        expect([status, responseBody.code]).toEqual([400, 'maps_id_invalid_on_route']);
      else if (operation.method === 'DELETE') expect([200, 400, 404], where).toContain(status);
      else expect([status, responseBody.code], where).toEqual([200, undefined]);
    }
    if (!mayWrite(as)) expect(await hash()).toBe(before);
  });

  it('allow counting duplicates, tables for editors and unapproved objects only with the right to change maps', async () => {
    const hidden = await site.rest('POST', '/maps/v1/markers', { as: 'administrator', body: { map_id: 1, title: `Hidden from ${as}` } });
    const request = async (path: string, query: Record<string, string> = {}) => {
      const { status, body } = await site.rest('GET', `/maps/v1${path}`, { as, query });
      return [status, body.code];
    };
    const expectedFor = (code: string) => (mayWrite(as) ? [200, undefined] : [refusal(as), code]);
    expect(await request('/markers', { action: 'count-duplicates' })).toEqual(expectedFor('maps_permission_denied'));
    expect(await request('/markers', { action: 'remove-duplicates' })).toEqual(expectedFor('maps_permission_denied'));
    for (const name of ['AdminMarkerDataTable', 'AdminMapDataTable', 'AdminCircleDataTable'])
      expect(await request('/datatables', { phpClass: `Maps\\${name}` }), name).toEqual(expectedFor('rest_forbidden'));
    expect(await request(`/markers/${hidden.body.id}`)).toEqual(mayWrite(as) ? [200, undefined] : [404, 'maps_marker_not_found']);
    const { body } = await site.rest('GET', '/maps/v1/markers', { as, query: { context: 'editor' } });
    expect(body.some(({ title }: { title: string }) => title === `Hidden from ${as}`)).toBe(mayWrite(as));
  });

  it('allow map mutations that only GraphQL has only with the right to change maps', async () => {
    const operationsByField = {
      createMap: 'mutation { createMap(input: { title: "New" }) { map { title } } }',
      updateMap: 'mutation { updateMap(id: 1, input: { title: "My first map" }) { map { title } } }',
      trashMap: 'mutation { trashMap(id: 1) { map { isTrashed } } }',
      restoreMap: 'mutation { restoreMap(id: 1) { map { isTrashed } } }',
      duplicateMap: 'mutation { duplicateMap(id: 1) { map { title } } }',
      clearGeocodeCache: 'mutation { clearGeocodeCache { count } }',
      resolveMapCoordinates: 'mutation { resolveMapCoordinates { count } }',
      maps: '{ maps(isTrashed: true) { totalCount } }',
    };
    const before = await hash();
    for (const [name, source] of Object.entries(operationsByField)) {
      const { data, errors } = await site.graphql(source, {}, as);
      if (mayWrite(as)) expect([errors, data?.[name] !== null], name).toEqual([[], true]);
      else {
        expect(
          errors.map(({ extensions: { code, status } }) => [code, status]),
          name,
        ).toEqual([['forbidden', refusal(as)]]);
      }
    }
    if (!mayWrite(as)) expect(await hash()).toBe(before);
  });
});
