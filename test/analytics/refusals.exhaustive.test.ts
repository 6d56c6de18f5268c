import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeQuery } from '../contract/inputs.ts';
import type { TestUserName } from '../support/site.ts';
import { type AnalyticsSite, D, M, U } from './analytics-site.ts';
import { type Provider, type ProviderRequest, createRefusal, sendJson } from './provider.ts';
import { openSiteWithProvider } from './site-with-provider.ts';

let site: AnalyticsSite;
let provider: Provider;

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`;
const scopes = [
  'openid',
  ...['siteverification', 'webmasters', 'analytics.readonly', 'adsense.readonly', 'tagmanager.readonly', 'tagmanager.edit.containers'].map(
    scope,
  ),
  scope('analytics.edit'),
  scope('subscribewithgoogle.publications.readonly'),
];
const slugs = ['analytics-4', 'adsense', 'tagmanager', 'ads', 'sign-in-with-google', 'reader-revenue-manager'];

beforeAll(async () => {
  ({ site, provider } = await openSiteWithProvider());
  await site.connect('administrator', { scopes });
  for (const slug of slugs) await site.post(`${M}/activation`, { slug, active: true });
});
beforeEach(() => provider.forget());
afterAll(() => site.close());

function sendRequest(slug: string, datapoint: string, parameters: Record<string, unknown> = {}, as: TestUserName = 'administrator') {
  const [method = '', name = ''] = datapoint.split(' ');
  if (method === 'POST') return site.post(`${D(slug)}/${name}`, parameters, as);
  return site.rest('GET', `${D(slug)}/${name}`, { as, query: encodeQuery(parameters) });
}

const missing = (name: string) => ({ status: 400, code: 'missing_required_param', parameter: name });
const refused = (status: number, code: string | number) => ({ status, code });
const account = { displayName: 'A', regionCode: 'DE', propertyName: 'P', dataStreamName: 'S', timezone: 'UTC' };
const without = (name: string) => Object.fromEntries(Object.entries(account).filter(([key]) => key !== name));

describe('Parameters of datapoints (docs/behaviour/analytics.md 6.5)', () => {
  type Fault = [
    slug: string,
    datapoint: string,
    parameters: Record<string, unknown>,
    expected: { status: number; code: string | number; parameter?: string },
  ];
  const invalidRequests: Fault[] = [
    ['search-console', 'POST site', {}, missing('siteURL')],
    ['site-verification', 'POST verification', {}, missing('siteURL')],
    ['pagespeed-insights', 'GET pagespeed', {}, missing('strategy')],
    ['pagespeed-insights', 'GET pagespeed', { strategy: 'tablet' }, refused(400, 'invalid_param')],
    ...['clients', 'alerts', 'sites', 'adunits'].map((name): Fault => ['adsense', `GET ${name}`, {}, missing('accountID')]),
    ['adsense', 'GET adunits', { accountID: 'a' }, missing('clientID')],
    ['adsense', 'GET report', {}, refused(500, 'account_id_not_set')],
    ['adsense', 'POST sync-ad-blocking-recovery-tags', {}, refused(500, 'module_not_connected')],
    ['tagmanager', 'GET containers', {}, missing('accountID')],
    ['tagmanager', 'POST create-container', {}, missing('accountID')],
    ['tagmanager', 'POST create-container', { accountID: '1', usageContext: 'tv' }, refused(400, 'invalid_param')],
    ['tagmanager', 'GET live-container-version', {}, missing('accountID')],
    ['tagmanager', 'GET live-container-version', { accountID: '1' }, missing('internalContainerID')],
    ['reader-revenue-manager', 'POST sync-publication-onboarding-state', {}, missing('publicationID')],
    ['reader-revenue-manager', 'POST sync-publication-onboarding-state', { publicationID: 'a' }, missing('publicationOnboardingState')],
    ['ads', 'GET accounts', {}, refused(400, 'invalid_datapoint')],
    ['analytics-4', 'GET sync-audiences', {}, refused(400, 'invalid_datapoint')],
    ['analytics-4', 'GET properties', {}, missing('accountID')],
    ...['property', 'webdatastreams', 'has-property-access', 'ads-links', 'adsense-links'].map(
      (name): Fault => ['analytics-4', `GET ${name}`, {}, missing('propertyID')],
    ),
    ['analytics-4', 'GET webdatastreams-batch', {}, missing('propertyIDs')],
    ['analytics-4', 'GET webdatastreams-batch', { propertyIDs: '1,2,3,4,5,6,7,8,9,10,11' }, refused(400, 'rest_invalid_param')],
    ['analytics-4', 'GET key-events', {}, refused(500, 'missing_required_setting')],
    ['analytics-4', 'GET report', {}, missing('metrics')],
    ['analytics-4', 'GET report', { metrics: 'a b' }, refused(500, 'invalid_analytics_4_report_metrics')],
    ['analytics-4', 'GET report', { metrics: 'sessions' }, refused(500, 'missing_required_setting')],
    ['analytics-4', 'GET batch-report', {}, missing('requests')],
    [
      'analytics-4',
      'GET batch-report',
      { requests: Array.from({ length: 6 }, () => ({ metrics: 'a' })) },
      refused(400, 'invalid_batch_size'),
    ],
    ['analytics-4', 'GET batch-report', { requests: [{ metrics: 'a' }] }, refused(500, 'missing_required_setting')],
    ['analytics-4', 'GET enhanced-measurement-settings', { webDataStreamID: '1' }, missing('propertyID')],
    ['analytics-4', 'GET enhanced-measurement-settings', { propertyID: '1' }, missing('webDataStreamID')],
    [
      'analytics-4',
      'POST enhanced-measurement-settings',
      { propertyID: '1', webDataStreamID: '2' },
      missing('enhancedMeasurementSettings'),
    ],
    [
      'analytics-4',
      'POST enhanced-measurement-settings',
      { propertyID: '1', webDataStreamID: '2', enhancedMeasurementSettings: { odd: true } },
      refused(400, 'invalid_property_name'),
    ],
    ['analytics-4', 'GET container-lookup', {}, missing('destinationID')],
    ['analytics-4', 'GET google-tag-settings', {}, missing('measurementID')],
    ['analytics-4', 'GET container-destinations', {}, missing('accountID')],
    ['analytics-4', 'GET container-destinations', { accountID: '1' }, missing('containerID')],
    ['analytics-4', 'POST create-property', {}, missing('accountID')],
    ['analytics-4', 'POST create-webdatastream', {}, missing('propertyID')],
    ...Object.keys(account).map((name): Fault => ['analytics-4', 'POST create-account-ticket', without(name), missing(name)]),
    ['analytics-4', 'POST create-custom-dimension', {}, missing('propertyID')],
    ['analytics-4', 'POST create-custom-dimension', { propertyID: '1' }, missing('customDimension')],
    [
      'analytics-4',
      'POST create-custom-dimension',
      { propertyID: '1', customDimension: { odd: 1 } },
      refused(400, 'invalid_property_name'),
    ],
    ['analytics-4', 'POST create-custom-dimension', { propertyID: '1', customDimension: { scope: 'ALL' } }, refused(400, 'invalid_scope')],
    ['analytics-4', 'POST sync-custom-dimensions', {}, refused(500, 'missing_required_setting')],
    ['analytics-4', 'POST custom-dimension-data-available', {}, missing('customDimension')],
    ['analytics-4', 'POST custom-dimension-data-available', { customDimension: 'other' }, refused(400, 'invalid_custom_dimension_slug')],
    ['analytics-4', 'POST create-audience', {}, refused(500, 'missing_required_setting')],
    [
      'analytics-4',
      'POST save-audience-settings',
      { settings: { audienceSegmentationSetupCompletedBy: 'me' } },
      refused(400, 'rest_invalid_param'),
    ],
    ['analytics-4', 'POST save-resource-data-availability-date', {}, missing('resourceType')],
    ['analytics-4', 'POST save-resource-data-availability-date', { resourceType: 'property' }, missing('resourceSlug')],
    ['analytics-4', 'POST save-resource-data-availability-date', { resourceType: 'property', resourceSlug: '1' }, missing('date')],
    [
      'analytics-4',
      'POST save-resource-data-availability-date',
      { resourceType: 'odd', resourceSlug: '1', date: 20_260_101 },
      refused(400, 'rest_invalid_param'),
    ],
    [
      'analytics-4',
      'POST save-resource-data-availability-date',
      { resourceType: 'customDimension', resourceSlug: 'siteanalytics_post_type', date: 20_260_230 },
      refused(400, 'rest_invalid_param'),
    ],
    ['analytics-4', 'POST set-google-tag-id-mismatch', {}, missing('hasMismatchedTag')],
    ['analytics-4', 'POST set-is-web-data-stream-unavailable', {}, missing('isWebDataStreamUnavailable')],
  ];

  it.each(invalidRequests.map((fault) => [`${fault[0]} ${fault[1]} ${JSON.stringify(fault[2]).slice(0, 80)}`, fault] as const))(
    '%s',
    async (_title, [slug, datapoint, parameters, { status, code, parameter }]) => {
      const reply = await sendRequest(slug, datapoint, parameters);
      expect([reply.status, reply.body.code]).toEqual([status, code]);
      if (status === 400) expect(reply.body.data).toEqual({ status: 400 });
      if (parameter !== undefined) expect(reply.body.message).toContain(parameter);
      expect(provider.requests).toEqual([]);
    },
  );
});

describe('Checks before the parameters of a datapoint', () => {
  it('refuses unknown modules, inactive modules and unknown datapoints', async () => {
    expect(await sendRequest('nothing', 'GET sites')).toMatchObject({ status: 404, body: { code: 'invalid_module_slug' } });
    expect(await sendRequest('search-console', 'GET toString')).toMatchObject({ status: 400, body: { code: 'invalid_datapoint' } });
    expect(await sendRequest('search-console', 'GET SITES')).toMatchObject({ status: 404, body: { code: 404 } });
    expect((await sendRequest('search-console', 'GET sites2')).status).toBe(404);
    await site.post(`${M}/activation`, { slug: 'ads', active: false });
    expect(await sendRequest('ads', 'GET accounts')).toMatchObject({ status: 403, body: { code: 'module_not_active' } });
    await site.post(`${M}/activation`, { slug: 'ads', active: true });
  });

  it('requires the scopes of the datapoint, then those of the module, even without a provider request', async () => {
    await site.connect('administrator2', { scopes: ['openid', scope('analytics.edit')] });
    const missingScopes = async (datapoint: string, parameters = {}) => {
      const { status, body } = await sendRequest('analytics-4', datapoint, parameters, 'administrator2');
      expect([status, body.code]).toEqual([403, 'missing_required_scopes']);
      return body.data;
    };
    expect(await missingScopes('GET container-lookup')).toEqual({ status: 403, scopes: [scope('tagmanager.readonly')] });
    expect(await missingScopes('POST create-property')).toEqual({ status: 403, scopes: [scope('analytics.readonly')] });
    expect(await missingScopes('GET audience-settings')).toEqual({ status: 403, scopes: [scope('analytics.readonly')] });
    await site.connect('administrator2', { scopes: ['openid', scope('analytics'), scope('analytics.edit')] });
    expect((await sendRequest('analytics-4', 'GET audience-settings', {}, 'administrator2')).status).toBe(200);
    expect((await sendRequest('pagespeed-insights', 'GET pagespeed', { strategy: 'mobile' }, 'administrator2')).body.code).toBe(404);
  });

  it('requires a manager for compatibility checks of sign-in, and returns the obstacles', async () => {
    const { status, body } = await sendRequest('sign-in-with-google', 'GET compatibility-checks');
    expect([status, body]).toEqual([200, { checks: expect.anything(), timestamp: expect.any(Number) }]);
    await site.post(`${U}/disconnect`, undefined, 'administrator2');
    expect(await sendRequest('sign-in-with-google', 'GET compatibility-checks', {}, 'administrator2')).toMatchObject({
      status: 403,
      body: { code: 'rest_forbidden' },
    });
  });
});

describe('Error responses of the provider (docs/behaviour/analytics.md 6.6)', () => {
  const SITES = 'GET /webmasters/v3/sites';
  const sites = async () => {
    const { status, body } = await sendRequest('search-console', 'GET sites');
    return { status, ...body };
  };

  it.each([400, 403, 404, 409, 429, 500, 502, 503])(
    '%i with an error returns its status, first message and first reason',
    async (status) => {
      provider.respond(SITES, createRefusal(status, 'As the provider says.', 'why'));
      expect(await sites()).toEqual({ status, code: status, message: 'As the provider says.', data: { status, reason: 'why' } });
      expect(provider.requests).toHaveLength(1);
    },
  );

  it('reads the reason of the newer error format, and accepts an error with only a message', async () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'SERVICE_DISABLED', domain: 'googleapis.com' }];
    provider.respond(SITES, { status: 403, json: { error: { code: 403, message: 'Off.', status: 'PERMISSION_DENIED', details } } });
    expect(await sites()).toEqual({ status: 403, code: 403, message: 'Off.', data: { status: 403, reason: 'SERVICE_DISABLED' } });
    provider.respond(SITES, { status: 429, json: { error: { message: 'Slow down.' } } });
    expect(await sites()).toEqual({ status: 429, code: 429, message: 'Slow down.', data: { status: 429, reason: '' } });
  });

  const page = (response: ServerResponse, status: number) =>
    response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><title>Sorry</title>');
  const unreadableResponses: [string, (request: ProviderRequest, response: ServerResponse) => unknown][] = [
    ['a page', (_request, response) => page(response, 200)],
    ['a page with an error', (_request, response) => page(response, 503)],
    ['an error body in another format', (_request, response) => sendJson(response, { odd: true }, 500)],
    ['a redirect', (_request, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['a closed connection', (_request, response) => response.socket?.destroy()],
    [
      'a truncated response',
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"siteEntry": [');
        setTimeout(() => response.socket?.destroy(), 20);
      },
    ],
    ['broken JSON', (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"siteEntry": [')],
  ];
  it.each(unreadableResponses)('%s returns an error for an unreadable response', async (_name, respond) => {
    provider.respond(SITES, respond);
    expect(await sites()).toEqual({ status: 500, code: 'unknown', message: expect.any(String), data: { status: 500, reason: '' } });
    expect(provider.requests).toHaveLength(1);
  });

  it('stops reading a response of 50 MB early', async () => {
    let sent = 0;
    provider.respond(SITES, (_request, response) => {
      const piece = Buffer.alloc(1024 * 1024, ' ');
      response.writeHead(200, { 'content-type': 'application/json' });
      const sendMore = () => {
        while (sent < 50 && !response.destroyed) {
          sent += 1;
          if (!response.write(piece)) return void response.once('drain', sendMore);
        }
        response.end('{}');
      };
      sendMore();
    });
    expect(await sites()).toMatchObject({ status: 500, code: 'unknown' });
    expect(sent).toBeLessThan(50);
  });

  it('tolerates unexpected JSON without logging an error', async () => {
    for (const json of [null, 7, 'text', [], [[]], { siteEntry: 'x' }, { siteEntry: [null, 7, { siteUrl: 7 }] }, { rows: { a: 1 } }]) {
      provider.respond(SITES, { json });
      expect((await sendRequest('search-console', 'GET sites')).status).toBe(200);
      expect((await sendRequest('search-console', 'GET matched-sites')).status).toBe(200);
    }
    expect(site.logged).toEqual([]);
  });
});

describe('Broker (docs/behaviour/analytics.md 6.6)', () => {
  const createTicket = () => sendRequest('analytics-4', 'POST create-account-ticket', account);

  it('returns the missing setup step and its page', async () => {
    provider.respond('POST /v1beta/accounts:provisionAccountTicket', {
      status: 401,
      json: { error: 'missing_verification', message: 'Prove it.' },
    });
    const { status, body } = await createTicket();
    expect([status, body]).toEqual([
      401,
      {
        code: 'missing_verification',
        message: 'Prove it.',
        data: { status: 401, reason: '', reconnectURL: 'http://site.test/analytics/connect' },
      },
    ]);
    expect(provider.requests).toHaveLength(1);
  });

  it('is not contacted for a site without credentials', async () => {
    await site.site.db.prisma.analyticsSite.update({ where: { id: 1 }, data: { clientId: '' }, select: { id: true } });
    expect(await createTicket()).toMatchObject({ status: 401, body: { code: 'oauth_credentials_not_exist' } });
    await site.graphql(
      'mutation { connectAnalyticsSite(clientId: "client-1", clientSecret: "secret-1") { connected } }',
      {},
      'administrator',
    );
    expect(provider.requests).toEqual([]);
  });
});

describe('POST site of the search console', () => {
  const path = '/webmasters/v3/sites/http%3A%2F%2Fnew.test%2F';
  const add = () => sendRequest('search-console', 'POST site', { siteURL: 'http://new.test/' });

  it('adds a missing site and reads it again', async () => {
    let isAdded = false;
    provider.respond(`GET ${path}`, (_request, response) =>
      isAdded
        ? sendJson(response, { siteUrl: 'http://new.test/', permissionLevel: 'siteOwner' })
        : sendJson(response, { error: { message: 'No.' } }, 404),
    );
    provider.respond(`PUT ${path}`, (_request, response) => {
      isAdded = true;
      response.writeHead(204).end();
    });
    expect((await add()).body).toEqual({ siteURL: 'http://new.test/', permissionLevel: 'siteOwner' });
    expect((await site.get(`${D('search-console')}/settings`)).body.propertyID).toBe('http://new.test/');
    await site.post(`${D('search-console')}/settings`, { propertyID: 'http://site.test/' });
  });

  it('returns one error code for every failure at the provider', async () => {
    expect(await add()).toMatchObject({ status: 500, body: { code: 'failed_to_add_site_to_search_console' } });
    provider.respond(`PUT ${path}`, { json: {} });
    expect(await add()).toMatchObject({ status: 500, body: { code: 'failed_to_add_site_to_search_console' } });
    expect((await site.get(`${D('search-console')}/settings`)).body.propertyID).toBe('http://site.test/');
  });
});

describe('Shared modules use the access of their owner (docs/behaviour/analytics.md 6.5.1)', () => {
  const RUN = 'POST /v1beta/properties/12:runReport';

  beforeAll(async () => {
    await site.post(`${D('analytics-4')}/settings`, { accountID: '7', propertyID: '12', webDataStreamID: '3', measurementID: 'G-1' });
    await site.post(`${D('adsense')}/settings`, { accountID: 'pub-1', accountSetupComplete: true, siteSetupComplete: true });
    for (const slug of ['analytics-4', 'adsense', 'pagespeed-insights'])
      await site.post(`${M}/sharing-settings`, { [slug]: { sharedRoles: ['editor'], management: 'owner' } });
    await site.post(`${U}/dismiss-item`, { slug: 'shared_dashboard_splash' }, 'editor');
  });

  const report = (parameters: Record<string, unknown>, slug = 'analytics-4') => sendRequest(slug, 'GET report', parameters, 'editor');

  it('return the shared statistics and no others', async () => {
    provider.respond(RUN, { json: { rowCount: 0 } });
    expect(await report({ metrics: 'sessions,totalUsers', dimensions: 'date,customEvent:siteanalytics_post_author' })).toMatchObject({
      status: 200,
      body: { rowCount: 0 },
    });
    expect(provider.requests[0]?.headers.authorization).toBe('Bearer tok-1');
    expect((await report({ metrics: 'sessions,purchaseRevenue' })).body.code).toBe('invalid_analytics_4_report_metrics');
    expect((await report({ metrics: [{ name: 'sessions', expression: 'purchaseRevenue' }] })).body.code).toBe(
      'invalid_analytics_4_report_metrics',
    );
    expect((await report({ metrics: 'sessions', dimensions: 'userId' })).body.code).toBe('invalid_analytics_4_report_dimensions');
    expect((await report({ metrics: 'sessions', dimensions: 'customEvent:other' })).body.code).toBe(
      'invalid_analytics_4_report_dimensions',
    );
    expect((await report({ metrics: 'TOTAL_EARNINGS' }, 'adsense')).body.code).toBe('invalid_adsense_report_metrics');
    expect((await report({ metrics: 'IMPRESSIONS', dimensions: 'BUYER_NETWORK_NAME' }, 'adsense')).body.code).toBe(
      'invalid_adsense_report_dimensions',
    );
    expect(provider.requests).toHaveLength(1);
  });

  it('expose nothing else of the module', async () => {
    expect(await sendRequest('analytics-4', 'GET properties', { accountID: '7' }, 'editor')).toMatchObject({
      status: 403,
      body: { code: 'missing_required_scopes' },
    });
    expect((await site.get(`${D('analytics-4')}/settings`, 'editor')).body).toEqual({
      availableCustomDimensions: null,
      adSenseLinked: false,
      detectedEvents: [],
      newConversionEventsLastUpdateAt: 0,
      lostConversionEventsLastUpdateAt: 0,
    });
    expect(await site.get(`${D('tagmanager')}/settings`, 'editor')).toMatchObject({
      status: 500,
      body: { code: 'no_view_only_settings', message: '', data: null },
    });
    expect(provider.requests).toEqual([]);
  });

  it('allow the owner every report', async () => {
    provider.respond(RUN, { json: {} });
    expect((await sendRequest('analytics-4', 'GET report', { metrics: 'purchaseRevenue' })).status).toBe(200);
  });

  it('stop working with the owner’s access, and can be recovered by a user with access', async () => {
    await site.connect('administrator2', { accessToken: 'tok-9', scopes });
    await site.post(`${U}/disconnect`);
    expect((await report({ metrics: 'sessions' })).body.code).toBe('missing_required_scopes');
    const modules = (await site.get(`${M}/list`, 'administrator2')).body as { slug: string; recoverable: boolean }[];
    expect(modules.filter(({ recoverable }) => recoverable).map(({ slug }) => slug)).toEqual([
      'analytics-4',
      'adsense',
      'pagespeed-insights',
    ]);
    provider.respond(RUN, createRefusal(403, 'Not yours.', 'forbidden'));
    provider.respond('GET /v2/accounts/pub-1', { json: { name: 'accounts/pub-1' } });
    const { body } = await site.post(
      `${M}/recover-modules`,
      { slugs: ['analytics-4', 'adsense', 'search-console', 'nothing', 'ads'] },
      'administrator2',
    );
    expect(body.success).toEqual({ 'analytics-4': false, adsense: true, 'search-console': false, nothing: false, ads: false });
    expect(
      Object.entries(body.error as Record<string, { code: string; data: object }>).map(([slug, { code, data }]) => [slug, code, data]),
    ).toEqual([
      ['analytics-4', 'module_not_accessible', { status: 403 }],
      ['search-console', 'module_not_recoverable', { status: 403 }],
      ['nothing', 'invalid_module_slug', { status: 404 }],
      ['ads', 'module_not_shareable', { status: 404 }],
    ]);
    expect((await site.get(`${D('adsense')}/settings`, 'administrator2')).body.ownerID).toBe((await site.user('administrator2')).id);
  });
});
