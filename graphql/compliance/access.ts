import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { guard } from '../access.ts';

/** True if the viewer may manage privacy. */
export function managesPrivacy(viewer: Viewer): boolean {
  return viewer.can('manage_privacy');
}

/** Permission of users who may manage privacy. */
export const forPrivacyManagers = guard((_args: object, { viewer }) => {
  if (!managesPrivacy(viewer)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage privacy here.');
});
