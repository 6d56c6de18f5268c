import type { Subject } from '../subject.ts';
import { consents } from './data.ts';
import { createConsentRequests } from './visitors.ts';

const COUNT = 1_000_000;

export const consentSubject: Subject = {
  title: `Consents (${COUNT.toLocaleString('en')})`,
  fill: consents(COUNT),
  folder: 'consent',
  ready: '/',
  environment: { TRUST_PROXY: '1' },
  async workloads() {
    return [
      {
        name: 'document a consent',
        limit: createConsentRequests('/consent', 0),
        byHand: createConsentRequests('/consent', 4_000_000),
        marquee: createConsentRequests('/rest/consent-banner/v1/consent', 8_000_000),
        bar: 2,
      },
    ];
  },
};
