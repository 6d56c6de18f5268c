import type { Map as MapModel } from '#db';
import type { Site } from '#app/site.ts';
import { NO_LIMIT, type TextColumn } from '../columns.rules.ts';

/** A stored map. */
export type MapRecord = MapModel;

const text = (longest: number, description: string): TextColumn => ({ treat: 'text', longest, description });

/** Text columns of maps that front ends write. */
export const mapTexts: Readonly<Record<string, TextColumn>> = {
  title: { treat: 'decoded', longest: 700, description: 'What the map is called.' },
  width: text(6, 'Width in the unit of `widthUnit`.'),
  height: text(6, 'Height in the unit of `heightUnit`.'),
  startLat: text(100, 'Latitude of the first view.'),
  startLng: text(100, 'Longitude of the first view.'),
  defaultMarker: { treat: 'address', longest: 700, description: 'Address of the sign of markers that have none of their own.' },
  stylingJson: text(NO_LIMIT, 'Style of a map service, as JSON text.'),
  kml: { treat: 'address', longest: 700, description: 'Address of a KML layer.' },
  dboxWidth: text(10, 'Width of the box for directions.'),
  fusion: text(100, 'Fusion table of older maps.'),
  defaultTo: text(700, 'Where directions lead to at first.'),
};

/** Number, flag and word columns of maps. */
export const mapValues = [
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

/** Published name of the setting that says whether distances on a map are miles (1) or kilometres. */
const DISTANCE = 'store_locator_distance';

/** What a new map has beside its columns (cache-compliance-maps-2fa-theme.md 3.3). */
export const newMapSettings = {
  map_type: 1,
  sl_stroke_color: '#FF0000',
  sl_stroke_opacity: '1',
  sl_fill_color: '#FF0000',
  sl_fill_opacity: '0.5',
  [DISTANCE]: 1,
};

/** Whether distances on the map are miles. */
export function isInMiles({ settings }: Pick<MapRecord, 'settings'>): boolean {
  const unit = (settings as Record<string, unknown> | null)?.[DISTANCE];
  return unit === 1 || unit === '1' || unit === true;
}

/** The setting that makes distances miles or kilometres. */
export const distanceSetting = (unit: 'MILES' | 'KILOMETERS') => ({ [DISTANCE]: unit === 'MILES' ? 1 : 0 });

/** The columns of a map by the names of its model: the compiler sees to it that none is missing. */
const columns: Readonly<Record<keyof MapRecord, string>> = {
  id: 'id',
  title: 'title',
  width: 'width',
  widthType: 'width_type',
  height: 'height',
  heightType: 'height_type',
  startLat: 'start_lat',
  startLng: 'start_lng',
  startZoom: 'start_zoom',
  defaultMarker: 'default_marker',
  type: 'type',
  alignment: 'alignment',
  directionsEnabled: 'directions_enabled',
  stylingEnabled: 'styling_enabled',
  stylingJson: 'styling_json',
  isTrashed: 'is_trashed',
  kml: 'kml',
  bicycle: 'bicycle',
  traffic: 'traffic',
  dbox: 'dbox',
  dboxWidth: 'dbox_width',
  listMarkers: 'list_markers',
  listMarkersAdvanced: 'list_markers_advanced',
  filterByCategory: 'filter_by_category',
  ugmEnabled: 'ugm_enabled',
  ugmCategoryEnabled: 'ugm_category_enabled',
  fusion: 'fusion',
  massMarkerSupport: 'mass_marker_support',
  ugmAccess: 'ugm_access',
  orderMarkersBy: 'order_markers_by',
  orderMarkersChoice: 'order_markers_choice',
  showUserLocation: 'show_user_location',
  defaultTo: 'default_to',
  showsVenues: 'shows_venues',
  settings: 'settings',
  updatedAt: 'updated_at',
};
export const mapSelection = Object.entries(columns)
  .map(([name, column]) => `m.${column} AS "${name}"`)
  .join(', ');

/** Address of a map's page. */
export const mapAddress = ({ config }: Pick<Site, 'config'>, id: number): string => `${config.siteUrl}/maps/${id}/`;
