import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '../identity/auth/viewer.ts';

/** Throws `forbidden` unless the viewer is an administrator. */
export function requirePageCache(viewer: Viewer): void {
  if (!viewer.can('manage_options')) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to do that.');
}
