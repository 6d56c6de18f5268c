import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

const address = (said: string) => z.string().refine((value) => value === '' || /^https?:\/\/[^\s]+$/.test(value), said);

export const mapsCapability = setting(
  'maps_access_capability',
  z.string().regex(/^[a-z_]+$/),
  'manage_options',
  'Capability that is required to change maps, their markers and shapes.',
);
export const geocoderAddress = setting(
  'maps_geocoder_url',
  address('is not an address'),
  '',
  'URL of a geocoder with the Nominatim protocol; empty = places are only looked up on this site.',
);
/** The host becomes part of the content security policy: excludes characters with a meaning there. */
const TILES = /^https?:\/\/(?:\{s\}\.)?[a-z\d.-]+(?::\d+)?\/[^\s"'<>]*$/i;
export const tileAddress = setting(
  'maps_tile_url',
  z
    .string()
    .max(2000)
    .refine(
      (value) => value === '' || (TILES.test(value) && ['{z}', '{x}', '{y}'].every((place) => value.includes(place))),
      'is not an address with {z}, {x} and {y}',
    ),
  '',
  'URL template of map tiles, such as https://tiles.example.org/{z}/{x}/{y}.png. Browsers of visitors request the tiles. Empty = outlines that the site draws itself.',
);
export const tileCredit = setting('maps_tile_attribution', z.string().max(1000), '', 'Attribution of the map tiles below maps, as HTML.');
export const mapsSettings = [mapsCapability, geocoderAddress, tileAddress, tileCredit];
