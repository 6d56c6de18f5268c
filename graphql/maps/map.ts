import { isInMiles, buildMapUrl, mapTextColumns } from '#app/domains/maps/map/map.columns.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons, legacy } from '../compatibility.ts';
import type { Context } from '../context.ts';
import { createTextFields } from './fields.ts';
import { Position } from './position.ts';

export const MapKind = builder.enumType('MapKind', {
  description: 'Background of a map.',
  values: {
    ROAD: { value: 1, description: 'A road map.' },
    SATELLITE: { value: 2, description: 'Satellite images without roads.' },
    HYBRID: { value: 3, description: 'Satellite images with roads.' },
    TERRAIN: { value: 4, description: 'A relief map.' },
  } as const,
});

export const MapAlignment = builder.enumType('MapAlignment', {
  description: 'Alignment of a map on the page.',
  values: {
    LEFT: { value: 1, description: 'The map is at the left.' },
    CENTER: { value: 2, description: 'The map is centered.' },
    RIGHT: { value: 3, description: 'The map is at the right.' },
    NONE: { value: 4, description: 'The map is not aligned.' },
  } as const,
});

export const LengthUnit = builder.enumType('LengthUnit', {
  description: 'Unit of a length on a page.',
  values: {
    PERCENT: { value: '%', description: 'Percent of the available space.' },
    PIXELS: { value: 'px', description: 'Length in CSS pixels.' },
  } as const,
});

export const DistanceUnit = builder.enumType('DistanceUnit', {
  description: 'Unit of distances.',
  values: {
    KILOMETERS: { value: 'KILOMETERS', description: 'Distances in kilometers.' },
    MILES: { value: 'MILES', description: 'Miles of 1,609.344 meters.' },
  } as const,
});

const legacyFlagDescriptions = {
  stylingEnabled: 'Whether `stylingJson` is used',
  bicycle: 'Whether the map has a layer of cycle paths',
  traffic: 'Whether the map has a traffic layer',
  filterByCategory: 'Whether visitors can filter by category',
  ugmEnabled: 'Whether visitors can add markers',
  ugmCategoryEnabled: 'Whether visitors can choose categories for their own markers',
} as const;
const legacyNumberDescriptions = {
  dbox: 'Position of the directions box',
  listMarkers: 'Kind of the list below the map',
  listMarkersAdvanced: 'Kind of the searchable list below the map',
  massMarkerSupport: 'Number of markers for which the map is optimized',
  ugmAccess: 'Who may add markers',
  orderMarkersBy: 'Column by which the list is sorted',
  orderMarkersChoice: 'Sort direction of the list',
} as const;

export const MapType = builder.prismaNode('Map', {
  nullable: true,
  id: { field: 'id', description: 'Global ID of the object.' },
  description: 'A map of the site with its markers and shapes.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    title: t.exposeString('title', { description: 'Title of the map.' }),
    url: t.string({ description: 'URL of the page of the map.', resolve: ({ id }, _args, { site }) => buildMapUrl(site, id) }),
    width: t.exposeString('width', { description: 'Width in the unit of `widthUnit`.' }),
    widthUnit: t.field({
      type: LengthUnit,
      description: 'Unit of the width.',
      resolve: ({ widthType }) => (widthType === 'px' ? 'px' : '%'),
    }),
    height: t.exposeString('height', { description: 'Height in the unit of `heightUnit`.' }),
    heightUnit: t.field({
      type: LengthUnit,
      description: 'Unit of the height.',
      resolve: ({ heightType }) => (heightType === '%' ? '%' : 'px'),
    }),
    start: t.field({
      type: Position,
      description: 'Center of the first view.',
      resolve: ({ startLat, startLng }) => ({ lat: startLat, lng: startLng }),
    }),
    startText: t.string({
      ...legacy({ use: 'start { latitude longitude }' }),
      description: 'Center of the first view as `latitude,longitude`.',
      resolve: ({ startLat, startLng }) => `${startLat},${startLng}`,
    }),
    startZoom: t.exposeInt('startZoom', { description: 'Zoom level of the first view, 0 to 21.' }),
    kind: t.field({
      type: MapKind,
      description: 'Background of the map.',
      resolve: ({ type }) => (type >= 1 && type <= 4 ? (type as 1) : 1),
    }),
    alignment: t.field({
      type: MapAlignment,
      description: 'Alignment of the map on the page.',
      resolve: ({ alignment }) => (alignment >= 1 && alignment <= 4 ? (alignment as 1) : 4),
    }),
    distanceUnit: t.field({
      type: DistanceUnit,
      description: 'Unit of distances on the map.',
      resolve: (map) => (isInMiles(map) ? 'MILES' : 'KILOMETERS'),
    }),
    showsUserLocation: t.exposeBoolean('showUserLocation', { description: 'Whether visitors are asked for their position.' }),
    showsVenues: t.exposeBoolean('showsVenues', { description: 'Whether the map shows the venues of the site.' }),
    directionsEnabled: t.exposeBoolean('directionsEnabled', { description: 'Whether the map offers directions.' }),
    isTrashed: t.exposeBoolean('isTrashed', { description: 'Whether the map is in the trash.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When the map, or an object on it, was last changed.' }),
    settings: t.expose('settings', { type: 'JSON', description: 'Settings that clients store for the map.' }),
    ...createTextFields(t, mapTextColumns, ['defaultMarker', 'kml', 'defaultTo']),
    ...createTextFields(t, mapTextColumns, ['stylingJson', 'dboxWidth', 'fusion'], legacyOnly(reasons.oldMaps)),
    ...(Object.fromEntries([
      ...Object.entries(legacyFlagDescriptions).map(([name, label]) => [
        name,
        t.boolean({
          ...legacyOnly(reasons.oldMaps),
          description: `${label}.`,
          resolve: (map) => map[name as keyof typeof legacyFlagDescriptions],
        }),
      ]),
      ...Object.entries(legacyNumberDescriptions).map(([name, label]) => [
        name,
        t.int({
          ...legacyOnly(reasons.oldMaps),
          description: `${label}.`,
          resolve: (map) => map[name as keyof typeof legacyNumberDescriptions],
        }),
      ]),
    ]) as Record<string, never>),
  }),
});

/** Options of the field `map` of markers and shapes. */
export const mapField = {
  type: MapType,
  nullable: true,
  description: 'Map that contains the object; null if that map does not exist.',
  resolve: (query: object, { mapId }: { mapId: number }, _args: object, { load }: Context) => load.maps.map(mapId, query),
} as const;
