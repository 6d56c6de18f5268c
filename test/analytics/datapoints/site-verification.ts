import type { DatapointRow } from './row.ts';

const RESOURCES = '/siteVerification/v1/webResource';
const createResource = (id: string, type: string, identifier: string) => ({ id, site: { type, identifier }, owners: ['a@example.org'] });
const items = [
  createResource('http%3A%2F%2Fother.test%2F', 'SITE', 'http://other.test/'),
  createResource('dns%3A%2F%2Fdomain.test', 'INET_DOMAIN', 'domain.test'),
];
const META = '<meta name="google-site-verification" content="proof-1" />';

/** Datapoints of site verification (docs/behaviour/analytics.md 6.5). */
export const siteVerification: DatapointRow[] = [
  {
    datapoint: 'GET verified-sites',
    provider: { [`GET ${RESOURCES}`]: { items } },
    response: {
      'http%3A%2F%2Fother.test%2F': { identifier: 'http://other.test/', type: 'SITE' },
      'dns%3A%2F%2Fdomain.test': { identifier: 'domain.test', type: 'INET_DOMAIN' },
    },
  },
  {
    datapoint: 'GET verification',
    title: 'for this site',
    provider: { [`GET ${RESOURCES}`]: { items } },
    response: { identifier: 'http://site.test/', type: 'SITE', verified: false },
  },
  {
    datapoint: 'GET verification',
    title: 'for a domain',
    parameters: { siteURL: 'https://www.domain.test/' },
    provider: { [`GET ${RESOURCES}`]: { items } },
    response: { identifier: 'domain.test', type: 'INET_DOMAIN', verified: true },
  },
  {
    datapoint: 'GET verification-token',
    provider: { 'POST /siteVerification/v1/token': { method: 'META', token: META } },
    body: { verificationMethod: 'META', site: { identifier: 'http://site.test/', type: 'SITE' } },
    response: { method: 'META', token: META },
  },
  { datapoint: 'GET verification-token', title: 'the stored token, without a provider request', response: { method: 'META', token: META } },
  {
    datapoint: 'POST verification',
    title: 'a site that is already verified',
    parameters: { siteURL: 'http://other.test/' },
    provider: { [`GET ${RESOURCES}`]: { items } },
    response: { identifier: 'http://other.test/', type: 'SITE', verified: true },
  },
  {
    datapoint: 'POST verification',
    parameters: { siteURL: 'http://site.test/' },
    provider: {
      [`POST ${RESOURCES}`]: createResource('x', 'SITE', 'http://site.test/'),
      [`GET ${RESOURCES}`]: { items: [] },
    },
    query: { verificationMethod: 'META' },
    body: { site: { identifier: 'https://site.test/', type: 'SITE' } },
    response: { identifier: 'http://site.test/', type: 'SITE', verified: true },
  },
];
