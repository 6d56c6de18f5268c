import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { guard } from '../access.ts';
import type { Context } from '../context.ts';

/** True if the viewer may configure the consent banner and read the log of consents: administrators, and users with `manage_consent_banner`. */
export function canManageConsent(viewer: Viewer): boolean {
  return viewer.can('manage_options') || viewer.can('manage_consent_banner');
}

/** Restricts a field to users who manage the consent banner. */
export const consentManagers = guard((_args: object, { viewer }: Context) => {
  if (!canManageConsent(viewer)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage the consent banner.');
});

/** Returns the ID with which to look up a node. For users who may not see nodes of the consent banner, returns -1, which is the ID of no row. */
export function getVisibleNodeId(id: string, { viewer }: Context): { id: number } {
  return { id: canManageConsent(viewer) ? Number(id) : -1 };
}
