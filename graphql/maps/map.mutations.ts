import { textOfPosition } from '#app/domains/maps/geometry.rules.ts';
import { checkEditsMaps } from '#app/domains/maps/maps.access.ts';
import { type MapInput as Input, createMap, duplicateMap, setTrashed, updateMap } from '#app/domains/maps/map/map.service.ts';
import { mapTexts } from '#app/domains/maps/map/map.columns.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { DistanceUnit, LengthUnit, MapAlignment, MapKind, MapType } from './map.ts';
import { nulls } from '../public/nulls.ts';
import { PositionInput } from './position.ts';
import { textInputs } from './written-texts.ts';

/** Permission of those who change maps. */
export const forEditors = guard((_args: object, { site, viewer }: Context) => checkEditsMaps(site, viewer));

const written = ['title', 'width', 'height', 'defaultMarker', 'kml', 'defaultTo'];

const MapInput = builder.inputType('MapInput', {
  ...nulls({ clearedBy: { title: '', defaultMarker: '', kml: '', defaultTo: '' } }),
  description: 'What is said of a map. A new one has the values of new maps where a field is left out.',
  fields: (t) => ({
    ...textInputs(t, mapTexts, written),
    widthUnit: t.field({ type: LengthUnit, description: 'What the width counts.' }),
    heightUnit: t.field({ type: LengthUnit, description: 'What the height counts.' }),
    start: t.field({ type: PositionInput, description: 'The middle of the first view.' }),
    startZoom: t.int({ description: 'How near the first view is, 0 to 21.' }),
    kind: t.field({ type: MapKind, description: 'What its ground shows.' }),
    alignment: t.field({ type: MapAlignment, description: 'Position on its page.' }),
    distanceUnit: t.field({ type: DistanceUnit, description: 'What distances on it count; new maps count miles.' }),
    showsUserLocation: t.boolean({ description: 'Whether visitors are asked where they are.' }),
    showsVenues: t.boolean({ description: 'Whether the venues of the site are shown on it.' }),
    directionsEnabled: t.boolean({ description: 'Whether it offers directions.' }),
    settings: t.field({ type: 'JSON', description: 'Free-form settings by name; merged into those it has.' }),
  }),
});

function inputOf(given: typeof MapInput.$inferInput): Input {
  const { widthUnit, heightUnit, start, kind, showsUserLocation, settings, ...same } = given;
  const first = start && textOfPosition('input.start', start);
  const isObject = typeof settings === 'object' && settings !== null && !Array.isArray(settings);
  return {
    ...same,
    widthType: widthUnit,
    heightType: heightUnit,
    ...(first && { startLat: first.lat, startLng: first.lng }),
    type: kind,
    showUserLocation: showsUserLocation,
    settings: isObject ? (settings as Record<string, unknown>) : null,
  } as Input;
}

builder.mutationField('createMap', (t) =>
  t.field({
    type: MapType,
    nullable: true,
    ...forEditors,
    description: 'Makes a map; for editors of maps.',
    args: { input: t.arg({ type: MapInput, required: true, description: 'What it is.' }) },
    resolve: (_root, { input }, { site }) => createMap(site, inputOf(input)),
  }),
);

const mapId = { required: true, description: 'Number of the map.' } as const;

builder.mutationField('updateMap', (t) =>
  t.field({
    type: MapType,
    nullable: true,
    ...forEditors,
    description: 'Changes a map; for editors of maps. `maps_map_not_found` if it does not exist.',
    args: { id: t.arg.int(mapId), input: t.arg({ type: MapInput, required: true, description: 'The fields to change.' }) },
    resolve: (_root, { id, input }, { site }) => updateMap(site, id, inputOf(input)),
  }),
);

builder.mutationField('trashMap', (t) =>
  t.field({
    type: MapType,
    nullable: true,
    ...forEditors,
    description: 'Puts a map into the trash; what is on it stays. For editors of maps. `maps_map_not_found` if it does not exist.',
    args: { id: t.arg.int(mapId) },
    resolve: (_root, { id }, { site }) => setTrashed(site, id, true),
  }),
);

builder.mutationField('restoreMap', (t) =>
  t.field({
    type: MapType,
    nullable: true,
    ...forEditors,
    description: 'Takes a map out of the trash; for editors of maps. `maps_map_not_found` if it does not exist.',
    args: { id: t.arg.int(mapId) },
    resolve: (_root, { id }, { site }) => setTrashed(site, id, false),
  }),
);

builder.mutationField('duplicateMap', (t) =>
  t.field({
    type: MapType,
    nullable: true,
    ...forEditors,
    description:
      'Makes a map like another one, with copies of all that is on it; for editors of maps. `maps_map_not_found` if it does not exist.',
    args: { id: t.arg.int(mapId) },
    resolve: (_root, { id }, { site }) => duplicateMap(site, id),
  }),
);
