import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { guard } from '../access.ts';
import type { Context } from '../context.ts';

/** True if the viewer may set up the consent banner and read its log: users who manage the site or have the separate capability. */
export function managesConsent(viewer: Viewer): boolean {
  return viewer.can('manage_options') || viewer.can('manage_consent_banner');
}

/** Permission of users who manage the consent banner. */
export const forConsentManagers = guard((_args: object, { viewer }: Context) => {
  if (!managesConsent(viewer)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage the consent banner.');
});

/** Returns the ID to look a node up by; for users who may not see it, an ID that no row has. */
export function nodeId(id: string, { viewer }: Context): { id: number } {
  return { id: managesConsent(viewer) ? Number(id) : -1 };
}
