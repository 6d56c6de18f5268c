import type { Position } from '../geometry.rules.ts';

/** Radius of the earth in kilometers (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.5). */
export const EARTH_RADIUS = 6371;
export const KILOMETERS_PER_MILE = 1.609344;

/** A rectangle in degrees. */
export interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
const toDegrees = (radians: number) => (radians * 180) / Math.PI;
/** Margin in degrees that compensates for rounding errors, because a place at the maximum distance must be inside the rectangle. */
const MARGIN = 1e-9;

/**
 * Returns rectangles that contain all places within a distance: one rectangle, or two if the area crosses 180 degrees of longitude. They also contain
 * places that are farther away.
 */
export function computeBoxesAround({ latitude, longitude }: Position, kilometers: number): Box[] {
  const angle = kilometers / EARTH_RADIUS;
  const south = latitude - toDegrees(angle) - MARGIN;
  const north = latitude + toDegrees(angle) + MARGIN;
  // a circle around a pole contains every longitude
  if (south <= -90 || north >= 90) return [{ south: Math.max(south, -90), west: -180, north: Math.min(north, 90), east: 180 }];
  const width = toDegrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(toRadians(latitude))))) + MARGIN;
  const west = longitude - width;
  const east = longitude + width;
  if (west < -180) return [createBox(south, -180, north, east), createBox(south, west + 360, north, 180)];
  if (east > 180) return [createBox(south, west, north, 180), createBox(south, -180, north, east - 360)];
  return [createBox(south, west, north, east)];
}

const createBox = (south: number, west: number, north: number, east: number): Box => ({ south, west, north, east });

/** Returns the distance between two places along the surface of the earth, in kilometers. */
export function computeKilometers(a: Position, b: Position): number {
  const haversine = (from: number, to: number) => Math.sin(toRadians(to - from) / 2) ** 2;
  const chord =
    haversine(a.latitude, b.latitude) +
    Math.cos(toRadians(a.latitude)) * Math.cos(toRadians(b.latitude)) * haversine(a.longitude, b.longitude);
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}
