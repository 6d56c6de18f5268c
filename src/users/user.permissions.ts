import type { Viewer } from '../auth/viewer.ts';
import { refused } from '../core/failure.ts';
import type { UserRecord } from './user.record.ts';

/** Whether the private fields of a user are shown: to the user and to those who may list users. */
export function seesPrivately(viewer: Viewer, userId: number): boolean {
  return (viewer.signedIn && viewer.id === userId) || viewer.can('list_users');
}

/** Whether the public fields are shown: everybody sees users with something published (core-rest.md 10). */
export function seesUser(viewer: Viewer, user: Pick<UserRecord, 'id' | 'hasPublished'>): boolean {
  return user.hasPublished || seesPrivately(viewer, user.id) || viewer.can('edit_users');
}

/** Throws `rest_user_cannot_view` when this viewer may not see the user; `forEdit` asks for the private fields. */
export function requireSight(viewer: Viewer, user: Pick<UserRecord, 'id' | 'hasPublished'>, forEdit: boolean): void {
  if (forEdit ? !seesPrivately(viewer, user.id) : !seesUser(viewer, user)) {
    throw refused(viewer, 'rest_user_cannot_view', 'Sorry, you are not allowed to see this user.');
  }
}

/** Throws `rest_user_cannot_view` for viewers who may not list users. */
export function requireListing(viewer: Viewer): void {
  if (!viewer.can('list_users')) throw refused(viewer, 'rest_user_cannot_view', 'Sorry, you are not allowed to list users.');
}

/** Throws `rest_cannot_create_user`, or `rest_cannot_edit_roles` when a role is given that the viewer may not give. */
export function requireCreating(viewer: Viewer, givesRole: boolean): void {
  if (!viewer.can('create_users')) throw refused(viewer, 'rest_cannot_create_user', 'Sorry, you are not allowed to create users.');
  requirePromoting(viewer, givesRole);
}

/** Throws `rest_cannot_edit` unless it is the viewer's own account or the viewer may edit users; `rest_cannot_edit_roles` as above. */
export function requireEditing(viewer: Viewer, userId: number, givesRole: boolean): void {
  if (!(viewer.signedIn && viewer.id === userId) && !viewer.can('edit_users')) {
    throw refused(viewer, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this user.');
  }
  requirePromoting(viewer, givesRole);
}

/** Throws `rest_user_cannot_delete` for viewers who may not delete users. */
export function requireDeleting(viewer: Viewer): void {
  if (!viewer.can('delete_users')) throw refused(viewer, 'rest_user_cannot_delete', 'Sorry, you are not allowed to delete users.');
}

function requirePromoting(viewer: Viewer, givesRole: boolean): void {
  if (givesRole && !viewer.can('promote_users'))
    throw refused(viewer, 'rest_cannot_edit_roles', 'Sorry, you are not allowed to give roles.');
}
