import { requireSession } from '#app/domains/identity/auth/recent-proof.ts';
import { Failure, refused } from '#app/core/failures/failure.ts';
import { guard } from '../access.ts';

/** Permission of users who are signed in by a session. An application may not change how its user signs in. */
export const inSession = guard((_args: object, { viewer }) => requireSession(viewer));

/** Permission of users who may edit other users. Their own factors need a recent proof instead. */
export const helpingOthers = guard(({ userId }: { userId?: number }, { viewer }) => {
  if (!viewer.can('edit_users')) throw refused(viewer, 'cannot_edit', 'Sorry, you are not allowed to edit this user.');
  if (userId === viewer.id) throw new Failure('second_factor_own', 403, 'Your own second factors are changed on your account page.');
});
