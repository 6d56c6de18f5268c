import type { Input } from './inputs.ts';

/** Inputs of maps routes, which publish no parameters, by path and method. */

const near = { map_id: 1, center: { lat: 36.7, lng: -119.4 }, radius: 100 };
const features: Input[] = [{}, { filter: { map_id: 1 } }, { filter: { mashup_ids: [1, 99] }, context: 'editor' }];
const marker = {
  map_id: 1,
  title: 'Tea &amp; cake',
  address: 'Quay 1',
  description: '<p>Fine.</p>',
  lat: '53.50',
  lng: '9.9',
  approved: 1,
  own: { deep: [1] },
};
const line = {
  lineColor: '#00ff00',
  lineOpacity: '0.5',
  opacity: '0.2',
  description: 'Here.',
  link: 'https://example.org/',
  layergroup: 2,
};
const area = { ...line, color: 'blue', hoverEnabled: 1, ohFillColor: '#fff', linethickness: 3 };
const path = {
  map_id: 1,
  polydata: '[{"lat":"1.0","lng":"2"},{"lat":"3","lng":"4"}]',
  polyname: 'P',
  title: 'T',
  linecolor: '#111',
  linestyle: 1,
};

const writes: Readonly<Record<string, Input[]>> = {
  markers: [{}, marker, { ...marker, lat: 'north', sticky: true, type: 2, retina: 1, link: 'javascript:x()' }, { lat: 'x'.repeat(101) }],
  circles: [{}, { map_id: 1, name: 'Ring', center: '1,2', radius: '5', ...area }, { center: 'north' }],
  rectangles: [{}, { map_id: 1, name: 'Box', cornerA: { lat: 1.5, lng: 2 }, cornerB: '(3, 4)', ...area }, { cornerB: '1' }],
  pointlabels: [{}, { map_id: 1, name: 'Words', center: '1,2', fontSize: '12', opacity: '0.5' }],
  polylines: [{}, path, { polydata: '1 2 3' }],
  polygons: [{}, { ...path, innerpolydata: '1 2 3 4', fillcolor: '#222', lineopacity: '1' }, { polyname: 'x'.repeat(101) }],
};

const tables = ['MarkerDataTable', 'AdminMarkerDataTable', 'AdminMapDataTable', 'CircleDataTable', 'AdminPolygonDataTable', 'Nothing'];
const tableInputs: Input[] = [
  ...tables.map((name) => ({ phpClass: `Maps\\${name}` })),
  { phpClass: 'Maps\\MarkerDataTable', search: { value: 'cal' }, order: [{ column: 2, dir: 'asc' }], start: 0, length: 2, map_id: 1 },
  { phpClass: 'Maps\\MarkerDataTable', overrideMarkerIDs: '1,2', length: -1 },
];

const reads: Readonly<Record<string, Input[]>> = {
  maps: [{}],
  markers: [...features, { filter: near }, { filter: { ...near, radius: -1 } }, { filter: { ids: [1, 2], limit: 1, offset: 0 } }],
  features: [...features, { include: 'circles,markers' }, { exclude: 'markers', filter: near }],
  ...Object.fromEntries(['circles', 'rectangles', 'pointlabels', 'polylines', 'polygons'].map((kind) => [kind, features])),
  datatables: tableInputs,
  'geocode-cache': [{}, { query: 'key' }],
  'query-geocoder': [
    {},
    { data: { q: 'Berlin', _query: 'key' } },
    { data: { q: '53.5,9.9' } },
    { data: { q: 'paris', countrycodes: 'fr' } },
  ],
};

/** Returns inputs for a maps route, or undefined for other namespaces. */
export function getMapsInputs(path: string, method: string): Input[] | undefined {
  const [, collection = '', last] = /^\/maps\/v1\/([\w-]+)(?:\/(.+))?$/.exec(path) ?? [];
  if (collection === '') return undefined;
  if (collection === 'system-health-tools') return [{}, { type: 'resolve_coordinates' }, { type: 'other' }];
  if (method === 'GET') return last === '{id}' ? [{}, { context: 'editor' }] : (reads[collection] ?? [{}]);
  if (method === 'DELETE') return last === '{id}' ? [{}] : [{}, { ids: '998,999' }, { ids: [1000] }];
  return collection === 'datatables' ? tableInputs : (writes[collection] ?? [{}]);
}
