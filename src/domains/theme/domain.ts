import { defineDomain } from '#app/core/domain/domain.ts';
import { themeData } from './personal-data.ts';

/** The theme's administration screens: their settings and their lessons. */
export const theme = defineDomain({ name: 'theme', personalData: themeData });
