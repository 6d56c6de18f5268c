/** Routes without a known accepted request, with the reason. */
export const notAccepted: Readonly<Record<string, string>> = {
  'GET /consent-banner/v1/scanner/scan-without-login': 'needs a job of the scanner',
  'POST /gallery-convert/v1/process-gallery': 'the galleries of the site contain missing images',
  'GET /maps/v1/features/{id}': 'is always refused',
  'POST /page-cache/v1/cache/test': 'requests the home page over the network',
  'DELETE /product-manager-client/v1/plugin-update/{slug}/license/{blogId}': 'deactivates a license that its provider has issued',
  'GET /vendor/tickets/v1/qr': 'needs the key of an application at a door',
  'GET /site-analytics/v1/modules/{slug}/data/{datapoint}': 'requests the provider over the network',
  'POST /site-analytics/v1/modules/{slug}/data/{datapoint}': 'requests the provider over the network',
  'POST /site-analytics/v1/core/site/data/email-reporting-invite-user': 'needs a user who may see reports and is not subscribed',
  'POST /site-analytics/v1/core/site/data/email-reporting-unsubscribe-user': 'needs a subscribed user',
  ...Object.fromEntries(
    [
      'do_not_ask_again',
      'skip_onboarding',
      'save_default_method_email',
      'save_default_method_email_profile',
      'validate_email_setup',
      'resend_email_code',
    ].map((step) => [`POST /security/v1/two-fa/v2/${step}`, 'continues a sign-in after the password step']),
  ),
};
