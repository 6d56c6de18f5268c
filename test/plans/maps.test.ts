import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillWithMarkers } from './fill.ts';
import { listNodes } from './explain.ts';
import { adminHeader, openPlannedSite, type Planned, type PlannedSite, findScans } from './planned.ts';

const MARKERS = 100_000;
const headers = adminHeader;
const markersWith = (filter: object) => ({
  headers,
  url: `/rest/maps/v1/markers?filter=${encodeURIComponent(JSON.stringify(filter))}`,
});
const tableOf = (name: string, query: string) => ({
  headers,
  url: `/rest/maps/v1/datatables?phpClass=${encodeURIComponent(`Maps\\${name}`)}&start=0&length=10&${query}`,
});
const connection = (filter: string) => ({
  headers,
  method: 'POST' as const,
  url: '/graphql',
  payload: { query: `{ mapMarkers(first: 10, filter: ${filter}) { totalCount nodes { title } } }` },
});

/** Returns the modes of the plans that do not use the index. A plan that follows another index until it has enough rows would read most of the table. */
const modesWithoutIndex = ({ plans }: Planned, index: string) =>
  plans.filter(({ plan }) => !listNodes(plan).some((node) => node['Index Name'] === index)).map(({ mode }) => mode);

describe(`${MARKERS.toLocaleString('en')} markers in PostgreSQL`, () => {
  let site: PlannedSite;
  beforeAll(async () => {
    site = await openPlannedSite((url) => fillWithMarkers(url, MARKERS));
  }, 300_000);
  afterAll(() => site.close());

  const berlin = { center: { lat: 52.5, lng: 13.4 }, radius: 100 };
  it.each([
    ['near a point', markersWith(berlin)],
    ['near a point, on a map', markersWith({ ...berlin, radius: 1500, map_id: 3 })],
    ['near a point, with limit and offset', markersWith({ ...berlin, radius: 500, limit: 10, offset: 1 })],
    ['near the line at 180 degrees', markersWith({ center: { lat: 0, lng: 180 }, radius: 200 })],
    ['near a pole', markersWith({ center: { lat: 89.9, lng: 0 }, radius: 300 })],
    ['with given IDs', markersWith({ ids: [1001, 2002, 3003] })],
    ['of a map', markersWith({ map_id: 3 })],
    ['of a table with a search', tableOf('MarkerDataTable', 'search[value]=needle')],
    ['of a table with a search on a map', tableOf('MarkerDataTable', 'search[value]=needle&map_id=8')],
    [
      'of a table with a search, sorted by its last column',
      tableOf('MarkerDataTable', 'search[value]=needle&order[0][column]=3&order[0][dir]=asc'),
    ],
    ['of the table for editors with a search', tableOf('AdminMarkerDataTable', 'search[value]=needle')],
    ['of a table', tableOf('MarkerDataTable', '')],
    ['of a table, sorted by address', tableOf('MarkerDataTable', 'order[0][column]=2&order[0][dir]=asc')],
    ['of the table for editors', tableOf('AdminMarkerDataTable', 'order[0][column]=9')],
    ['of a table with given IDs', tableOf('MarkerDataTable', 'overrideMarkerIDs=1001,2002')],
    ['near a point, through GraphQL', connection('{ near: { center: { latitude: 52.5, longitude: 13.4 }, radius: 100 } }')],
    ['found by a word, through GraphQL', connection('{ search: "needle" }')],
  ])('%s are read without a full scan', async (_what, request) => {
    const planned = await site.explainRequest(request, 'map_marker');
    expect([planned.status, planned.plans.length > 0]).toEqual([200, true]);
    expect(JSON.stringify(planned.body)).toContain('Stop ');
    expect(findScans(planned, 'map_marker')).toEqual([]);
  });

  it.each([
    ['near a point', markersWith(berlin), 'map_marker_spot'],
    ['near a point, with limit and offset', markersWith({ ...berlin, radius: 500, limit: 10, offset: 1 }), 'map_marker_spot'],
    ['of a table with a search', tableOf('MarkerDataTable', 'search[value]=needle'), 'map_marker_search_text_idx'],
  ])('%s are read by their index, with custom and generic plans', async (_what, request, index) => {
    expect(modesWithoutIndex(await site.explainRequest(request, 'map_marker'), index)).toEqual([]);
  });
});
