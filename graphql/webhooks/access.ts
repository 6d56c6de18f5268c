import { refused } from '#app/core/failures/failure.ts';
import { guard } from '../access.ts';
import type { Context } from '../context.ts';

/** True if the viewer may manage webhooks. */
export const canManageWebhooks = ({ viewer }: Context): boolean => viewer.can('manage_options');

/** Guards fields for administrators. */
export const webhookManagers = guard((_args: object, context: Context) => {
  if (!canManageWebhooks(context)) throw refused(context.viewer, 'forbidden', 'Sorry, you are not allowed to manage webhooks.');
});
