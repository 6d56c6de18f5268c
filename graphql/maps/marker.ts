import { canEditMaps } from '#app/domains/maps/maps.access.ts';
import { type MarkerRecord, markerTextColumns } from '#app/domains/maps/marker/marker.columns.ts';
import { builder } from '../builder.ts';
import { legacyOnly, reasons, legacy } from '../compatibility.ts';
import { createConnectionType } from '../connections/types.ts';
import { DescriptionForm, formatDescription, createTextFields } from './fields.ts';
import { mapField } from './map.ts';
import { Position } from './position.ts';
import { zeroAsNull } from '../public/public-mapping.ts';

export const MapMarker = builder.prismaNode('MapMarker', {
  nullable: true,
  id: { field: 'id', description: 'Global ID of the object.' },
  // Only editors see markers that are not approved, even by their global ID.
  findUnique: (id, { site, viewer }) => ({ id: Number(id), ...(!canEditMaps(site, viewer) && { approved: true }) }),
  description: 'A marker on a map.',
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'ID in the database.' }),
    mapId: t.exposeInt('mapId', { ...zeroAsNull('ID of the map; null if none is set.') }),
    map: t.prismaField(mapField),
    ...createTextFields(t, markerTextColumns, ['title', 'address', 'category', 'link', 'icon']),
    ...createTextFields(t, markerTextColumns, ['anim', 'infoOpen', 'did'], legacyOnly(reasons.oldEditor)),
    picture: t.string({
      nullable: true,
      description: 'URL of a picture of the place; null if it has none.',
      resolve: ({ pic }) => pic || null,
    }),
    description: t.field({
      type: 'HTML',
      nullable: true,
      description: 'Description of the place; null if it has none.',
      args: { form: t.arg({ type: DescriptionForm, defaultValue: 'shown', description: 'Form of the description.' }) },
      resolve: ({ description }, { form }, context) => formatDescription(context, form, description),
    }),
    position: t.field({
      type: Position,
      nullable: true,
      description: 'Coordinates of the marker; null if the stored coordinates are invalid.',
      resolve: ({ lat, lng, latNum }) => (latNum === null ? null : { lat, lng }),
    }),
    latitudeText: t.exposeString('lat', {
      ...legacy({ use: 'position { latitude }' }),
      description: 'The latitude as the string that was entered.',
    }),
    longitudeText: t.exposeString('lng', {
      ...legacy({ use: 'position { longitude }' }),
      description: 'The longitude as the string that was entered.',
    }),
    isApproved: t.exposeBoolean('approved', { description: 'Whether visitors see the marker.' }),
    isSticky: t.exposeBoolean('sticky', { description: 'Whether lists show the marker first.' }),
    isRetina: t.exposeBoolean('retina', {
      ...legacyOnly('The picture determines its own size.'),
      description: 'Whether the icon has twice the resolution.',
    }),
    type: t.exposeInt('type', { ...legacyOnly(reasons.oldEditor), description: 'Type number of the old map editor.' }),
    layerGroup: t.exposeInt('layerGroup', {
      description: 'Number of the layer; objects with the same number are shown and hidden together.',
    }),
    otherData: t.expose('otherData', { type: 'JSON', description: 'Data that clients store for the marker, by name.' }),
  }),
});

export const MapMarkerConnection = createConnectionType<MarkerRecord>('MapMarker', MapMarker as never, 'markers');
