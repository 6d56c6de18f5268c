import type { Input } from './inputs.ts';

/** Inputs of analytics routes that do not publish all parameters, by method and path. The first input is valid. */

const settings = (...list: unknown[]): Input[] => list.map((value) => ({ data: { settings: value } }));
const data = (...list: unknown[]): Input[] => list.map((value) => ({ data: value }));

const S = '/site-analytics/v1/core/site/data';
const U = '/site-analytics/v1/core/user/data';
const M = '/site-analytics/v1/core/modules/data';
const D = '/site-analytics/v1/modules/{slug}/data';

const session = { session_id: 's-1', session_token: 't-1' };
const switchInputs = [...settings({ enabled: true }, { enabled: 0 }, { enabled: 'maybe' }, {}), ...data({})];
const slugs = data({ slug: 'a' }, { slug: 'a', expiration: 60 }, { slug: '' }, {}, { slug: 7, expiration: 'soon' });

const inputs: Readonly<Record<string, Input[]>> = {
  [`POST ${U}/user-input-settings`]: settings(
    { purpose: ['sell_products'], postFrequency: ['daily'], goals: ['a', 'b'], includeConversionEvents: ['contact'] },
    { questions: { purpose: ['other'], goals: 'one' } },
    { purpose: [{ a: 1 }, 7], unknown: ['x'] },
    {},
  ),
  [`POST ${U}/audience-settings`]: settings({ configuredAudiences: ['a', ''] }, { isAudienceSegmentationWidgetHidden: 1 }, { odd: 1 }, {}),
  [`POST ${U}/conversion-reporting-settings`]: settings(
    { newEventsCalloutDismissedAt: 1_700_000_000 },
    { lostEventsCalloutDismissedAt: '5' },
    { lostEventsCalloutDismissedAt: 'x' },
  ),
  [`POST ${U}/email-reporting-settings`]: settings({ subscribed: true }, { frequency: 'monthly' }, { frequency: 'hourly' }, {}),
  [`POST ${U}/initial-setup-settings`]: settings({ isAnalyticsSetupComplete: true }, { hasSitePurposeAnswer: null }, {}),
  [`POST ${U}/key-metrics`]: settings(
    { widgetSlugs: ['b', 'a', 'a', ''], isWidgetHidden: false },
    { isWidgetHidden: true },
    { widgetSlugs: [], isWidgetHidden: true },
    { widgetSlugs: 'a b' },
  ),
  [`POST ${U}/tracking`]: data({ enabled: true }, { enabled: 'false' }, { enabled: 123 }, {}),
  [`POST ${U}/dismiss-item`]: slugs,
  [`POST ${U}/dismiss-prompt`]: slugs,
  [`POST ${U}/dismiss-tour`]: slugs,
  [`DELETE ${U}/dismissed-items`]: data({ slugs: ['a', 'nothing'] }, { slugs: [] }, { slugs: ['a'], other: 1 }),
  [`POST ${U}/set-expirable-item-timers`]: data(
    [{ slug: 'a', expiration: 60 }],
    [],
    [
      { slug: 'b', expiration: 60 },
      { slug: '', expiration: 60 },
    ],
    [{ slug: 'a', expiration: 0 }],
    [{ slug: 'a' }],
  ),
  [`POST ${U}/survey-trigger`]: data({ triggerID: 'opened', ttl: 60 }, { triggerID: 'seen' }, { triggerID: 'seen', ttl: -1 }, {}),
  [`POST ${U}/survey-event`]: data(
    { session, event: { survey_shown: {} } },
    { session, event: { survey_closed: {} } },
    { session, event: { question_answered: { question_ordinal: 1 } } },
    { session },
  ),
  [`POST ${S}/admin-bar-settings`]: data({ enabled: false }, {}, { enabled: 'maybe' }),
  [`POST ${S}/consent-mode`]: settings({ enabled: true, regions: ['de', 'US-CA', 'EARTH', 'DE'] }, { regions: [] }, { odd: 1 }, {}),
  [`POST ${S}/conversion-tracking`]: switchInputs,
  [`POST ${S}/email-reporting`]: switchInputs,
  [`POST ${S}/mark-notification`]: data({ notificationID: 'none', notificationState: 'dismissed' }, { notificationID: 'none' }, {}),
  [`POST ${S}/email-reporting-invite-user`]: data({ userID: 2 }, { userID: 2_000_000_000 }, { userID: 0 }, { userID: 'two' }),
  [`POST ${S}/email-reporting-unsubscribe-user`]: data({ userID: 2 }, { userID: 2_000_000_000 }, {}),
  [`POST ${M}/activation`]: data(
    { slug: 'analytics-4', active: true },
    { slug: 'ads', active: '1' },
    { slug: 'site-verification' },
    { slug: 'nothing', active: true },
    {},
  ),
  [`GET ${M}/info`]: [{ slug: 'search-console' }, { slug: 'nothing' }, {}],
  [`POST ${M}/check-access`]: [
    ...data({ slug: 'pagespeed-insights' }, { slug: 'ads' }),
    { slug: 'search-console', data: {} },
    { data: {} },
  ],
  [`POST ${M}/recover-modules`]: [...data({ slugs: ['search-console', 'ads'] }, { slugs: [] }, 'all'), {}],
  [`POST ${M}/sharing-settings`]: data(
    { 'search-console': { sharedRoles: ['editor', 'subscriber', 'nobody'], management: 'all_admins' } },
    { 'pagespeed-insights': { sharedRoles: ['author'], management: 'odd' }, nothing: {}, ads: 7 },
    {},
  ),
  [`POST ${D}/settings`]: data({ propertyID: 'http://site.test/', odd: 1 }, {}, 'text'),
  [`GET ${D}/{datapoint}`]: [{}, { siteURL: 'http://site.test/', strict: true }],
  [`POST ${D}/{datapoint}`]: data({ siteURL: 'http://site.test/' }, {}),
  ['GET /site-analytics/v1/core/search/data/entity-search']: [
    { query: 'hello' },
    { query: 'http://site.test/hello-world/' },
    { query: 'https://elsewhere.example/' },
    { query: '%2541' },
    {},
  ],
};

const pages: Input[] = [{}, { page: 2, per_page: 1 }, { search: 'adm' }, { page: 0 }, { per_page: 101 }];

/** Returns inputs for an analytics route, or undefined for other namespaces. */
export function getAnalyticsInputs(path: string, method: string): Input[] | undefined {
  if (!path.startsWith('/site-analytics/v1/')) return undefined;
  return inputs[`${method} ${path}`] ?? (/-(subscribers|users)$/.test(path) ? pages : [{}]);
}

/** True for routes that remove data that other routes need. */
export const removesAnalyticsData = (path: string): boolean => /^\/site-analytics\/v1\/.*\/(reset|reset-persistent|disconnect)$/.test(path);

/** Connects the site and an administrator's account, because most routes are refused otherwise. */
export async function connectAnalytics(site: {
  graphql(source: string, variables: Record<string, unknown>, as: 'administrator'): Promise<{ errors: readonly { message: string }[] }>;
}): Promise<void> {
  const { errors } = await site.graphql(
    `mutation($property: String!, $scopes: [String!]!) {
      connectAnalyticsSite(clientId: "client-1", clientSecret: "secret-1") { connected }
      updateAnalyticsSearchConsoleSettings(changes: { propertyId: $property }) { __typename }
      importAnalyticsToken(accessToken: "token-1", refreshToken: "token-2", scopes: $scopes, verified: true) { authenticated }
    }`,
    { property: 'http://site.test/', scopes: ['openid'] },
    'administrator',
  );
  if (errors[0]) throw new Error(errors[0].message);
}
