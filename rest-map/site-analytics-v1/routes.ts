import { everything, item, namespace, text, value } from '#app/rest/table.ts';
import * as fields from './fields.ts';
import { failures, unknownModule } from './failures.ts';

const S = '/core/site/data';
const U = '/core/user/data';
const M = '/core/modules/data';
const D = '/modules/{slug}/data';

/** The body `true`, for any result of the operation. */
const always = value({ body: true });
/** The body `{ "success": true }`, for any result of the operation. */
const done = value({ body: { success: true } });
const success = value({ as: 'success' });
/** A list of the slugs of dismissed items. */
const slugs = item({ pluck: 'slug' });
const bySlug = item({ keyedBy: 'slug' });
/** Constant members of the only site health test (docs/behaviour/analytics.md 5.10). */
const tagTest = { label: 'Tag Placement', status: 'good', badge: { label: 'Analytics', color: 'blue' }, actions: '', test: 'tag_placement' };
const sent = { undocumentedParams: { sent: everything() } };
const unknownModuleOptions = { failures: unknownModule };

/** Published REST interface (document 2), "Analytics connector"; behavior: docs/behaviour/analytics.md. */
export default namespace(
  'site-analytics/v1',
  [
    // methods path                                   parameters                  runs                                  response
    // options
    ['EDIT', `${S}/setup-tag`,                        {},                         'analyticsSetupTag',                  value({ as: 'token' })],
    ['GET',  `${S}/connection`,                       {},                         'analyticsConnection',                item()],
    ['GET',  `${U}/authentication`,                   {},                         'analyticsAuthentication',            item()],
    ['EDIT', `${U}/disconnect`,                       {},                         'analyticsDisconnect',                always],
    ['POST', `${U}/get-token`,                        {},                         'analyticsToken',                     value({ as: 'token', empty: false })],
    ['GET',  `${U}/user-input-settings`,              {},                         'analyticsUserInput',                 item()],
    ['POST', `${U}/user-input-settings`,              fields.userInput,           'analyticsAnswer',                    item()],
    ['GET',  `${U}/audience-settings`,                {},                         'analyticsAudienceSettings',          item()],
    ['EDIT', `${U}/audience-settings`,                fields.audienceSettings,    'analyticsChangeAudienceSettings',    item()],
    ['GET',  `${U}/conversion-reporting-settings`,    {},                         'analyticsConversionReporting',       item()],
    ['EDIT', `${U}/conversion-reporting-settings`,    fields.conversionReporting, 'analyticsChangeConversionReporting', item()],
    ['GET',  `${U}/email-reporting-settings`,         {},                         'analyticsReportSubscription',        item()],
    ['EDIT', `${U}/email-reporting-settings`,         fields.reportSubscription,  'analyticsChangeSubscription',        item()],
    ['GET',  `${U}/email-reporting-next-report`,      {},                         'analyticsNextReport',                item({ as: 'timestamp' })],
    ['GET',  `${U}/initial-setup-settings`,           {},                         'analyticsInitialSetup',              item()],
    ['EDIT', `${U}/initial-setup-settings`,           fields.initialSetup,        'analyticsChangeInitialSetup',        item()],
    ['GET',  `${M}/list`,                             {},                         'analyticsModules',                   item()],
    ['EDIT', `${M}/activation`,                       fields.activation,          'analyticsActivate',                  done,                           unknownModuleOptions],
    ['GET',  `${M}/info`,                             fields.moduleSlug,          'analyticsModule',                    item(),                         unknownModuleOptions],
    ['EDIT', `${M}/check-access`,                     fields.checkAccess,         'analyticsCheckAccess',               value({ as: 'access' }),        { undocumentedParams: { slug: text() } }],
    ['GET',  `${D}/notifications`,                    fields.moduleParams,            'analyticsModuleNotifications',       item()],
    ['GET',  `${D}/settings`,                         fields.moduleParams,            'analyticsModuleSettings',            value()],
    ['EDIT', `${D}/settings`,                         fields.settingsOfModule,    'analyticsChangeModuleSettings',      value()],
    ['POST', `${D}/data-available`,                   {},                         'analyticsDataAvailable',             value()],
    ['GET',  `${D}/{datapoint}`,                      fields.datapointParams,         'analyticsDatapoint',                 value(),                        sent],
    ['EDIT', `${D}/{datapoint}`,                      fields.actOfDatapoint,      'analyticsRunDatapoint',              value()],
    ['EDIT', `${M}/recover-modules`,                  {},                         'analyticsRecover',                   item(),                         { undocumentedParams: fields.untypedData }],
    ['EDIT', `${M}/sharing-settings`,                 fields.anyData,             'analyticsShare',                     item()],
    ['DELETE', `${M}/sharing-settings`,                 {},                         'analyticsUnshare',                   value()],
    ['GET',  `${U}/dismissed-items`,                  {},                         'analyticsDismissedItems',            slugs],
    ['DELETE', `${U}/dismissed-items`,                  fields.dismissedSlugs,      'analyticsRestoreItems',              slugs],
    ['POST', `${U}/dismiss-item`,                     fields.dismissal,           'analyticsDismissItem',               slugs],
    ['GET',  `${U}/expirable-items`,                  {},                         'analyticsTimers',                    item({ keyedBy: 'slug', pluck: 'expires' })],
    ['POST', `${U}/set-expirable-item-timers`,        fields.timers,              'analyticsSetTimers',                 item({ keyedBy: 'slug', pluck: 'expires' })],
    ['GET',  `${U}/permissions`,                      {},                         'analyticsPermissions',               item({ keyedBy: 'key', pluck: 'isGranted' })],
    ['GET',  `${U}/nonces`,                           {},                         'analyticsNonces',                    value({ as: 'updates' })],
    ['GET',  `${U}/survey-timeouts`,                  {},                         'analyticsSurveyTimeouts',            value()],
    ['GET',  `${U}/survey`,                           {},                         'analyticsSurvey',                    value({ as: 'survey' })],
    ['GET',  `${U}/dismissed-tours`,                  {},                         'analyticsDismissedTours',            slugs],
    ['GET',  `${U}/dismissed-prompts`,                {},                         'analyticsDismissedPrompts',          bySlug],
    ['POST', `${U}/survey-trigger`,                   fields.surveyTrigger,       'analyticsTriggerSurvey',             success],
    ['POST', `${U}/survey-event`,                     fields.surveyEvent,         'analyticsSurveyEvent',               value()],
    ['EDIT', `${S}/reset`,                            {},                         'analyticsReset',                     always],
    ['EDIT', `${S}/reset-persistent`,                 {},                         'analyticsResetPersistent',           always],
    ['GET',  `${S}/developer-plugin`,                 {},                         'analyticsDeveloperPlugin',           item()],
    ['GET',  `${S}/site-health-tag-placement-test`,   {},                         'analyticsTagPlacement',              value({ as: 'description', extra: tagTest })],
    ['GET',  `${S}/health-checks`,                    {},                         'analyticsHealth',                    value({ as: 'checks' })],
    ['GET',  `${S}/ads-measurement-status`,           {},                         'analyticsMeasuresAds',               value({ as: 'connected' })],
    ['GET',  '/core/search/data/entity-search',       fields.entityQuery,         'analyticsEntities',                  item()],
    ['GET',  `${S}/notifications`,                    {},                         'analyticsNotifications',             item()],
    ['GET',  `${S}/consent-api-info`,                 {},                         'analyticsConsentApi',                item()],
    ['GET',  `${U}/tracking`,                         {},                         'analyticsTracking',                  item()],
    ['POST', `${U}/tracking`,                         fields.tracking,            'analyticsChangeTracking',            item()],
    ['GET',  `${S}/admin-bar-settings`,               {},                         'analyticsAdminBar',                  item()],
    ['POST', `${S}/admin-bar-settings`,               fields.adminBar,            'analyticsChangeAdminBar',            item()],
    ['EDIT', `${S}/mark-notification`,                fields.notificationMark,    'analyticsMarkNotification',          success],
    ['POST', `${U}/dismiss-tour`,                     fields.dismissal,           'analyticsDismissTour',               slugs],
    ['POST', `${U}/dismiss-prompt`,                   fields.dismissal,           'analyticsDismissPrompt',             bySlug],
    ['GET',  `${U}/key-metrics`,                      {},                         'analyticsKeyMetrics',                item()],
    ['POST', `${U}/key-metrics`,                      fields.keyMetrics,          'analyticsChangeKeyMetrics',          item()],
    ['GET',  `${S}/consent-mode`,                     {},                         'analyticsConsentMode',               item()],
    ['EDIT', `${S}/consent-mode`,                     fields.consentMode,         'analyticsChangeConsentMode',         item()],
    ['EDIT', `${S}/consent-api-activate`,             {},                         'analyticsActivateConsentApi',        done,                           unknownModuleOptions],
    ['GET',  `${S}/conversion-tracking`,              {},                         'analyticsConversionTracking',        item()],
    ['EDIT', `${S}/conversion-tracking`,              fields.conversionTracking,  'analyticsChangeConversionTracking',  item()],
    ['GET',  `${S}/email-reporting`,                  {},                         'analyticsReportMails',               item()],
    ['EDIT', `${S}/email-reporting`,                  fields.reportMails,         'analyticsChangeReportMails',         item()],
    ['GET',  `${S}/email-reporting-eligible-subscribers`, fields.users,           'analyticsReportCandidates',          item()],
    ['GET',  `${S}/email-reporting-subscribed-users`, fields.users,               'analyticsReportSubscribers',         item()],
    ['EDIT', `${S}/email-reporting-unsubscribe-user`, fields.userId,              'analyticsUnsubscribeReader',         success],
    ['EDIT', `${S}/email-reporting-invite-user`,      fields.userId,              'analyticsInviteReader',              success],
    ['GET',  `${S}/email-reporting-errors`,           {},                         'analyticsReportFailures',            item({ empty: [] })],
  ],
  { failures, cachesResponses: false, segments: { slug: '[a-z0-9\\-]+', datapoint: '[a-z\\-]+' } },
);
