import { invalidArguments } from '#app/core/failures/failure.ts';

/** A point whose coordinates are strings, so that they keep the notation in which the client sent them. */
export interface StringPoint {
  lat: string;
  lng: string;
}

/** A point in degrees. */
export interface Position {
  latitude: number;
  longitude: number;
}

const NUMBER = '[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?';
const NUMBERS = new RegExp(NUMBER, 'g');
const POINT = new RegExp(`^\\s*\\(?\\s*(${NUMBER})\\s*,\\s*(${NUMBER})\\s*\\)?\\s*$`);
const SINGLE_NUMBER = new RegExp(`^\\s*${NUMBER}\\s*$`);

/** Parses a string `lat,lng` with optional parentheses and spaces. Returns null for any other string. */
export function parsePoint(text: string): StringPoint | null {
  const [, lat, lng] = POINT.exec(text) ?? [];
  return lat === undefined || lng === undefined ? null : { lat, lng };
}

/**
 * Parses all numbers in a string as pairs of latitude and longitude. Returns null if the count of numbers is odd or zero
 * (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.3).
 */
export function parsePath(text: string): StringPoint[] | null {
  const numbers = text.match(NUMBERS) ?? [];
  if (numbers.length === 0 || numbers.length % 2 === 1) return null;
  return Array.from({ length: numbers.length / 2 }, (_, i) => ({ lat: numbers[2 * i] as string, lng: numbers[2 * i + 1] as string }));
}

/** Formats a point for the database. */
export const formatPoint = ({ lat, lng }: StringPoint): string => `${lat},${lng}`;

/** Formats a path of numeric points for the database. Throws like `toStringPoint`. */
export function formatPath(argument: string, points: readonly Position[]): string {
  return JSON.stringify(points.map((point, index) => toStringPoint(`${argument}.${index}`, point)));
}

const parseDegrees = (text: string): number => (SINGLE_NUMBER.test(text) ? Number(text) : Number.NaN);

/** Converts a point to numbers. Returns null unless both strings are numbers and the latitude is valid. Longitudes beyond 180 degrees wrap around. */
export function toPosition({ lat, lng }: StringPoint): Position | null {
  const latitude = parseDegrees(lat);
  const degrees = parseDegrees(lng);
  if (!(Math.abs(latitude) <= 90) || !Number.isFinite(degrees)) return null;
  return { latitude, longitude: Math.abs(degrees) <= 180 ? degrees : ((((degrees + 180) % 360) + 360) % 360) - 180 };
}

/** Converts a position to strings. Throws `invalid_arguments` if a coordinate is out of range. `argument` is its path in the input. */
export function toStringPoint(argument: string, { latitude, longitude }: Position): StringPoint {
  if (Math.abs(latitude) > 90) throw invalidArguments({ [`${argument}.latitude`]: 'Must be between -90 and 90.' });
  if (Math.abs(longitude) > 180) throw invalidArguments({ [`${argument}.longitude`]: 'Must be between -180 and 180.' });
  return { lat: String(latitude), lng: String(longitude) };
}
