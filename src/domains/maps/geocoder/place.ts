import type { Position } from '../geometry.rules.ts';
import type { Box } from '../marker/nearby.rules.ts';

/** A place that a look-up found. Numbers are kept as text, as the services write them. */
export interface GeocodedPlace {
  placeId: number;
  lat: string;
  lon: string;
  displayName: string;
  /** South, north, west, east. */
  boundingBox: string[];
  category: string;
  type: string;
  importance: number;
}

/** Degrees around a point that has no extent of its own. */
const SPOT = 0.0005;
const SIGNS = 7;

const degrees = (value: number): string => String(Number(value.toFixed(SIGNS)));

/** The four sides of a box as services write them. */
function boxTexts({ south, north, west, east }: Box): string[] {
  return [south, north, west, east].map(degrees);
}

/** The box of a point. */
function spotBox({ latitude, longitude }: Position): Box {
  return { south: latitude - SPOT, north: latitude + SPOT, west: longitude - SPOT, east: longitude + SPOT };
}

/** A place at a point. */
export function placeAt(
  position: Position,
  said: Pick<GeocodedPlace, 'placeId' | 'displayName' | 'category' | 'type' | 'importance'>,
  box: Box = spotBox(position),
): GeocodedPlace {
  return { ...said, lat: degrees(position.latitude), lon: degrees(position.longitude), boundingBox: boxTexts(box) };
}
