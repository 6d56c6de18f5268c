import { invalidArguments } from '#app/core/failures/failure.ts';
import { toStringPoint } from '#app/domains/maps/geometry.rules.ts';
import { countDuplicates } from '#app/domains/maps/marker/duplicates.service.ts';
import { requireMapEditor, canEditMaps } from '#app/domains/maps/maps.access.ts';
import { listMarkers, type MarkerQuery, buildMarkerKeyset } from '#app/domains/maps/marker/marker.list.ts';
import { markerNotFound } from '#app/domains/maps/marker/marker.service.ts';
import { KILOMETERS_PER_MILE } from '#app/domains/maps/marker/nearby.rules.ts';
import { publicAccess, guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { connectionArguments, computeConnectionComplexity } from '../connections/arguments.ts';
import { createListConnection } from '../connections/connection.ts';
import { createLegacyFeatureArguments, buildMarkerQuery } from './feature.arguments.ts';
import { DistanceUnit } from './map.ts';
import { MapMarker, MapMarkerConnection } from './marker.ts';
import { PositionInput } from './position.ts';
import { lookupArgument } from '../public/lookup.ts';

const NearbyFilter = builder.inputType('MapNearbyFilter', {
  description: 'Only markers near a point.',
  fields: (t) => ({
    center: t.field({ type: PositionInput, required: true, description: 'Center of the search.' }),
    radius: t.float({ required: true, description: 'Distance from the center in `unit`. Only markers at a smaller distance match.' }),
    unit: t.field({ type: DistanceUnit, defaultValue: 'KILOMETERS', description: 'Unit of the radius.' }),
  }),
});

const MapMarkerFilter = builder.inputType('MapMarkerFilter', {
  description: 'Conditions for markers; all of them have to match.',
  fields: (t) => ({
    mapIds: t.intList({ description: 'Only markers on one of these maps.' }),
    ids: t.intList({ description: 'Only the markers with these IDs.' }),
    near: t.field({ type: NearbyFilter, description: 'Only markers near a point.' }),
    search: t.string({ description: 'Text that has to occur in title, category, address or description.' }),
  }),
});

function toNearFilter({ center, radius, unit }: typeof NearbyFilter.$inferInput): NonNullable<MarkerQuery['near']> {
  toStringPoint('filter.near.center', center);
  if (radius < 0) throw invalidArguments({ 'filter.near.radius': 'The radius must not be negative.' });
  return { center, kilometers: radius * (unit === 'MILES' ? KILOMETERS_PER_MILE : 1) };
}

const Duplicates = builder.simpleObject('MapMarkerDuplicates', {
  description: 'Markers that duplicate an older marker.',
  fields: (t) => ({ count: t.int({ description: 'Number of duplicates.' }) }),
});

builder.queryFields((t) => ({
  mapMarker: t.prismaField({
    type: MapMarker,
    nullable: true,
    ...publicAccess,
    description: 'The marker with this ID. Error code `maps_marker_not_found`: the marker does not exist, or you may not see it.',
    args: { id: t.arg.int({ required: true, ...lookupArgument('MapMarker', 'ID of the object.') }) },
    resolve: async (query, _root, { id }, { site, viewer }) =>
      (await site.db.prisma.mapMarker.findUnique({ ...query, where: { id, ...(!canEditMaps(site, viewer) && { approved: true }) } })) ??
      Promise.reject(markerNotFound()),
  }),
  mapMarkers: t.field({
    type: MapMarkerConnection,
    ...publicAccess,
    description: 'Markers of all maps, oldest first. Editors of maps also see markers that are not approved.',
    args: { ...connectionArguments, filter: t.arg({ type: MapMarkerFilter, description: 'Conditions for markers.' }) },
    complexity: computeConnectionComplexity,
    resolve: (_root, { filter, ...args }, context) => {
      const { near, mapIds, ids, search } = filter ?? {};
      const query = {
        includesUnapproved: canEditMaps(context.site, context.viewer),
        mapIds: mapIds ?? null,
        ids: ids ?? null,
        search: search ?? null,
        near: near ? toNearFilter(near) : null,
      };
      return createListConnection(context, buildMarkerKeyset(query), 'map marker id', args);
    },
  }),
  mapMarkerList: t.field({
    type: [MapMarker],
    ...publicAccess,
    ...legacy({ use: 'mapMarkers { nodes { databaseId title } }' }),
    description: 'Matching markers, or a part of them.',
    args: {
      ...createLegacyFeatureArguments(t),
      limit: t.arg.int({ description: 'Maximum number of markers.' }),
      offset: t.arg.int({ description: 'Number of markers to skip.' }),
    },
    resolve: async (_root, { limit, offset, ...args }, { site, viewer }) =>
      await listMarkers(site, await buildMarkerQuery(site, viewer, args), { limit, offset }),
  }),
  duplicateMapMarkers: t.field({
    type: Duplicates,
    description:
      'Number of markers with the same map, position, address, title, link and description as an older marker; for editors of maps.',
    ...guard((_args: object, { site, viewer }) => requireMapEditor(site, viewer, 'maps_permission_denied')),
    resolve: async (_root, _args, { site }) => ({ count: await countDuplicates(site) }),
  }),
}));
