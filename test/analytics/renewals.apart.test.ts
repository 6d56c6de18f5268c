import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { type Service, startService } from '../support/service.ts';
import { D, U } from './analytics-site.ts';
import { type Provider, sendJson, startProvider } from './provider.ts';

/** Number of simultaneous requests. */
const REQUESTS = 200;
/** How long the site waits for a response of the provider. */
const TIME_LIMIT_MS = 15_000;

describe('Two processes on one database', () => {
  let services: Service[] = [];
  let provider: Provider;
  let drop: () => Promise<void> = async () => {};

  beforeAll(async () => {
    const database = await createTestDatabase();
    ({ drop } = database);
    provider = await startProvider();
    const environment = { SITE_URL: 'http://site.test', ANALYTICS_PROVIDER_URL: provider.url, LOG_LEVEL: 'trace' };
    services = [await startService(database.url, environment), await startService(database.url, environment)];
  });
  afterAll(async () => {
    for (const service of services) await service.kill();
    await provider.close();
    await drop();
  });

  const first = () => services[0] as Service;

  async function connect(expiresIn: number): Promise<void> {
    const { body } = await first().graphql(
      `mutation($expiresIn: Int!) {
        connectAnalyticsSite(clientId: "client-1", clientSecret: "secret-of-client") { connected }
        updateAnalyticsSearchConsoleSettings(changes: { propertyId: "http://site.test/" }) { analyticsSearchConsoleSettings { propertyId } }
        importAnalyticsToken(
          accessToken: "token-before", refreshToken: "token-to-renew", expiresIn: $expiresIn, verified: true,
          scopes: ["openid", "https://www.googleapis.com/auth/webmasters"]
        ) { authenticated }
      }`,
      { expiresIn },
    );
    expect(body.errors).toBeUndefined();
  }

  it(`renew a token once for ${REQUESTS} simultaneous requests, and all of them succeed`, async () => {
    await connect(10);
    provider.respond(
      'POST /token',
      (_request, response) =>
        void setTimeout(() => sendJson(response, { access_token: 'token-after', expires_in: 3600, token_type: 'Bearer' }), 300),
    );
    provider.respond('GET /webmasters/v3/sites', ({ headers }, response) =>
      headers.authorization === 'Bearer token-after'
        ? sendJson(response, { siteEntry: [] })
        : sendJson(response, { error: { code: 401, message: 'Expired.' } }, 401),
    );
    const replies = await Promise.all(
      Array.from({ length: REQUESTS }, (_, index) =>
        (services[index % 2] as Service).rest(
          index % 4 < 2 ? 'GET' : 'POST',
          index % 4 < 2 ? `${D('search-console')}/sites` : `${U}/get-token`,
        ),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: REQUESTS }, () => 200));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body)))).toEqual(new Set(['[]', '{"token":"token-after"}']));
    expect(provider.requestsTo('POST', '/token')).toHaveLength(1);
  });

  it('stop waiting for a provider that never responds or never finishes at the time limit', async () => {
    provider.respond('GET /webmasters/v3/sites', () => undefined);
    provider.respond('GET /siteVerification/v1/webResource', (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 200);
      response.once('close', () => clearInterval(timer));
    });
    const startedAt = Date.now();
    const replies = await Promise.all([
      first().rest('GET', `${D('search-console')}/sites`),
      first().rest('GET', `${D('search-console')}/matched-sites`),
    ]);
    for (const { status, body } of replies) expect([status, body.code, body.data]).toEqual([500, 'unknown', { status: 500, reason: '' }]);
    expect(Date.now() - startedAt).toBeLessThan(TIME_LIMIT_MS + 5_000);
  });

  it('write no token into their logs', () => {
    for (const service of services) expect(service.output()).not.toMatch(/token-before|token-after|token-to-renew|secret-of-client/);
  });
});
