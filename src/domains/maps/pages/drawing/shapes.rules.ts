import type { MapCircle, MapPointLabel, MapPolygon, MapPolyline, MapRectangle } from '#db';
import { pathOf, pointOf, positionOf } from '../../geometry.rules.ts';
import type { ShapeKindName } from '../../shape/kinds.ts';
import type { Drawing, DrawnStyle, Spot } from './drawn.ts';

const COLOR = /^(?:#?[0-9a-f]{3,4}|#?[0-9a-f]{6}|#?[0-9a-f]{8})$/i;
const NAME = /^[a-z]{3,30}$/i;

/** Returns a CSS color; undefined for any other text, so that styles cannot contain addresses. */
function colorOf(text: string): string | undefined {
  const written = text.trim();
  if (COLOR.test(written)) return written.startsWith('#') ? written : `#${written}`;
  return NAME.test(written) ? written : undefined;
}

/** Returns a number between 0 and a maximum; undefined for any other text. */
function numberOf(text: string, most: number): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? Math.min(Math.max(value, 0), most) : undefined;
}

const share = (text: string) => numberOf(text, 1);
const pixels = (text: string) => numberOf(text, 50);

/** Removes undefined members. */
function said<T extends object>(members: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}

/** Parses a point; null if it is not on the globe. */
export function spotOf(text: string): Spot | null {
  const point = pointOf(text);
  const position = point && positionOf(point);
  return position ? [position.latitude, position.longitude] : null;
}

/** Parses a path. Keeps longitudes beyond 180, so that a line across 180 degrees does not go around the globe. */
function spotsOf(text: string): Spot[] {
  return (pathOf(text) ?? []).flatMap((point): Spot[] => (positionOf(point) ? [[Number(point.lat), Number(point.lng)]] : []));
}

function hovering(isOn: boolean, style: DrawnStyle): { hover?: DrawnStyle } {
  return isOn && Object.keys(style).length > 0 ? { hover: style } : {};
}

function roundStyle(shape: MapCircle | MapRectangle) {
  const { color, opacity, lineColor, lineOpacity, lineThickness } = shape;
  const style: DrawnStyle = said({
    line: colorOf(lineColor),
    lineOpacity: share(lineOpacity),
    width: pixels(lineThickness),
    fill: colorOf(color),
    fillOpacity: share(opacity),
  });
  const below = said({
    line: colorOf(shape.hoverLineColor),
    lineOpacity: share(shape.hoverLineOpacity),
    fill: colorOf(shape.hoverFillColor),
    fillOpacity: share(shape.hoverFillOpacity),
  });
  return { style, ...hovering(shape.hoverEnabled, below) };
}

const METERS = 1000;

function circle(shape: MapCircle): Drawing | null {
  const at = spotOf(shape.center);
  const meters = (numberOf(shape.radius, 20_000) ?? 0) * METERS;
  return at && meters > 0 ? { kind: 'circle', at, meters, ...roundStyle(shape) } : null;
}

function rectangle(shape: MapRectangle): Drawing | null {
  const [a, b] = [spotOf(shape.cornerA), spotOf(shape.cornerB)];
  return a && b ? { kind: 'rectangle', corners: [a, b], ...roundStyle(shape) } : null;
}

function polygon(shape: MapPolygon): Drawing | null {
  const path = spotsOf(shape.path);
  if (path.length < 3) return null;
  const hole = spotsOf(shape.innerPath);
  const style: DrawnStyle = said({
    line: colorOf(shape.lineColor),
    lineOpacity: share(shape.lineOpacity),
    width: pixels(shape.lineThickness),
    fill: colorOf(shape.fillColor),
    fillOpacity: share(shape.opacity),
  });
  const below = said({
    line: colorOf(shape.hoverLineColor),
    fill: colorOf(shape.hoverFillColor),
    fillOpacity: share(shape.hoverOpacity),
  });
  return { kind: 'area', path, ...(hole.length > 2 && { hole }), style, ...hovering(true, below) };
}

function polyline(shape: MapPolyline): Drawing | null {
  const path = spotsOf(shape.path);
  if (path.length < 2) return null;
  const style: DrawnStyle = said({
    line: colorOf(shape.lineColor),
    lineOpacity: share(shape.opacity),
    width: pixels(shape.lineThickness),
  });
  const below = said({ line: colorOf(shape.hoverLineColor), lineOpacity: share(shape.hoverOpacity) });
  return { kind: 'line', path, style, ...hovering(true, below) };
}

function label({ center, name, fillColor, lineColor, opacity, fontSize }: MapPointLabel, text: string): Drawing | null {
  const at = spotOf(center);
  if (!at || text === '') return null;
  const look = said({ color: colorOf(fillColor), halo: colorOf(lineColor), opacity: share(opacity), size: numberOf(fontSize, 60) });
  return name === '' ? null : { kind: 'label', at, text, ...look };
}

/** Returns the drawing of a stored shape with the given label; null if its texts are not positions. */
export function drawShape(kind: ShapeKindName, shape: object, name: string): Drawing | null {
  switch (kind) {
    case 'circles':
      return circle(shape as MapCircle);
    case 'pointLabels':
      return label(shape as MapPointLabel, name);
    case 'polygons':
      return polygon(shape as MapPolygon);
    case 'polylines':
      return polyline(shape as MapPolyline);
    case 'rectangles':
      return rectangle(shape as MapRectangle);
  }
}

/** Returns the number of points in a drawing. */
export function pointsIn(drawing: Drawing): number {
  if (drawing.kind === 'area') return drawing.path.length + (drawing.hole?.length ?? 0);
  return drawing.kind === 'line' ? drawing.path.length : 1;
}
