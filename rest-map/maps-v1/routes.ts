import { CREATE, DELETE, item, namespace, READ, type RouteDefinition, value } from '#app/rest/table.ts';
import * as fields from './fields.ts';
import { packed, packedPattern } from './packed.ts';

/** Document 2, "Maps"; behavior: cache-compliance-maps-2fa-theme.md 3. */

const success = { body: { success: true } };
const requires = { nonceHeader: 'x-maps-action-nonce', code: 'maps_action_not_allowed', status: 403, message: 'The nonce of this action is missing or not valid.' };
const nothingNamed = { maps_nothing_to_delete: { status: 400, as: 'message', extra: { success: false } } };
const blocked = { geocoder_blocked: 200 };
const markerList = {
  undocumentedParams: fields.listMarkers,
  chosenBy: {
    parameter: 'action',
    forms: { 'count-duplicates': ['mapsCountDuplicates', item()], 'remove-duplicates': ['mapsRemoveDuplicates', item()] },
  },
} as const;
const marked = item({ fieldsBy: { parameter: 'fields', always: ['id'] } });
const echo = { echo: { request: 'request' } };
const table = { echo: { draw: 'draw' } };
const tableOptions = { undocumentedParams: fields.dataTable, sent: { wrapper: 'dataTableRequestData' }, refuses: { maps_invalid_datatable_class: 403 } };
const onlyKinds = { engine: 'refusal', refusal: { code: 'maps_id_invalid_on_route', status: 400, message: 'Features of all kinds together have no numbers.' } } as const;
const asReceived = { engine: 'parameter', parameter: 'received' } as const;

/** Returns the routes of a kind of shapes. `plural` and `singular` are parts of the operation names. */
const shapeRoutes = (kind: string, plural: string, singular: string, written: typeof fields.writeCircle): RouteDefinition[] => {
  const refuses = { [`maps_${singular.toLowerCase()}_not_found`]: 404 };
  return [
    // methods  path                         parameters  runs                      response         options
    [READ,      `/${kind}`,                  {},         `maps${plural}`,          item(echo),      { undocumentedParams: fields.listShapes }],
    [CREATE,    `/${kind}`,                  {},         `mapsCreate${singular}`,  item(),          { undocumentedParams: written, requires }],
    [DELETE,    `/${kind}`,                  {},         `mapsDelete${plural}`,    value(success),  { undocumentedParams: fields.deleteShapes, requires, sent: { simulatedBy: 'simulateDelete' } }],
    [READ,      `/${kind}/base64{encoded}`,  {},         `maps${plural}`,          item(echo),      { undocumentedParams: fields.listShapes, sent: { packed } }],
    [READ,      `/${kind}/{id}`,             {},         `maps${singular}`,        item(),          { undocumentedParams: fields.readItem, refuses }],
    [CREATE,    `/${kind}/{id}`,             {},         `mapsUpdate${singular}`,  item(),          { undocumentedParams: written, requires, refuses }],
    [DELETE,    `/${kind}/{id}`,             {},         `mapsDelete${singular}`,  value(success),  { requires, sent: { simulatedBy: 'simulateDelete' }, refuses }],
  ];
};

export default namespace('maps/v1', [
  // methods  path                              parameters  runs                        response         options
  [READ,      '/maps',                          {},         'mapsMaps',                 item()],
  [READ,      '/maps/{id}',                     {},         'mapsMap',                  item(),          { refuses: { maps_map_not_found: 404 } }],
  [READ,      '/markers',                       {},         'mapsMarkers',              marked,          markerList],
  [CREATE,    '/markers',                       {},         'mapsCreateMarker',         item(),          { undocumentedParams: fields.writeMarker, requires }],
  [DELETE,    '/markers',                       {},         'mapsDeleteMarkers',        value(success),  { undocumentedParams: fields.deleteMany, requires, sent: { simulatedBy: 'simulateDelete' }, failures: nothingNamed }],
  [READ,      '/markers/base64{encoded}',       {},         'mapsMarkers',              marked,          { ...markerList, sent: { packed } }],
  [READ,      '/markers/{id}',                  {},         'mapsMarker',               item(),          { undocumentedParams: fields.readItem, refuses: { maps_marker_not_found: 404 } }],
  [CREATE,    '/markers/{id}',                  {},         'mapsUpdateMarker',         item(),          { undocumentedParams: fields.writeMarker, requires, refuses: { maps_marker_not_found: 404 } }],
  [DELETE,    '/markers/{id}',                  {},         'mapsDeleteMarker',         value(success),  { requires, sent: { simulatedBy: 'simulateDelete' }, refuses: { maps_marker_not_found: 404 } }],
  [READ,      '/features',                      {},         'mapsFeatures',             item(echo),      { undocumentedParams: fields.listFeatures }],
  [READ,      '/features/base64{encoded}',      {},         'mapsFeatures',             item(echo),      { undocumentedParams: fields.listFeatures, sent: { packed } }],
  [READ,      '/features/{id}',                 {},         onlyKinds,                  value()],
  ...shapeRoutes('polygons', 'Polygons', 'Polygon', fields.writePolygon),
  ...shapeRoutes('polylines', 'Polylines', 'Polyline', fields.writePolyline),
  ...shapeRoutes('circles', 'Circles', 'Circle', fields.writeCircle),
  ...shapeRoutes('rectangles', 'Rectangles', 'Rectangle', fields.writeRectangle),
  ...shapeRoutes('pointlabels', 'Pointlabels', 'Pointlabel', fields.writePointlabel),
  [['GET', 'POST'], '/datatables',              {},         'mapsDataTable',            item(table),     tableOptions],
  [READ,      '/datatables/base64{encoded}',    {},         'mapsDataTable',            item(table),     { ...tableOptions, sent: { ...tableOptions.sent, packed } }],
  [READ,      '/geocode-cache',                 {},         'mapsGeocodeCache',         item(),          { undocumentedParams: fields.geocodeCache }],
  [READ,      '/geocode-cache/base64{encoded}', {},         'mapsGeocodeCache',         item(),          { undocumentedParams: fields.geocodeCache, sent: { packed } }],
  [READ,      '/query-geocoder',                {},         'mapsGeocode',              item(),          { undocumentedParams: fields.geocode, failures: blocked }],
  [READ,      '/query-geocoder/base64{encoded}', {},        'mapsGeocode',              item(),          { undocumentedParams: fields.geocode, failures: blocked, sent: { packed } }],
  [READ,      '/decompress',                    {},         asReceived,                 value(),         { undocumentedParams: fields.decompress }],
  [READ,      '/decompress/base64{encoded}',    {},         asReceived,                 value(),         { undocumentedParams: fields.decompress, sent: { packed } }],
  [CREATE,    '/system-health-tools',           {},         'mapsHealthTool',           item(),          { undocumentedParams: fields.healthTool, requires }],
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
