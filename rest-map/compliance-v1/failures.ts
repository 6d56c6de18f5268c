import type { PublishedFailures } from '#app/rest/table.ts';

/** Published failures of compliance/v1 (docs/behaviour/cache-compliance-maps-2fa-theme.md 2.7, 2.8). */
export const failures: PublishedFailures = {
  consent_area_forbidden: 'rest_forbidden',
  scan_result_empty: 'invalid_request',
  scan_unknown: 'invalid_wsc_scan',
  scan_scanner_unknown: 'invalid_user_agent',
  scan_event_unknown: 'invalid_event',
  scan_result_unsigned: 'missing_signature_headers',
  scan_result_old: 'invalid_timestamp',
  scan_signature_wrong: 'invalid_signature',
};
