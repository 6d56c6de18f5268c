import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNonce } from '../../src/domains/identity/auth/nonces.ts';
import { openWholeSite, type RestOptions, type TestUserName, type WholeSite } from '../support/site.ts';

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const admin = { as: 'administrator' } as const;
const maps = (method: string, path: string, options?: RestOptions) => site.rest(method, `/maps/v1${path}`, options);
const create = async (route: string, body: Record<string, unknown>) => {
  const { status, body: created } = await maps('POST', route, { ...admin, body });
  expect(status).toBe(200);
  return created;
};
const createMarker = (body: Record<string, unknown>) => create('/markers', { map_id: 5, approved: 1, ...body });
const listMarkers = async (filter: Record<string, unknown>, as?: TestUserName, query = '') =>
  (await maps('GET', '/markers', { as, query: `filter=${encodeURIComponent(JSON.stringify(filter))}${query}` })).body;
const titles = async (filter: Record<string, unknown>) => (await listMarkers(filter)).map(({ title }: { title: string }) => title);
const kinds = ['polygons', 'polylines', 'circles', 'rectangles', 'pointlabels'] as const;
const singularOf = (kind: string) => kind.slice(0, -1);

describe('Maps', () => {
  it('start with one map with one marker in a new installation', async () => {
    const { body } = await maps('GET', '/maps');
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      id: '1',
      map_title: 'My first map',
      map_start_lat: '45.950464398418106',
      map_start_lng: '-109.81550500000003',
      map_start_zoom: '2',
      map_start_location: '45.950464398418106,-109.81550500000003',
      map_width: '100',
      map_width_type: '%',
      map_height: '600',
      map_height_type: 'px',
      alignment: '4',
      type: '1',
      active: '0',
      sl_stroke_color: '#FF0000',
      store_locator_distance: 0,
    });
    expect((await maps('GET', '/markers/1')).body).toMatchObject({
      id: 1,
      map_id: '1',
      lat: '36.778261',
      lng: '-119.4179323999',
      approved: '1',
    });
  });
  it('have a numeric ID each, and an unknown one is not found', async () => {
    expect((await maps('GET', '/maps/1')).body).toMatchObject({ id: 1, map_title: 'My first map' });
    const { status, body } = await maps('GET', '/maps/99');
    expect([status, body.code, body.data]).toEqual([404, 'maps_map_not_found', { status: 404 }]);
  });
  it('can be created, changed, copied and trashed by front ends, and a trashed map can still be read by its ID', async () => {
    const input = {
      title: 'Rhine',
      start: { latitude: 50.94, longitude: 6.96 },
      distanceUnit: 'MILES',
      widthUnit: 'PIXELS',
      settings: { odd: { a: 1 } },
    };
    const created = await site.graphql(
      'mutation($input: MapInput!) { createMap(input: $input) { map { databaseId } } }',
      { input },
      'administrator',
    );
    const id = created.data.createMap.map.databaseId;
    expect((await maps('GET', `/maps/${id}`)).body).toMatchObject({
      map_title: 'Rhine',
      map_start_lat: '50.94',
      map_width_type: 'px',
      odd: { a: 1 },
      store_locator_distance: 1,
      map_type: 1,
    });
    await create('/circles', { map_id: id, name: 'Copied', center: '1,2' });
    await createMarker({ map_id: id, title: 'Copied too' });
    const copy = await site.graphql(
      'mutation($id: Int!) { duplicateMap(id: $id) { map { databaseId circles { name } markers { totalCount edges { node { title } } } } } }',
      { id },
      'administrator',
    );
    expect(copy.data.duplicateMap.map).toMatchObject({
      circles: [{ name: 'Copied' }],
      markers: { totalCount: 1, edges: [{ node: { title: 'Copied too' } }] },
    });
    await site.graphql('mutation($id: Int!) { trashMap(id: $id) { map { isTrashed } } }', { id }, 'administrator');
    expect((await maps('GET', '/maps')).body.map(({ id }: { id: string }) => id)).not.toContain(String(id));
    expect((await maps('GET', `/maps/${id}`)).body).toMatchObject({ id, active: '1' });
    expect(await listMarkers({ map_id: id })).toHaveLength(1);
    const refused = await site.graphql('mutation { createMap(input: {}) { map { databaseId } } }', {}, 'editor');
    expect(refused.errors[0]?.extensions).toMatchObject({ code: 'forbidden', status: 403 });
  });
});

describe('Map markers', () => {
  it('are stored with all sent members, sanitized, and returned completely', async () => {
    const created = await createMarker({
      id: 4711,
      title: 'Tom &amp; Jerry <b>live</b><script>x()</script>',
      link: 'javascript:alert(1)',
      address: '<i onclick="x()">Quay</i> & Co',
      lat: '53.50',
      lng: 9.9,
      sticky: true,
      own: { deep: ['<img src=x onerror=y()>'] },
    });
    expect(created.id).not.toBe(4711);
    expect(created).toMatchObject({
      map_id: '5',
      title: 'Tom & Jerry <b>live</b>x()',
      link: '',
      address: '<i>Quay</i> &amp; Co',
      lat: '53.50',
      lng: '9.9',
      sticky: '1',
      approved: '1',
      layergroup: '0',
    });
    expect(JSON.stringify(created.own)).not.toContain('onerror');
    const changed = await create(`/markers/${created.id}`, { title: 'New', more: 1 });
    expect(changed).toEqual({ ...created, title: 'New', more: 1 });
    expect((await maps('GET', `/markers/${created.id}`)).body).toEqual(changed);
  });
  it('are sanitized even if markup is hidden in entities', async () => {
    for (const title of ['&lt;script&gt;x()&lt;/script&gt;', '&amp;lt;script&amp;gt;x()', '<b><b><b>&lt;img src=x onerror=y()&gt;'])
      expect((await createMarker({ title })).title).not.toMatch(/<script|onerror/);
    for (const link of ['java\tscript:x()', '&#106;avascript:x()', 'JavaScript:x()', ' data:text/html,x', 'vbscript:x'])
      expect((await createMarker({ link })).link).toBe('');
  });
  it('show their popup at once if infoopen is true', async () => {
    for (const [input, expected] of [
      [true, '1'],
      [false, '0'],
      ['1', '1'],
      ['', ''],
    ])
      expect((await createMarker({ infoopen: input })).infoopen).toBe(expected);
  });
  it('accept forms as well as JSON, also for deleting', async () => {
    const { body } = await maps('POST', '/markers', { ...admin, form: 'map_id=5&title=Form&approved=1&layergroup=' });
    expect(body).toMatchObject({ title: 'Form', layergroup: '0' });
    expect((await maps('DELETE', '/markers', { ...admin, form: `ids%5B%5D=${body.id}&ids%5B%5D=9999` })).body).toEqual({ success: true });
    for (const ids of [[0], [-3], ['none'], [99_999_999_999]])
      expect((await maps('DELETE', '/markers', { ...admin, body: { ids } })).body).toEqual({ success: true });
    expect((await maps('GET', `/markers/${body.id}`)).status).toBe(404);
  });
  it('without approval are visible only to editors of maps who ask for them', async () => {
    const { id } = await createMarker({ map_id: 6, approved: undefined, title: 'Hidden' });
    expect((await maps('GET', `/markers/${id}`)).body.code).toBe('maps_marker_not_found');
    expect((await maps('GET', `/markers/${id}`, { as: 'editor' })).status).toBe(404);
    expect((await maps('GET', `/markers/${id}`, admin)).body.approved).toBe('0');
    expect(await listMarkers({ map_id: 6 }, 'administrator')).toEqual([]);
    expect(await listMarkers({ map_id: 6 }, 'administrator', '&context=editor')).toHaveLength(1);
    expect(await listMarkers({ map_id: 6, includeUnapproved: true }, 'administrator')).toHaveLength(1);
    expect(await listMarkers({ map_id: 6, includeUnapproved: true }, 'editor', '&context=editor')).toEqual([]);
    const global = Buffer.from(`MapMarker:${id}`).toString('base64');
    expect((await site.graphql('query($id: ID!) { node(id: $id) { id } }', { id: global })).data.node).toBeNull();
    expect((await site.graphql('query($id: ID!) { node(id: $id) { id } }', { id: global }, 'administrator')).data.node).not.toBeNull();
  });
  it('are filtered by map, ID, section and distance', async () => {
    const [a, b] = [
      await createMarker({ map_id: 8, title: 'Köln', lat: '50.9413', lng: '6.9583' }),
      await createMarker({ map_id: 8, title: 'Bonn', lat: '50.7374', lng: '7.0982' }),
    ];
    await createMarker({ map_id: 9, title: 'Fiji', lat: '-17', lng: '179.9' });
    await createMarker({ map_id: 9, title: 'Beyond the line', lat: '-17', lng: '-179.9' });
    await createMarker({ map_id: 9, title: 'Nowhere', lat: 'north', lng: '1' });
    expect(await titles({ map_id: 8 })).toEqual(['Köln', 'Bonn']);
    expect(await titles({ mashup_ids: [8, 9] })).toHaveLength(5);
    expect(await titles({ mashupIDs: '9' })).toHaveLength(3);
    expect(await titles({ ids: [a.id, 99999] })).toEqual(['Köln']);
    expect(await titles({ map_id: 8, limit: 1 })).toEqual(['Köln']);
    expect(await titles({ map_id: 8, limit: 1, offset: 1 })).toEqual(['Bonn']);
    const center = { lat: 50.9413, lng: '6.9583' };
    expect(await titles({ center, radius: 20 })).toEqual(['Köln']);
    expect(await titles({ center, radius: 30 })).toEqual(['Köln', 'Bonn']);
    expect(await titles({ center, radius: 0 })).toEqual([]);
    expect(await titles({ map_id: 9, center: { lat: -17, lng: 179.95 }, radius: 20 })).toEqual(['Fiji', 'Beyond the line']);
    expect((await maps('GET', '/markers', { query: `filter[ids][]=${b.id}&fields=title,nothing` })).body).toEqual([
      { title: 'Bonn', id: String(b.id) },
    ]);
  });
  it('use miles for the radius if the map does', async () => {
    const input = { title: 'Miles' };
    const created = await site.graphql(
      'mutation($input: MapInput!) { createMap(input: $input) { map { databaseId distanceUnit } } }',
      { input },
      'administrator',
    );
    const { databaseId: map_id, distanceUnit } = created.data.createMap.map;
    expect(distanceUnit).toBe('MILES');
    await createMarker({ map_id, title: 'Far', lat: '0', lng: '0.2' }); // 22.2 km
    expect(await titles({ map_id, center: { lat: 0, lng: 0 }, radius: 15 })).toEqual(['Far']);
    expect(await titles({ map_id, center: { lat: 0, lng: 0 }, radius: 13 })).toEqual([]);
    expect(await titles({ mashup_ids: [map_id], center: { lat: 0, lng: 0 }, radius: 15 })).toEqual([]);
  });
  it('have duplicates, which are counted and removed except for the first', async () => {
    await maps('GET', '/markers', { ...admin, query: 'action=remove-duplicates' });
    const same = { map_id: 10, title: 'Twin', lat: '1', lng: '2' };
    const first = await createMarker(same);
    for (let i = 0; i < 3; i++) await createMarker(same);
    await createMarker({ ...same, description: 'Another' });
    const countDuplicates = (as?: TestUserName) => maps('GET', '/markers', { as, query: 'action=count-duplicates' });
    const refused = await countDuplicates('editor');
    expect([refused.status, refused.body.code]).toEqual([403, 'maps_permission_denied']);
    expect((await countDuplicates()).status).toBe(401);
    expect((await countDuplicates('administrator')).body).toEqual({ count: '3' });
    expect((await maps('HEAD', '/markers', { ...admin, query: 'action=remove-duplicates' })).status).toBe(404);
    expect((await maps('GET', '/markers', { query: 'action=remove-duplicates' })).status).toBe(401);
    expect((await countDuplicates('administrator')).body).toEqual({ count: '3' });
    const { status, body } = await maps('GET', '/markers', { ...admin, query: 'action=remove-duplicates' });
    expect([status, body]).toEqual([200, { message: expect.stringContaining('3') }]);
    expect((await listMarkers({ map_id: 10 })).map(({ id }: { id: string }) => id)).toContain(String(first.id));
    expect(await listMarkers({ map_id: 10 })).toHaveLength(2);
  });
  it('are not deleted by an empty list, which gets a legacy error, while unknown IDs in a list are no error', async () => {
    const { status, body } = await maps('DELETE', '/markers', admin);
    expect([status, body]).toEqual([400, { message: expect.any(String), success: false }]);
    const { id } = await createMarker({});
    expect((await maps('DELETE', '/markers', { ...admin, body: { id } })).body).toEqual({ success: true });
    expect((await maps('DELETE', '/markers', { ...admin, body: { id } })).body.code).toBe('maps_marker_not_found');
    expect((await maps('DELETE', `/markers/${id}`, admin)).body.code).toBe('maps_marker_not_found');
    const other = await createMarker({});
    expect((await maps('POST', `/markers/${other.id}`, { ...admin, body: { simulateDelete: 1 } })).body).toEqual({ success: true });
    expect((await maps('POST', `/markers/${other.id}`, { ...admin, body: {} })).status).toBe(404);
  });
  it('with too long texts or invalid values are refused, and nothing is stored', async () => {
    const before = (await listMarkers({})).length;
    for (const [name, value] of [
      ['title', 'x'.repeat(701)],
      ['link', 'x'.repeat(2084)],
      ['map_id', 'abc'],
      ['title', ['x']],
      ['layergroup', 1.5],
    ]) {
      const { status, body } = await maps('POST', '/markers', { ...admin, body: { approved: 1, [name as string]: value } });
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', [name]]);
    }
    const long = await maps('POST', '/markers', { ...admin, body: { lat: '1'.repeat(101) } });
    expect(long.body.data.params).toEqual({ lat: 'lat must be at most 100 characters long.' });
    expect(long.body.data.details.lat.message).toBe('lat must be at most 100 characters long.');
    for (const filter of ['{', '5', '{"map_id":"x"}', '{"center":{"lat":91,"lng":0}}', '{"limit":-1}'])
      expect((await maps('GET', '/markers', { query: { filter } })).body.code).toBe('rest_invalid_param');
    expect(await listMarkers({})).toHaveLength(before);
  });
});

describe.each(kinds)('Map %s', (kind) => {
  const samples = {
    polygons: { polyname: 'Area', title: 'T', polydata: '[{"lat":"1.50","lng":"2"},{"lat":"3","lng":"-4"}]', linestyle: '2' },
    polylines: { polyname: 'Line', polydata: '1,2 3,4' },
    circles: { name: 'Ring', center: '(53.50, 9.9)', radius: 100, hoverEnabled: '1' },
    rectangles: { name: 'Box', cornerA: { lat: 1.5, lng: '2' }, cornerB: '3,4' },
    pointlabels: { name: 'Words', center: '1,2', fontSize: '12' },
  } as const;
  const expectedShapes = {
    polygons: {
      polyname: 'Area',
      title: 'T',
      polydata: [
        { lat: '1.50', lng: '2' },
        { lat: '3', lng: '-4' },
      ],
      linestyle: '2',
      layergroup: '0',
    },
    polylines: {
      polyname: 'Line',
      polydata: [
        { lat: '1', lng: '2' },
        { lat: '3', lng: '4' },
      ],
      linestyle: '0',
    },
    circles: { name: 'Ring', center: { lat: '53.50', lng: '9.9' }, radius: '100', hoverEnabled: '1', lineOpacity: '0' },
    rectangles: { name: 'Box', cornerA: { lat: '1.5', lng: '2' }, cornerB: { lat: '3', lng: '4' } },
    pointlabels: { name: 'Words', center: { lat: '1', lng: '2' }, fontSize: '12' },
  } as const;

  it('can be created, read, listed, changed and deleted', async () => {
    const created = await create(`/${kind}`, { ...samples[kind], map_id: 77, id: 4711, unknown: 'kept nowhere' });
    expect(created).toMatchObject({ ...expectedShapes[kind], map_id: '77' });
    expect(created).not.toHaveProperty('unknown');
    expect((await maps('GET', `/${kind}/${created.id}`)).body).toEqual(created);
    const list = await maps('GET', `/${kind}`, { query: { filter: '{"map_id":77}', said: '<b>x</b>' } });
    expect(list.body).toEqual({ request: { filter: { map_id: 77 }, said: 'x' }, [kind]: [{ ...created, id: String(created.id) }] });
    expect((await maps('GET', `/${kind}`, { query: { filter: '{"map_id":78}' } })).body[kind]).toEqual([]);
    expect((await maps('GET', `/${kind}`)).body.request).toEqual([]);
    const changed = await create(`/${kind}/${created.id}`, { id: 1, map_id: 79 });
    expect(changed).toEqual({ ...created, map_id: '79' });
    expect((await maps('DELETE', `/${kind}/${created.id}`, admin)).body).toEqual({ success: true });
    for (const [method, body] of [['GET'], ['POST', {}], ['DELETE']] as const) {
      const { status, body: reply } = await maps(method, `/${kind}/${created.id}`, { ...admin, body });
      expect([status, reply.code]).toEqual([404, `maps_${singularOf(kind)}_not_found`]);
    }
  });
  it('can be deleted in bulk in every format, and an empty list deletes nothing', async () => {
    const [a, b, c] = [
      await create(`/${kind}`, { map_id: 80 }),
      await create(`/${kind}`, { map_id: 80 }),
      await create(`/${kind}`, { map_id: 80 }),
    ];
    expect((await maps('DELETE', `/${kind}`, admin)).body).toEqual({ success: true });
    expect((await maps('DELETE', `/${kind}`, { ...admin, body: { ids: `${a.id},99999` } })).body).toEqual({ success: true });
    expect((await maps('POST', `/${kind}`, { ...admin, body: { simulateDelete: true, ids: [b.id] } })).body).toEqual({ success: true });
    const remaining = (await maps('GET', `/${kind}`, { query: { filter: '{"mashup_ids":[80]}' } })).body[kind];
    expect(remaining.map(({ id }: { id: string }) => id)).toEqual([String(c.id)]);
  });
});

describe('Geometry and features', () => {
  it('return null for points without a pair, and one point for one pair', async () => {
    const readPoints = async (polydata: unknown) => (await create('/polylines', { polydata })).polydata;
    expect(await readPoints('1.0, 2.00')).toEqual({ lat: '1.0', lng: '2.00' });
    expect(await readPoints('1 2 3')).toBeNull();
    expect(await readPoints('none')).toBeNull();
    expect(await readPoints([{ lat: 1, lng: -2.5e-7 }])).toEqual({ lat: '1', lng: '-2.5e-7' });
    for (const center of ['north', '1', { lat: 1 }, [1, 2]]) {
      const { status, body } = await maps('POST', '/circles', { ...admin, body: { center } });
      expect([status, body.code, Object.keys(body.data.params)]).toEqual([400, 'rest_invalid_param', ['center']]);
    }
    expect((await create('/circles', { name: 'Nowhere' })).center).toBeNull();
  });
  it('return all kinds together or only some', async () => {
    await create('/circles', { map_id: 81 });
    await createMarker({ map_id: 81 });
    const { body } = await maps('GET', '/features', { query: { filter: '{"map_id":81}' } });
    expect(Object.keys(body)).toEqual(['request', 'circles', 'markers', 'pointlabels', 'polygons', 'polylines', 'rectangles']);
    expect([body.circles.length, body.markers.length, body.polygons.length]).toEqual([1, 1, 0]);
    const listKinds = async (query: string) => Object.keys((await maps('GET', '/features', { query })).body).slice(1);
    expect(await listKinds('include=markers,polygons,odd')).toEqual(['markers', 'polygons']);
    expect(await listKinds('exclude=markers,polygons')).toEqual(['circles', 'pointlabels', 'polylines', 'rectangles']);
    expect(await listKinds('include[]=circles&exclude=circles')).toEqual([]);
    const { status, body: refusal } = await maps('GET', '/features/1');
    expect([status, refusal.code]).toEqual([400, 'maps_id_invalid_on_route']);
  });
});

describe('Map pages', () => {
  const open = async (address: string) => await site.http.inject({ url: address });
  it('exist for each map, with a list of its places, including venues of the site without copies', async () => {
    await create('/markers', {
      map_id: 1,
      approved: 1,
      title: 'Quay <b>1</b>',
      address: 'At the water',
      description: 'See [map id="1"] too',
    });
    await create('/markers', { map_id: 1, title: 'Hidden place' });
    const first = await open('/maps/1/');
    expect(first.statusCode).toBe(200);
    for (const text of ['My first map', 'Quay 1', 'At the water', 'href="http://site.test/maps/1/"']) expect(first.body).toContain(text);
    expect(first.body).not.toContain('Hidden place');
    await site.rest('POST', '/vendor/events/v1/venues', { ...admin, body: { venue: 'Town Hall', address: 'Market 1', status: 'publish' } });
    await site.site.db.prisma.venue.updateMany({ data: { latitude: 1.5, longitude: 2.5 } });
    expect((await open('/maps/1/')).body).not.toContain('Town Hall');
    await site.graphql('mutation { updateMap(id: 1, input: { showsVenues: true }) { map { showsVenues } } }', {}, 'administrator');
    expect((await open('/maps/1/')).body).toMatch(/Town Hall[^]*Market 1[^]*1\.5, 2\.5/);
    for (const address of ['/maps/999/', '/maps/x/']) expect((await open(address)).statusCode).toBe(404);
  });
  it('resolve shortcodes in descriptions, except for editors', async () => {
    const { id, description } = await createMarker({ description: 'See [map id="1"]' });
    expect(description).toBe('See [map id="1"]');
    expect((await maps('GET', `/markers/${id}`)).body.description).toBe(
      'See <a class="map-link" href="http://site.test/maps/1/">My first map</a>',
    );
    expect((await maps('GET', `/markers/${id}`, { query: 'context=editor' })).body.description).toBe('See [map id="1"]');
  });
});

describe('Map permissions', () => {
  const writes = [
    ['POST', '/markers'],
    ['DELETE', '/markers'],
    ['POST', '/markers/1'],
    ['DELETE', '/markers/1'],
    ['POST', '/system-health-tools'],
    ...kinds.flatMap((kind) => [
      ['POST', `/${kind}`],
      ['DELETE', `/${kind}`],
      ['POST', `/${kind}/1`],
      ['DELETE', `/${kind}/1`],
    ]),
  ] as [string, string][];
  it('let only editors of maps write, and every visitor read', async () => {
    for (const [method, path] of writes) {
      for (const as of [undefined, 'subscriber', 'contributor', 'author', 'editor'] as const) {
        const { status, body, headers } = await maps(method, path, { as, body: {} });
        expect([path, as, status, body.code]).toEqual([path, as, as ? 403 : 401, 'rest_forbidden']);
        expect(headers['allow']).toBe(path === '/system-health-tools' ? undefined : 'GET');
      }
    }
    expect((await maps('GET', '/markers', admin)).headers['allow']).toBe('GET, POST, DELETE');
    expect((await maps('GET', '/circles/1', admin)).headers['allow']).toBe('GET, POST, DELETE');
  });
  it('depend on a setting', async () => {
    await site.graphql(
      'mutation { updateSetting(input: { key: "maps_access_capability", value: "edit_posts" }) { key } }',
      {},
      'administrator',
    );
    const { status, body } = await maps('POST', '/markers', { as: 'contributor', body: { title: 'Mine' } });
    expect(status).toBe(200);
    expect((await maps('DELETE', `/markers/${body.id}`, { as: 'contributor' })).status).toBe(200);
    await site.graphql(
      'mutation { updateSetting(input: { key: "maps_access_capability", value: "manage_options" }) { key } }',
      {},
      'administrator',
    );
  });
});

describe('Map maintenance', () => {
  it('finds markers by distance again after resolve_coordinates', async () => {
    const tool = (type?: string) => maps('POST', '/system-health-tools', { ...admin, body: { type } });
    expect((await tool()).body).toEqual({ success: false, message: false });
    expect((await tool('other')).body).toEqual({ success: false, message: expect.any(String), type: 'unknown' });
    expect((await tool('resolve_coordinates')).body).toEqual({ success: false, message: expect.any(String), type: 'resolve_coordinates' });
    const { id } = await createMarker({ map_id: 82, lat: '10', lng: '20' });
    await site.site.db.prisma.mapMarker.update({ where: { id }, data: { latNum: null, lngNum: null } });
    const near = { map_id: 82, center: { lat: 10, lng: 20 }, radius: 1 };
    expect(await listMarkers(near)).toEqual([]);
    expect((await tool('resolve_coordinates')).body).toEqual({
      success: true,
      message: expect.stringContaining('1'),
      type: 'resolve_coordinates',
    });
    expect(await listMarkers(near)).toHaveLength(1);
  });
  it('updates the modification date of a map when its content changes', async () => {
    const changedAt = async () => (await site.site.db.prisma.map.findUniqueOrThrow({ where: { id: 1 } })).updatedAt.getTime();
    let last = await changedAt();
    const { id } = await createMarker({ map_id: 1 });
    for (const change of [
      () => maps('POST', `/markers/${id}`, { ...admin, body: { title: 'x' } }),
      () => maps('DELETE', `/markers/${id}`, admin),
      () => maps('POST', '/circles', { ...admin, body: { map_id: 1 } }),
    ]) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      await change();
      const next = await changedAt();
      expect(next).toBeGreaterThan(last);
      last = next;
    }
  });
  it('creates different nonces for different routes', () => {
    const session = { id: 1, sessionToken: 'token' };
    expect(createNonce(site.site, session, '/maps/v1/markers')).not.toBe(
      createNonce(site.site, session, '/maps/v1/markers/(?P<id>[\\d]+)'),
    );
  });
});
