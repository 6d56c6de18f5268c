import { z } from 'zod';
import { setting } from '#app/core/settings/setting.ts';

const urlSchema = (message: string) => z.string().refine((value) => value === '' || /^https?:\/\/[^\s]+$/.test(value), message);

export const mapsCapability = setting(
  'maps_access_capability',
  z.string().regex(/^[a-z_]+$/),
  'manage_options',
  'Capability that is required to change maps, their markers and shapes.',
);
export const geocoderUrl = setting(
  'maps_geocoder_url',
  urlSchema('must be an http or https URL'),
  '',
  'URL of a geocoder with the protocol of Nominatim. If it is empty, the built-in geocoder is used.',
);
/** Matches URL templates of tiles. The host is part of the content security policy, so characters with a meaning there are not allowed. */
const TILE_URL = /^https?:\/\/(?:\{s\}\.)?[a-z\d.-]+(?::\d+)?\/[^\s"'<>]*$/i;
export const tileUrl = setting(
  'maps_tile_url',
  z
    .string()
    .max(2000)
    .refine(
      (value) => value === '' || (TILE_URL.test(value) && ['{z}', '{x}', '{y}'].every((placeholder) => value.includes(placeholder))),
      'must be an http or https URL with {z}, {x} and {y}',
    ),
  '',
  'URL template of map tiles, such as https://tiles.example.org/{z}/{x}/{y}.png. Browsers of visitors request the tiles. If it is empty, maps show built-in outlines of countries.',
);
export const tileCredit = setting(
  'maps_tile_attribution',
  z.string().max(1000),
  '',
  'Attribution of the map tiles, as HTML. Pages show it below maps.',
);
