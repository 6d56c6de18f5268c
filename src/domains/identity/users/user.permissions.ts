import { capabilitiesByRole, type Role } from '../auth/roles.ts';
import type { Viewer } from '../auth/viewer.ts';
import { refused } from '#app/core/failures/failure.ts';
import type { UserOrder, UserQuery } from './user.list.ts';
import type { UserRecord } from './user.record.ts';

/** True if the viewer may see the private fields of the user: for the user themselves and for users who may list users. */
export function canSeePrivateFields(viewer: Viewer, userId: number): boolean {
  return (viewer.signedIn && viewer.id === userId) || viewer.can('list_users');
}

/** True if the viewer may see the public fields of the user. Users with published content are public (docs/behaviour/core-rest.md 10). */
export function canSeeUser(viewer: Viewer, user: Pick<UserRecord, 'id' | 'hasPublished'>): boolean {
  return user.hasPublished || canSeePrivateFields(viewer, user.id) || viewer.can('edit_users');
}

/** Throws `cannot_view_user` unless the viewer may see the user; `forEdit` requires the private fields. */
export function requireMaySeeUser(viewer: Viewer, user: Pick<UserRecord, 'id' | 'hasPublished'>, forEdit: boolean): void {
  if (forEdit ? !canSeePrivateFields(viewer, user.id) : !canSeeUser(viewer, user)) {
    throw refused(viewer, 'cannot_view_user', 'Sorry, you are not allowed to see this user.');
  }
}

/** Options of a list of users that affect the required permissions. */
export interface ListingOptions {
  /** True if the list is filtered by role or capability. */
  filtersByRole: boolean;
  /** True if the list contains only users who may write. */
  onlyAuthors: boolean;
  orderBy: UserOrder;
  /** True if the list contains the private fields too. */
  forEdit: boolean;
}

/**
 * Throws unless the viewer may list users with these options. Everyone may list users with published content. Users with `edit_posts` may also list
 * the users who may write. All other options require `list_users`. Throws `cannot_view_for_edit`, `cannot_view_user`, `cannot_ask_who_writes` or
 * `cannot_order_by`.
 */
export function requireMayListUsers(viewer: Viewer, { filtersByRole, onlyAuthors, orderBy, forEdit }: ListingOptions): void {
  if (viewer.can('list_users')) return;
  if (forEdit) throw refused(viewer, 'cannot_view_for_edit', 'Sorry, you are not allowed to list users for editing.');
  if (filtersByRole) throw refused(viewer, 'cannot_view_user', 'Sorry, you are not allowed to filter users by role or capability.');
  if (onlyAuthors && !viewer.can('edit_posts'))
    throw refused(viewer, 'cannot_ask_who_writes', 'Sorry, you are not allowed to list the users who may write.');
  if (orderBy === 'email' || orderBy === 'registered_date')
    throw refused(viewer, 'cannot_order_by', 'Sorry, you are not allowed to sort users by this field.');
}

/** Returns the query, limited to users with published content if the viewer may not list all users. Other viewers may search private fields. */
export function restrictToVisible(viewer: Viewer, conditions: UserQuery): UserQuery {
  return viewer.can('list_users')
    ? { ...conditions, searchesPrivately: true }
    : { ...conditions, publishedKinds: conditions.publishedKinds ?? 'any' };
}

/** Throws `cannot_create_user` if the viewer may not create users, or `cannot_edit_roles` if `givesRole` and the viewer may not assign roles. */
export function requireMayCreate(viewer: Viewer, givesRole: boolean): void {
  if (!viewer.can('create_users')) throw refused(viewer, 'cannot_create_user', 'Sorry, you are not allowed to create users.');
  requireMayPromote(viewer, givesRole);
}

/** True for the viewer's own account, or if the viewer may edit users. */
export function canEditUser(viewer: Viewer, userId: number): boolean {
  return (viewer.signedIn && viewer.id === userId) || viewer.can('edit_users');
}

/** Throws `cannot_edit` unless `canEditUser` is true, or `cannot_edit_roles` if `givesRole` and the viewer may not assign roles. */
export function requireMayEdit(viewer: Viewer, userId: number, givesRole: boolean): void {
  if (!canEditUser(viewer, userId)) {
    throw refused(viewer, 'cannot_edit', 'Sorry, you are not allowed to edit this user.');
  }
  requireMayPromote(viewer, givesRole);
}

/** Throws `cannot_give_role` if the viewer would assign themselves a role that may not edit users. */
export function checkOwnRole(viewer: Viewer, userId: number, roles: readonly Role[] | null | undefined): void {
  if (viewer.id === userId && roles?.some((role) => !capabilitiesByRole[role].has('edit_users')))
    throw refused(viewer, 'cannot_give_role', 'Sorry, you are not allowed to give yourself this role.');
}

/** Throws `cannot_delete_user` if the viewer may not delete users. */
export function requireMayDelete(viewer: Viewer): void {
  if (!viewer.can('delete_users')) throw refused(viewer, 'cannot_delete_user', 'Sorry, you are not allowed to delete users.');
}

function requireMayPromote(viewer: Viewer, givesRole: boolean): void {
  if (givesRole && !viewer.can('promote_users')) throw refused(viewer, 'cannot_edit_roles', 'Sorry, you are not allowed to assign roles.');
}
