import { requireTheme } from '#app/domains/theme/theme.access.ts';
import { guard } from '../access.ts';

/** For users who may change how the site looks. */
export const themeEditors = guard((_args: object, { viewer }) => requireTheme(viewer));
