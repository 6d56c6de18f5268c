import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const admin = (source: string, variables: Record<string, unknown> = {}) => site.graphql(source, variables, 'administrator');

async function createAndGetId(source: string, variables: Record<string, unknown> = {}): Promise<number> {
  const { data, errors } = await admin(source, variables);
  expect(errors).toEqual([]);
  const [payload] = Object.values(data as Record<string, Record<string, { databaseId: number }>>);
  return Object.values(payload ?? {})[0]?.databaseId ?? 0;
}
const createVenue = (draft: object) =>
  createAndGetId('mutation($draft: VenueDraft!) { createVenue(draft: $draft) { venue { databaseId } } }', {
    draft: { status: 'PUBLISH', showMap: true, ...draft },
  });

beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

describe('Maps in GraphQL', () => {
  it('show venues at their position, without copies', async () => {
    const place = { latitude: 53.5, longitude: 9.9 };
    const hall = await createVenue({ title: 'Hall', ...place });
    await createVenue({ title: 'Arena', latitude: -33.8, longitude: 151.2 });
    await createVenue({ title: 'Nowhere' });
    await createVenue({ title: 'Secret', password: 'x', ...place });
    await createVenue({ title: 'Not yet', status: 'DRAFT', ...place });
    await createVenue({ title: 'Without a map', showMap: false, ...place });
    const map = await createAndGetId('mutation { createMap(input: { title: "Venues", showsVenues: true }) { map { databaseId } } }');
    const listVenues = async () =>
      (await site.graphql(`{ map(id: ${map}) { venues(first: 10) { totalCount nodes { name latitude longitude } } } }`)).data.map.venues;
    expect(await listVenues()).toEqual({
      totalCount: 2,
      nodes: [
        { name: 'Arena', latitude: -33.8, longitude: 151.2 },
        { name: 'Hall', ...place },
      ],
    });
    await createAndGetId(
      'mutation($id: Int!) { updateVenue(id: $id, changes: { title: "Great Hall", latitude: 54, longitude: 9.9 }) { venue { databaseId } } }',
      { id: hall },
    );
    expect((await listVenues()).nodes[1]).toEqual({ name: 'Great Hall', latitude: 54, longitude: 9.9 });
    const page = await site.http.inject({ url: `/maps/${map}/` });
    for (const text of ['Great Hall', 'Arena', '"at":[54,9.9]']) expect(page.body).toContain(text);
    for (const text of ['Nowhere', 'Secret', 'Not yet', 'Without a map']) expect(page.body).not.toContain(text);
    expect((await site.graphql('{ map(id: 1) { showsVenues venues { totalCount } } }')).data.map).toEqual({
      showsVenues: false,
      venues: { totalCount: 0 },
    });
    expect((await site.rest('GET', `/maps/v1/markers?filter={"map_id":${map}}`)).body).toEqual([]);
  });

  it('cost the same number of SQL statements for any number of maps', async () => {
    const createMap = async (n: number) => {
      const map = await createAndGetId(
        'mutation($title: String) { createMap(input: { title: $title, showsVenues: true }) { map { databaseId } } }',
        {
          title: `Map ${n}`,
        },
      );
      const input = { mapId: map, description: `<p>See [map id="${map}"] and [map id="1"]</p>` };
      await createAndGetId('mutation($input: MapMarkerInput!) { createMapMarker(input: $input) { mapMarker { databaseId } } }', {
        input: { ...input, isApproved: true, position: { latitude: 1, longitude: 2 } },
      });
      for (const name of ['MapCircle', 'MapPolygon', 'MapPolyline', 'MapRectangle'])
        await createAndGetId(`mutation($input: ${name}Input!) { create${name}(input: $input) { m${name.slice(1)} { databaseId } } }`, {
          input,
        });
      await createAndGetId(
        'mutation($input: MapPointLabelInput!) { createMapPointLabel(input: $input) { mapPointLabel { databaseId } } }',
        {
          input: { mapId: map },
        },
      );
    };
    const shape = 'databaseId map { title } description';
    const source = `{ maps(first: 50) { totalCount nodes { title venues(first: 3) { nodes { name } }
      markers(first: 3) { totalCount nodes { ${shape} position { latitude } } }
      circles { ${shape} center { latitude } } polygons { ${shape} path { latitude } } polylines { ${shape} } rectangles { ${shape} }
      pointLabels { databaseId map { title } } } } }`;
    const countStatements = async () => {
      expect((await site.graphql(source)).errors).toEqual([]);
      site.statements.length = 0;
      const { data } = await site.graphql(source);
      return { maps: data.maps.totalCount as number, statements: site.statements.length };
    };
    for (let n = 0; n < 2; n += 1) await createMap(n);
    const before = await countStatements();
    for (let n = 2; n < 8; n += 1) await createMap(n);
    const after = await countStatements();
    expect(after.maps).toBe(before.maps + 6);
    // one statement more or less: two fields that load at nearly the same time sometimes share a batch
    expect(after.statements).toBeLessThanOrEqual(before.statements + 1);
    expect(after.statements).toBeLessThanOrEqual(14);
  });

  it('have failures with codes, for missing objects and for invalid values', async () => {
    const codes: Readonly<Record<string, string>> = {
      '{ map(id: 999) { title } }': 'maps_map_not_found',
      'mutation { updateMap(id: 999, input: {}) { map { title } } }': 'maps_map_not_found',
      'mutation { duplicateMap(id: 999) { map { title } } }': 'maps_map_not_found',
      '{ mapMarker(id: 999) { title } }': 'maps_marker_not_found',
      'mutation { updateMapMarker(id: 999, input: {}) { mapMarker { title } } }': 'maps_marker_not_found',
      'mutation { deleteMapMarkers { databaseIds } }': 'maps_nothing_to_delete',
      '{ mapPointLabel(id: 999) { name } }': 'maps_pointlabel_not_found',
      'mutation { deleteMapShapes(kind: POLYLINE, id: 999) { databaseIds } }': 'maps_polyline_not_found',
      'mutation { createMap(input: { width: "1234567" }) { map { title } } }': 'invalid_arguments',
      'mutation { createMapMarker(input: { position: { latitude: 91, longitude: 0 } }) { mapMarker { title } } }': 'invalid_arguments',
      'mutation { createMap(input: { start: { latitude: 0, longitude: 181 } }) { map { title } } }': 'invalid_arguments',
      'mutation { createMapCircle(input: { center: { latitude: -90.5, longitude: 0 } }) { mapCircle { name } } }': 'invalid_arguments',
      '{ mapMarkers(filter: { near: { center: { latitude: 95, longitude: 0 }, radius: 1 } }) { totalCount } }': 'invalid_arguments',
      '{ mapMarkers(filter: { near: { center: { latitude: 0, longitude: 0 }, radius: -1 } }) { totalCount } }': 'invalid_arguments',
    };
    for (const [source, code] of Object.entries(codes)) {
      const { errors } = await admin(source);
      expect(
        errors.map(({ extensions }) => extensions['code']),
        source,
      ).toEqual([code]);
    }
  });
});
