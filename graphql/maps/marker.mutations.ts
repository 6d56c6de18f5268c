import { invalid } from '#app/core/failures/failure.ts';
import { toStringPoint } from '#app/domains/maps/geometry.rules.ts';
import { requireMapEditor } from '#app/domains/maps/maps.access.ts';
import { removeDuplicates } from '#app/domains/maps/marker/duplicates.service.ts';
import { type MarkerInput, markerTextColumns } from '#app/domains/maps/marker/marker.columns.ts';
import { createMarker, deleteMarker, deleteMarkers, updateMarker } from '#app/domains/maps/marker/marker.service.ts';
import { guard } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons, legacy } from '../compatibility.ts';
import { mapEditors } from './map.mutations.ts';
import { MapMarker } from './marker.ts';
import { nulls } from '../public/nulls.ts';
import { PositionInput } from './position.ts';
import { createEmptyTexts, createTextInputs } from './geometry-inputs.ts';

const textColumns = ['title', 'address', 'description', 'category', 'link', 'icon'];

const MapMarkerInput = builder.inputType('MapMarkerInput', {
  ...nulls({ handledByResolver: ['position'], clearedBy: { ...createEmptyTexts(textColumns), picture: '', layerGroup: 0 } }),
  description: 'Values of a marker. In a new marker, absent fields are empty.',
  fields: (t) => ({
    ...createTextInputs(t, markerTextColumns, textColumns),
    ...createTextInputs(t, markerTextColumns, ['anim', 'infoOpen', 'did'], legacyOnly(reasons.oldEditor)),
    mapId: t.int({ description: 'ID of the map.' }),
    position: t.field({ type: PositionInput, description: 'Position of the marker.' }),
    latitudeText: t.string({ ...legacy({ use: 'position.latitude' }), description: 'The latitude as a string.' }),
    longitudeText: t.string({ ...legacy({ use: 'position.longitude' }), description: 'The longitude as a string.' }),
    picture: t.string({ description: 'URL of a picture of the place.' }),
    isApproved: t.boolean({ description: 'Whether visitors see the marker; false by default for a new marker.' }),
    isSticky: t.boolean({ description: 'Whether lists show the marker first.' }),
    isRetina: t.boolean({
      ...legacyOnly('The picture determines its own size.'),
      description: 'Whether the icon has twice the resolution.',
    }),
    type: t.int({ ...legacyOnly(reasons.oldEditor), description: 'Type number of the old map editor.' }),
    layerGroup: t.int({ description: 'Number of the layer; objects with the same number are shown and hidden together.' }),
    otherData: t.field({ type: 'JSON', description: 'Data of clients by name. They are merged into the existing data.' }),
  }),
});

function toMarkerInput(input: typeof MapMarkerInput.$inferInput): MarkerInput {
  const { position, latitudeText, longitudeText, picture, isApproved, isSticky, isRetina, otherData, ...remaining } = input;
  const coordinates = position && toStringPoint('input.position', position);
  const isObject = typeof otherData === 'object' && otherData !== null && !Array.isArray(otherData);
  return {
    ...remaining,
    lat: latitudeText ?? coordinates?.lat ?? (position === null ? '' : null),
    lng: longitudeText ?? coordinates?.lng ?? (position === null ? '' : null),
    pic: picture,
    approved: isApproved,
    sticky: isSticky,
    retina: isRetina,
    otherData: isObject ? (otherData as Record<string, unknown>) : null,
  };
}

export const DeletedMapFeatures = builder.simpleObject('DeletedMapFeatures', {
  description: 'IDs of the deleted objects.',
  fields: (t) => ({ databaseIds: t.intList({ description: 'IDs of the deleted objects.' }) }),
});

const RemovedDuplicates = builder.simpleObject('RemovedMapMarkerDuplicates', {
  description: 'Result of removing duplicate markers.',
  fields: (t) => ({
    count: t.int({ description: 'Number of deleted markers.' }),
    message: t.string({ description: 'Message that contains the number.' }),
  }),
});

builder.mutationFields((t) => ({
  createMapMarker: t.field({
    type: MapMarker,
    nullable: true,
    ...mapEditors,
    description: 'Creates a marker on a map; for editors of maps.',
    args: { input: t.arg({ type: MapMarkerInput, required: true, description: 'The marker to create.' }) },
    resolve: (_root, { input }, { site }) => createMarker(site, toMarkerInput(input)),
  }),
  updateMapMarker: t.field({
    type: MapMarker,
    nullable: true,
    ...mapEditors,
    description: 'Changes a marker; for editors of maps. Error code `maps_marker_not_found`.',
    args: {
      id: t.arg.int({ required: true, description: 'ID of the marker.' }),
      input: t.arg({ type: MapMarkerInput, required: true, description: 'The fields to change.' }),
    },
    resolve: (_root, { id, input }, { site }) => updateMarker(site, id, toMarkerInput(input)),
  }),
  deleteMapMarkers: t.field({
    type: DeletedMapFeatures,
    nullable: true,
    ...mapEditors,
    description:
      'Deletes markers; for editors of maps. Unknown IDs in `ids` are ignored. ' +
      'Error codes: `maps_marker_not_found` for an unknown `id`, `maps_nothing_to_delete` if `id` and `ids` are absent.',
    args: {
      id: t.arg.int({ description: 'ID of one marker.' }),
      ids: t.arg.intList({ description: 'IDs of markers.' }),
    },
    resolve: async (_root, { id, ids }, { site }) => {
      const isOne = typeof id === 'number';
      if (!isOne && (ids ?? []).length === 0) throw invalid('maps_nothing_to_delete', 'No marker was named.');
      const deletedIds = isOne ? await deleteMarker(site, id) : [];
      return { databaseIds: [...deletedIds, ...(await deleteMarkers(site, ids ?? []))] };
    },
  }),
  removeDuplicateMapMarkers: t.field({
    type: RemovedDuplicates,
    nullable: true,
    description: 'Deletes the markers that `duplicateMapMarkers` counts; for editors of maps.',
    ...guard((_args: object, { site, viewer }) => requireMapEditor(site, viewer, 'maps_permission_denied')),
    resolve: async (_root, _args, { site }) => {
      const count = await removeDuplicates(site);
      return { count, message: `Removed ${count} duplicate ${count === 1 ? 'marker' : 'markers'}.` };
    },
  }),
}));
