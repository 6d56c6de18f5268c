import type { ObjectFieldBuilder } from '@pothos/core';
import { parsePath, parsePoint } from '#app/domains/maps/geometry.rules.ts';
import { type ShapeKindName, shapeKinds } from '#app/domains/maps/shape/kinds.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons } from '../compatibility.ts';
import { DescriptionForm, formatDescription, type Fields, createTextFields } from './fields.ts';
import { mapField } from './map.ts';
import { Position } from './position.ts';
import { zeroAsNull } from '../public/public-mapping.ts';

/** Columns for which `createCommonFields` creates no text field. */
const separateColumns = new Set(['center', 'cornerA', 'cornerB', 'path', 'description']);

/** Creates the fields that all shapes share. `t` is the field builder of any shape type. */
function createCommonFields(fieldBuilder: object, kind: ShapeKindName): Fields {
  const t = fieldBuilder as ObjectFieldBuilder<(typeof builder)['$inferSchemaTypes'], { id: number; mapId: number; description?: string }>;
  const { texts, values } = shapeKinds[kind];
  const fields = {
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    mapId: t.exposeInt('mapId', { ...zeroAsNull('ID of the map; null if none is set.') }),
    map: t.prismaField(mapField),
    ...createTextFields(
      t,
      texts,
      Object.keys(texts).filter((name) => !separateColumns.has(name)),
    ),
    ...('description' in texts && {
      description: t.field({
        type: 'HTML',
        nullable: true,
        description: 'Description of the shape; null if it has none.',
        args: { form: t.arg({ type: DescriptionForm, defaultValue: 'shown', description: 'Form of the description.' }) },
        resolve: ({ description = '' }, { form }, context) => formatDescription(context, form, description),
      }),
    }),
    ...(values.includes('layerGroup') && {
      layerGroup: t.int({
        description: 'Number of the layer; objects with the same number are shown and hidden together.',
        resolve: (shape) => (shape as unknown as { layerGroup: number }).layerGroup,
      }),
    }),
  };
  return fields as unknown as Fields;
}

const pointField = { type: Position, nullable: true } as const;
const pathField = { type: [Position] as [typeof Position], nullable: true } as const;

const MapCircleType = builder.prismaNode('MapCircle', {
  nullable: true,
  id: { field: 'id', description: 'Global ID of the object.' },
  description: 'A circle on a map.',
  fields: (t) => ({
    ...createCommonFields(t, 'circles'),
    center: t.field({
      ...pointField,
      description: 'Center of the circle; null if the stored coordinates are invalid.',
      resolve: ({ center }) => parsePoint(center),
    }),
    hoverEnabled: t.exposeBoolean('hoverEnabled', { description: 'Whether the shape looks different while the pointer is over it.' }),
  }),
});

const MapPointLabelType = builder.prismaNode('MapPointLabel', {
  nullable: true,
  id: { field: 'id', description: 'Global ID of the object.' },
  description: 'A text label on a map.',
  fields: (t) => ({
    ...createCommonFields(t, 'pointLabels'),
    center: t.field({
      ...pointField,
      description: 'Position of the label; null if the stored coordinates are invalid.',
      resolve: ({ center }) => parsePoint(center),
    }),
  }),
});

const lineStyle = { ...legacyOnly(reasons.oldEditor), description: 'Type number of the old map editor.' };

const MapPolygonType = builder.prismaNode('MapPolygon', {
  nullable: true,
  id: { field: 'id', description: 'Global ID of the object.' },
  description: 'A polygon on a map.',
  fields: (t) => ({
    ...createCommonFields(t, 'polygons'),
    path: t.field({
      ...pathField,
      description: 'Corners of the polygon, in order; null if the stored points are invalid.',
      resolve: ({ path }) => parsePath(path),
    }),
    lineStyle: t.exposeInt('lineStyle', lineStyle),
  }),
});

const MapPolylineType = builder.prismaNode('MapPolyline', {
  nullable: true,
  id: { field: 'id', description: 'Global ID of the object.' },
  description: 'A polyline on a map.',
  fields: (t) => ({
    ...createCommonFields(t, 'polylines'),
    path: t.field({
      ...pathField,
      description: 'Points of the line, in order; null if the stored points are invalid.',
      resolve: ({ path }) => parsePath(path),
    }),
    lineStyle: t.exposeInt('lineStyle', lineStyle),
  }),
});

const MapRectangleType = builder.prismaNode('MapRectangle', {
  nullable: true,
  id: { field: 'id', description: 'Global ID of the object.' },
  description: 'A rectangle on a map, given by two corners.',
  fields: (t) => ({
    ...createCommonFields(t, 'rectangles'),
    cornerA: t.field({
      ...pointField,
      description: 'One corner of the rectangle; null if the stored coordinates are invalid.',
      resolve: ({ cornerA }) => parsePoint(cornerA),
    }),
    cornerB: t.field({
      ...pointField,
      description: 'The opposite corner; null if the stored coordinates are invalid.',
      resolve: ({ cornerB }) => parsePoint(cornerB),
    }),
    hoverEnabled: t.exposeBoolean('hoverEnabled', { description: 'Whether the shape looks different while the pointer is over it.' }),
  }),
});

/** The GraphQL type of each kind of shape, with the name of the type and a label in the singular. */
export const shapeTypes = {
  circles: { type: MapCircleType, name: 'MapCircle', label: 'circle' },
  pointLabels: { type: MapPointLabelType, name: 'MapPointLabel', label: 'text label' },
  polygons: { type: MapPolygonType, name: 'MapPolygon', label: 'polygon' },
  polylines: { type: MapPolylineType, name: 'MapPolyline', label: 'polyline' },
  rectangles: { type: MapRectangleType, name: 'MapRectangle', label: 'rectangle' },
} as const satisfies Record<ShapeKindName, object>;
