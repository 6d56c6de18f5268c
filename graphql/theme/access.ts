import { requireTheme } from '#app/domains/theme/theme.access.ts';
import { guard } from '../access.ts';

/** Guards fields for users who may change the appearance of the site. */
export const themeEditors = guard((_args: object, { viewer }) => requireTheme(viewer));
