import type { Position } from '../geometry.rules.ts';
import type { Box } from '../marker/nearby.rules.ts';

/** A place that the geocoder has found. Coordinates are decimal strings, as in Nominatim. */
export interface GeocodedPlace {
  placeId: number;
  lat: string;
  lon: string;
  displayName: string;
  /** South, north, west and east, in degrees. */
  boundingBox: string[];
  category: string;
  type: string;
  importance: number;
}

/** Half the side length of the box around a point, in degrees. */
const POINT_RADIUS = 0.0005;
const DECIMAL_PLACES = 7;

const formatDegrees = (value: number): string => String(Number(value.toFixed(DECIMAL_PLACES)));

/** Formats the sides of a box in the order of `boundingBox`. */
function formatBox({ south, north, west, east }: Box): string[] {
  return [south, north, west, east].map(formatDegrees);
}

/** Returns a small box around a point. */
function computeBox({ latitude, longitude }: Position): Box {
  return { south: latitude - POINT_RADIUS, north: latitude + POINT_RADIUS, west: longitude - POINT_RADIUS, east: longitude + POINT_RADIUS };
}

/** Creates a place at a point. `box` is the extent of the place, by default a small box around the point. */
export function createPlace(
  position: Position,
  details: Pick<GeocodedPlace, 'placeId' | 'displayName' | 'category' | 'type' | 'importance'>,
  box: Box = computeBox(position),
): GeocodedPlace {
  return { ...details, lat: formatDegrees(position.latitude), lon: formatDegrees(position.longitude), boundingBox: formatBox(box) };
}
