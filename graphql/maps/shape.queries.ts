import { listMarkers } from '#app/domains/maps/marker/marker.list.ts';
import { type ShapeKindName, shapeKindNames } from '#app/domains/maps/shape/kinds.ts';
import { listShapes, tableOf, unknownShape } from '#app/domains/maps/shape/shape.service.ts';
import { everybody } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { mapsOf, type OldFeatureOptions, oldFeatureArguments, queryOfOld } from './feature.arguments.ts';
import { MapMarker } from './marker.ts';
import { MapType } from './map.ts';
import { shapeTypes } from './shapes.ts';
import { namedBy } from '../public/lookup.ts';

for (const kind of shapeKindNames) {
  const { type, name, words } = shapeTypes[kind];
  builder.queryField(`${name.charAt(0).toLowerCase()}${name.slice(1)}` as 'mapCircle', (t) =>
    t.prismaField({
      type: type as typeof shapeTypes.circles.type,
      nullable: true,
      ...everybody,
      description: `The ${words} with this ID.`,
      args: { id: t.arg.int({ required: true, ...namedBy(name, 'ID of the object.') }) },
      resolve: async (query, _root, { id }, { site }) =>
        ((await tableOf(site.db.prisma, kind).findUnique({ ...query, where: { id } })) ?? Promise.reject(unknownShape(kind))) as never,
    }),
  );
  builder.objectField(MapType, kind as 'circles', (t) =>
    t.prismaField({
      type: [type as typeof shapeTypes.circles.type],
      description: `The ${words}s on the map, oldest first.`,
      resolve: async (query, { id }, _args, { load }) => (await load.maps.shapesOf(kind)(id, query)) as never,
    }),
  );
}

/** The requested features. Each kind is read when it is selected. */
interface FeatureOptions {
  wish: OldFeatureOptions;
  wants(kind: string): boolean;
}

const MapFeatureKind = builder.enumType('MapFeatureKind', {
  ...legacyOnly('Each kind is a field of its map.'),
  description: 'The kinds of what is on maps.',
  values: {
    CIRCLES: { value: 'circles', description: 'Circles on a map.' },
    MARKERS: { value: 'markers', description: 'Places.' },
    POINTLABELS: { value: 'pointLabels', description: 'Text labels on a map.' },
    POLYGONS: { value: 'polygons', description: 'Polygons on a map.' },
    POLYLINES: { value: 'polylines', description: 'Lines on a map.' },
    RECTANGLES: { value: 'rectangles', description: 'Rectangles on a map.' },
  } as const,
});

const MapFeatures = builder.objectRef<FeatureOptions>('MapFeatures').implement({
  ...legacy({ use: 'Map' }),
  description: 'What is on maps, kind by kind; null for kinds that were not asked for.',
  fields: (t) => ({
    markers: t.field({
      type: [MapMarker],
      nullable: true,
      description: 'The places.',
      resolve: async ({ wish, wants }, _args, { site, viewer }) =>
        wants('markers') ? await listMarkers(site, await queryOfOld(site, viewer, wish)) : null,
    }),
    ...(Object.fromEntries(
      shapeKindNames.map((kind) => [
        kind,
        t.prismaField({
          type: [shapeTypes[kind].type as typeof shapeTypes.circles.type],
          nullable: true,
          description: `The ${shapeTypes[kind].words}s.`,
          resolve: async (query, { wish, wants }, _args, { site }) =>
            wants(kind) ? ((await listShapes(site, kind, mapsOf(wish), query)) as never) : null,
        }),
      ]),
    ) as Record<ShapeKindName, never>),
  }),
});

builder.queryField('mapFeatures', (t) =>
  t.field({
    type: MapFeatures,
    ...everybody,
    ...legacy({ use: 'map(id: 1) { markers { nodes { databaseId } } polygons { databaseId } }' }),
    description: 'Everything on one map, on some or on all, kind by kind.',
    args: {
      ...oldFeatureArguments(t),
      include: t.arg({ type: [MapFeatureKind], description: 'Only these kinds.' }),
      exclude: t.arg({ type: [MapFeatureKind], description: 'Not these kinds.' }),
    },
    resolve: (_root, { include, exclude, ...wish }): FeatureOptions => {
      const [wanted, unwanted] = [include && new Set<string>(include), new Set<string>(exclude ?? [])];
      return { wish, wants: (kind) => (!wanted || wanted.has(kind)) && !unwanted.has(kind) };
    },
  }),
);
