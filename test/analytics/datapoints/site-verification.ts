import type { DatapointRow } from './row.ts';

const RESOURCES = '/siteVerification/v1/webResource';
const resource = (id: string, type: string, identifier: string) => ({ id, site: { type, identifier }, owners: ['a@example.org'] });
const items = [
  resource('http%3A%2F%2Fother.test%2F', 'SITE', 'http://other.test/'),
  resource('dns%3A%2F%2Fdomain.test', 'INET_DOMAIN', 'domain.test'),
];
const none = { items: [] };
const META = '<meta name="google-site-verification" content="proof-1" />';

/** Datapoints of site verification (analytics.md 6.5). */
export const siteVerification: DatapointRow[] = [
  {
    point: 'GET verified-sites',
    provider: { [`GET ${RESOURCES}`]: { items } },
    answer: {
      'http%3A%2F%2Fother.test%2F': { identifier: 'http://other.test/', type: 'SITE' },
      'dns%3A%2F%2Fdomain.test': { identifier: 'domain.test', type: 'INET_DOMAIN' },
    },
  },
  {
    point: 'GET verification',
    shows: 'for this site',
    provider: { [`GET ${RESOURCES}`]: { items } },
    answer: { identifier: 'http://site.test/', type: 'SITE', verified: false },
  },
  {
    point: 'GET verification',
    shows: 'for a domain',
    parameters: { siteURL: 'https://www.domain.test/' },
    provider: { [`GET ${RESOURCES}`]: { items } },
    answer: { identifier: 'domain.test', type: 'INET_DOMAIN', verified: true },
  },
  {
    point: 'GET verification-token',
    provider: { 'POST /siteVerification/v1/token': { method: 'META', token: META } },
    body: { verificationMethod: 'META', site: { identifier: 'http://site.test/', type: 'SITE' } },
    answer: { method: 'META', token: META },
  },
  { point: 'GET verification-token', shows: 'the stored token, without a provider request', answer: { method: 'META', token: META } },
  {
    point: 'POST verification',
    shows: 'a site that is already verified',
    parameters: { siteURL: 'http://other.test/' },
    provider: { [`GET ${RESOURCES}`]: { items } },
    answer: { identifier: 'http://other.test/', type: 'SITE', verified: true },
  },
  {
    point: 'POST verification',
    parameters: { siteURL: 'http://site.test/' },
    provider: {
      [`POST ${RESOURCES}`]: resource('x', 'SITE', 'http://site.test/'),
      [`GET ${RESOURCES}`]: none,
    },
    query: { verificationMethod: 'META' },
    body: { site: { identifier: 'https://site.test/', type: 'SITE' } },
    answer: { identifier: 'http://site.test/', type: 'SITE', verified: true },
  },
];
