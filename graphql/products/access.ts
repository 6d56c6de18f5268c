import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { guard } from '../access.ts';
import type { Context } from '../context.ts';

/** True if the viewer may manage products. */
export function canManageProducts(viewer: Viewer): boolean {
  return viewer.can('activate_plugins');
}

/** Guards fields that only users who manage products may use. */
export const productManagers = guard((_args: object, { viewer }: Context) => {
  if (!canManageProducts(viewer)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to manage products.');
});
