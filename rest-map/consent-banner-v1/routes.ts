import { item, namespace, type RouteDefinition, value } from '#app/rest/table.ts';
import { failures } from './failures.ts';
import {
  addLinks, undocumentedDocumentParams, undocumentedQueueParams, checkItem, clear, decideRevision, document, exportConsents, exportFile, ignore, importFile, listConsents, listTemplates,
  noticeByKey, notice, fixedNotice, order, predecide, queueScan, readRevision, readTemplate, scanPage, settings, statistics,
} from './fields.ts';


/** Notices that have their own path. */
const notices: RouteDefinition[] = [
  'scanner-rerun-after-plugin-toggle', 'tcf-too-much-vendors', 'get-pro-main-button',
  'dismissed-bannerless-consent-services-without-visual-content-blocker', 'dismissed-bannerless-consent-legint-services',
  'service-data-processing-in-unsafe-countries', 'using-templates-which-got-deleted',
].map((key) => ['PATCH', `/key-value-map/xcb-notice-states/${key}`, notice, 'xcbSetNotice', item(), { undocumentedParams: fixedNotice(key), example: { value: false } }]);

/** Operation and response format of each kind of statistics, by name. */
const statistic = {
  parameter: 'slug',
  forms: {
    main: ['xcbGroupStatistics', value({ at: ['groups'] })],
    buttonsClicked: ['xcbButtonStatistics', value({ at: ['buttons'], keyedBy: 'button', pluck: 'labelledCount' })],
    customBypass: ['xcbBypassStatistics', value({ at: ['bypasses'], keyedBy: 'bypass', pluck: 'count' })],
  },
} as const;

const scanResults = value({ as: 'items', keyedBy: 'key', emptyMap: true });
const success = { success: true };
const table = value({ stream: 'text/csv; charset=utf8' });
const attachment = { 'Content-Disposition': 'attachment; filename=export-consents.csv' };

/** Published REST interface (document 2), "Consent banner"; behavior: docs/behaviour/consent-queue-product.md 0 to 6. */
export default namespace('consent-banner/v1', [
  // methods          path                                        parameters      runs                   response                          options
  ['GET',             '/plugin',                                  {},             'xcbPlugin',           item()],
  ...notices,
  ['PATCH',           '/key-value-map/xcb-notice-states/{key}',   noticeByKey,    'xcbSetNotice',        item(),                           { example: { key: 'modal-hint-welcome', value: true } }],
  ['GET',             '/presets/banner',                          {},             'xcbPresets',          item()],
  ['GET',             '/templates/{type}',                        listTemplates,  'xcbTemplates',        value({ as: 'items' })],
  ['GET',             '/templates/{type}/{identifier}',           readTemplate,   'xcbTemplate',         item(),                           { example: { type: 'services', identifier: 'youtube' } }],
  ['GET',             '/settings',                                {},             'xcbSettings',         item()],
  [['POST', 'PUT'],   '/settings',                                settings,       'xcbUpdateSettings',   item(),                           { example: { 'xcb-age-notice': true } }],
  ['PATCH',           '/settings',                                settings,       'xcbSaveSettings',     item(),                           { example: { 'xcb-age-notice': true } }],
  ['GET',             '/checklist',                               {},             'xcbChecklist',        item()],
  ['PUT',             '/checklist/{id}',                          checkItem,      'xcbCheckItem',        item(),                           { example: { id: 'view-stats', state: true } }],
  ['GET',             '/revision/second-view',                    {},             'xcbSecondView',       value()],
  ['GET',             '/revision/current',                        {},             'xcbCurrentRevision',  item()],
  ['PUT',             '/revision/current',                        decideRevision, 'xcbDecideRevision',   item()],
  ['GET',             '/revision/{hash}',                         readRevision,   'xcbRevision',         value()],
  ['GET',             '/revision/independent/{hash}',             readRevision,   'xcbIndependentRevision', value()],
  ['PUT',             '/cookie-groups/order',                     {},             'xcbOrderGroups',      value({ body: true }),            { undocumentedParams: order }],
  ['PUT',             '/cookies/order',                           {},             'xcbOrderServices',    value({ body: true }),            { undocumentedParams: order }],
  ['GET',             '/cookies/unassigned',                      {},             'xcbUnassigned',       value()],
  ['PUT',             '/country-bypass/database',                 {},             'xcbLoadCountries',    item()],
  ['POST',            '/migration/{migrationId}/{actionId}',      {},             'xcbRunMigration',     item()],
  ['DELETE',          '/migration/{migrationId}',                 {},             'xcbHideMigration',    value({ body: success })],
  ['POST',            '/nav-menu/add-links',                      addLinks,       'xcbAddLinks',         value({ body: success }),         { example: { id: '0'.repeat(32) } }],
  ['POST',            '/create-cookie-policy',                    {},             'xcbCreatePolicy',     value({ as: 'id' })],
  ['GET',             '/reset-texts/dry',                         {},             'xcbResettable',       value()],
  ['GET',             '/consent/all',                             listConsents,   'xcbConsents',         item(),                           { example: { offset: 0 } }],
  ['DELETE',          '/consent/all',                             {},             'xcbDeleteConsents',   item()],
  ['GET',             '/consent/referer',                         {},             'xcbReferers',         value({ as: 'items' })],
  ['DELETE',          '/consent/clear',                           clear,          'xcbClear',            value({ keyedBy: 'serviceId', pluck: 'byType' }), { example: { cookies: '1,2' } }],
  ['GET',             '/consent',                                 {},             'xcbHistory',          value()],
  ['POST',            '/consent',                                 document,       'xcbDocument',         item(),                           { undocumentedParams: undocumentedDocumentParams, example: { buttonClicked: 'main_all', dummy: true, decision: 'all' } }],
  ['POST',            '/consent/dynamic-predecision',             predecide,      'xcbPredecide',        item()],
  ['DELETE',          '/consent/{consentId}',                     {},             'xcbDeleteConsent',    value(),                          { status: 204 }],
  ['GET',             '/stats/{slug}',                            statistics,     'xcbNoStatistics',     value({ at: ['other'] }),         { alternatives: statistic, example: { slug: 'main', from: '2026-11-01', to: '2026-11-30' } }],
  ['POST',            '/scanner/queue',                           queueScan,      'xcbQueueScan',        value({ as: 'added' }),       { undocumentedParams: undocumentedQueueParams }],
  ['GET',             '/scanner/result/templates',                {},             'xcbScannedTemplates', scanResults],
  ['GET',             '/scanner/result/externals',                {},             'xcbScannedHosts',     scanResults],
  ['GET',             '/scanner/result/externals/host/{host}',    {},             'xcbFindingsOfHost',   value({ as: 'items' })],
  ['GET',             '/scanner/result/externals/template/{template}', {},        'xcbFindingsOfTemplate', value({ as: 'items' })],
  ['POST',            '/scanner/result/ignore',                   ignore,         'xcbIgnore',           value({ body: { updated: true } }), { example: { type: 'host', value: 'video.example', ignored: true } }],
  ['GET',             '/scanner/result/markup/{markupId}',        {},             'xcbMarkup',           item()],
  ['GET',             '/scanner/scan-without-login',              scanPage,       'xcbScanPage',         item(),                           { example: { url: 'https://site.example/', jobId: 1 } }],
  ['POST',            '/import',                                  importFile,     'xcbImport',           value({ as: 'messages' }),    {
    example: { json: '{}', cookieGroup: 1, cookieStatus: 'keep', blockerStatus: 'keep', tcfVendorConfigurationStatus: 'keep' },
  }],
  ['GET',             '/export',                                  exportFile,     'xcbExport',           value({ at: ['document'] }),      { headers: { 'Content-Disposition': '{file.disposition}' } }],
  ['GET',             '/export/consents',                         exportConsents, 'xcbExportConsents',   table,                            { headers: attachment }],
], {
  cachesResponses: false,
  failures,
  signedInHeaders: { 'Cache-Control': 'no-cache, no-store, must-revalidate, max-age=0' },
  segments: {
    key: 'modal-hint-[a-z_-]+', type: '(?:blocker|services)', identifier: '[A-Za-z0-9_-]+', id: '[A-Za-z0-9_-]+', hash: '[A-Za-z0-9_-]{32}',
    migrationId: '[A-Za-z0-9_-]+', actionId: '[A-Za-z0-9_-]+', consentId: '[\\d]+', markupId: '[\\d]+', host: '[A-Za-z0-9._-]+',
  },
  inputMembers: {
    'xcb-banner-active': 'bannerActive', 'xcb-blocker-active': 'blockerActive', 'xcb-operator-country': 'operatorCountry',
    'xcb-operator-contact-address': 'operatorContactAddress', 'xcb-operator-contact-phone': 'operatorContactPhone',
    'xcb-operator-contact-email': 'operatorContactEmail', 'xcb-operator-contact-form-id': 'operatorContactFormId',
    'xcb-cookie-policy-id': 'cookiePolicyId', 'xcb-territorial-legal-basis': 'territorialLegalBasis',
    'xcb-accept-all-for-bots': 'acceptAllForBots', 'xcb-respect-do-not-track': 'respectDoNotTrack', 'xcb-save-ip': 'saveIp',
    'xcb-age-notice': 'ageNotice', 'xcb-list-services-notice': 'listServicesNotice', 'xcb-cookie-duration': 'cookieDuration',
    'xcb-cookie-version': 'cookieVersion', 'xcb-consent-duration': 'consentDuration',
    'xcb-failed-consent-documentation-handling': 'failedConsentDocumentationHandling', 'xcb-age-notice-age-limit': 'ageNoticeAgeLimit',
    gcmConsent: 'googleConsent', buttonClicked: 'button', dummy: 'isDummy', markAsDoNotTrack: 'doNotTrack', blocker: 'blockerId',
    viewPortWidth: 'viewportWidth', viewPortHeight: 'viewportHeight', recorderJsonString: 'recorder', uiView: 'view',
    setCookies: 'setsCookies',
  },
});
