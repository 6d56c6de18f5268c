import { Failure, refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '../identity/auth/viewer.ts';

/**
 * Throws unless the viewer is an administrator: `nonce_missing` for a request with a session cookie but without a nonce, `survey_forbidden` for all
 * others (docs/behaviour/cache-compliance-maps-2fa-theme.md 7).
 */
export function requireSurveys(viewer: Viewer, hasSession: boolean): void {
  if (viewer.can('manage_options')) return;
  if (!viewer.signedIn && hasSession) throw new Failure('nonce_missing', 403, 'Reload the page and try again.');
  throw refused(viewer, 'survey_forbidden', 'Sorry, you are not allowed to answer surveys of this site.');
}
