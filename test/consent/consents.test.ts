import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';

let site: WholeSite;
const namespace = '/consent-banner/v1';

beforeAll(async () => {
  site = await openWholeSite();
});
afterAll(() => site.close());

const giveConsent = (decision: unknown = 'all', headers = {}) =>
  site.rest('POST', `${namespace}/consent`, { body: { decision, buttonClicked: 'main_all', referer: 'http://site.test/a?b=1' }, headers });

const verification = async () =>
  (await site.graphql('{ consentLogVerification { isIntact checked removed firstBroken { position fault } } }', {}, 'administrator')).data
    .consentLogVerification;

describe('Consent', () => {
  it('is logged, stored in a cookie, and counted', async () => {
    const { status, body, headers } = await giveConsent();
    expect([status, body.forward]).toEqual([200, null]);
    expect(String(headers['set-cookie'])).toMatch(
      /^consent_banner-v:3_blog:1_path:[0-9a-f]{7}=\d+%3A[0-9a-f-]{36}%3A[0-9a-f]{32}%3A%7B%22d%22/,
    );
    const stats = await site.rest('GET', `${namespace}/stats/buttonsClicked`, {
      as: 'administrator',
      query: { from: '2000-01-01', to: '2100-01-01' },
    });
    expect(stats.body).toEqual({ main_all: ['Accept all', 1] });
  });
  it('runs two statements: one that reads the end of the log, and one that writes everything', async () => {
    site.statements.length = 0;
    expect((await giveConsent()).status).toBe(200);
    expect(site.statements.filter((text) => /consent/.test(text)).length).toBe(2);
    expect(site.statements.length).toBeLessThanOrEqual(4);
  });
  it.each(['some', 5, { x: [1] }, { 1: ['y'] }, { 1: 2 }])('is not logged for %j', async (decision) => {
    const { status, body } = await giveConsent(decision);
    expect([status, body]).toEqual([500, { code: 'xcb_consent_commit_failed', message: '', data: null }]);
  });
  it('is logged without gaps if many consents are sent at once', async () => {
    const before = (await verification()).checked as number;
    const replies = await Promise.all(Array.from({ length: 40 }, () => giveConsent({})));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(await verification()).toEqual({ isIntact: true, checked: before + 40, removed: 0, firstBroken: null });
  });
});

describe('Consent log', () => {
  it('contains a mark in place of a deleted entry', async () => {
    const { body } = await giveConsent();
    expect((await site.rest('DELETE', `${namespace}/consent/${body.consentId}`, { as: 'administrator' })).status).toBe(204);
    expect(await verification()).toMatchObject({ isIntact: true, removed: 1 });
  });
  it('reports the first changed entry and the first missing entry', async () => {
    const { body } = await giveConsent();
    await giveConsent();
    const { db } = site.site;
    const [row] = await db.sql<{ position: number; button_clicked: string }>('SELECT position, button_clicked FROM consent WHERE id = $1', [
      body.consentId,
    ]);
    await db.sql(`UPDATE consent SET button_clicked = 'ind_all' WHERE id = $1`, [body.consentId]);
    expect((await verification()).firstBroken).toEqual({ position: row?.position, fault: 'CHANGED' });
    await db.sql('DELETE FROM consent WHERE id = $1', [body.consentId]);
    expect((await verification()).firstBroken).toEqual({ position: row?.position, fault: 'MISSING' });
  });
  it('is readable only by users who manage the banner', async () => {
    expect((await site.rest('GET', `${namespace}/consent/all`, { query: { offset: 0 } })).status).toBe(401);
    expect((await site.rest('GET', `${namespace}/consent/all`, { query: { offset: 0 }, as: 'editor' })).status).toBe(403);
    expect((await site.rest('GET', `${namespace}/consent/all`, { query: { offset: 0, from: 'x' } })).status).toBe(400);
  });
  it('is exported with tabs, a byte order mark and a header', async () => {
    const { text, headers } = await site.rest('GET', `${namespace}/export/consents`, {
      as: 'administrator',
      query: { from: '2000-01-01', to: '2100-01-01' },
    });
    expect(headers['content-type']).toBe('text/csv; charset=utf8');
    expect(text.startsWith('\ufeffid\tplugin_version\t')).toBe(true);
  });
});

it('The revision reports options that this service does not have as off', async () => {
  const { options } = (await site.rest('GET', `${namespace}/revision/current`, { as: 'administrator' })).body.revision;
  const unavailable = Object.entries<unknown>(options).filter(([name]) => /^is(Gcm|Tcf|ConsentForwarding)/.test(name));
  expect(unavailable.map(([, value]) => value)).toEqual([false, false, false, false, false, false]);
});

it('A page setting may contain an ID that no page can have', async () => {
  const as = 'administrator';
  const pages = { 'xcb-cookie-policy-id': 9_999_999_999_999, 'xcb-operator-contact-form-id': 2_147_483_648 };
  const reply = await site.rest('PUT', `${namespace}/settings`, { as, body: pages });
  expect([reply.status, reply.body]).toMatchObject([200, pages]);
  const { body } = await site.rest('GET', `${namespace}/revision/current`, { as });
  expect(body.revision).toMatchObject({ websiteOperator: { contactFormUrl: false }, cookiePolicy: '' });
  expect((await giveConsent()).status).toBe(200);
  await site.rest('PUT', `${namespace}/settings`, { as, body: { 'xcb-cookie-policy-id': null, 'xcb-operator-contact-form-id': null } });
});

it('A decision accepts IDs as numbers or strings and truncates them', async () => {
  const { body } = await giveConsent({ '1': ['1', 2.7, '3.0', -4] });
  expect(body.decision).toEqual({ '1': [1, 2, 3, -4] });
  for (const services of [['a'], [''], [true], [null], [[1]], ['0x1A'], '1'])
    expect((await giveConsent({ '1': services })).body).toEqual({ code: 'xcb_consent_commit_failed', message: '', data: null });
});

it('Responses of the banner to signed-in users forbid caching', async () => {
  const cacheControlOf = async (method: string, path: string, as?: 'administrator') =>
    (await site.rest(method, path, { ...(as && { as }) })).headers['cache-control'];
  const noCaching = 'no-cache, no-store, must-revalidate, max-age=0';
  for (const path of ['/consent-banner/v1', '/queue/v1', '/utils/v1', '/product-manager-client/v1'])
    expect(await cacheControlOf('OPTIONS', path, 'administrator'), path).toBe(noCaching);
  expect(await cacheControlOf('OPTIONS', `${namespace}/settings`, 'administrator')).toBe(noCaching);
  expect(await cacheControlOf('DELETE', `${namespace}/settings`, 'administrator')).toBe(noCaching);
  expect(await cacheControlOf('OPTIONS', `${namespace}/settings`)).toBe(undefined);
});

it("A consent is found by the visitor's IP address in any notation", async () => {
  const payload = { decision: 'all', buttonClicked: 'main_all' };
  for (const remoteAddress of ['2001:db8::1:2', '::ffff:198.51.100.7'])
    expect((await site.http.inject({ method: 'POST', url: `/rest${namespace}/consent`, remoteAddress, payload })).statusCode).toBe(200);
  const count = async (ip: string) =>
    (await site.rest('GET', `${namespace}/consent/all`, { as: 'administrator', query: { offset: 0, ip } })).body.count;
  for (const ip of ['2001:db8::1:2', '2001:DB8::1:9', '2001:db8:0:0:0:0:1:2', '2001:0db8::0001:0002']) expect(await count(ip), ip).toBe(1);
  for (const ip of ['198.51.100.99', '::ffff:198.51.100.7', '::ffff:c633:6407']) expect(await count(ip), ip).toBe(1);
  expect([await count('2001:db8::2:2'), await count('198.51.101.7')]).toEqual([0, 0]);
});

it('A consent without a decision uses its button, then the previous decision, then essential services only', async () => {
  const send = async (body: object, cookie?: string) => {
    const reply = await site.rest('POST', `${namespace}/consent`, { body, ...(cookie && { headers: { cookie } }) });
    expect(reply.status).toBe(200);
    return { decision: reply.body.decision, cookie: String(reply.headers['set-cookie']).split(';')[0] };
  };
  const previous = await send({ decision: { 1: [1], 9: [9] }, buttonClicked: 'ind_custom' });
  const allAccepted = await send({ decision: 'all', buttonClicked: 'ind_custom' });
  const essentials = await send({ decision: 'essentials', buttonClicked: 'ind_custom' });
  for (const buttonClicked of ['main_all', 'ind_all', 'implicit_all'])
    expect((await send({ buttonClicked })).decision).toEqual(allAccepted.decision);
  for (const buttonClicked of ['main_essential', 'ind_close_icon', 'implicit_essential', 'shortcode_revoke'])
    expect((await send({ buttonClicked, decision: null }, previous.cookie)).decision).toEqual(essentials.decision);
  for (const buttonClicked of ['none', 'main_custom', 'ind_custom', 'unblock']) {
    expect((await send({ buttonClicked })).decision).toEqual(essentials.decision);
    expect((await send({ buttonClicked }, previous.cookie)).decision).toEqual(previous.decision);
  }
});
