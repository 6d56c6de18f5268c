import type { Map as MapModel } from '#db';
import type { Site } from '#app/site.ts';
import { NO_LIMIT, type TextColumn } from '../columns.rules.ts';

/** A stored map. */
export type MapRecord = MapModel;

const textColumn = (maxLength: number, description: string): TextColumn => ({ conversion: 'text', maxLength, description });

/** Text columns of maps that front ends write. */
export const mapTextColumns: Readonly<Record<string, TextColumn>> = {
  title: { conversion: 'decoded', maxLength: 700, description: 'Title of the map.' },
  width: textColumn(6, 'Width in the unit of `widthUnit`.'),
  height: textColumn(6, 'Height in the unit of `heightUnit`.'),
  startLat: textColumn(100, 'Latitude of the center of the initial view, in degrees.'),
  startLng: textColumn(100, 'Longitude of the center of the initial view, in degrees.'),
  defaultMarker: { conversion: 'url', maxLength: 700, description: 'URL of the default icon of markers.' },
  stylingJson: textColumn(NO_LIMIT, 'Style of the map in the format of the map service, as a JSON string.'),
  kml: { conversion: 'url', maxLength: 700, description: 'URL of a KML layer.' },
  dboxWidth: textColumn(10, 'Width of the box for directions.'),
  fusion: textColumn(100, 'ID of the fusion table of an older map.'),
  defaultTo: textColumn(700, 'Default destination of directions.'),
};

/** Number, boolean and enum columns of maps. */
export const mapValueColumns = [
  'startZoom',
  'type',
  'alignment',
  'directionsEnabled',
  'stylingEnabled',
  'bicycle',
  'traffic',
  'dbox',
  'listMarkers',
  'listMarkersAdvanced',
  'filterByCategory',
  'ugmEnabled',
  'ugmCategoryEnabled',
  'massMarkerSupport',
  'ugmAccess',
  'orderMarkersBy',
  'orderMarkersChoice',
  'showUserLocation',
  'showsVenues',
] as const;

/** Published name of the setting for the unit of distances: 1 = miles, 0 = kilometers. */
const DISTANCE_UNIT = 'store_locator_distance';

/** Default settings of a new map (docs/behaviour/cache-compliance-maps-2fa-theme.md 3.3). */
export const newMapSettings = {
  map_type: 1,
  sl_stroke_color: '#FF0000',
  sl_stroke_opacity: '1',
  sl_fill_color: '#FF0000',
  sl_fill_opacity: '0.5',
  [DISTANCE_UNIT]: 1,
};

/** True if distances on the map are in miles. */
export function isInMiles({ settings }: Pick<MapRecord, 'settings'>): boolean {
  const unit = (settings as Record<string, unknown> | null)?.[DISTANCE_UNIT];
  return unit === 1 || unit === '1' || unit === true;
}

/** Returns the setting for the unit of distances. */
export const buildDistanceSetting = (unit: 'MILES' | 'KILOMETERS') => ({ [DISTANCE_UNIT]: unit === 'MILES' ? 1 : 0 });

/** Returns the URL of a map's page. */
export const buildMapUrl = ({ config }: Pick<Site, 'config'>, id: number): string => `${config.siteUrl}/maps/${id}/`;
