import { NO_LIMIT, type TextColumn } from '../columns.rules.ts';

/** Names of the kinds of shapes, as plural nouns. */
export const shapeKindNames = ['circles', 'pointLabels', 'polygons', 'polylines', 'rectangles'] as const;
/** Kind of a shape. */
export type ShapeKindName = (typeof shapeKindNames)[number];

/** Table, error code and columns of a kind of shapes. */
export interface ShapeKind {
  /** Name of the Prisma model's client. */
  model: 'mapCircle' | 'mapPointLabel' | 'mapPolygon' | 'mapPolyline' | 'mapRectangle';
  /** Error code for an unknown ID. */
  notFoundCode: string;
  /** Text columns by name. */
  texts: Readonly<Record<string, TextColumn>>;
  /** Names of the number and boolean columns. */
  values: readonly string[];
}

const textColumn = (maxLength: number, description: string): TextColumn => ({ conversion: 'text', maxLength, description });
const pointColumn = (argument: string, description: string): TextColumn => ({ conversion: 'point', maxLength: 100, description, argument });

const name = textColumn(250, 'Name of the shape.');
const title: TextColumn = { conversion: 'decoded', maxLength: 250, description: 'Title, which is shown when the shape is selected.' };
const description = textColumn(NO_LIMIT, 'Description as HTML.');
const link: TextColumn = { conversion: 'url', maxLength: 700, description: 'URL that the shape links to.' };
/** Style columns accept longer values than the published API, so that opacities keep all digits. */
const styleColumn = (description: string) => textColumn(32, description);
const lineColor = styleColumn('Color of the line, such as `#FF0000`.');
const fillColor = styleColumn('Color of the area.');
const opacity = styleColumn('Opacity, from `0` to `1`.');
const lineOpacity = styleColumn('Opacity of the line, from `0` to `1`.');
const lineThickness = styleColumn('Width of the line in pixels.');
const hoverFillColor = styleColumn('Color of the area while the pointer is over the shape.');
const hoverLineColor = styleColumn('Color of the line while the pointer is over the shape.');
const hoverOpacity = styleColumn('Opacity while the pointer is over the shape.');
const path: TextColumn = {
  ...textColumn(NO_LIMIT, 'Points of the shape, in order, as a string of coordinates in degrees.'),
  argument: 'pathText',
};

/** Columns that circles and rectangles share. */
const sharedColumns = {
  color: styleColumn('Color of the area.'),
  opacity,
  lineColor,
  lineOpacity,
  description,
  hoverFillColor,
  hoverLineColor,
  hoverFillOpacity: styleColumn('Opacity of the area while the pointer is over the shape.'),
  hoverLineOpacity: styleColumn('Opacity of the line while the pointer is over the shape.'),
  lineThickness,
  link,
};

/** Kinds of shapes with their columns (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.3). */
export const shapeKinds: Readonly<Record<ShapeKindName, ShapeKind>> = {
  circles: {
    model: 'mapCircle',
    notFoundCode: 'maps_circle_not_found',
    texts: {
      name,
      center: pointColumn('centerText', 'Center of the shape.'),
      radius: styleColumn('Radius in kilometers.'),
      ...sharedColumns,
    },
    values: ['mapId', 'hoverEnabled', 'layerGroup'],
  },
  pointLabels: {
    model: 'mapPointLabel',
    notFoundCode: 'maps_pointlabel_not_found',
    texts: {
      name,
      center: pointColumn('centerText', 'Position of the label.'),
      fillColor: styleColumn('Color of the text.'),
      lineColor: styleColumn('Color of the outline of the text.'),
      opacity,
      fontSize: styleColumn('Font size in pixels.'),
    },
    values: ['mapId'],
  },
  polygons: {
    model: 'mapPolygon',
    notFoundCode: 'maps_polygon_not_found',
    texts: {
      path,
      innerPath: textColumn(NO_LIMIT, 'Points of a hole in the polygon, in order, as a string of coordinates in degrees.'),
      name: { ...name, maxLength: 100 },
      title,
      description,
      link,
      lineColor,
      lineOpacity,
      fillColor,
      opacity,
      hoverFillColor,
      hoverLineColor,
      hoverOpacity,
      lineThickness,
    },
    values: ['mapId', 'lineStyle', 'layerGroup'],
  },
  polylines: {
    model: 'mapPolyline',
    notFoundCode: 'maps_polyline_not_found',
    texts: {
      path,
      name: { ...name, maxLength: 100 },
      title,
      description,
      link,
      lineColor,
      lineThickness,
      opacity,
      hoverLineColor,
      hoverOpacity,
    },
    values: ['mapId', 'lineStyle', 'layerGroup'],
  },
  rectangles: {
    model: 'mapRectangle',
    notFoundCode: 'maps_rectangle_not_found',
    texts: {
      name,
      cornerA: pointColumn('cornerAText', 'One corner of the rectangle.'),
      cornerB: pointColumn('cornerBText', 'The opposite corner.'),
      ...sharedColumns,
    },
    values: ['mapId', 'hoverEnabled', 'layerGroup'],
  },
};
