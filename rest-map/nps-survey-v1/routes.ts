import { namespace, value } from '#app/rest/table.ts';
import { dismissal, rating } from './fields.ts';

/** Two generations of clients read different members (docs/behaviour/cache-compliance-maps-2fa-theme.md 7, `choice:`). */
const done = value({ body: { success: true, status: true, data: { status: true } } });

const dismissed = { nps_id: 'nps', plugin_slug: 'marquee', dismiss_timespan: 86400, current_step: 'nps-rating' };

/** Published REST interface (document 2), "Survey"; behavior: docs/behaviour/cache-compliance-maps-2fa-theme.md 7. */
export default namespace('nps-survey/v1', [
  // methods  path                   parameters  runs             response      options
  ['POST',    '/rating',             rating,     'surveyRate',    done,         { example: { nps_id: 'nps', plugin_slug: 'marquee', rating: 9 } }],
  ['POST',    '/dismiss-nps-survey', dismissal,  'surveyDismiss', done,         { example: dismissed }],
], {
  cachesResponses: false,
  failures: { survey_forbidden: 'nps_survey_rest_cannot_access', nonce_missing: 'nonce_verification_failed' },
});
