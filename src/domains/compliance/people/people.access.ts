import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '../../identity/auth/viewer.ts';

/** Throws `forbidden` unless the viewer is an administrator with `manage_privacy`. No one else may read personal data. */
export function requirePrivacyManager(viewer: Viewer): void {
  if (!viewer.can('manage_privacy') || !viewer.can('manage_options'))
    throw refused(viewer, 'forbidden', 'Only administrators may see or erase the personal data of others.');
}
