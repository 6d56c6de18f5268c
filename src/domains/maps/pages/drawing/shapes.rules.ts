import type { MapCircle, MapPointLabel, MapPolygon, MapPolyline, MapRectangle } from '#db';
import { parsePath, parsePoint, toPosition } from '../../geometry.rules.ts';
import type { ShapeKindName } from '../../shape/kinds.ts';
import type { Drawing, DrawingStyle, Coordinates } from './map-drawing.ts';

const COLOR = /^(?:#?[0-9a-f]{3,4}|#?[0-9a-f]{6}|#?[0-9a-f]{8})$/i;
const COLOR_NAME = /^[a-z]{3,30}$/i;

/** Parses a CSS color. Returns undefined for any other string, so that styles cannot contain URLs. */
function parseColor(text: string): string | undefined {
  const color = text.trim();
  if (COLOR.test(color)) return color.startsWith('#') ? color : `#${color}`;
  return COLOR_NAME.test(color) ? color : undefined;
}

/** Parses a number and limits it to the range from 0 to `max`. Returns undefined for any other string. */
function parseNumber(text: string, max: number): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? Math.min(Math.max(value, 0), max) : undefined;
}

const parseOpacity = (text: string) => parseNumber(text, 1);
const parsePixels = (text: string) => parseNumber(text, 50);

/** Removes undefined members. */
function omitUndefined<T extends object>(members: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}

/** Parses a point `latitude,longitude`. Returns null if the string is not a valid position. */
export function parseCoordinates(text: string): Coordinates | null {
  const point = parsePoint(text);
  const position = point && toPosition(point);
  return position ? [position.latitude, position.longitude] : null;
}

/** Parses a path. Does not wrap longitudes beyond 180 degrees, so that a line across 180 degrees does not go around the globe. */
function parsePathCoordinates(text: string): Coordinates[] {
  return (parsePath(text) ?? []).flatMap((point): Coordinates[] => (toPosition(point) ? [[Number(point.lat), Number(point.lng)]] : []));
}

function buildHover(isOn: boolean, style: DrawingStyle): { hover?: DrawingStyle } {
  return isOn && Object.keys(style).length > 0 ? { hover: style } : {};
}

function parseAreaStyle(shape: MapCircle | MapRectangle) {
  const { color, opacity, lineColor, lineOpacity, lineThickness } = shape;
  const style: DrawingStyle = omitUndefined({
    line: parseColor(lineColor),
    lineOpacity: parseOpacity(lineOpacity),
    width: parsePixels(lineThickness),
    fill: parseColor(color),
    fillOpacity: parseOpacity(opacity),
  });
  const hoverStyle = omitUndefined({
    line: parseColor(shape.hoverLineColor),
    lineOpacity: parseOpacity(shape.hoverLineOpacity),
    fill: parseColor(shape.hoverFillColor),
    fillOpacity: parseOpacity(shape.hoverFillOpacity),
  });
  return { style, ...buildHover(shape.hoverEnabled, hoverStyle) };
}

const METERS_PER_KILOMETER = 1000;

function drawCircle(shape: MapCircle): Drawing | null {
  const center = parseCoordinates(shape.center);
  const meters = (parseNumber(shape.radius, 20_000) ?? 0) * METERS_PER_KILOMETER;
  return center && meters > 0 ? { kind: 'circle', at: center, meters, ...parseAreaStyle(shape) } : null;
}

function drawRectangle(shape: MapRectangle): Drawing | null {
  const [a, b] = [parseCoordinates(shape.cornerA), parseCoordinates(shape.cornerB)];
  return a && b ? { kind: 'rectangle', corners: [a, b], ...parseAreaStyle(shape) } : null;
}

function drawPolygon(shape: MapPolygon): Drawing | null {
  const path = parsePathCoordinates(shape.path);
  if (path.length < 3) return null;
  const hole = parsePathCoordinates(shape.innerPath);
  const style: DrawingStyle = omitUndefined({
    line: parseColor(shape.lineColor),
    lineOpacity: parseOpacity(shape.lineOpacity),
    width: parsePixels(shape.lineThickness),
    fill: parseColor(shape.fillColor),
    fillOpacity: parseOpacity(shape.opacity),
  });
  const hoverStyle = omitUndefined({
    line: parseColor(shape.hoverLineColor),
    fill: parseColor(shape.hoverFillColor),
    fillOpacity: parseOpacity(shape.hoverOpacity),
  });
  return { kind: 'area', path, ...(hole.length > 2 && { hole }), style, ...buildHover(true, hoverStyle) };
}

function drawPolyline(shape: MapPolyline): Drawing | null {
  const path = parsePathCoordinates(shape.path);
  if (path.length < 2) return null;
  const style: DrawingStyle = omitUndefined({
    line: parseColor(shape.lineColor),
    lineOpacity: parseOpacity(shape.opacity),
    width: parsePixels(shape.lineThickness),
  });
  const hoverStyle = omitUndefined({ line: parseColor(shape.hoverLineColor), lineOpacity: parseOpacity(shape.hoverOpacity) });
  return { kind: 'line', path, style, ...buildHover(true, hoverStyle) };
}

/** Returns the drawing of a label, or null if the shape has no name or position. */
function drawLabel({ center, name, fillColor, lineColor, opacity, fontSize }: MapPointLabel, text: string): Drawing | null {
  const spot = parseCoordinates(center);
  if (!spot || text === '') return null;
  const style = omitUndefined({
    color: parseColor(fillColor),
    halo: parseColor(lineColor),
    opacity: parseOpacity(opacity),
    size: parseNumber(fontSize, 60),
  });
  return name === '' ? null : { kind: 'label', at: spot, text, ...style };
}

/** Returns the drawing of a stored shape, or null if its coordinates are invalid. `name` is the text of a label. */
export function drawShape(kind: ShapeKindName, shape: object, name: string): Drawing | null {
  switch (kind) {
    case 'circles':
      return drawCircle(shape as MapCircle);
    case 'pointLabels':
      return drawLabel(shape as MapPointLabel, name);
    case 'polygons':
      return drawPolygon(shape as MapPolygon);
    case 'polylines':
      return drawPolyline(shape as MapPolyline);
    case 'rectangles':
      return drawRectangle(shape as MapRectangle);
  }
}

/** Returns the number of points in a drawing. */
export function countPoints(drawing: Drawing): number {
  if (drawing.kind === 'area') return drawing.path.length + (drawing.hole?.length ?? 0);
  return drawing.kind === 'line' ? drawing.path.length : 1;
}
