import { refused } from '#app/core/failures/failure.ts';
import { guard } from '../access.ts';
import type { Context } from '../context.ts';

/** True if the viewer may manage webhooks. */
export const managesWebhooks = ({ viewer }: Context): boolean => viewer.can('manage_options');

/** Permission of administrators. */
export const forAdministrators = guard((_args: object, context: Context) => {
  if (!managesWebhooks(context)) throw refused(context.viewer, 'forbidden', 'Sorry, you are not allowed to manage webhooks.');
});
