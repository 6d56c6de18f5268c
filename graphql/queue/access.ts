import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { guard } from '../access.ts';
import type { Context } from '../context.ts';

/** True if the viewer may run jobs: users who write for the site or manage its consent banner. */
export function mayRunJobs(viewer: Viewer): boolean {
  return ['edit_posts', 'manage_options', 'manage_consent_banner'].some((capability) => viewer.can(capability));
}

/** Guards fields for users who write for the site or manage its consent banner. */
export const queueWorkers = guard((_args: object, { viewer }: Context) => {
  if (!mayRunJobs(viewer)) throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to use the job queue.');
});
