import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '../../identity/auth/viewer.ts';

/** Throws `forbidden` unless the viewer is an administrator with `manage_privacy`. Nobody else may read personal data. */
export function requirePeopleManager(viewer: Viewer): void {
  if (!viewer.can('manage_privacy') || !viewer.can('manage_options'))
    throw refused(viewer, 'forbidden', 'Sorry, only administrators may see or erase what the site holds about someone.');
}
