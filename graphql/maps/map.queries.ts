import { canEditMaps, requireMapEditor } from '#app/domains/maps/maps.access.ts';
import { mapNotFound } from '#app/domains/maps/map/map.service.ts';
import { publicAccess, guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';
import { connectionArguments, computeConnectionComplexity } from '../connections/arguments.ts';
import { createOwnedConnection } from '../connections/connection.ts';
import { buildVenueKeyset } from '#app/domains/maps/venue-places.ts';
import { VenueConnection } from '../events/linked.connections.ts';
import { buildMarkerKeyset } from '#app/domains/maps/marker/marker.list.ts';
import { MapType } from './map.ts';
import { MapMarkerConnection } from './marker.ts';
import { lookupArgument } from '../public/lookup.ts';

builder.queryFields((t) => ({
  map: t.prismaField({
    type: MapType,
    nullable: true,
    ...publicAccess,
    description: 'The map with this ID, including maps in the trash. Error code `maps_map_not_found`.',
    args: { id: t.arg.int({ required: true, ...lookupArgument('Map', 'ID of the object.') }) },
    resolve: async (query, _root, { id }, { site }) =>
      (await site.db.prisma.map.findUnique({ ...query, where: { id } })) ?? Promise.reject(mapNotFound()),
  }),
  maps: t.prismaConnection(
    {
      type: MapType,
      cursor: 'id',
      description: 'The maps of the site, oldest first.',
      args: {
        isTrashed: t.arg.boolean({ defaultValue: false, description: 'Whether to list maps in the trash instead; for editors of maps.' }),
      },
      ...guard(({ isTrashed }: { isTrashed?: boolean | null | undefined }, { site, viewer }) => {
        if (isTrashed) requireMapEditor(site, viewer);
      }),
      totalCount: (_root, { isTrashed }, { site }) => site.db.prisma.map.count({ where: { isTrashed: isTrashed ?? false } }),
      resolve: (query, _root, { isTrashed }, { site }) =>
        site.db.prisma.map.findMany({ ...query, where: { isTrashed: isTrashed ?? false }, orderBy: { id: 'asc' } }),
    },
    { name: 'MapConnection', description: 'A part of a list of maps.' },
    { name: 'MapEdge', description: 'An item of a list of maps.' },
  ),
  mapList: t.prismaField({
    type: [MapType],
    ...publicAccess,
    ...legacy({ use: 'maps { nodes { databaseId title } }' }),
    description: 'All maps that are not in the trash.',
    resolve: (query, _root, _args, { site }) =>
      site.db.prisma.map.findMany({ ...query, where: { isTrashed: false }, orderBy: { id: 'asc' } }),
  }),
}));

builder.objectField(MapType, 'markers', (t) =>
  t.field({
    type: MapMarkerConnection,
    description: 'Markers on the map, oldest first. Editors of maps also see markers that are not approved.',
    args: connectionArguments,
    complexity: computeConnectionComplexity,
    resolve: ({ id }, args, context) => {
      const includesUnapproved = canEditMaps(context.site, context.viewer);
      return createOwnedConnection(context, 'markers of a map', id, buildMarkerKeyset({ includesUnapproved }, true), 'map marker id', args);
    },
  }),
);

builder.objectField(MapType, 'venues', (t) =>
  t.field({
    type: VenueConnection,
    description:
      'Venues of the site that the map shows, sorted by name. They are published, have coordinates and are not excluded from maps. Empty if `showsVenues` is false.',
    args: connectionArguments,
    complexity: computeConnectionComplexity,
    resolve: ({ id }, args, context) => createOwnedConnection(context, 'venues of a map', id, buildVenueKeyset(), 'venue title asc', args),
  }),
);
