import { invalidArguments } from '#app/core/failures/failure.ts';

/** A point as clients wrote it: numbers keep their form. */
export interface PointText {
  lat: string;
  lng: string;
}

/** A point on the globe, in degrees. */
export interface Position {
  latitude: number;
  longitude: number;
}

const NUMBER = '[-+]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][-+]?\\d+)?';
const NUMBERS = new RegExp(NUMBER, 'g');
const POINT = new RegExp(`^\\s*\\(?\\s*(${NUMBER})\\s*,\\s*(${NUMBER})\\s*\\)?\\s*$`);
const WHOLE_NUMBER = new RegExp(`^\\s*${NUMBER}\\s*$`);

/** The point of a text `lat,lng`, parentheses and blanks allowed; null for any other text. */
export function pointOf(text: string): PointText | null {
  const [, lat, lng] = POINT.exec(text) ?? [];
  return lat === undefined || lng === undefined ? null : { lat, lng };
}

/** The points of any text with numbers, by pairs; null where the numbers do not pair (cache-compliance-maps-2fa-theme.md 3.3). */
export function pathOf(text: string): PointText[] | null {
  const numbers = text.match(NUMBERS) ?? [];
  if (numbers.length === 0 || numbers.length % 2 === 1) return null;
  return Array.from({ length: numbers.length / 2 }, (_, i) => ({ lat: numbers[2 * i] as string, lng: numbers[2 * i + 1] as string }));
}

/** A point as it is stored. */
export const storedPoint = ({ lat, lng }: PointText): string => `${lat},${lng}`;

/** A path as it is stored when its points are given as numbers; throws as `textOfPosition`. */
export function storedPath(argument: string, points: readonly Position[]): string {
  return JSON.stringify(points.map((point, at) => textOfPosition(`${argument}.${at}`, point)));
}

const degrees = (text: string): number => (WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN);

/** Where a written point lies; null unless both texts are numbers and there is such a latitude. Longitudes beyond 180 go round the globe. */
export function positionOf({ lat, lng }: PointText): Position | null {
  const latitude = degrees(lat);
  const around = degrees(lng);
  if (!(Math.abs(latitude) <= 90) || !Number.isFinite(around)) return null;
  return { latitude, longitude: Math.abs(around) <= 180 ? around : ((((around + 180) % 360) + 360) % 360) - 180 };
}

/** The texts of a position that a front end gives as numbers. Throws `invalid_arguments`, naming the argument, for one that is not on the globe. */
export function textOfPosition(argument: string, { latitude, longitude }: Position): PointText {
  if (Math.abs(latitude) > 90) throw invalidArguments({ [`${argument}.latitude`]: 'Latitudes go from -90 to 90.' });
  if (Math.abs(longitude) > 180) throw invalidArguments({ [`${argument}.longitude`]: 'Longitudes go from -180 to 180.' });
  return { lat: String(latitude), lng: String(longitude) };
}
