import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { guard } from '../access.ts';
import type { Context } from '../context.ts';

/** Whether the viewer sets the consent banner up and reads its log: anyone who manages the site, or has the capability for it alone. */
export function managesConsent(viewer: Viewer): boolean {
  return viewer.can('manage_options') || viewer.can('manage_consent_banner');
}

/** Only for users who manage the consent banner. */
export const forConsentManagers = guard((_args: object, { viewer }: Context) => {
  if (!managesConsent(viewer)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage the consent banner.');
});

/** The number that a node is looked up by: one that nothing has, for users who may not see it. */
export function nodeId(id: string, { viewer }: Context): { id: number } {
  return { id: managesConsent(viewer) ? Number(id) : -1 };
}
