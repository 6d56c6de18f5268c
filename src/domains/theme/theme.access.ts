import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '../identity/auth/viewer.ts';

/** For users who may change how the site looks. Throws `theme_forbidden`. */
export function requireTheme(viewer: Viewer): void {
  if (!viewer.can('edit_theme_options'))
    throw refused(viewer, 'theme_forbidden', 'Sorry, you are not allowed to see the settings of the theme.');
}
