import { listMarkers } from '#app/domains/maps/marker/marker.list.ts';
import { type ShapeKindName, shapeKindNames, shapeKinds } from '#app/domains/maps/shape/kinds.ts';
import { listShapes, getTable, shapeNotFound } from '#app/domains/maps/shape/shape.service.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { getMapIds, type LegacyFeatureOptions, createLegacyFeatureArguments, buildMarkerQuery } from './feature.arguments.ts';
import { MapMarker } from './marker.ts';
import { MapType } from './map.ts';
import { shapeTypes } from './shapes.ts';
import { lookupArgument } from '../public/lookup.ts';

for (const kind of shapeKindNames) {
  const { type, name, label } = shapeTypes[kind];
  builder.queryField(`${name.charAt(0).toLowerCase()}${name.slice(1)}` as 'mapCircle', (t) =>
    t.prismaField({
      type: type as typeof shapeTypes.circles.type,
      nullable: true,
      ...publicAccess,
      description: `The ${label} with this ID. Error code \`${shapeKinds[kind].notFoundCode}\`: the object does not exist.`,
      args: { id: t.arg.int({ required: true, ...lookupArgument(name, 'ID of the object.') }) },
      resolve: async (query, _root, { id }, { site }) =>
        ((await getTable(site.db.prisma, kind).findUnique({ ...query, where: { id } })) ?? Promise.reject(shapeNotFound(kind))) as never,
    }),
  );
  builder.objectField(MapType, kind as 'circles', (t) =>
    t.prismaField({
      type: [type as typeof shapeTypes.circles.type],
      description: `The ${label}s on the map, oldest first.`,
      resolve: async (query, { id }, _args, { load }) => (await load.maps.getShapeLoader(kind)(id, query)) as never,
    }),
  );
}

/** The requested features. A kind is only loaded if the query selects its field. */
interface FeatureOptions {
  options: LegacyFeatureOptions;
  isRequested(kind: string): boolean;
}

const MapFeatureKind = builder.enumType('MapFeatureKind', {
  ...legacyOnly('Each kind is a field of the map.'),
  description: 'Kinds of objects on maps.',
  values: {
    CIRCLES: { value: 'circles', description: 'Circles on a map.' },
    MARKERS: { value: 'markers', description: 'Markers on a map.' },
    POINTLABELS: { value: 'pointLabels', description: 'Text labels on a map.' },
    POLYGONS: { value: 'polygons', description: 'Polygons on a map.' },
    POLYLINES: { value: 'polylines', description: 'Lines on a map.' },
    RECTANGLES: { value: 'rectangles', description: 'Rectangles on a map.' },
  } as const,
});

const MapFeatures = builder.objectRef<FeatureOptions>('MapFeatures').implement({
  ...legacy({ use: 'Map' }),
  description: 'Objects on maps by kind; null for kinds that were not requested.',
  fields: (t) => ({
    markers: t.field({
      type: [MapMarker],
      nullable: true,
      description: 'The markers.',
      resolve: async ({ options, isRequested }, _args, { site, viewer }) =>
        isRequested('markers') ? await listMarkers(site, await buildMarkerQuery(site, viewer, options)) : null,
    }),
    ...(Object.fromEntries(
      shapeKindNames.map((kind) => [
        kind,
        t.prismaField({
          type: [shapeTypes[kind].type as typeof shapeTypes.circles.type],
          nullable: true,
          description: `The ${shapeTypes[kind].label}s.`,
          resolve: async (query, { options, isRequested }, _args, { site }) =>
            isRequested(kind) ? ((await listShapes(site, kind, getMapIds(options), query)) as never) : null,
        }),
      ]),
    ) as Record<ShapeKindName, never>),
  }),
});

builder.queryField('mapFeatures', (t) =>
  t.field({
    type: MapFeatures,
    ...publicAccess,
    ...legacy({ use: 'map(id: 1) { markers { nodes { databaseId } } polygons { databaseId } }' }),
    description: 'Objects on one map, on some maps or on all maps, by kind.',
    args: {
      ...createLegacyFeatureArguments(t),
      include: t.arg({ type: [MapFeatureKind], description: 'Only objects of these kinds.' }),
      exclude: t.arg({ type: [MapFeatureKind], description: 'Excludes objects of these kinds.' }),
    },
    resolve: (_root, { include, exclude, ...options }): FeatureOptions => {
      const [included, excluded] = [include && new Set<string>(include), new Set<string>(exclude ?? [])];
      return { options, isRequested: (kind) => (!included || included.has(kind)) && !excluded.has(kind) };
    },
  }),
);
