import type { Position } from '../geometry.rules.ts';
import type { Box } from '../marker/nearby.rules.ts';

/** A found place. Coordinates are decimal strings, as in Nominatim. */
export interface GeocodedPlace {
  placeId: number;
  lat: string;
  lon: string;
  displayName: string;
  /** South, north, west and east. */
  boundingBox: string[];
  category: string;
  type: string;
  importance: number;
}

/** Half the box size of a point, in degrees. */
const SPOT = 0.0005;
const DECIMAL_PLACES = 7;

const degrees = (value: number): string => String(Number(value.toFixed(DECIMAL_PLACES)));

/** Returns the four sides of a box as texts. */
function boxTexts({ south, north, west, east }: Box): string[] {
  return [south, north, west, east].map(degrees);
}

/** Returns a small box around a point. */
function spotBox({ latitude, longitude }: Position): Box {
  return { south: latitude - SPOT, north: latitude + SPOT, west: longitude - SPOT, east: longitude + SPOT };
}

/** Creates a place at a point. */
export function placeAt(
  position: Position,
  details: Pick<GeocodedPlace, 'placeId' | 'displayName' | 'category' | 'type' | 'importance'>,
  box: Box = spotBox(position),
): GeocodedPlace {
  return { ...details, lat: degrees(position.latitude), lon: degrees(position.longitude), boundingBox: boxTexts(box) };
}
