import { Failure, refused } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';
import { findUser } from '../users/user.record.ts';
import { userNotFound } from '../users/user.service.ts';
import { requireApplicationPasswords } from './availability.ts';
import type { Viewer } from './viewer.ts';

/** Action on application passwords. */
export type ApplicationPasswordAct = 'list' | 'read' | 'create' | 'edit' | 'delete' | 'deleteAll' | 'introspect';

const refusals: Record<ApplicationPasswordAct, [code: string, message: string]> = {
  list: ['cannot_list_application_passwords', 'Sorry, you are not allowed to list the application passwords of this user.'],
  read: ['cannot_read_application_password', 'Sorry, you are not allowed to read this application password.'],
  create: ['cannot_create_application_passwords', 'Sorry, you are not allowed to create application passwords for this user.'],
  edit: ['cannot_edit_application_password', 'Sorry, you are not allowed to edit this application password.'],
  delete: ['cannot_delete_application_password', 'Sorry, you are not allowed to revoke this application password.'],
  deleteAll: ['cannot_delete_application_passwords', 'Sorry, you are not allowed to revoke the application passwords of this user.'],
  introspect: ['cannot_read_current_application_password', 'Only its user may read the application password of a request.'],
};

/** Returns the given user ID, else the ID of the caller. Throws 401 `not_signed_in` if neither exists. */
export function getOwnerId(viewer: Viewer, userId: number | null | undefined): number {
  if (userId !== null && userId !== undefined) return userId;
  if (!viewer.signedIn) throw new Failure('not_signed_in', 401, 'You are not signed in.');
  return viewer.id;
}

/**
 * Throws unless the viewer may do the action. Users may do all actions on their own passwords. Users with `edit_users` may do all actions except
 * `introspect` for other users. The checks have the order of docs/behaviour/core-rest.md 6.3: 501 `application_passwords_disabled`, 401
 * `not_signed_in`, 404 `user_not_found`, then 401 or 403 with the code of the action.
 */
export async function requireApplicationPasswordAct(
  site: Site,
  viewer: Viewer,
  userId: number | null | undefined,
  act: ApplicationPasswordAct,
): Promise<void> {
  requireApplicationPasswords(site);
  const id = getOwnerId(viewer, userId);
  if (viewer.signedIn && viewer.id === id) return;
  if (!(await findUser(site, id))) throw userNotFound();
  if (act === 'introspect' || !viewer.can('edit_users')) throw refused(viewer, ...refusals[act]);
}
