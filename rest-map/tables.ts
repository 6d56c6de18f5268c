/** Every namespace with routes, one line each. Its folder is its name with `-` for `/`. */

export { default as batchV1 } from './batch-v1/routes.ts';
export { default as complianceV1 } from './compliance-v1/routes.ts';
export { default as consentBannerV1 } from './consent-banner-v1/routes.ts';
export { default as coreV2 } from './core-v2/routes.ts';
export { default as evtV1 } from './evt-v1/routes.ts';
export { default as evtV2Onboarding } from './evt-v2-onboarding/routes.ts';
export { default as mapsV1 } from './maps-v1/routes.ts';
export { default as oembed } from './oembed-1.0/routes.ts';
export { default as securityV1TwoFaV2 } from './security-v1-two-fa-v2/routes.ts';
export { default as siteAnalyticsV1 } from './site-analytics-v1/routes.ts';
export { default as galleryConvertV1 } from './gallery-convert-v1/routes.ts';
export { default as npsSurveyV1 } from './nps-survey-v1/routes.ts';
export { default as productManagerClientV1 } from './product-manager-client-v1/routes.ts';
export { default as pageCacheV1 } from './page-cache-v1/routes.ts';
export { default as queueV1 } from './queue-v1/routes.ts';
export { default as siteIndex } from './site-index/routes.ts';
export { default as themeV1 } from './theme-v1/routes.ts';
export { default as utilsV1 } from './utils-v1/routes.ts';
export { default as vendorEventAggregatorV1 } from './vendor-event-aggregator-v1/routes.ts';
export { default as vendorEventsV1 } from './vendor-events-v1/routes.ts';
export { default as vendorTicketsOnboarding } from './vendor-tickets-onboarding/routes.ts';
export { default as vendorTicketsV1 } from './vendor-tickets-v1/routes.ts';
export { default as vendorViewsV2 } from './vendor-views-v2/routes.ts';
