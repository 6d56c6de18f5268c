import { invalidArguments } from '#app/core/failures/failure.ts';

/** A point as texts, which keep the numbers as clients wrote them. */
export interface PointText {
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
const WHOLE_NUMBER = new RegExp(`^\\s*${NUMBER}\\s*$`);

/** Parses a text `lat,lng`, with optional parentheses and spaces; null for any other text. */
export function pointOf(text: string): PointText | null {
  const [, lat, lng] = POINT.exec(text) ?? [];
  return lat === undefined || lng === undefined ? null : { lat, lng };
}

/** Parses all numbers of a text as pairs; null if their number is odd or zero (cache-compliance-maps-2fa-theme.md 3.3). */
export function pathOf(text: string): PointText[] | null {
  const numbers = text.match(NUMBERS) ?? [];
  if (numbers.length === 0 || numbers.length % 2 === 1) return null;
  return Array.from({ length: numbers.length / 2 }, (_, i) => ({ lat: numbers[2 * i] as string, lng: numbers[2 * i + 1] as string }));
}

/** Formats a point for storing. */
export const storedPoint = ({ lat, lng }: PointText): string => `${lat},${lng}`;

/** Formats a path of numeric points for storing. Throws like `textOfPosition`. */
export function storedPath(argument: string, points: readonly Position[]): string {
  return JSON.stringify(points.map((point, at) => textOfPosition(`${argument}.${at}`, point)));
}

const degrees = (text: string): number => (WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN);

/** Converts a point to numbers; null unless both texts are numbers and the latitude is valid. Longitudes beyond 180 wrap around. */
export function positionOf({ lat, lng }: PointText): Position | null {
  const latitude = degrees(lat);
  const around = degrees(lng);
  if (!(Math.abs(latitude) <= 90) || !Number.isFinite(around)) return null;
  return { latitude, longitude: Math.abs(around) <= 180 ? around : ((((around + 180) % 360) + 360) % 360) - 180 };
}

/** Converts a numeric position to texts. Throws `invalid_arguments` naming the argument if it is out of range. */
export function textOfPosition(argument: string, { latitude, longitude }: Position): PointText {
  if (Math.abs(latitude) > 90) throw invalidArguments({ [`${argument}.latitude`]: 'Latitudes go from -90 to 90.' });
  if (Math.abs(longitude) > 180) throw invalidArguments({ [`${argument}.longitude`]: 'Longitudes go from -180 to 180.' });
  return { lat: String(latitude), lng: String(longitude) };
}
