import { requireTheme } from '#app/domains/theme/theme.access.ts';
import { guard } from '../access.ts';

/** Permission of users who may change the appearance of the site. */
export const themeEditors = guard((_args: object, { viewer }) => requireTheme(viewer));
