import { NO_LIMIT, type TextColumn } from '../columns.rules.ts';

/** Kinds of shapes, with the names of their collections. */
export const shapeKindNames = ['circles', 'pointLabels', 'polygons', 'polylines', 'rectangles'] as const;
/** Kind of a shape. */
export type ShapeKindName = (typeof shapeKindNames)[number];

/** Properties of a kind of shapes, in addition to its table. */
export interface ShapeKind {
  /** Name of the Prisma model's client. */
  model: 'mapCircle' | 'mapPointLabel' | 'mapPolygon' | 'mapPolyline' | 'mapRectangle';
  /** Error code for an unknown ID. */
  notFoundCode: string;
  texts: Readonly<Record<string, TextColumn>>;
  values: readonly string[];
}

const text = (maxLength: number, description: string): TextColumn => ({ conversion: 'text', maxLength, description });
const point = (argument: string, description: string): TextColumn => ({ conversion: 'point', maxLength: 100, description, argument });

const name = text(250, 'Title of the object.');
const title: TextColumn = { conversion: 'decoded', maxLength: 250, description: 'Title, which is shown when the shape is selected.' };
const description = text(NO_LIMIT, 'Description as HTML.');
const link: TextColumn = { conversion: 'address', maxLength: 700, description: 'URL that the shape links to.' };
/** Styles may be longer than published, so that opacities keep all digits. */
const style = (description: string) => text(32, description);
const lineColor = style('Color of the line, such as `#FF0000`.');
const fillColor = style('Color of the area.');
const opacity = style('Opacity, from `0` to `1`.');
const lineOpacity = style('Opacity of the line, from `0` to `1`.');
const lineThickness = style('Width of the line in pixels.');
const hoverFillColor = style('Color of the area while the pointer is over the shape.');
const hoverLineColor = style('Color of the line while the pointer is over the shape.');
const hoverOpacity = style('Opacity while the pointer is over the shape.');
const path: TextColumn = { ...text(NO_LIMIT, 'Points of the shape, in order.'), argument: 'pathText' };

const roundShape = {
  color: style('Color of the area.'),
  opacity,
  lineColor,
  lineOpacity,
  description,
  hoverFillColor,
  hoverLineColor,
  hoverFillOpacity: style('Opacity of the area while the pointer is over the shape.'),
  hoverLineOpacity: style('Opacity of the line while the pointer is over the shape.'),
  lineThickness,
  link,
};

/** Kinds of shapes with their columns (cache-compliance-maps-2fa-theme.md 3.3). */
export const shapeKinds: Readonly<Record<ShapeKindName, ShapeKind>> = {
  circles: {
    model: 'mapCircle',
    notFoundCode: 'maps_circle_not_found',
    texts: { name, center: point('centerText', 'Center of the shape.'), radius: style('Radius in kilometers.'), ...roundShape },
    values: ['mapId', 'hoverEnabled', 'layerGroup'],
  },
  pointLabels: {
    model: 'mapPointLabel',
    notFoundCode: 'maps_pointlabel_not_found',
    texts: {
      name,
      center: point('centerText', 'Position of the label.'),
      fillColor: style('Color of the text.'),
      lineColor: style('Color of the outline of the text.'),
      opacity,
      fontSize: style('Font size in pixels.'),
    },
    values: ['mapId'],
  },
  polygons: {
    model: 'mapPolygon',
    notFoundCode: 'maps_polygon_not_found',
    texts: {
      path,
      innerPath: text(NO_LIMIT, 'Points of a hole in the polygon, as text.'),
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
      cornerA: point('cornerAText', 'One corner of the rectangle.'),
      cornerB: point('cornerBText', 'The opposite corner.'),
      ...roundShape,
    },
    values: ['mapId', 'hoverEnabled', 'layerGroup'],
  },
};
