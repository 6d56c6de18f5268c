import { item, namespace, value } from '#app/rest/table.ts';
import { failures } from './failures.ts';
import { area, choice, locale, report, request, scan, visit } from './fields.ts';

/** Forbids caches, because the response depends on the location of the visitor. */
const noStore = { 'Cache-Control': 'private, no-store' };

const scanRefusals = { invalid_request: 400, invalid_wsc_scan: 400, invalid_user_agent: 400, invalid_event: 400, missing_signature_headers: 400, invalid_timestamp: 400, invalid_signature: 400 };
const exampleRequest = { cmp_datarequest_name: 'Ann Guest', cmp_datarequest_email: 'ann@example.org', cmp_datarequest_region: 'us', cmp_datarequest_global_optout: 1 };

/** Published REST interface (document 2), "Compliance"; behavior: docs/behaviour/cache-compliance-maps-2fa-theme.md 2. */
export default namespace('compliance/v1', [
  // methods  path                                parameters  runs                         response                                 options
  ['GET',     '/documents',                       {},         'complianceDocuments',       value(),                                 { undocumentedParams: locale, cachesResponses: true }],
  ['GET',     '/banner',                          {},         'complianceBanner',          item(),                                  { undocumentedParams: visit, headers: noStore }],
  ['GET',     '/manage_consent_html',             {},         'complianceManageConsent',   value(),                                 { undocumentedParams: visit, headers: noStore }],
  ['GET',     '/cookie_data',                     {},         'complianceCookieData',      value({ isMap: true }),                  { summary: 'Names of the cookies that need consent' }],
  ['GET',     '/consent-area/{post_id}/{block_id}', {},       'complianceConsentArea',     value(),                                 { undocumentedParams: area, refuses: { rest_forbidden: 403 } }],
  ['POST',    '/track',                           {},         'complianceTrack',           value({ body: { success: true } }),      { undocumentedParams: choice }],
  ['POST',    '/store_cookies',                   {},         'complianceStoreCookies',    value({ body: null, nullBody: true }),   { undocumentedParams: report }],
  ['POST',    '/datarequests',                    {},         'complianceDataRequest',     item(),                                  { undocumentedParams: request, example: exampleRequest }],
  ['POST',    '/wsc-scan',                        {},         'complianceScanReport',      value(),                                 { undocumentedParams: scan, refuses: scanRefusals }],
  ['POST',    '/wsc-checks',                      {},         'complianceChecksReport',    value(),                                 { undocumentedParams: scan, refuses: scanRefusals }],
], { failures, cachesResponses: false, segments: { post_id: '\\d+', block_id: '[a-z0-9-_]+' } });
