import { item, namespace, type RouteDefinition, value } from '#app/rest/table.ts';
import * as fields from './fields.ts';
import { packed, packedPattern } from './packed.ts';

/** Published REST interface (document 2), "Maps"; behavior: docs/behaviour/cache-compliance-maps-2fa-theme.md 3. */

const success = { body: { success: true } };
const requires = { nonceHeader: 'x-maps-action-nonce', code: 'maps_action_not_allowed', status: 403, message: 'The nonce of this action is missing or not valid.' };
const nothingToDelete = { maps_nothing_to_delete: { status: 400, as: 'message', extra: { success: false } } };
const geocoderBlocked = { geocoder_blocked: 200 };
const markerList = {
  undocumentedParams: fields.listMarkers,
  alternatives: {
    parameter: 'action',
    forms: { 'count-duplicates': ['mapsCountDuplicates', item()], 'remove-duplicates': ['mapsRemoveDuplicates', item()] },
  },
} as const;
const selectedMembers = item({ fieldsBy: { parameter: 'fields', always: ['id'] } });
const echo = { echo: { request: 'request' } };
const table = { echo: { draw: 'draw' } };
const tableOptions = { undocumentedParams: fields.dataTable, requestFormat: { wrapper: 'dataTableRequestData' }, refuses: { maps_invalid_datatable_class: 403 } };
const noSingleFeature = { engine: 'refusal', refusal: { code: 'maps_id_invalid_on_route', status: 400, message: 'Features of all kinds together have no numbers.' } } as const;
const echoParameters = { engine: 'parameter', parameter: 'received' } as const;

/** Creates the routes of a kind of shapes. `plural` and `singular` are parts of the operation names. */
const createShapeRoutes = (kind: string, plural: string, singular: string, undocumentedParams: typeof fields.writeCircle): RouteDefinition[] => {
  const refuses = { [`maps_${singular.toLowerCase()}_not_found`]: 404 };
  const noun = singular === 'Pointlabel' ? 'text label' : singular.toLowerCase();
  const list = { undocumentedParams: fields.listShapes, summary: `Lists ${noun}s of one map, several or all maps` };
  const removal = { summary: `Deletes ${noun}s`, requires, requestFormat: { methodOverrideMember: 'simulateDelete' } };
  return [
    // methods  path                         parameters  runs                      response         options
    ['GET',     `/${kind}`,                  {},         `maps${plural}`,          item(echo),      list],
    ['POST',    `/${kind}`,                  {},         `mapsCreate${singular}`,  item(),          { undocumentedParams, requires }],
    ['DELETE',  `/${kind}`,                  {},         `mapsDelete${plural}`,    value(success),  { ...removal, undocumentedParams: fields.deleteShapes }],
    ['GET',     `/${kind}/base64{encoded}`,  {},         `maps${plural}`,          item(echo),      { ...list, requestFormat: { packed } }],
    ['GET',     `/${kind}/{id}`,             {},         `maps${singular}`,        item(),          { undocumentedParams: fields.readItem, refuses }],
    ['POST',    `/${kind}/{id}`,             {},         `mapsUpdate${singular}`,  item(),          { undocumentedParams, requires, refuses }],
    ['DELETE',  `/${kind}/{id}`,             {},         `mapsDelete${singular}`,  value(success),  { ...removal, summary: `Deletes a ${noun}`, refuses }],
  ];
};

export default namespace('maps/v1', [
  // methods  path                              parameters  runs                        response         options
  ['GET',     '/maps',                          {},         'mapsMaps',                 item()],
  ['GET',     '/maps/{id}',                     {},         'mapsMap',                  item(),          { refuses: { maps_map_not_found: 404 } }],
  ['GET',     '/markers',                       {},         'mapsMarkers',              selectedMembers, markerList],
  ['POST',    '/markers',                       {},         'mapsCreateMarker',         item(),          { undocumentedParams: fields.writeMarker, requires }],
  ['DELETE',  '/markers',                       {},         'mapsDeleteMarkers',        value(success),  { undocumentedParams: fields.deleteMany, requires, requestFormat: { methodOverrideMember: 'simulateDelete' }, failures: nothingToDelete }],
  ['GET',     '/markers/base64{encoded}',       {},         'mapsMarkers',              selectedMembers, { ...markerList, requestFormat: { packed } }],
  ['GET',     '/markers/{id}',                  {},         'mapsMarker',               item(),          { undocumentedParams: fields.readItem, refuses: { maps_marker_not_found: 404 } }],
  ['POST',    '/markers/{id}',                  {},         'mapsUpdateMarker',         item(),          { undocumentedParams: fields.writeMarker, requires, refuses: { maps_marker_not_found: 404 } }],
  ['DELETE',  '/markers/{id}',                  {},         'mapsDeleteMarker',         value(success),  { summary: 'Deletes a marker', requires, requestFormat: { methodOverrideMember: 'simulateDelete' }, refuses: { maps_marker_not_found: 404 } }],
  ['GET',     '/features',                      {},         'mapsFeatures',             item(echo),      { undocumentedParams: fields.listFeatures }],
  ['GET',     '/features/base64{encoded}',      {},         'mapsFeatures',             item(echo),      { undocumentedParams: fields.listFeatures, requestFormat: { packed } }],
  ['GET',     '/features/{id}',                 {},         noSingleFeature,            value()],
  ...createShapeRoutes('polygons', 'Polygons', 'Polygon', fields.writePolygon),
  ...createShapeRoutes('polylines', 'Polylines', 'Polyline', fields.writePolyline),
  ...createShapeRoutes('circles', 'Circles', 'Circle', fields.writeCircle),
  ...createShapeRoutes('rectangles', 'Rectangles', 'Rectangle', fields.writeRectangle),
  ...createShapeRoutes('pointlabels', 'Pointlabels', 'Pointlabel', fields.writePointlabel),
  [['GET', 'POST'], '/datatables',              {},         'mapsDataTable',            item(table),     tableOptions],
  ['GET',     '/datatables/base64{encoded}',    {},         'mapsDataTable',            item(table),     { ...tableOptions, requestFormat: { ...tableOptions.requestFormat, packed } }],
  ['GET',     '/geocode-cache',                 {},         'mapsGeocodeCache',         item(),          { undocumentedParams: fields.geocodeCache, summary: 'Cached results of the geocoder for a search text' }],
  ['GET',     '/geocode-cache/base64{encoded}', {},         'mapsGeocodeCache',         item(),          { undocumentedParams: fields.geocodeCache, summary: 'Cached results of the geocoder for a search text', requestFormat: { packed } }],
  ['GET',     '/query-geocoder',                {},         'mapsGeocode',              item(),          { undocumentedParams: fields.geocode, failures: geocoderBlocked }],
  ['GET',     '/query-geocoder/base64{encoded}', {},        'mapsGeocode',              item(),          { undocumentedParams: fields.geocode, failures: geocoderBlocked, requestFormat: { packed } }],
  ['GET',     '/decompress',                    {},         echoParameters,             value(),         { undocumentedParams: fields.decompress }],
  ['GET',     '/decompress/base64{encoded}',    {},         echoParameters,             value(),         { undocumentedParams: fields.decompress, requestFormat: { packed } }],
  ['POST',    '/system-health-tools',           {},         'mapsHealthTool',           item(),          { undocumentedParams: fields.healthTool, summary: 'Runs a maintenance tool', requires }],
], {
  segments: { encoded: packedPattern },
  inputMembers: {
    pic: 'picture', lat: 'latitudeText', lng: 'longitudeText', infoopen: 'infoOpen', approved: 'isApproved', retina: 'isRetina',
    sticky: 'isSticky', layergroup: 'layerGroup', other: 'otherData', polydata: 'pathText', innerpolydata: 'innerPath', polyname: 'name',
    linecolor: 'lineColor', lineopacity: 'lineOpacity', fillcolor: 'fillColor', ohfillcolor: 'hoverFillColor',
    ohlinecolor: 'hoverLineColor', ohopacity: 'hoverOpacity', linethickness: 'lineThickness', linestyle: 'lineStyle',
    center: 'centerText', ohFillColor: 'hoverFillColor', ohLineColor: 'hoverLineColor', ohFillOpacity: 'hoverFillOpacity',
    ohLineOpacity: 'hoverLineOpacity', cornerA: 'cornerAText', cornerB: 'cornerBText',
  },
});
