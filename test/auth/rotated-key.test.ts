import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPayload, sealPayload } from '../../src/core/mail/payload.ts';
import { createSignedId } from '../../src/core/secrets/signed-id.ts';
import { buildUnsubscribeUrl, findTokenUserId } from '../../src/domains/analytics/email-reports/unsubscribe.ts';
import { verifyAudit } from '../../src/domains/audit/verify.ts';
import { createNonce, REST_ACTION } from '../../src/domains/identity/auth/nonces.ts';
import { SESSION_COOKIE, startSession } from '../../src/domains/identity/auth/sessions.ts';
import { decryptAppSecret, sealAppSecret } from '../../src/domains/two-factor/authenticator-app/app-secret.ts';
import { decryptSecret, sealSecret } from '../../src/domains/webhooks/secret.ts';
import { createCheckoutClient } from '../checkout/support.ts';
import { createSiteDatabase, type TestDatabase } from '../support/database.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';

const OLD = 'o'.repeat(40);
const NEW = 'n'.repeat(40);

/** URLs, tokens and secrets that were issued before the key changed. */
interface EarlierItems {
  orderUrl: string;
  ticketPath: string;
  checkout: string;
  authorization: string;
  session: { cookie: string; 'x-wp-nonce': string };
  unsubscribe: URL;
  payload: Uint8Array;
  appSecret: Uint8Array;
  webhook: Uint8Array;
  post: { id: number };
}

const pathOf = (address: string) => new URL(address).pathname;
const retriedRequest = { body: { title: 'Once' }, headers: { 'idempotency-key': 'sent before and after the change' } };

describe('Site with a new secret key', () => {
  let database: TestDatabase;
  let earlier: EarlierItems;
  let site: WholeSite;
  const open = async (environment: Record<string, string>) => {
    site = await openWholeSite({ DATABASE_URL: database.url, ...environment });
  };

  beforeAll(async () => {
    database = await createSiteDatabase();
    await open({ SECRET_KEY: OLD });
    const ticketApi = createTicketClient(site);
    const shop = createCheckoutClient(site);
    const ticketId = await ticketApi.ticket(await ticketApi.post(), { provider: 'rsvp', price: '', ticket: { capacity: 9 } });
    const { orderUrl } = (await shop.complete(await shop.named(ticketId))).data.completeCheckout;
    const page = await site.http.inject(pathOf(orderUrl));
    const editor = await site.user('editor');
    const { token } = await startSession(site.site, editor.id, { ip: '', userAgent: '' });
    const reply = await site.rest('POST', '/core/v2/posts', { as: 'editor', ...retriedRequest });
    earlier = {
      orderUrl,
      ticketPath: /\/tickets\/[0-9a-z]+-[0-9a-f]{32}/.exec(page.payload)![0],
      checkout: await shop.named(ticketId),
      authorization: editor.authorization,
      session: {
        cookie: `${SESSION_COOKIE}=${token}`,
        'x-wp-nonce': createNonce(site.site, { id: editor.id, sessionToken: token }, REST_ACTION),
      },
      unsubscribe: new URL(buildUnsubscribeUrl(site.site, editor.id)),
      payload: sealPayload(site.site, { code: '1234' }),
      appSecret: sealAppSecret(site.site, editor.id, 'a shared secret'),
      webhook: sealSecret(site.site, 'whsec_x'),
      post: reply.body,
    };
    await verifyAudit(site.site);
    await site.close();
  });
  afterAll(() => database.drop());

  const status = async (path: string) => (await site.http.inject(path)).statusCode;
  const me = (headers: Record<string, string>) => site.rest('GET', '/core/v2/users/me', { headers });
  const unsubscribingUserId = () =>
    findTokenUserId(site.site, earlier.unsubscribe.searchParams.get('user'), earlier.unsubscribe.searchParams.get('token'));

  it('accepts everything that was issued with the previous key, and uses the new key for new tokens', async () => {
    await open({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: `${'x'.repeat(32)} ${OLD}` });
    const shop = createCheckoutClient(site);
    expect(await status(pathOf(earlier.orderUrl))).toBe(200);
    expect(await status(earlier.ticketPath)).toBe(200);
    expect((await me({ authorization: earlier.authorization })).status).toBe(200);
    const signedIn = await me(earlier.session);
    expect(signedIn.status).toBe(200);
    expect(signedIn.headers['x-wp-nonce']).not.toBe(earlier.session['x-wp-nonce']);
    const repeated = await site.rest('POST', '/core/v2/posts', {
      ...retriedRequest,
      headers: { ...retriedRequest.headers, authorization: earlier.authorization },
    });
    expect([repeated.body.id, repeated.headers['idempotent-replayed']]).toEqual([earlier.post.id, 'true']);
    expect(unsubscribingUserId()).toBeGreaterThan(0);
    expect(openPayload(site.site, earlier.payload)).toEqual({ code: '1234' });
    expect(decryptAppSecret(site.site, unsubscribingUserId()!, earlier.appSecret)).toBe('a shared secret');
    expect(decryptSecret(site.site, earlier.webhook)).toBe('whsec_x');
    expect((await shop.update(earlier.checkout, { buyer: { fullName: 'Ann', email: 'ann@example.org' } })).errors).toEqual([]);
    const { orderUrl } = (await shop.complete(earlier.checkout)).data.completeCheckout;
    const id = Number.parseInt(pathOf(orderUrl).slice('/orders/'.length), 36);
    expect(pathOf(orderUrl)).not.toContain(createSignedId({ secretKey: OLD }, 'order page', id, String(id)));
    // the chain contains seals of both keys
    expect(await verifyAudit(site.site)).toMatchObject({ faults: [] });
    await site.close();
  });

  it('accepts nothing that was issued with an unknown previous key', async () => {
    await open({ SECRET_KEY: NEW });
    expect(await status(pathOf(earlier.orderUrl))).toBe(404);
    expect(await status(earlier.ticketPath)).toBe(404);
    expect((await me({ authorization: earlier.authorization })).status).toBe(401);
    expect((await me(earlier.session)).status).toBe(403);
    expect(unsubscribingUserId()).toBeNull();
    expect(decryptAppSecret(site.site, 1, earlier.appSecret)).toBeNull();
    expect((await verifyAudit(site.site)).faults.length).toBeGreaterThan(0);
    await site.close();
  });
});
