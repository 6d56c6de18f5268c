import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { guard } from '../access.ts';

/** True if the viewer may manage privacy. */
export function canManagePrivacy(viewer: Viewer): boolean {
  return viewer.can('manage_privacy');
}

/** Restricts a field to users who may manage privacy. */
export const privacyManagers = guard((_args: object, { viewer }) => {
  if (!canManagePrivacy(viewer)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage privacy here.');
});
