import { Failure, refused } from '#app/core/failures/failure.ts';
import type { Viewer } from '../identity/auth/viewer.ts';

/**
 * For administrators. A session without its nonce is refused as such, instead of counting as anonymous
 * (cache-compliance-maps-2fa-theme.md 7). Throws `survey_forbidden`, `nonce_missing`.
 */
export function requireSurveys(viewer: Viewer, hasSession: boolean): void {
  if (viewer.can('manage_options')) return;
  if (!viewer.signedIn && hasSession) throw new Failure('nonce_missing', 403, 'Reload the page and try again.');
  throw refused(viewer, 'survey_forbidden', 'Sorry, you are not allowed to answer surveys of this site.');
}
