import type { DatapointRow } from './row.ts';

const publications = [
  { publicationId: 'one', displayName: 'One', onboardingState: 'ONBOARDING_COMPLETE', products: [{ name: 'one:openaccess' }] },
  { publicationId: 'two', displayName: 'Two', onboardingState: 'PENDING_VERIFICATION' },
];
const LIST = 'GET /v1/publications';
const provider = { [LIST]: { publications } };

/** Datapoints of Reader Revenue Manager (docs/behaviour/analytics.md 6.5). */
export const readerRevenueManager: DatapointRow[] = [
  {
    datapoint: 'GET publications',
    provider,
    query: {
      filter: ['https://site.test/', 'https://www.site.test/', 'http://site.test/', 'http://www.site.test/']
        .map((form) => `site_url = "${form}"`)
        .join(' OR '),
    },
    response: publications,
  },
  {
    datapoint: 'POST sync-publication-onboarding-state',
    title: 'nothing changed',
    parameters: { publicationID: 'one', publicationOnboardingState: 'ONBOARDING_COMPLETE' },
    provider,
    response: {},
  },
  {
    datapoint: 'POST sync-publication-onboarding-state',
    title: 'another state',
    settings: { publicationID: 'two' },
    parameters: { publicationID: 'two', publicationOnboardingState: 'ONBOARDING_ACTION_REQUIRED' },
    provider,
    response: { publicationID: 'two', publicationOnboardingState: 'PENDING_VERIFICATION' },
  },
];
