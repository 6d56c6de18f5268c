import type { DatapointRow } from './row.ts';

const account = [
  { path: 'accounts/9', accountId: '9', name: 'b' },
  { path: 'accounts/8', accountId: '8', name: 'A' },
];
const web = { path: 'accounts/8/containers/1', containerId: '1', publicId: 'GTM-W', name: 'z', usageContext: ['web'] };
const amp = { path: 'accounts/8/containers/2', containerId: '2', publicId: 'GTM-A', name: 'Y', usageContext: ['amp'] };
const app = { path: 'accounts/8/containers/3', containerId: '3', publicId: 'GTM-X', name: 'X', usageContext: ['iosSdk5'] };
const container = [web, app, amp];
const ACCOUNTS = 'GET /tagmanager/v2/accounts';
const CONTAINERS = '/tagmanager/v2/accounts/8/containers';
const sorted = [account[1], account[0]];

/** Datapoints of Tag Manager (docs/behaviour/analytics.md 6.5). */
export const tagManager: DatapointRow[] = [
  { datapoint: 'GET accounts', provider: { [ACCOUNTS]: { account } }, response: sorted },
  {
    datapoint: 'GET accounts-containers',
    title: 'containers of the first account',
    provider: { [ACCOUNTS]: { account }, [`GET ${CONTAINERS}`]: { container } },
    response: { accounts: sorted, containers: [amp, web] },
  },
  {
    datapoint: 'GET accounts-containers',
    title: 'without accounts',
    provider: { [ACCOUNTS]: {} },
    response: { accounts: [], containers: [] },
  },
  { datapoint: 'GET containers', parameters: { accountID: '8' }, provider: { [`GET ${CONTAINERS}`]: { container } }, response: [amp, web] },
  {
    datapoint: 'GET containers',
    title: 'for one usage context',
    parameters: { accountID: 8, usageContext: 'web' },
    provider: { [`GET ${CONTAINERS}`]: { container } },
    response: [web],
  },
  {
    datapoint: 'POST create-container',
    parameters: { accountID: '8', usageContext: 'amp', name: 'Mine' },
    provider: { [`POST ${CONTAINERS}`]: amp },
    body: { name: 'Mine', usageContext: ['amp'] },
    response: amp,
  },
  {
    datapoint: 'GET live-container-version',
    parameters: { accountID: '8', internalContainerID: '1' },
    provider: { [`GET ${CONTAINERS}/1/versions:live`]: { container: web, tag: [] } },
    response: { container: web, tag: [] },
  },
];
