import { type ShapeKindName, shapeKindNames, shapeKinds } from '#app/domains/maps/shape/kinds.ts';
import { createShape, deleteShape, deleteShapes, updateShape } from '#app/domains/maps/shape/shape.service.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons, legacy } from '../compatibility.ts';
import { mapEditors } from './map.mutations.ts';
import { DeletedMapFeatures } from './marker.mutations.ts';
import { nulls } from '../public/nulls.ts';
import { PositionInput } from './position.ts';
import { shapeTypes } from './shapes.ts';
import { createEmptyTexts, createTextInputs, toStoredGeometry } from './geometry-inputs.ts';

const pointColumns = ['center', 'cornerA', 'cornerB'];
const geometryColumns = [...pointColumns, 'path'];

function createInputType(kind: ShapeKindName) {
  const { texts, values } = shapeKinds[kind];
  const names = Object.keys(texts);
  return builder.inputType(`${shapeTypes[kind].name}Input`, {
    ...nulls({
      handledByResolver: names.filter((name) => geometryColumns.includes(name)),
      clearedBy: {
        ...createEmptyTexts(names.filter((name) => !geometryColumns.includes(name))),
        ...(values.includes('layerGroup') && { layerGroup: 0 }),
      },
    }),
    description: `Values of a ${shapeTypes[kind].label} on a map. In a new object, absent fields are empty.`,
    fields: (t) => ({
      mapId: t.int({ description: 'ID of the map.' }),
      ...createTextInputs(
        t,
        texts,
        names.filter((name) => !geometryColumns.includes(name)),
      ),
      ...Object.fromEntries(
        names.flatMap((name): [string, ReturnType<typeof t.string>][] => {
          if (!geometryColumns.includes(name)) return [];
          const description = texts[name]?.description ?? '';
          const positionField = pointColumns.includes(name)
            ? t.field({ type: PositionInput, description })
            : t.field({ type: [PositionInput], description });
          return [
            [name, positionField as never],
            [`${name}Text`, t.string({ ...legacy({ use: name }), description: `The value of \`${name}\` as a string.` })],
          ];
        }),
      ),
      ...(values.includes('layerGroup') && {
        layerGroup: t.int({ description: 'Number of the layer; objects with the same number are shown and hidden together.' }),
      }),
      ...(values.includes('lineStyle') && {
        lineStyle: t.int({ ...legacyOnly(reasons.oldEditor), description: 'Type number of the old map editor.' }),
      }),
      ...(values.includes('hoverEnabled') && {
        hoverEnabled: t.boolean({ description: 'Whether the shape looks different while the pointer is over it.' }),
      }),
    }),
  });
}

for (const kind of shapeKindNames) {
  const { type, name, label } = shapeTypes[kind];
  const shape = type as typeof shapeTypes.circles.type;
  const input = createInputType(kind);
  builder.mutationField(`create${name}` as 'createMapCircle', (t) =>
    t.field({
      type: shape,
      nullable: true,
      ...mapEditors,
      description: `Adds a ${label} to a map; for editors of maps.`,
      args: { input: t.arg({ type: input, required: true, description: 'The values of the object.' }) },
      resolve: async (_root, args, { site }) => (await createShape(site, kind, toStoredGeometry(args.input, geometryColumns))) as never,
    }),
  );
  builder.mutationField(`update${name}` as 'updateMapCircle', (t) =>
    t.field({
      type: shape,
      nullable: true,
      ...mapEditors,
      description: `Changes a ${label} on a map; for editors of maps. Error code \`${shapeKinds[kind].notFoundCode}\`: the object does not exist.`,
      args: {
        id: t.arg.int({ required: true, description: 'ID in the database.' }),
        input: t.arg({ type: input, required: true, description: 'The fields to change.' }),
      },
      resolve: async (_root, args, { site }) =>
        (await updateShape(site, kind, args.id, toStoredGeometry(args.input, geometryColumns))) as never,
    }),
  );
}

const MapShapeKind = builder.enumType('MapShapeKind', {
  description: 'Type of a shape.',
  values: {
    CIRCLE: { value: 'circles', description: 'Circles on a map.' },
    POINT_LABEL: { value: 'pointLabels', description: 'Text labels on a map.' },
    POLYGON: { value: 'polygons', description: 'Polygons on a map.' },
    POLYLINE: { value: 'polylines', description: 'Lines on a map.' },
    RECTANGLE: { value: 'rectangles', description: 'Rectangles on a map.' },
  } as const,
});

builder.mutationField('deleteMapShapes', (t) =>
  t.field({
    type: DeletedMapFeatures,
    nullable: true,
    ...mapEditors,
    description:
      'Deletes shapes of one type; for editors of maps. Unknown IDs in `ids` are ignored. Error code for an unknown `id`: the code of the type, such as `maps_circle_not_found`.',
    args: {
      kind: t.arg({ type: MapShapeKind, required: true, description: 'Type of the shapes.' }),
      id: t.arg.int({ description: 'ID of one shape.' }),
      ids: t.arg.intList({ description: 'IDs of shapes.' }),
    },
    resolve: async (_root, { kind, id, ids }, { site }) => {
      const deletedIds = typeof id === 'number' ? await deleteShape(site, kind, id) : [];
      return { databaseIds: [...deletedIds, ...(await deleteShapes(site, kind, ids ?? []))] };
    },
  }),
);
