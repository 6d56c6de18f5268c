import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '../../src/domains/identity/auth/roles.ts';
import { packParameters } from '../maps/packing.ts';
import { type HostileSite, openHostileSite } from './hostile-site.ts';
import { oddValue } from './odd-values.ts';
import { type Endpoint, listEndpoints, type ArgumentValues, type HostileRequest, type KnownIds, generateRequest } from './requests.ts';
import { getBasicCredentials } from './session.ts';
import { tryRequests } from './try-requests.ts';

/** Printed on failure as well. Another seed explores further. */
const SEED = Number(process.env['HOSTILE_SEED'] ?? 20_261_122);
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? 100);

const points = [{ lat: '53.5', lng: '9.9' }, '1,2', ' (1, 2) ', { lat: 1 }, 'north', [1, 2]];
const filters = [
  { map_id: 1 },
  { map_id: '1', center: { lat: 53, lng: 10 }, radius: 100, limit: 3 },
  { center: { lat: 90, lng: 180 }, radius: 1e9 },
  { ids: [1, 2, 99], offset: 1, includeUnapproved: 1 },
  { mashup_ids: '1,2' },
  { center: 'x', radius: -1 },
];
const featureKinds = ['circles', 'polygons', 'polylines', 'rectangles', 'pointlabels'];

/** Parameters that the routes read although they do not publish them. */
const argumentValues: ArgumentValues = {
  filter: [...filters, ...filters.map((filter) => JSON.stringify(filter)), '{"map_id":'],
  fields: ['id', 'title,lat', ['id', 'odd'], ''],
  action: ['count-duplicates', 'remove-duplicates', 'other'],
  context: ['editor', 'view'],
  include: ['circles,markers', [...featureKinds, 'odd']],
  exclude: ['markers', featureKinds],
  id: [1, 2, '3', -1],
  ids: ['1,2', [1, 999], [], ',,'],
  simulateDelete: [true, 1, '0'],
  map_id: [1, '1', '', 2_147_483_648],
  title: ['A place', '<b>x</b>', '&lt;script&gt;'],
  description: ['<p>[map id=1]</p>', '[map id='],
  link: ['https://example.org/', 'javascript:x()'],
  lat: ['53.5', 53.5, '91', 'x'],
  lng: ['9.9', '-181', '1e400'],
  approved: [1, '1', true, 'no'],
  layergroup: [1, '', 'x'],
  own: [{ deep: ['<img src=x onerror=y>'] }, null],
  center: points,
  cornerA: points,
  cornerB: points,
  radius: ['100', 'x', -1],
  polydata: ['1 2 3 4', [{ lat: 1, lng: 2 }], '1'],
  polyname: ['Line', 'x'.repeat(101)],
  linecolor: ['#ff0000', 'x'.repeat(33)],
  phpClass: [
    'Maps\\MarkerDataTable',
    'Maps\\AdminMarkerDataTable',
    'Maps\\AdminMapDataTable',
    'Maps\\CircleDataTable',
    'Maps\\Nothing',
    'X',
  ],
  draw: [1, '7', [1], { a: 1 }],
  start: [0, '5', -3, 'x'],
  length: [10, '-1', 'all', 1e15],
  order: [[{ column: 0, dir: 'asc' }], [{ column: 99 }], 'x', [{}]],
  search: [{ value: 'a' }, { value: '%_\\' }, 'x'],
  mashup_ids: ['1,2', [1]],
  overrideMarkerIDs: ['1,2', [], [2_147_483_648]],
  dataTableRequestData: [{ phpClass: 'Maps\\MarkerDataTable' }, 'x'],
  query: ['{"location":"Berlin"}', 'Berlin'],
  data: [{ q: 'Berlin', _query: 'key' }, { q: '53.5,9.9' }, { q: '', countrycodes: 'de,fr' }, 'x'],
  type: ['resolve_coordinates', 'other', ''],
};

let site: HostileSite;
let endpoints: Endpoint[];
let knownIds: KnownIds;

beforeAll(async () => {
  site = await openHostileSite();
  const { routes } = await (await fetch(`${site.rest}/maps/v1`)).json();
  const args = Object.fromEntries(Object.keys(argumentValues).map((name) => [name, {}]));
  endpoints = listEndpoints(routes, (route) => route.startsWith('/maps/v1/') && !route.includes('base64')).map((endpoint) => ({
    ...endpoint,
    args,
  }));
  for (const caller of ['editor', 'administrator'] as const)
    await fetch(`${site.rest}/`, { headers: await getBasicCredentials(site, caller) });
  const { authorization } = await site.user('administrator');
  const create = async (route: string) => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await fetch(`${site.rest}/maps/v1/${route}`, { method: 'POST', headers, body: '{"map_id":1,"approved":1}' });
    return [((await response.json()) as { id: number }).id];
  };
  knownIds = Object.fromEntries([
    ['maps', [1]],
    ...(await Promise.all(['markers', ...featureKinds].map(async (kind) => [kind, await create(kind)]))),
  ]);
});
afterAll(() => site.close());

/** Error codes of the maps, of invalid credentials, and of the HTTP server for an unknown method. */
const documented =
  /^(?:rest_|maps_|incorrect_password$|invalid_username$|invalid_email$|too_many_attempts$|FST_ERR_ROUTE_MISSING_CONTENT_TYPE$)/;

async function sendAndCheck(request: HostileRequest, credentials: Record<string, string>): Promise<number> {
  const before = await site.hash();
  const { status, text } = await site.send(request, credentials);
  expect(status, text.slice(0, 500)).toBeLessThan(500);
  if (status < 400) return status;
  const code = /"code":\s*"([^"]+)"/.exec(text)?.[1];
  // a bulk deletion without IDs is refused in its own format
  if (code !== undefined) expect(code).toMatch(documented);
  else if (text !== '') expect(text).toMatch(/"success":\s*false/);
  expect(await site.hash(), `Status ${status}, but something was stored: ${text.slice(0, 300)}`).toBe(before);
  return status;
}

const packedText = fc.oneof(
  fc
    .dictionary(fc.constantFrom(...Object.keys(argumentValues), '__proto__', 'midcbp', 'markerIDs'), oddValue, {
      maxKeys: 5,
      noNullPrototype: true,
    })
    .map((parameters) => packParameters(parameters)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => `base64${Buffer.from(bytes).toString('base64').replaceAll('/', '-')}`),
  fc
    .tuple(fc.nat(400), fc.uint8Array({ maxLength: 60 }))
    .map(([midcbp, bytes]) => `${packParameters({ midcbp })}/${Buffer.from(bytes).toString('base64').replaceAll('/', '-')}`),
);
const packedRoutes = ['markers', 'features', ...featureKinds, 'datatables', 'geocode-cache', 'query-geocoder', 'decompress'];
// Node accepts at most 16 kB of URL and headers
const packedRequest: fc.Arbitrary<HostileRequest> = fc
  .tuple(
    fc.constantFrom(...packedRoutes),
    packedText.filter((segments) => segments.length < 9000),
    fc.constantFrom('', '?filter=x', '?_envelope', '?_jsonp=a'),
  )
  .map(([route, segments, query]) => ({ method: 'GET', path: `/maps/v1/${route}/${segments}${query}`, headers: {}, body: null }));

describe.each<Role | 'anonymous'>(['anonymous', 'editor', 'administrator'])('Random requests by %s to maps', (caller) => {
  const tryAll = async (requests: fc.Arbitrary<HostileRequest>) => {
    const credentials = await getBasicCredentials(site, caller);
    const statuses = new Set<number>();
    await tryRequests(
      requests,
      { seed: SEED, runs: RUNS, logged: site.logged },
      async (request) => void statuses.add(await sendAndCheck(request, credentials)),
    );
    // proves that the requests exercise success and refusal
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400]));
    expect(site.logged).toEqual([]);
  };

  it(
    'get documented responses, and refused requests store nothing',
    () => tryAll(fc.constantFrom(...endpoints).chain((endpoint) => generateRequest(endpoint, knownIds, argumentValues))),
    60_000 + RUNS * 200,
  );

  it('get documented responses with packed parameters as well', () => tryAll(packedRequest), 60_000 + RUNS * 200);
});
