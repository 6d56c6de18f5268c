import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '../identity/auth/viewer.ts';

/** Throws `theme_forbidden` unless the viewer may change the theme. */
export function requireTheme(viewer: Viewer): void {
  if (!viewer.can('edit_theme_options'))
    throw refused(viewer, 'theme_forbidden', 'Sorry, you are not allowed to see the settings of the theme.');
}
