import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type WebhookMessage, webhookReceiver } from '../../examples/webhook-receiver/receiver.ts';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { deliverMessages } from '../../src/domains/webhooks/delivery.ts';
import { removeOldMessages } from '../../src/domains/webhooks/retention.ts';
import { startServer } from '../outgoing/local-server.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createCheckoutClient } from '../checkout/support.ts';
import { createTicketClient } from '../tickets/support.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Requests that the test server received, and the status that it returns for a body. */
const requests: { id: string; body: string; headers: Record<string, string> }[] = [];
let statusFor: (body: string) => number = () => 204;
let site: WholeSite;
let server: Awaited<ReturnType<typeof startServer>>;
let url = '';
beforeAll(async () => {
  server = await startServer((request, response) => {
    void readText(request).then((body) => {
      requests.push({ id: String(request.headers['webhook-id']), body, headers: request.headers as Record<string, string> });
      const status = statusFor(body);
      response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
    });
  });
  url = `http://127.0.0.1:${server.port}/hook`;
  site = await openWholeSite({ WEBHOOK_PRIVATE_ORIGINS: `http://127.0.0.1:${server.port}`, SMTP_URL: 'smtp://127.0.0.1:9' });
});
afterEach(async () => {
  setClock();
  statusFor = () => 204;
  for (const { id } of await site.site.db.prisma.webhookEndpoint.findMany())
    await ask('mutation($id: Int!) { deleteWebhookEndpoint(id: $id) { isDeleted } }', { id });
  requests.length = 0;
});
afterAll(async () => {
  await site.close();
  await server.close();
});

async function ask(source: string, variables: Record<string, unknown> = {}) {
  const { data, errors } = await site.graphql(source, variables, 'administrator');
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return data;
}
const CREATE =
  'mutation($input: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $input) { secret endpoint { databaseId url types isOn } } }';
async function createEndpoint(types: string[] = [], address = url): Promise<{ id: number; secret: string }> {
  const { createWebhookEndpoint } = await ask(CREATE, { input: { url: address, types } });
  return { id: createWebhookEndpoint.endpoint.databaseId, secret: createWebhookEndpoint.secret };
}
const listMessages = async (filter = '') =>
  (
    await ask(
      `{ webhookMessages(first: 100${filter}) { totalCount nodes { webhookId type state attempts dueAt data log { status milliseconds error } } } }`,
    )
  ).webhookMessages;
const readEndpoint = (id: number) =>
  ask('{ webhookEndpoints { nodes { databaseId isOn offReason failingSince previousSecretUntil } } }').then(({ webhookEndpoints }) =>
    webhookEndpoints.nodes.find(({ databaseId }: { databaseId: number }) => databaseId === id),
  );
const deliver = () => deliverMessages(site.site);
const receivedTypes = () => requests.map(({ body }) => JSON.parse(body).type as string);
const post = async (title = 'WebhookMessage', status = 'publish') =>
  (await site.rest('POST', '/core/v2/posts', { as: 'administrator', body: { title, status } })).body.id as number;

describe('A webhook endpoint', () => {
  it('receives messages about content, tickets, orders, check-ins, imports and consents in the documented example', async () => {
    const received: WebhookMessage[] = [];
    const { secret } = await createEndpoint();
    const receiver = webhookReceiver({ secret, work: (message) => void received.push(message) });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const t = createTicketClient(site);
    const postId = await t.post();
    await site.rest('POST', `/core/v2/posts/${postId}`, { as: 'administrator', body: { title: 'Changed' } });
    const free = await t.ticket(postId, { price: '0', ticket: { mode: 'own', capacity: 5 } });
    const c = createCheckoutClient(site);
    expect((await c.complete(await c.named(free, 2))).errors).toEqual([]);
    const [attendee] = await c.attendees(free);
    const checkIn = await site.graphql(
      'mutation($id: Int!) { checkInAttendee(id: $id) { attendee { __typename } } }',
      { id: attendee.databaseId },
      'administrator',
    );
    expect(checkIn.errors).toEqual([]);
    await ask(`mutation { createEventImport(origin: "ical") { importId } }`);
    await site.rest('POST', '/consent-banner/v1/consent', {
      body: { decision: 'all', buttonClicked: 'main_all', referer: 'http://site.test/' },
    });
    await site.rest('DELETE', `/core/v2/posts/${postId}`, { as: 'administrator' });
    await deliver();
    for (const { body, headers } of requests) {
      const signatureHeaders = {
        'webhook-id': headers['webhook-id'] ?? '',
        'webhook-timestamp': headers['webhook-timestamp'] ?? '',
        'webhook-signature': headers['webhook-signature'] ?? '',
      };
      const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
      // sent twice, as after a lost response
      for (const _attempt of [1, 2]) expect((await fetch(address, { method: 'POST', body, headers: signatureHeaders })).status).toBe(204);
      expect((await fetch(address, { method: 'POST', body: `${body} `, headers: signatureHeaders })).status).toBe(401);
    }
    receiver.closeAllConnections();
    receiver.close();
    expect(received.map(({ type }) => type).toSorted()).toEqual([
      'attendee.checked_in',
      'attendee.created',
      'attendee.created',
      'consent.given',
      'import.started',
      'order.completed',
      'post.published',
      'post.trashed',
      'post.updated',
      'ticket.created',
    ]);
    const order = received.find(({ type }) => type === 'order.completed');
    expect(order?.data).toMatchObject({ status: 'completed', items: [{ ticketId: free, quantity: 2 }] });
    expect(received.find(({ type }) => type === 'attendee.checked_in')?.data).toMatchObject({ id: attendee.databaseId, checkedIn: true });
    expect(JSON.stringify(received)).not.toMatch(/Ann Buyer|ann@example/);
    expect(Math.abs(Date.now() - Date.parse(order?.timestamp ?? ''))).toBeLessThan(60_000);
  });

  it('receives one message for each object of a transaction, also for two transactions within a second, and none of a failed one', async () => {
    await createEndpoint();
    const draft = { title: 'Ball', status: 'PUBLISH', start: '2031-05-01T20:00:00', end: '2031-05-02T02:00:00', timezone: 'UTC' };
    const {
      createEvent: { event },
    } = await ask('mutation($draft: EventDraft!) { createEvent(draft: $draft) { event { databaseId } } }', { draft });
    const change = 'mutation($id: Int!, $changes: EventChanges!) { updateEvent(id: $id, changes: $changes) { event { databaseId } } }';
    for (const start of ['2031-05-01T21:00:00', '2031-05-01T22:00:00']) await ask(change, { id: event.databaseId, changes: { start } });
    const transaction = site.site.db.transaction(async (tx) => {
      await tx.content.update({ where: { id: event.databaseId }, data: { status: 'draft' } });
      throw new Error('undone');
    });
    await expect(transaction).rejects.toThrow('undone');
    await deliver();
    expect(receivedTypes()).toEqual(['event.published', 'event.updated', 'event.updated']);
    expect(JSON.parse(requests[2]!.body).data).toMatchObject({ id: event.databaseId, title: 'Ball', startsAt: '2031-05-01T22:00:00Z' });
  });

  it('receives only the requested types, while it is enabled', async () => {
    const { id } = await createEndpoint(['POST_PUBLISHED']);
    const draft = await post('Draft', 'draft');
    await site.rest('POST', `/core/v2/posts/${draft}`, { as: 'administrator', body: { status: 'publish' } });
    const setIsOn = (isOn: boolean) =>
      ask('mutation($id: Int!, $isOn: Boolean) { updateWebhookEndpoint(id: $id, input: { isOn: $isOn }) { webhookEndpoint { isOn } } }', {
        id,
        isOn,
      });
    await setIsOn(false);
    await post();
    await setIsOn(true);
    await deliver();
    expect(receivedTypes()).toEqual(['post.published']);
  });

  it('receives messages about one object in order, and others meanwhile', async () => {
    await createEndpoint(['POST_PUBLISHED', 'POST_UPDATED', 'POST_DELETED']);
    const first = await post('First');
    await site.rest('POST', `/core/v2/posts/${first}`, { as: 'administrator', body: { title: 'Changed' } });
    await site.rest('DELETE', `/core/v2/posts/${first}`, { as: 'administrator', query: { force: true } });
    const second = await post('Second');
    statusFor = (body) => (JSON.parse(body).data.id === first && JSON.parse(body).type === 'post.published' ? 503 : 200);
    expect(await deliver()).toBe(1);
    expect(await deliver()).toBe(0);
    statusFor = () => 200;
    setClock(createShiftedClock(60_000));
    expect(await deliver()).toBe(3);
    const [request1, request2, ...later] = requests.map(({ body }) => [JSON.parse(body).type, JSON.parse(body).data.id]);
    const sentAtOnce = [
      ['post.published', first],
      ['post.published', second],
    ];
    expect([request1, request2]).toEqual(expect.arrayContaining(sentAtOnce));
    expect(later).toEqual([
      ['post.published', first],
      ['post.updated', first],
      ['post.deleted', first],
    ]);
    expect([requests[0]?.id, requests[1]?.id]).toContain(requests[2]?.id);
    const { nodes } = await listMessages(', state: DELIVERED');
    expect(nodes.at(-1)).toMatchObject({
      type: 'POST_PUBLISHED',
      attempts: 2,
      webhookId: requests[2]?.id,
      log: [{ status: 200 }, { status: 503, error: '' }],
    });
  });

  it('is retried for about a day; then the message fails and can be resent', async () => {
    const { id } = await createEndpoint(['POST_PUBLISHED']);
    await post();
    statusFor = () => 302;
    let hours = 0;
    for (; hours < 48 && requests.length < 10; hours += 0.25) {
      setClock(createShiftedClock(hours * HOUR));
      await deliver();
    }
    expect(hours).toBeGreaterThan(20);
    expect(hours).toBeLessThan(30);
    setClock(createShiftedClock(60 * HOUR));
    await deliver();
    expect(requests.length).toBe(10);
    expect(new Set(requests.map(({ id }) => id)).size).toBe(1);
    const { nodes } = await listMessages(', state: FAILED');
    expect(nodes).toMatchObject([{ attempts: 10, state: 'FAILED', dueAt: null }]);
    statusFor = () => 200;
    const resent = await ask('mutation($id: String!) { resendWebhookMessage(webhookId: $id) { webhookMessage { state attempts } } }', {
      id: nodes[0].webhookId,
    });
    expect(resent.resendWebhookMessage.webhookMessage).toEqual({ state: 'DELIVERED', attempts: 1 });
    expect(requests.at(-1)?.id).toBe(requests[0]?.id);
    expect((await readEndpoint(id)).failingSince).toBeNull();
  });

  it('that fails for days or is gone is disabled, and the administrator is notified', async () => {
    const { id } = await createEndpoint(['POST_PUBLISHED']);
    statusFor = () => 500;
    await post();
    await deliver();
    expect(await readEndpoint(id)).toMatchObject({ isOn: true, failingSince: expect.any(String) });
    setClock(createShiftedClock(6 * DAY));
    await deliver();
    expect(await readEndpoint(id)).toMatchObject({ isOn: false, offReason: 'FAILING' });
    const { id: removed } = await createEndpoint(['POST_PUBLISHED']);
    statusFor = () => 410;
    await post();
    await deliver();
    expect(await readEndpoint(removed)).toMatchObject({ isOn: false, offReason: 'GONE' });
    const { outgoingMail } = await ask('{ outgoingMail(first: 10) { nodes { kind message { to subject text } } } }');
    expect(outgoingMail.nodes.slice(0, 2).map(({ kind }: { kind: string }) => kind)).toEqual(['webhook-off', 'webhook-off']);
    expect(outgoingMail.nodes[0].message).toMatchObject({
      subject: expect.stringContaining('127.0.0.1'),
      text: expect.stringContaining('resendFailedWebhookMessages'),
    });
    expect(site.logged.join('')).toContain('a webhook endpoint was disabled');
    statusFor = () => 200;
    setClock(createShiftedClock(6 * DAY + HOUR));
    await ask('mutation($id: Int!) { updateWebhookEndpoint(id: $id, input: { isOn: true }) { webhookEndpoint { isOn offReason } } }', {
      id,
    });
    requests.length = 0;
    expect(await deliver()).toBe(1);
  });

  it('can get a new secret, keeps the old one for some time, and neither can be read', async () => {
    const { id, secret } = await createEndpoint();
    const rotate = 'mutation($id: Int!) { rotateWebhookSecret(id: $id, overlapHours: 2) { secret endpoint { previousSecretUntil } } }';
    const { rotateWebhookSecret: next } = await ask(rotate, { id });
    expect(next.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const test = () => ask('mutation($id: Int!) { testWebhookEndpoint(id: $id) { webhookMessage { type state log { status } } } }', { id });
    expect((await test()).testWebhookEndpoint.webhookMessage).toEqual({ type: 'WEBHOOK_TEST', state: 'DELIVERED', log: [{ status: 204 }] });
    const verifyWith = (key: string) => new Webhook(key).verify(requests.at(-1)!.body, requests.at(-1)!.headers);
    expect(verifyWith(secret)).toMatchObject({ type: 'webhook.test' });
    expect(verifyWith(next.secret)).toMatchObject({ type: 'webhook.test' });
    await site.site.db.sql(`UPDATE webhook_endpoint SET previous_until = now() - interval '1 second'`);
    await test();
    expect(() => verifyWith(secret)).toThrow(/signature/);
    expect(verifyWith(next.secret)).toMatchObject({ type: 'webhook.test' });
    await removeOldMessages(site.site);
    expect((await readEndpoint(id)).previousSecretUntil).toBeNull();
    const { auditEntries } = await ask('{ auditEntries(first: 50, subject: "webhook_endpoint") { nodes { before after } } }');
    const [rows] = await site.site.db.sql<{ all: string }>(`SELECT string_agg(e::text, '') AS all FROM webhook_endpoint e`);
    for (const text of [JSON.stringify(auditEntries), rows?.all, site.logged.join('')]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(next.secret);
    }
    expect(JSON.stringify(auditEntries)).toContain('(not shown)');
  });

  it('must be a public address, unless the operator allows it', async () => {
    const codeOf = async (address: string) => {
      const { errors } = await site.graphql(CREATE, { input: { url: address } }, 'administrator');
      return errors[0]?.extensions['code'] ?? 'accepted';
    };
    expect(await codeOf('http://example.org/hook')).toBe('invalid_arguments');
    expect(await codeOf('https://user:secret@example.org/')).toBe('invalid_arguments');
    expect(await codeOf('ftp://example.org/')).toBe('invalid_arguments');
    await createEndpoint(['POST_PUBLISHED'], 'https://127.0.0.1/hook');
    await post();
    await deliver();
    expect((await listMessages()).nodes[0].log).toEqual([{ status: null, milliseconds: expect.any(Number), error: 'forbidden_host' }]);
  });

  it('has its messages removed after the retention period', async () => {
    await createEndpoint(['POST_PUBLISHED']);
    await post();
    await deliver();
    expect(await removeOldMessages(site.site)).toBe(0);
    setClock(createShiftedClock(31 * DAY));
    expect(await removeOldMessages(site.site)).toBe(1);
    expect((await listMessages()).totalCount).toBe(0);
  });

  it('can get all failed messages since a moment resent', async () => {
    const { id } = await createEndpoint(['POST_PUBLISHED']);
    await post('Lost');
    await post('Lost too');
    await site.site.db.sql(`UPDATE webhook_message SET state = 'failed'`);
    const source = 'mutation($id: Int!, $since: DateTime!) { resendFailedWebhookMessages(endpointId: $id, since: $since) { count } }';
    expect((await ask(source, { id, since: new Date(Date.now() + HOUR) })).resendFailedWebhookMessages.count).toBe(0);
    expect((await ask(source, { id, since: new Date(Date.now() - HOUR) })).resendFailedWebhookMessages.count).toBe(2);
    expect(await deliver()).toBe(2);
  });

  it('can be managed by administrators only', async () => {
    const operations = [
      '{ webhookEndpoints { totalCount } }',
      '{ webhookMessages { totalCount } }',
      'mutation { testWebhookEndpoint(id: 1) { webhookMessage { state } } }',
    ];
    for (const source of operations) expect((await site.graphql(source, {}, 'editor')).errors[0]?.extensions['code']).toBe('forbidden');
    expect(
      (await site.graphql('mutation { deleteWebhookEndpoint(id: 999) { isDeleted } }', {}, 'administrator')).errors[0]?.extensions['code'],
    ).toBe('webhook_endpoint_not_found');
  });
});
