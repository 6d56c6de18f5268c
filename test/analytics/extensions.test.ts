import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNonce, REST_ACTION } from '../../src/domains/identity/auth/nonces.ts';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import type { TestUserName } from '../support/site.ts';
import { type AnalyticsSite, openAnalyticsSite, S } from './analytics-site.ts';

let site: AnalyticsSite;
beforeAll(async () => {
  site = await openAnalyticsSite();
  await site.connect();
});
afterAll(() => site.close());

/** Returns the headers of a signed-in user's browser. */
async function browserHeaders(as: TestUserName): Promise<Record<string, string>> {
  const { id } = await site.user(as);
  const { token } = await startSession(site.site, id, { ip: '127.0.0.1', userAgent: 'test', remember: true });
  return { cookie: `${SESSION_COOKIE}=${token}`, 'x-wp-nonce': createNonce(site.site, { id, sessionToken: token }, REST_ACTION) };
}
const readState = async (headers: Record<string, string>, route: string) => (await site.rest('GET', `${S}/${route}`, { headers })).body;
async function visit(address: string, headers: Record<string, string> = {}) {
  const { pathname, search } = new URL(address);
  const { statusCode, payload, headers: responseHeaders } = await site.http.inject({ method: 'GET', url: pathname + search, headers });
  return { status: statusCode, text: payload, location: responseHeaders['location'] };
}

describe('URLs that install extensions (docs/behaviour/analytics.md 5.5, 5.6)', () => {
  it('install and activate for the user to whom they were offered', async () => {
    const headers = await browserHeaders('administrator');
    const { installURL, activateURL } = await readState(headers, 'developer-plugin');
    expect((await visit(activateURL, headers)).status).toBe(409);
    expect((await visit(installURL, headers)).text).toContain('<h1>Developer settings is installed</h1>');
    expect((await visit(activateURL, headers)).status).toBe(200);
    const { active, installed, configureURL } = await readState(headers, 'developer-plugin');
    expect([active, installed]).toEqual([true, true]);
    expect((await visit(configureURL, headers)).text).toContain('<dd>siteanalytics</dd>');
    const { wpConsentPlugin } = await readState(headers, 'consent-api-info');
    expect((await visit(wpConsentPlugin.activateURL, headers)).status).toBe(200);
    expect(await readState(headers, 'consent-api-info')).toEqual({ hasConsentAPI: true });
  });

  it('do nothing for other users or without a valid nonce', async () => {
    const headers = await browserHeaders('administrator');
    const { installURL } = await readState(headers, 'developer-plugin');
    const signedOut = await visit(installURL);
    expect([signedOut.status, signedOut.location?.startsWith('/sign-in?redirect_to=')]).toEqual([302, true]);
    expect((await visit(installURL, await browserHeaders('editor'))).status).toBe(403);
    expect((await visit(installURL, await browserHeaders('administrator2'))).status).toBe(403);
    expect((await visit(installURL.replace(/_wpnonce=\w+/, '_wpnonce=0000000000'), headers)).status).toBe(403);
    expect((await visit(installURL.replace('analytics-dev-settings', 'constructor'), headers)).status).toBe(404);
  });
});
