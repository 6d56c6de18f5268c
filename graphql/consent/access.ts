import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { guard } from '../access.ts';
import type { Context } from '../context.ts';

/** True if the viewer manages the site or has the capability to manage the consent banner, and so may configure the banner and read the log. */
export function canManageConsent(viewer: Viewer): boolean {
  return viewer.can('manage_options') || viewer.can('manage_consent_banner');
}

/** Restricts a field to users who manage the consent banner. */
export const forConsentManagers = guard((_args: object, { viewer }: Context) => {
  if (!canManageConsent(viewer)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage the consent banner.');
});

/** Returns the ID to look a node up by; for users who may not see it, an ID that no row has. */
export function nodeId(id: string, { viewer }: Context): { id: number } {
  return { id: canManageConsent(viewer) ? Number(id) : -1 };
}
