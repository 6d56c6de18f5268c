import { beforeAll, describe, expect, it } from 'vitest';
import { type GardenApi, openGardenApi, REST, SITE } from './app.ts';

let api: GardenApi;
beforeAll(async () => {
  api = await openGardenApi();
});

const body = async (path: string, as?: 'keeper' | 'helper') => (await api.send(path, as ? { as } : {})).body;

describe('_links', () => {
  it('contain the URL of each relation, attributes, and the declared prefix of compact relations', async () => {
    expect((await body('/garden/v1/plants/2'))._links).toEqual({
      self: [{ href: `${REST}/garden/v1/plants/2`, targetHints: { allow: ['GET'] } }],
      collection: [{ href: `${REST}/garden/v1/plants` }],
      parent: [{ href: `${REST}/garden/v1/plants/1`, embeddable: true, number: 1 }],
      help: [{ href: 'http://help.test/2' }],
      'core:bed': [{ href: `${REST}/garden/v1/beds/2`, embeddable: true, kind: 'bed' }],
      'core:neighbors': [
        { href: `${REST}/garden/v1/plants?bed=2`, embeddable: true },
        { href: `${REST}/garden/v1/beds?plant=2`, embeddable: true },
      ],
      curies: [{ name: 'core', href: `${SITE}/rel/{rel}`, templated: true }],
    });
  });
  it('omit relations whose condition does not hold and those without a route', async () => {
    const links = (await body('/garden/v1/plants/4'))._links;
    expect(Object.keys(links)).toEqual(['self', 'collection', 'help', 'core:neighbors', 'curies']);
    expect(links['core:neighbors']).toHaveLength(1);
  });
  it('list the permitted methods of this caller on self', async () => {
    expect((await body('/garden/v1/plants/1', 'keeper'))._links.self[0].targetHints.allow).toEqual([
      'GET',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
    ]);
    expect((await body('/garden/v1/plants/1', 'helper'))._links.self[0].targetHints.allow).toEqual(['GET']);
  });
  it('contain actions only in the edit context, for users with permission', async () => {
    expect((await body('/garden/v1/plants/1?context=edit', 'keeper'))._links).toHaveProperty('core:action-edit');
    expect((await body('/garden/v1/plants/1', 'keeper'))._links).not.toHaveProperty('core:action-edit');
  });
  it('are included in every item of a list', async () => {
    expect((await body('/garden/v1/plants')).map((plant: { _links: { self: { href: string }[] } }) => plant._links.self[0]?.href)).toEqual(
      [1, 2, 3, 4, 5].map((id) => `${REST}/garden/v1/plants/${id}`),
    );
  });
  it('are complete if _fields selects only them, or one of their members', async () => {
    const links = (await body('/garden/v1/plants/2'))._links;
    expect(await body('/garden/v1/plants/2?_fields=_links')).toEqual({ _links: links });
    expect(await body('/garden/v1/plants/2?_fields=_links.self')).toEqual({ _links: links });
    expect(await body('/garden/v1/plants/2?_fields=id,_links')).toEqual({ id: 2, _links: links });
  });
});

describe('_embed', () => {
  it.each(['_embed', '_embed=', '_embed=1', '_embed=0', '_embed=true'])('with %s embeds all embeddable relations', async (query) => {
    const { _embedded: embedded } = await body(`/garden/v1/plants/2?${query}`);
    expect(Object.keys(embedded)).toEqual(['parent', 'core:bed', 'core:neighbors']);
  });
  it.each(['_embed=parent,core:bed', '_embed[]=parent&_embed[]=core:bed', '_embed=parent%20core:bed'])(
    'with %s embeds the named relations',
    async (query) => {
      expect(Object.keys((await body(`/garden/v1/plants/2?${query}`))._embedded)).toEqual(['parent', 'core:bed']);
    },
  );
  it('embeds objects in the embed context with their own links, and lists as lists', async () => {
    const { _embedded: embedded } = await body('/garden/v1/plants/2?_embed');
    expect(embedded.parent).toHaveLength(1);
    expect(embedded.parent[0]).toMatchObject({
      id: 1,
      title: { rendered: '<b>Ash</b>' },
      _links: { self: [{ href: `${REST}/garden/v1/plants/1` }] },
    });
    expect(embedded.parent[0]).not.toHaveProperty('note');
    expect(embedded['core:bed']).toEqual([{ number: 2, name: 'South' }]);
    expect(embedded['core:neighbors'][0].map(({ id }: { id: number }) => id)).toEqual([2]);
    expect(embedded['core:neighbors'][1]).toEqual([{ number: 2, name: 'South' }]);
  });
  it('embeds lists with their default page size', async () => {
    const ownApi = await openGardenApi();
    for (let n = 0; n < 15; n++)
      await ownApi.send('/garden/v1/plants', { method: 'POST', as: 'keeper', json: { name: `N${n}`, 'bed-id': 1 } });
    for (const [id, row] of ownApi.garden.plants) if (id > 5) row.bedId = 2;
    expect((await ownApi.send('/garden/v1/plants/2?_embed=core:neighbors')).body._embedded['core:neighbors'][0]).toHaveLength(16);
  });
  it('contains the error of a failed relation in its place', async () => {
    const { _embedded: embedded } = await body('/garden/v1/plants/3?_embed=core:bed,core:neighbors');
    expect(embedded['core:bed']).toEqual([{ code: 'rest_bed_invalid', message: 'There is no such bed.', data: { status: 404 } }]);
    expect(embedded['core:neighbors'][0]).toMatchObject({
      code: 'rest_invalid_param',
      data: { params: { bed: 'There is no such bed.' } },
    });
  });
  it('omits relations with only empty results, and _embedded if it would be empty', async () => {
    expect(await body('/garden/v1/plants/4?_embed')).not.toHaveProperty('_embedded');
  });
  it('ignores unknown and non-embeddable relations', async () => {
    expect(await body('/garden/v1/plants/2?_embed=self')).not.toHaveProperty('_embedded');
    expect(await body('/garden/v1/plants/2?_embed=nothing')).not.toHaveProperty('_embedded');
    expect(await body('/garden/v1/plants/2?_embed=curies')).not.toHaveProperty('_embedded');
  });
  it('works on every item of a list', async () => {
    const plants = await body('/garden/v1/plants?_embed=parent');
    expect(plants.map((plant: Record<string, unknown>) => '_embedded' in plant)).toEqual([false, true, false, false, false]);
  });
  it('requires its name in _fields, and otherwise fetches nothing', async () => {
    expect(await body('/garden/v1/plants/2?_embed=core:bed&_fields=id,_embedded')).toEqual({
      id: 2,
      _embedded: { 'core:bed': [{ number: 2, name: 'South' }] },
    });
    const before = api.garden.ran.length;
    expect(await body('/garden/v1/plants/2?_embed=core:bed&_fields=id')).toEqual({ id: 2 });
    expect(api.garden.ran.slice(before)).toEqual(['plant']);
    expect(Object.keys(await body('/garden/v1/plants/2?_embed=core:bed&_fields=_links'))).toEqual(['_links']);
  });
  it('fetches as the same caller', async () => {
    const { _embedded: embedded } = await body('/garden/v1/plants/2?_embed=parent', 'keeper');
    expect(embedded.parent[0]._links.self[0].targetHints.allow).toContain('DELETE');
  });
  it('is read from the query only', async () => {
    const { body: updated } = await api.send('/garden/v1/plants/2', { method: 'PUT', as: 'keeper', json: { _embed: true } });
    expect(updated).not.toHaveProperty('_embedded');
  });
});
