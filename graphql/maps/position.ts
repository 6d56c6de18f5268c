import type { StringPoint, Position as CheckedPosition } from '#app/domains/maps/geometry.rules.ts';
import { builder } from '../builder.ts';
import { legacy } from '../compatibility.ts';

/** GraphQL type of a position, which is stored as two strings. */
export const Position = builder.objectRef<StringPoint>('Position').implement({
  description: 'Geographic coordinates of a point.',
  fields: (t) => ({
    latitude: t.float({ description: 'Degrees north of the equator, negative to the south.', resolve: ({ lat }) => Number(lat) }),
    longitude: t.float({ description: 'Degrees east of Greenwich, negative to the west.', resolve: ({ lng }) => Number(lng) }),
    latitudeText: t.exposeString('lat', { ...legacy({ use: 'latitude' }), description: 'The latitude as the string that was entered.' }),
    longitudeText: t.exposeString('lng', { ...legacy({ use: 'longitude' }), description: 'The longitude as the string that was entered.' }),
  }),
});

export const PositionInput = builder.inputRef<CheckedPosition>('PositionInput').implement({
  description: 'Geographic coordinates of a point.',
  fields: (t) => ({
    latitude: t.float({ required: true, description: 'Degrees north of the equator, -90 to 90.' }),
    longitude: t.float({ required: true, description: 'Degrees east of Greenwich, -180 to 180.' }),
  }),
});
