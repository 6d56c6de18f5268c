import { everything, item, namespace, text } from '#app/rest/table.ts';

const wizard = { action_nonce: text({ required: true, phase: 'early', description: 'Nonce for the action `evt_wizard`.' }) };

/** Published REST interface (document 1), "Onboarding"; behavior: docs/behaviour/events.md 6.1. */
export default namespace('evt/v2/onboarding', [
  // methods  path       parameters  runs                   response      options
  ['POST',    '/wizard', wizard,     'evtOnboardingWizard', item(),       { undocumentedParams: { sent: everything() }, status: { by: 'success', statuses: { true: 200 }, fallback: 500 } }],
]);
