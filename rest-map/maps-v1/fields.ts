import { csv, everything, type Field, memberList, members, numeric, scalar, truthy, untyped, whole } from '#app/rest/table.ts';
import { flagText, joinedMembers, jsonObject, jsonText, knownWords, readContext, received, everythingBut, rowCount } from './parameters.ts';

/**
 * Published REST interface (document 2), "Maps". The routes declare no parameters. The parameters that clients send are described in
 * docs/behaviour/cache-compliance-maps-2fa-theme.md 3.2 to 3.10.
 */

type Fields = Readonly<Record<string, Field>>;

/** Options of lists of markers, which may be longer than other lists. */
const longListOptions = { itemLimit: 100_000 };
const ids = csv({ ...csv.positive, ...longListOptions });
const deletedIds = csv({ ...csv.ids, ...longListOptions });
const point = joinedMembers(['lat', 'lng']);

/** `editor` is the context of the map editor, which needs descriptions as they were entered. */
const context = readContext();

const filter = jsonObject({
  fields: {
    map_id: whole(),
    mashup_ids: ids,
    mashupIDs: ids,
    center: jsonObject({ fields: { lat: numeric({ min: -90, max: 90 }), lng: numeric() } }),
    radius: numeric({ min: 0 }),
    ids,
    limit: whole({ min: 0 }),
    offset: whole({ min: 0 }),
    includeUnapproved: truthy(),
  },
  names: { mashupIDs: 'mashup_ids' },
});

export const readItem: Fields = { context };
export const listMarkers: Fields = { context, filter, fields: untyped(), action: scalar() };
export const listShapes: Fields = { context, filter, request: received({ decoded: ['filter'] }) };

const kinds = knownWords(['circles', 'markers', 'pointlabels', 'polygons', 'polylines', 'rectangles']);
export const listFeatures: Fields = { ...listShapes, include: kinds, exclude: kinds };

/** Query parameters that belong to the request and not to the marker. */
const requestParameters = ['id', '_wpnonce', '_locale', '_method', '_fields', '_embed', '_envelope', '_jsonp', '_pretty', 'context', 'rest_route', 'simulateDelete'];

const markerColumns: Fields = {
  map_id: whole(), address: scalar(), description: scalar(), pic: scalar(), link: scalar(), icon: scalar(), lat: scalar(), lng: scalar(), anim: scalar(),
  title: scalar(), infoopen: flagText(), category: scalar(), approved: truthy(), retina: truthy(), type: whole(), did: scalar(), sticky: truthy(), layergroup: whole(),
};
export const writeMarker: Fields = { ...markerColumns, context, other: everythingBut([...Object.keys(markerColumns), ...requestParameters]) };

const roundStyle: Fields = {
  color: scalar(), opacity: scalar(), lineColor: scalar(), lineOpacity: scalar(), description: scalar(), hoverEnabled: truthy(), ohFillColor: scalar(),
  ohLineColor: scalar(), ohFillOpacity: scalar(), ohLineOpacity: scalar(), linethickness: scalar(), link: scalar(), layergroup: whole(),
};
export const writeCircle: Fields = { context, map_id: whole(), name: scalar(), center: point, radius: scalar(), ...roundStyle };
export const writeRectangle: Fields = { context, map_id: whole(), name: scalar(), cornerA: point, cornerB: point, ...roundStyle };
export const writePointlabel: Fields = {
  map_id: whole(), name: scalar(), center: point, fillColor: scalar(), lineColor: scalar(), opacity: scalar(), fontSize: scalar(),
};
const lineStyle: Fields = {
  context, map_id: whole(), polydata: jsonText(), polyname: scalar(), title: scalar(), description: scalar(), link: scalar(), linecolor: scalar(), linethickness: scalar(),
  opacity: scalar(), ohlinecolor: scalar(), ohopacity: scalar(), linestyle: whole(), layergroup: whole(),
};
export const writePolyline = lineStyle;
export const writePolygon: Fields = { ...lineStyle, innerpolydata: jsonText(), lineopacity: scalar(), fillcolor: scalar(), ohfillcolor: scalar() };

export const deleteMany: Fields = { id: whole(), ids: deletedIds };
export const deleteShapes: Fields = { ids: deletedIds };

export const geocodeCache: Fields = { query: scalar() };
export const geocode: Fields = { data: members({ fields: { q: scalar(), countrycodes: csv(), _query: scalar() } }) };
export const decompress: Fields = { received: everything() };
export const healthTool: Fields = { type: scalar() };

export const dataTable: Fields = {
  phpClass: scalar({ required: true }),
  draw: { ...untyped({ default: 0 }), header: 'x-datatables-draw' },
  start: whole(),
  length: rowCount(),
  order: memberList({ fields: { column: whole(), dir: scalar() } }),
  search: members({ fields: { value: scalar() } }),
  map_id: whole(),
  mashup_ids: ids,
  overrideMarkerIDs: ids,
  filter,
  context,
};
