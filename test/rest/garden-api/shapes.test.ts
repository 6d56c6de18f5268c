import { beforeAll, describe, expect, it } from 'vitest';
import { type GardenApi, openGardenApi } from './app.ts';

let api: GardenApi;
beforeAll(async () => {
  api = await openGardenApi();
});

const body = async (path: string, as?: 'keeper') => (await api.send(path, as ? { as } : {})).body;
const withoutLinks = ({ _links, ...members }: Record<string, unknown>) => members;

describe('The shape of a response', () => {
  it('has the published names in the order of the operation, with directives applied', async () => {
    expect(withoutLinks(await body('/garden/v1/plants/1'))).toEqual({
      id: 1,
      title: { rendered: '<b>Ash</b>' },
      note: 'old',
      light: 'SUN',
      height: '12.5',
      visits: '',
      sizes: ['1', '12'],
      rare: true,
      tags: ['tree', 'tall'],
      'odd-key': { latin: 'Fraxinus' },
      bed: { number: 1, name: 'North', kind: 'clay', ph: 6.5 },
    });
    expect(Object.keys(await body('/garden/v1/plants/1'))).toEqual([
      'id',
      'title',
      'note',
      'light',
      'height',
      'visits',
      'sizes',
      'rare',
      'tags',
      'odd-key',
      'bed',
      '_links',
    ]);
  });
  it('omits empty members, or sends the replacement of the route', async () => {
    expect(withoutLinks(await body('/garden/v1/plants/4'))).toEqual({
      id: 4,
      title: { rendered: '<b>Dill</b>' },
      note: 'none',
      light: 'SUN',
      height: '',
      visits: '',
      sizes: [],
      'odd-key': [],
      bed: false,
    });
  });
  it('never contains hidden fields', async () => {
    const text = JSON.stringify(withoutLinks(await body('/garden/v1/plants/2')));
    expect(text).not.toMatch(/parent|_bedId|_can/);
  });
  it('may be a part of the result of the root field', async () => {
    expect(await body('/garden/v1/soils/1')).toEqual({ kind: 'clay', ph: 6.5 });
  });
  it('may be a list of objects or a plain value', async () => {
    expect(await body('/garden/v1/beds?plant=1')).toEqual([{ number: 1, name: 'North' }]);
    expect(await body('/garden/v1/members', 'keeper')).toBe('welcome');
  });
  it('is an empty body for null', async () => {
    const { status, text } = await api.send('/garden/v1/nothing');
    expect([status, text]).toEqual([200, '']);
  });
  it('is empty for 204', async () => {
    const { status, text } = await api.send('/garden/v1/forget', { method: 'DELETE' });
    expect([status, text]).toEqual([204, '']);
  });
  it('contains the root field that ran, without links of the others', async () => {
    const ownApi = await openGardenApi();
    const wilted = await ownApi.send('/garden/v1/plants/1', { method: 'DELETE', as: 'keeper' });
    expect([wilted.body.editor_note, wilted.body._links.self[0].href]).toEqual(['wilted', 'http://garden.test/rest/garden/v1/plants/1']);
    const uprooted = await ownApi.send('/garden/v1/plants/1?force=true', { method: 'DELETE', as: 'keeper' });
    expect([uprooted.status, Object.keys(uprooted.body), uprooted.body.deleted]).toEqual([200, ['deleted', 'previous'], true]);
    expect(uprooted.body.previous.title).toEqual({ rendered: '<b>Ash</b>', raw: 'Ash' });
    expect(uprooted.body.previous).not.toHaveProperty('_can');
    expect(uprooted.headers['allow']).toBeUndefined();
    expect(ownApi.garden.ran).toEqual(['wilt', 'uproot']);
  });
});

describe('Contexts', () => {
  it('view omits members of edit, also in nested objects', async () => {
    const view = await body('/garden/v1/plants/1');
    expect(view.title).toEqual({ rendered: '<b>Ash</b>' });
    expect(view).not.toHaveProperty('editor_note');
  });
  it('embed omits more', async () => {
    const embedded = await body('/garden/v1/plants/1?context=embed');
    expect(embedded).not.toHaveProperty('note');
    expect(embedded.id).toBe(1);
  });
  it('edit contains all members, for users with permission', async () => {
    const edited = await body('/garden/v1/plants/1?context=edit', 'keeper');
    expect([edited.title, edited.editor_note]).toEqual([{ rendered: '<b>Ash</b>', raw: 'Ash' }, 'old']);
    expect((await api.send('/garden/v1/plants/1?context=edit')).body.code).toBe('rest_cannot_edit');
  });
  it('of a write response are always edit', async () => {
    const { body: updated } = await api.send('/garden/v1/plants/5?context=view', { method: 'PUT', as: 'keeper' });
    expect(updated.title.raw).toBe('Elder');
  });
  it('are refused as an invalid parameter if unknown', async () => {
    expect((await body('/garden/v1/plants/1?context=full')).data.details.context.code).toBe('rest_not_in_enum');
  });
  it('have no effect on a route without its own contexts', async () => {
    expect((await body('/?context=edit')).name).toBe('Garden');
  });
});

describe('_fields', () => {
  it.each([
    ['names separated by commas', '_fields=id,light', { id: 1, light: 'SUN' }],
    ['names separated by spaces', '_fields=id%20light', { id: 1, light: 'SUN' }],
    ['a list with brackets', '_fields[]=id&_fields[]=light', { id: 1, light: 'SUN' }],
    ['in the order of the object, not of the list', '_fields=light,id', { id: 1, light: 'SUN' }],
    ['nested members with dots', '_fields=bed.name,bed.kind', { bed: { name: 'North', kind: 'clay' } }],
    ['a key that is not a valid GraphQL name', '_fields=odd-key', { 'odd-key': { latin: 'Fraxinus' } }],
    ['nothing for unknown names', '_fields=id,nope,bed.nope.deep', { id: 1, bed: [] }],
    [
      'a whole object if it is named together with its part',
      '_fields=bed.name,bed',
      { bed: { number: 1, name: 'North', kind: 'clay', ph: 6.5 } },
    ],
    ['an empty list if nothing remains', '_fields=nope', []],
    ['a scalar even if a member of it is named', '_fields=id.deep', { id: 1 }],
  ])('selects %s', async (_title, query, expected) => {
    const plant = await body(`/garden/v1/plants/1?${query}`);
    expect(plant).toEqual(expected);
    expect(Object.keys(plant)).toEqual(Object.keys(expected));
  });
  it.each(['_fields=', '_fields[]=', '_fields=,'])('is ignored if empty (%s)', async (query) => {
    expect(Object.keys(await body(`/garden/v1/plants/1?${query}`))).toContain('_links');
  });
  it('cannot select hidden fields', async () => {
    expect(await body('/garden/v1/plants/2?_fields=parent,_bedId,_can,id')).toEqual({ id: 2 });
  });
  it('cannot select fields of other contexts', async () => {
    expect(await body('/garden/v1/plants/1?_fields=editor_note,title.raw')).toEqual({ title: [] });
  });
  it('works on lists, written objects, deleted objects, page envelopes and the index', async () => {
    expect(await body('/garden/v1/plants?_fields=id&per_page=2')).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await body('/garden/v1/plants?_fields=nope&per_page=2')).toEqual([[], []]);
    const ownApi = await openGardenApi();
    expect((await ownApi.send('/garden/v1/plants?_fields=title', { method: 'POST', as: 'keeper', json: { name: 'Fig' } })).body).toEqual({
      title: { rendered: '<b>Fig</b>', raw: 'Fig' },
    });
    expect((await ownApi.send('/garden/v1/plants/1?force=true&_fields=previous.id', { method: 'DELETE', as: 'keeper' })).body).toEqual({
      previous: { id: 1 },
    });
    expect(await body('/garden/v1/old-plants?_fields=plants.name,total')).toEqual({
      plants: [{ name: 'Ash' }, { name: 'Bean' }],
      total: 5,
    });
    expect(await body('/garden/v1/old-plants?_fields=total')).toEqual({ total: 5 });
    expect((await body('/garden/v1/old-plants?_fields=plants')).plants[0]).toEqual({
      id: 1,
      name: 'Ash',
      label: { rendered: '<b>Ash</b>' },
    });
    expect(Object.keys(await body('/?_fields=name,namespaces'))).toEqual(['name', 'namespaces']);
    expect(await body('/garden/v1?_fields=namespace')).toEqual({ namespace: 'garden/v1' });
  });
  it('keeps the headers that come from the object', async () => {
    const ownApi = await openGardenApi();
    const { headers } = await ownApi.send('/garden/v1/plants?_fields=title', { method: 'POST', as: 'keeper', json: { name: 'Fig' } });
    expect(headers['location']).toBe('http://garden.test/rest/garden/v1/plants/6');
    expect((await api.send('/garden/v1/plants/1?_fields=light')).headers['link']).toBe(
      '<http://garden.test/1>; rel="alternate"; type=text/html',
    );
  });
  it('does not change errors', async () => {
    expect((await body('/garden/v1/plants/99?_fields=message')).code).toBe('rest_plant_invalid_id');
  });
  it('is read from a body as well', async () => {
    const { body: updated } = await api.send('/garden/v1/plants/1', { method: 'PUT', as: 'keeper', json: { _fields: 'id' } });
    expect(updated).toEqual({ id: 1 });
  });
});
