import { findCachedPlaces, clearGeocodeCache, lookUpPlaces } from '#app/domains/maps/geocoder/geocoder.service.ts';
import type { GeocodedPlace as Place } from '#app/domains/maps/geocoder/place.ts';
import { publicAccess } from '../access.ts';
import { builder } from '../builder.ts';
import { legacyOnly, legacy } from '../compatibility.ts';
import { mapEditors } from './map.mutations.ts';
import { Position } from './position.ts';
import { payload } from '../public/payload.ts';

const GeocodedPlace = builder.objectRef<Place>('GeocodedPlace').implement({
  description: 'A place that was found by name or address.',
  fields: (t) => ({
    placeId: t.exposeFloat('placeId', { description: 'ID of the place at the geocoder.' }),
    displayName: t.exposeString('displayName', { description: 'Full name of the place.' }),
    position: t.field({ type: Position, description: 'Position of the place.', resolve: ({ lat, lon }) => ({ lat, lng: lon }) }),
    boundingBox: t.exposeStringList('boundingBox', { description: 'Bounding box: south, north, west and east in degrees, as strings.' }),
    category: t.exposeString('category', { description: 'Category of the place, such as `place`.' }),
    type: t.exposeString('type', { description: 'Type of the place, such as `city`.' }),
    importance: t.exposeFloat('importance', { description: 'Relevance of the result, 0 to 1.' }),
  }),
});

builder.queryFields((t) => ({
  geocode: t.field({
    type: [GeocodedPlace],
    nullable: true,
    ...publicAccess,
    description:
      'Places by name, address or `latitude,longitude`, the best match first, at most ten. Error code `geocoder_blocked`: the configured service refuses the request.',
    args: {
      query: t.arg.string({ defaultValue: '', description: 'Name, address or coordinates.' }),
      countryCodes: t.arg.stringList({ description: 'Only places in these countries, as two-letter codes (ISO 3166-1).' }),
      cacheKey: t.arg.string({
        ...legacyOnly('Results are cached automatically.'),
        description: 'Key under which the results are cached.',
      }),
    },
    resolve: (_root, { query, countryCodes, cacheKey }, { site }) =>
      lookUpPlaces(
        site,
        { text: query ?? '', countryCodes: (countryCodes ?? []).map((code) => code.trim().toLowerCase()).filter((code) => code !== '') },
        cacheKey ?? null,
      ),
  }),
  geocodeCache: t.field({
    type: [GeocodedPlace],
    ...publicAccess,
    ...legacy({ use: 'geocode(query: "") { displayName position { latitude longitude } }' }),
    description: 'Results that were cached under this key.',
    args: { key: t.arg.string({ description: 'Key of the cached results.' }) },
    resolve: async (_root, { key }, { site }) => (key ? await findCachedPlaces(site, key) : []),
  }),
}));

builder.mutationField('clearGeocodeCache', (t) =>
  t.field({
    ...payload('count', 'Number of deleted results.'),
    type: 'Int',
    nullable: true,
    ...mapEditors,
    description: 'Deletes all cached results of the geocoder and returns their number. For editors of maps.',
    resolve: (_root, _args, { site }) => clearGeocodeCache(site),
  }),
);
