/** Rows of which no test knows a request that is taken, and why. */
export const notTaken: Readonly<Record<string, string>> = {
  'GET /consent-banner/v1/scanner/scan-without-login': 'acts for a job of the scanner alone',
  'POST /gallery-convert/v1/process-gallery': 'the galleries of the site are of pictures that it has not',
  'GET /maps/v1/features/{id}': 'is always refused',
  'POST /page-cache/v1/cache/test': 'asks for the home page over the network',
  'DELETE /product-manager-client/v1/plugin-update/{slug}/license/{blogId}': 'takes back a licence that its provider has given',
  'GET /vendor/tickets/v1/qr': 'takes a key that an application was given for a door',
  'GET /site-analytics/v1/modules/{slug}/data/{datapoint}': 'asks the provider over the network',
  'POST /site-analytics/v1/modules/{slug}/data/{datapoint}': 'asks the provider over the network',
  'POST /site-analytics/v1/core/site/data/email-reporting-invite-user': 'takes somebody who may see reports and gets none yet',
  'POST /site-analytics/v1/core/site/data/email-reporting-unsubscribe-user': 'takes somebody who gets reports',
  ...Object.fromEntries(
    [
      'do_not_ask_again',
      'skip_onboarding',
      'save_default_method_email',
      'save_default_method_email_profile',
      'validate_email_setup',
      'resend_email_code',
    ].map((step) => [`POST /security/v1/two-fa/v2/${step}`, 'goes on with a sign-in that a password has begun']),
  ),
};
