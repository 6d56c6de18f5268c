import type { PublishedFailures } from '#app/rest/table.ts';

/** Published form of a failure that legacy clients expect as a 500 without details (docs/behaviour/consent-queue-product.md, "[E:500]"). */
const withoutDetails = (code: string, message = '') => ({ code, status: 500, message, data: null });
const notFound = { code: 'rest_not_found', status: 404 };

/** Published failures of consent-banner/v1. */
export const failures: PublishedFailures = {
  consent_not_documented: withoutDetails('xcb_consent_commit_failed'),
  too_many_consents: withoutDetails('rest_xcb_forbidden', 'Too many consents came from your network.'),
  consent_not_found: withoutDetails('rest_xcb_consent_delete_failed', 'The consent could not be deleted.'),
  unreadable_ip: withoutDetails('invalid_ip', 'This is not an IP address.'),
  no_consents_found: withoutDetails('xcb_no_consents_found', 'There are no such consents.'),
  consents_not_chosen: 'rest_xcb_data',
  revision_not_found: { ...notFound, message: null },
  wrong_order: withoutDetails('rest_xcb_wrong_ids', 'A list of ids is expected.'),
  statistic_not_found: withoutDetails('xcb_stats_not_found'),
  notice_not_found: 'rest_no_route',
  template_not_found: { ...notFound, message: '' },
  catalogue_unreadable: withoutDetails('xcb_template_service_cloud_not_reachable', 'The catalog of templates cannot be read.'),
  country_database_unreadable: withoutDetails('xcb_country_bypass_database_failed', 'The map from addresses to countries cannot be read.'),
  menu_not_found: withoutDetails('xcb_nav_menu_non_existing', 'There is no such menu.'),
  migration_failed: { code: 'xcb_migration_failed', status: 500, data: 'own' },
  addresses_expected: { code: 'rest_arg_not_string_array', message: null },
  scan_job_not_found: withoutDetails('rest_not_found'),
  scan_address_invalid: withoutDetails('rest_invalid_url', 'The address names no host.'),
  scan_host_foreign: withoutDetails('rest_invalid_domain', 'The address is of another host than the job.'),
  scan_failed: withoutDetails('rest_scan_without_login_error', 'The page could not be fetched.'),
  scan_result_not_found: withoutDetails('rest_not_found'),
  scan_markup_not_found: { ...notFound, message: '' },
};
