import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import type { Row } from '#app/core/db/model.ts';
import type { Prisma } from '#db';
import { NO_LIMIT, toTextColumns, toValueColumns, type TextColumn } from '../columns.rules.ts';
import { toPosition } from '../geometry.rules.ts';
import { sanitizeText } from '../texts.rules.ts';

/** A stored marker. */
export type MarkerRecord = Row<'MapMarker'>;

const textColumn = (maxLength: number, description: string): TextColumn => ({ conversion: 'text', maxLength, description });

/** Text columns of markers with their maximum lengths (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.3). */
export const markerTextColumns: Readonly<Record<string, TextColumn>> = {
  address: textColumn(700, 'Postal address of the marker.'),
  description: textColumn(NO_LIMIT, 'Description of the place, as HTML.'),
  pic: { conversion: 'url', maxLength: 700, description: 'URL of a picture of the place.', argument: 'picture' },
  link: { conversion: 'url', maxLength: 2083, description: 'URL that the marker links to.' },
  icon: { conversion: 'url', maxLength: 700, description: 'URL of the icon of the marker.' },
  lat: { ...textColumn(100, 'Latitude as a string, in degrees.'), argument: 'latitudeText' },
  lng: { ...textColumn(100, 'Longitude as a string, in degrees.'), argument: 'longitudeText' },
  anim: textColumn(100, 'Number of the animation of the marker, as in the old map editor.'),
  title: { conversion: 'decoded', maxLength: 700, description: 'Title of the marker.' },
  infoOpen: textColumn(100, 'Whether the description is open from the start: `1` or `0`.'),
  category: textColumn(500, 'Category of the place.'),
  did: textColumn(500, 'String that clients may store for the marker.'),
};

const markerValueColumns = ['mapId', 'approved', 'retina', 'type', 'sticky', 'layerGroup'];

/** Input of a marker, by column. `otherData` is merged into the stored value. */
export type MarkerInput = Readonly<Record<string, unknown>> & { otherData?: Readonly<Record<string, unknown>> | null | undefined };

/** Returns the numeric columns for the radius search. Both are null if the strings are not a valid position. */
export function parseMarkerPosition({ lat, lng }: { lat: string; lng: string }): { latNum: number | null; lngNum: number | null } {
  const position = toPosition({ lat, lng });
  return { latNum: position?.latitude ?? null, lngNum: position?.longitude ?? null };
}

/** Returns the column for text searches: the strings that visitors see, without accents and in lower case. */
function buildSearchText({
  title,
  category,
  address,
  description,
}: Record<'title' | 'category' | 'address' | 'description', string>): string {
  return foldForSearch([title, category, address, description].join('\u0001'));
}

/** Sanitizes all strings in a JSON value as HTML. */
function sanitizeAll<T>(value: T): T {
  if (typeof value === 'string') return sanitizeText(value) as T;
  if (Array.isArray(value)) return value.map(sanitizeAll) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, sanitizeAll(member)])) as T;
}

const EMPTY = { lat: '', lng: '', title: '', category: '', address: '', description: '' };

/** Returns the columns to write for an input, including derived columns. `before` is the stored marker, or undefined for a new marker. */
export function toMarkerColumns(input: MarkerInput, before?: MarkerRecord) {
  const { otherData, ...values } = input;
  const columns = { ...toTextColumns(markerTextColumns, values), ...toValueColumns(markerValueColumns, values) };
  const after = { ...EMPTY, ...before, ...columns };
  const mergedData = { ...(before?.otherData as object | undefined), ...sanitizeAll(otherData ?? {}) } as Prisma.InputJsonObject;
  return { ...columns, ...parseMarkerPosition(after), searchText: buildSearchText(after), otherData: mergedData };
}
