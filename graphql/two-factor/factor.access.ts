import { requireSession } from '#app/domains/identity/auth/recent-proof.ts';
import { Failure, refused } from '#app/core/failures/failure.ts';
import { guard } from '../access.ts';

/** Guards fields for users who are signed in with a session. Applications may not change how their users sign in. */
export const sessionUsers = guard((_args: object, { viewer }) => requireSession(viewer));

/** Guards fields for users who may edit other users. To change your own factors, use the mutations that require a recent proof. */
export const editorsOfOthers = guard(({ userId }: { userId?: number }, { viewer }) => {
  if (!viewer.can('edit_users')) throw refused(viewer, 'cannot_edit', 'Sorry, you are not allowed to edit this user.');
  if (userId === viewer.id)
    throw new Failure('second_factor_own', 403, 'You cannot reset your own second factors. Change them on your account page.');
});
