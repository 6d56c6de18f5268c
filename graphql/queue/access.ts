import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { guard } from '../access.ts';
import type { Context } from '../context.ts';

/** Whether the viewer works the queue of jobs off: anyone who writes for the site or manages its consent banner. */
export function worksQueueOff(viewer: Viewer): boolean {
  return ['edit_posts', 'manage_options', 'manage_consent_banner'].some((capability) => viewer.can(capability));
}

/** Only for users who write for the site or manage its consent banner. */
export const forQueueWorkers = guard((_args: object, { viewer }: Context) => {
  if (!worksQueueOff(viewer)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to use the job queue.');
});
