import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { guard } from '../access.ts';

/** Whether the viewer looks after privacy. */
export function managesPrivacy(viewer: Viewer): boolean {
  return viewer.can('manage_privacy');
}

/** For those who look after privacy. */
export const forPrivacyManagers = guard((_args: object, { viewer }) => {
  if (!managesPrivacy(viewer)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage privacy here.');
});
