import { foldForSearch } from '#app/core/text/fold.ts';
import type { Row } from '#app/core/db/model.ts';
import type { Prisma } from '#db';
import { NO_LIMIT, storedTexts, storedValues, type TextColumn } from '../columns.rules.ts';
import { positionOf } from '../geometry.rules.ts';
import { harmlessText } from '../texts.rules.ts';

/** A stored marker. */
export type MarkerRecord = Row<'MapMarker'>;

const text = (longest: number, description: string): TextColumn => ({ treat: 'text', longest, description });

/** Text columns of markers with their lengths (cache-compliance-maps-2fa-theme.md 3.3). */
export const markerTexts: Readonly<Record<string, TextColumn>> = {
  address: text(700, 'Postal address of the marker.'),
  description: text(NO_LIMIT, 'Description of the place, as HTML.'),
  pic: { treat: 'address', longest: 700, description: 'URL of a picture of the place.', argument: 'picture' },
  link: { treat: 'address', longest: 2083, description: 'URL that the marker links to.' },
  icon: { treat: 'address', longest: 700, description: 'URL of the icon of the marker.' },
  lat: { ...text(100, 'Latitude as text.'), argument: 'latitudeText' },
  lng: { ...text(100, 'Longitude as text.'), argument: 'longitudeText' },
  anim: text(100, 'How it moves: a number of the old map editor.'),
  title: { treat: 'decoded', longest: 700, description: 'Title of the marker.' },
  infoOpen: text(100, 'Whether its words are shown from the start: `1` or `0`.'),
  category: text(500, 'Category of the place.'),
  did: text(500, 'What clients keep with it.'),
};

const markerValues = ['mapId', 'approved', 'retina', 'type', 'sticky', 'layerGroup'];

/** Input of a marker by column. `otherData` is merged into the stored value. */
export type MarkerInput = Readonly<Record<string, unknown>> & { otherData?: Readonly<Record<string, unknown>> | null | undefined };

/** Returns the position for the radius search; nulls if the texts are not a valid position. */
export function markerSpot({ lat, lng }: { lat: string; lng: string }): { latNum: number | null; lngNum: number | null } {
  const position = positionOf({ lat, lng });
  return { latNum: position?.latitude ?? null, lngNum: position?.longitude ?? null };
}

/** Returns the searchable text of a marker: the columns that visitors see, folded. */
function searchTextOf({ title, category, address, description }: Record<'title' | 'category' | 'address' | 'description', string>): string {
  return foldForSearch([title, category, address, description].join('\u0001'));
}

/** Sanitizes the HTML of all texts in a value. */
function harmless<T>(value: T): T {
  if (typeof value === 'string') return harmlessText(value) as T;
  if (Array.isArray(value)) return value.map(harmless) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, harmless(one)])) as T;
}

const empty = { lat: '', lng: '', title: '', category: '', address: '', description: '' };

/** Returns the columns of a marker after an input, with derived ones. `before` is the stored marker; without it, returns those of a new one. */
export function markerRow(input: MarkerInput, before?: MarkerRecord) {
  const { otherData, ...given } = input;
  const columns = { ...storedTexts(markerTexts, given), ...storedValues(markerValues, given) };
  const after = { ...empty, ...before, ...columns };
  const kept = { ...(before?.otherData as object | undefined), ...harmless(otherData ?? {}) } as Prisma.InputJsonObject;
  return { ...columns, ...markerSpot(after), searchText: searchTextOf(after), otherData: kept };
}
