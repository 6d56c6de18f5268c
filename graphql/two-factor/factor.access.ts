import { requireSession } from '#app/domains/identity/auth/recent-proof.ts';
import { Failure, refused } from '#app/core/failures/failure.ts';
import { guard } from '../access.ts';

/** For anyone who is signed in by a session: an application may not change how its user signs in. */
export const inSession = guard((_args: object, { viewer }) => requireSession(viewer));

/** For users who may edit users, and not for themselves: their own factors need a recent proof. */
export const helpingOthers = guard(({ userId }: { userId?: number }, { viewer }) => {
  if (!viewer.can('edit_users')) throw refused(viewer, 'cannot_edit', 'Sorry, you are not allowed to edit this user.');
  if (userId === viewer.id) throw new Failure('second_factor_own', 403, 'Your own second factors are changed on your account page.');
});
