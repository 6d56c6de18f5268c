import { toStringPoint } from '#app/domains/maps/geometry.rules.ts';
import { requireMapEditor } from '#app/domains/maps/maps.access.ts';
import { type MapInput as Input, createMap, duplicateMap, setTrashed, updateMap } from '#app/domains/maps/map/map.service.ts';
import { mapTextColumns } from '#app/domains/maps/map/map.columns.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { DistanceUnit, LengthUnit, MapAlignment, MapKind, MapType } from './map.ts';
import { nulls } from '../public/nulls.ts';
import { PositionInput } from './position.ts';
import { createTextInputs } from './geometry-inputs.ts';

/** Restricts a field to users who may edit maps. */
export const mapEditors = guard((_args: object, { site, viewer }: Context) => requireMapEditor(site, viewer));

const textColumns = ['title', 'width', 'height', 'defaultMarker', 'kml', 'defaultTo'];

const MapInput = builder.inputType('MapInput', {
  ...nulls({ clearedBy: { title: '', defaultMarker: '', kml: '', defaultTo: '' } }),
  description: 'Values of a map. In a new map, fields that are absent have their defaults.',
  fields: (t) => ({
    ...createTextInputs(t, mapTextColumns, textColumns),
    widthUnit: t.field({ type: LengthUnit, description: 'Unit of the width.' }),
    heightUnit: t.field({ type: LengthUnit, description: 'Unit of the height.' }),
    start: t.field({ type: PositionInput, description: 'Center of the first view.' }),
    startZoom: t.int({ description: 'Zoom level of the first view, 0 to 21.' }),
    kind: t.field({ type: MapKind, description: 'Background of the map.' }),
    alignment: t.field({ type: MapAlignment, description: 'Alignment of the map on the page.' }),
    distanceUnit: t.field({ type: DistanceUnit, description: 'Unit of distances on the map; miles for new maps.' }),
    showsUserLocation: t.boolean({ description: 'Whether visitors are asked for their position.' }),
    showsVenues: t.boolean({ description: 'Whether the map shows the venues of the site.' }),
    directionsEnabled: t.boolean({ description: 'Whether the map offers directions.' }),
    settings: t.field({ type: 'JSON', description: 'Settings of clients by name. They are merged into the existing settings.' }),
  }),
});

function toMapInput(input: typeof MapInput.$inferInput): Input {
  const { widthUnit, heightUnit, start, kind, showsUserLocation, settings, ...remaining } = input;
  const position = start && toStringPoint('input.start', start);
  const isObject = typeof settings === 'object' && settings !== null && !Array.isArray(settings);
  return {
    ...remaining,
    widthType: widthUnit,
    heightType: heightUnit,
    ...(position && { startLat: position.lat, startLng: position.lng }),
    type: kind,
    showUserLocation: showsUserLocation,
    settings: isObject ? (settings as Record<string, unknown>) : null,
  } as Input;
}

const mapId = { required: true, description: 'ID of the map.' } as const;

builder.mutationFields((t) => ({
  createMap: t.field({
    type: MapType,
    nullable: true,
    ...mapEditors,
    description: 'Creates a map; for editors of maps.',
    args: { input: t.arg({ type: MapInput, required: true, description: 'The map to create.' }) },
    resolve: (_root, { input }, { site }) => createMap(site, toMapInput(input)),
  }),
  updateMap: t.field({
    type: MapType,
    nullable: true,
    ...mapEditors,
    description: 'Changes a map; for editors of maps. Error code `maps_map_not_found`.',
    args: { id: t.arg.int(mapId), input: t.arg({ type: MapInput, required: true, description: 'The fields to change.' }) },
    resolve: (_root, { id, input }, { site }) => updateMap(site, id, toMapInput(input)),
  }),
  trashMap: t.field({
    type: MapType,
    nullable: true,
    ...mapEditors,
    description: 'Moves a map to the trash with all objects on it. For editors of maps. Error code `maps_map_not_found`.',
    args: { id: t.arg.int(mapId) },
    resolve: (_root, { id }, { site }) => setTrashed(site, id, true),
  }),
  restoreMap: t.field({
    type: MapType,
    nullable: true,
    ...mapEditors,
    description: 'Restores a map from the trash; for editors of maps. Error code `maps_map_not_found`.',
    args: { id: t.arg.int(mapId) },
    resolve: (_root, { id }, { site }) => setTrashed(site, id, false),
  }),
  duplicateMap: t.field({
    type: MapType,
    nullable: true,
    ...mapEditors,
    description: 'Creates a copy of a map with all objects on it; for editors of maps. Error code `maps_map_not_found`.',
    args: { id: t.arg.int(mapId) },
    resolve: (_root, { id }, { site }) => duplicateMap(site, id),
  }),
}));
