import { capabilitiesOf, type Role } from '../auth/roles.ts';
import type { Viewer } from '../auth/viewer.ts';
import { refused } from '#app/core/failures/failure.ts';
import type { UserOrder, UserQuery } from './user.list.ts';
import type { UserRecord } from './user.record.ts';

/** Whether the private fields of a user are shown: to the user and to those who may list users. */
export function seesPrivately(viewer: Viewer, userId: number): boolean {
  return (viewer.signedIn && viewer.id === userId) || viewer.can('list_users');
}

/** Whether the public fields are shown: everybody sees users with something published (core-rest.md 10). */
export function seesUser(viewer: Viewer, user: Pick<UserRecord, 'id' | 'hasPublished'>): boolean {
  return user.hasPublished || seesPrivately(viewer, user.id) || viewer.can('edit_users');
}

/** Throws `cannot_view_user` when this viewer may not see the user; `forEdit` asks for the private fields. */
export function requireSight(viewer: Viewer, user: Pick<UserRecord, 'id' | 'hasPublished'>, forEdit: boolean): void {
  if (forEdit ? !seesPrivately(viewer, user.id) : !seesUser(viewer, user)) {
    throw refused(viewer, 'cannot_view_user', 'Sorry, you are not allowed to see this user.');
  }
}

/** What a list of users looks into that is not everybody's. */
export interface ListingOptions {
  /** By what accounts may do. */
  byRights: boolean;
  /** Only those who write. */
  onlyAuthors: boolean;
  orderBy: UserOrder;
  /** With the private fields. */
  forEdit: boolean;
}

/**
 * Everybody may list those who have published something, as their author pages do; what looks into private fields is for users who may list
 * all. Throws `cannot_view_for_edit`, `cannot_view_user`, `cannot_ask_who_writes` or `cannot_order_by`.
 */
export function requireListing(viewer: Viewer, { byRights, onlyAuthors, orderBy, forEdit }: ListingOptions): void {
  if (viewer.can('list_users')) return;
  if (forEdit) throw refused(viewer, 'cannot_view_for_edit', 'Sorry, you are not allowed to list users for editing.');
  if (byRights) throw refused(viewer, 'cannot_view_user', 'Sorry, you are not allowed to filter users by what they may do.');
  if (onlyAuthors && !viewer.can('edit_posts'))
    throw refused(viewer, 'cannot_ask_who_writes', 'Sorry, you are not allowed to ask who writes here.');
  if (orderBy === 'email' || orderBy === 'registered_date')
    throw refused(viewer, 'cannot_order_by', 'Sorry, you are not allowed to order users by this.');
}

/** The conditions of a list as this viewer may ask them: without the right to list all only those who have published something are there. */
export function asSeenBy(viewer: Viewer, conditions: UserQuery): UserQuery {
  return viewer.can('list_users')
    ? { ...conditions, searchesPrivately: true }
    : { ...conditions, publishedKinds: conditions.publishedKinds ?? 'any' };
}

/** Throws `cannot_create_user`, or `cannot_edit_roles` when a role is given that the viewer may not give. */
export function requireCreating(viewer: Viewer, givesRole: boolean): void {
  if (!viewer.can('create_users')) throw refused(viewer, 'cannot_create_user', 'Sorry, you are not allowed to create users.');
  requirePromoting(viewer, givesRole);
}

/** Whether it is the viewer's own account, or the viewer may edit users. */
export function mayEdit(viewer: Viewer, userId: number): boolean {
  return (viewer.signedIn && viewer.id === userId) || viewer.can('edit_users');
}

/** Throws `cannot_edit` unless it is the viewer's own account or the viewer may edit users; `cannot_edit_roles` as above. */
export function requireEditing(viewer: Viewer, userId: number, givesRole: boolean): void {
  if (!mayEdit(viewer, userId)) {
    throw refused(viewer, 'cannot_edit', 'Sorry, you are not allowed to edit this user.');
  }
  requirePromoting(viewer, givesRole);
}

/** Throws `cannot_give_role` when viewers who edit users would give themselves a role that may not. */
export function checkOwnRole(viewer: Viewer, userId: number, given: readonly Role[] | null | undefined): void {
  if (viewer.id === userId && given?.some((role) => !capabilitiesOf[role].has('edit_users')))
    throw refused(viewer, 'cannot_give_role', 'Sorry, you are not allowed to give yourself this role.');
}

/** Throws `cannot_delete_user` for viewers who may not delete users. */
export function requireDeleting(viewer: Viewer): void {
  if (!viewer.can('delete_users')) throw refused(viewer, 'cannot_delete_user', 'Sorry, you are not allowed to delete users.');
}

function requirePromoting(viewer: Viewer, givesRole: boolean): void {
  if (givesRole && !viewer.can('promote_users')) throw refused(viewer, 'cannot_edit_roles', 'Sorry, you are not allowed to give roles.');
}
