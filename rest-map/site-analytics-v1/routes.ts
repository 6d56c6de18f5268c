import { CREATE, DELETE, EDIT, everything, item, namespace, READ, text, value } from '#app/rest/table.ts';
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
/** Slugs of dismissed items. */
const slugs = item({ pluck: 'slug' });
const bySlug = item({ keyedBy: 'slug' });
/** Fixed members of the only site health test (5.10). */
const tagTest = { label: 'Tag Placement', status: 'good', badge: { label: 'Analytics', color: 'blue' }, actions: '', test: 'tag_placement' };
const sent = { undocumentedParams: { sent: everything() } };
const unknownModuleOptions = { failures: unknownModule };

/** Published interface, document 2, "Analytics connector"; behavior: analytics.md. */
export default namespace(
  'site-analytics/v1',
  [
    // methods path                                   parameters                  runs                                  response                        options
    [EDIT,   `${S}/setup-tag`,                        {},                         'analyticsSetupTag',                  value({ as: 'token' })],
    [READ,   `${S}/connection`,                       {},                         'analyticsConnection',                item()],
    [READ,   `${U}/authentication`,                   {},                         'analyticsAuthentication',            item()],
    [EDIT,   `${U}/disconnect`,                       {},                         'analyticsDisconnect',                always],
    [CREATE, `${U}/get-token`,                        {},                         'analyticsToken',                     value({ as: 'token', empty: false })],
    [READ,   `${U}/user-input-settings`,              {},                         'analyticsUserInput',                 item()],
    [CREATE, `${U}/user-input-settings`,              fields.userInput,           'analyticsAnswer',                    item()],
    [READ,   `${U}/audience-settings`,                {},                         'analyticsAudienceSettings',          item()],
    [EDIT,   `${U}/audience-settings`,                fields.audienceSettings,    'analyticsChangeAudienceSettings',    item()],
    [READ,   `${U}/conversion-reporting-settings`,    {},                         'analyticsConversionReporting',       item()],
    [EDIT,   `${U}/conversion-reporting-settings`,    fields.conversionReporting, 'analyticsChangeConversionReporting', item()],
    [READ,   `${U}/email-reporting-settings`,         {},                         'analyticsReportSubscription',        item()],
    [EDIT,   `${U}/email-reporting-settings`,         fields.reportSubscription,  'analyticsChangeSubscription',        item()],
    [READ,   `${U}/email-reporting-next-report`,      {},                         'analyticsNextReport',                item({ as: 'timestamp' })],
    [READ,   `${U}/initial-setup-settings`,           {},                         'analyticsInitialSetup',              item()],
    [EDIT,   `${U}/initial-setup-settings`,           fields.initialSetup,        'analyticsChangeInitialSetup',        item()],
    [READ,   `${M}/list`,                             {},                         'analyticsModules',                   item()],
    [EDIT,   `${M}/activation`,                       fields.activation,          'analyticsActivate',                  done,                           unknownModuleOptions],
    [READ,   `${M}/info`,                             fields.moduleSlug,          'analyticsModule',                    item(),                         unknownModuleOptions],
    [EDIT,   `${M}/check-access`,                     fields.checkAccess,         'analyticsCheckAccess',               value({ as: 'access' }),        { undocumentedParams: { slug: text() } }],
    [READ,   `${D}/notifications`,                    fields.ofModule,            'analyticsModuleNotifications',       item()],
    [READ,   `${D}/settings`,                         fields.ofModule,            'analyticsModuleSettings',            value()],
    [EDIT,   `${D}/settings`,                         fields.settingsOfModule,    'analyticsChangeModuleSettings',      value()],
    [CREATE, `${D}/data-available`,                   {},                         'analyticsDataAvailable',             value()],
    [READ,   `${D}/{datapoint}`,                      fields.ofDatapoint,         'analyticsDatapoint',                 value(),                        sent],
    [EDIT,   `${D}/{datapoint}`,                      fields.actOfDatapoint,      'analyticsRunDatapoint',              value()],
    [EDIT,   `${M}/recover-modules`,                  {},                         'analyticsRecover',                   item(),                         { undocumentedParams: fields.untypedData }],
    [EDIT,   `${M}/sharing-settings`,                 fields.anyData,             'analyticsShare',                     item()],
    [DELETE, `${M}/sharing-settings`,                 {},                         'analyticsUnshare',                   value()],
    [READ,   `${U}/dismissed-items`,                  {},                         'analyticsDismissedItems',            slugs],
    [DELETE, `${U}/dismissed-items`,                  fields.dismissedSlugs,      'analyticsRestoreItems',              slugs],
    [CREATE, `${U}/dismiss-item`,                     fields.dismissal,           'analyticsDismissItem',               slugs],
    [READ,   `${U}/expirable-items`,                  {},                         'analyticsTimers',                    item({ keyedBy: 'slug', pluck: 'expires' })],
    [CREATE, `${U}/set-expirable-item-timers`,        fields.timers,              'analyticsSetTimers',                 item({ keyedBy: 'slug', pluck: 'expires' })],
    [READ,   `${U}/permissions`,                      {},                         'analyticsPermissions',               item({ keyedBy: 'key', pluck: 'isGranted' })],
    [READ,   `${U}/nonces`,                           {},                         'analyticsNonces',                    value({ as: 'updates' })],
    [READ,   `${U}/survey-timeouts`,                  {},                         'analyticsSurveyTimeouts',            value()],
    [READ,   `${U}/survey`,                           {},                         'analyticsSurvey',                    value({ as: 'survey' })],
    [READ,   `${U}/dismissed-tours`,                  {},                         'analyticsDismissedTours',            slugs],
    [READ,   `${U}/dismissed-prompts`,                {},                         'analyticsDismissedPrompts',          bySlug],
    [CREATE, `${U}/survey-trigger`,                   fields.surveyTrigger,       'analyticsTriggerSurvey',             success],
    [CREATE, `${U}/survey-event`,                     fields.surveyEvent,         'analyticsSurveyEvent',               value()],
    [EDIT,   `${S}/reset`,                            {},                         'analyticsReset',                     always],
    [EDIT,   `${S}/reset-persistent`,                 {},                         'analyticsResetPersistent',           always],
    [READ,   `${S}/developer-plugin`,                 {},                         'analyticsDeveloperPlugin',           item()],
    [READ,   `${S}/site-health-tag-placement-test`,   {},                         'analyticsTagPlacement',              value({ as: 'description', extra: tagTest })],
    [READ,   `${S}/health-checks`,                    {},                         'analyticsHealth',                    value({ as: 'checks' })],
    [READ,   `${S}/ads-measurement-status`,           {},                         'analyticsMeasuresAds',               value({ as: 'connected' })],
    [READ,   '/core/search/data/entity-search',       fields.entityQuery,         'analyticsEntities',                  item()],
    [READ,   `${S}/notifications`,                    {},                         'analyticsNotifications',             item()],
    [READ,   `${S}/consent-api-info`,                 {},                         'analyticsConsentApi',                item()],
    [READ,   `${U}/tracking`,                         {},                         'analyticsTracking',                  item()],
    [CREATE, `${U}/tracking`,                         fields.tracking,            'analyticsChangeTracking',            item()],
    [READ,   `${S}/admin-bar-settings`,               {},                         'analyticsAdminBar',                  item()],
    [CREATE, `${S}/admin-bar-settings`,               fields.adminBar,            'analyticsChangeAdminBar',            item()],
    [EDIT,   `${S}/mark-notification`,                fields.notificationMark,    'analyticsMarkNotification',          success],
    [CREATE, `${U}/dismiss-tour`,                     fields.dismissal,           'analyticsDismissTour',               slugs],
    [CREATE, `${U}/dismiss-prompt`,                   fields.dismissal,           'analyticsDismissPrompt',             bySlug],
    [READ,   `${U}/key-metrics`,                      {},                         'analyticsKeyMetrics',                item()],
    [CREATE, `${U}/key-metrics`,                      fields.keyMetrics,          'analyticsChangeKeyMetrics',          item()],
    [READ,   `${S}/consent-mode`,                     {},                         'analyticsConsentMode',               item()],
    [EDIT,   `${S}/consent-mode`,                     fields.consentMode,         'analyticsChangeConsentMode',         item()],
    [EDIT,   `${S}/consent-api-activate`,             {},                         'analyticsActivateConsentApi',        done,                           unknownModuleOptions],
    [READ,   `${S}/conversion-tracking`,              {},                         'analyticsConversionTracking',        item()],
    [EDIT,   `${S}/conversion-tracking`,              fields.conversionTracking,  'analyticsChangeConversionTracking',  item()],
    [READ,   `${S}/email-reporting`,                  {},                         'analyticsReportMails',               item()],
    [EDIT,   `${S}/email-reporting`,                  fields.reportMails,         'analyticsChangeReportMails',         item()],
    [READ,   `${S}/email-reporting-eligible-subscribers`, fields.users,           'analyticsReportCandidates',          item()],
    [READ,   `${S}/email-reporting-subscribed-users`, fields.users,               'analyticsReportSubscribers',         item()],
    [EDIT,   `${S}/email-reporting-unsubscribe-user`, fields.userId,              'analyticsUnsubscribeReader',         success],
    [EDIT,   `${S}/email-reporting-invite-user`,      fields.userId,              'analyticsInviteReader',              success],
    [READ,   `${S}/email-reporting-errors`,           {},                         'analyticsReportFailures',            item({ empty: [] })],
  ],
  { failures, cachesResponses: false, segments: { slug: '[a-z0-9\\-]+', datapoint: '[a-z\\-]+' } },
);
