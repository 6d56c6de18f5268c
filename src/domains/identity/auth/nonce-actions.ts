import { refused } from '#app/core/failures/failure.ts';
import type { Viewer } from './viewer.ts';

/** Actions whose nonces require a capability (docs/behaviour/events.md 0.7). */
const requiredCapabilities: ReadonlyMap<string, string> = new Map([
  ['evt_wizard', 'manage_options'],
  ['tickets_wizard', 'manage_options'],
]);

/** Throws `forbidden` if the viewer may not have nonces for the action. */
export function checkMayHaveNonce(viewer: Viewer, action: string): void {
  const capability = requiredCapabilities.get(action);
  if (capability !== undefined && !viewer.can(capability))
    throw refused(viewer, 'forbidden', 'Sorry, you are not allowed to get nonces for this action.');
}
