import type { PublishedFailures } from '#app/rest/table.ts';

const notFound = { code: 'rest_not_found', status: 404, message: 'Not found' };

/** Published failures of product-manager-client/v1. Some have the status 500, because clients expect it. */
export const failures: PublishedFailures = {
  product_not_found: notFound,
  licensed_site_not_found: notFound,
  licensed_site_unknown: { code: 'pmc_blog_not_found', status: 500, data: 'own' },
  newsletter_incomplete: 'pmc_invalid_newsletter',
  licenses_missing: 'pmc_invalid_licenses',
  none_in_use: { code: 'pmc_none_in_usage', status: 500, data: null },
  license_keys_invalid: { code: 'pmc_invalid_keys', status: 500, data: 'own' },
  license_skipped: { code: 'rest_error', status: 500 },
  license_not_activated: { code: 'pmc_not_activated', status: 500, data: 'own' },
};
