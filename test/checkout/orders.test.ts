import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createFrozenClock, setClock } from '../../src/core/time/clock.ts';
import { settlePayments } from '../../src/domains/checkout/payments/payments.jobs.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { createCheckoutClient, code } from './support.ts';

let site: WholeSite;
let ticketApi: ReturnType<typeof createTicketClient>;
let shop: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  site = await openWholeSite();
  ticketApi = createTicketClient(site);
  shop = createCheckoutClient(site);
});
afterEach(() => setClock());
afterAll(() => site.close());

const ORDER = `order { state payUntil orderId total { amount } totalMinorUnits canCancel cancelUntil gateway checkout { buyerName }
  tickets { attendeeId fullName email state url isTransferred isGoing canCancel canTransfer canChangeAnswer } }`;
const mutate = (name: string, variables: Record<string, unknown>, types: string) =>
  site.graphql(
    `mutation($token: String!${types}) { ${name}(token: $token${types.replaceAll(/, \$(\w+): \w+!/g, ', $1: $$$1')}) { ${ORDER} } }`,
    variables,
  );
const cancelOrder = (token: string) => mutate('cancelOrder', { token }, '');
const cancelTicket = (token: string, attendeeId: number) => mutate('cancelAttendance', { token, attendeeId }, ', $attendeeId: Int!');
const changeRsvp = (token: string, attendeeId: number, isGoing: boolean) =>
  mutate('updateRsvp', { token, attendeeId, isGoing }, ', $attendeeId: Int!, $isGoing: Boolean!');
const transfer = (token: string, attendeeId: number, fullName: string, email: string) =>
  mutate('transferTicket', { token, attendeeId, fullName, email }, ', $attendeeId: Int!, $fullName: String!, $email: String!');
const read = async (token: string) =>
  (await site.graphql(`query($token: String!) { ${ORDER.replace('order {', 'order: buyerOrder(token: $token) {')} }`, { token })).data
    ?.order;
const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

async function buy(ticket: number, quantity: number, gateway?: string): Promise<string> {
  const { data, errors } = await shop.complete(await shop.named(ticket, quantity), gateway);
  if (errors.length > 0) throw new Error(errors[0]?.message);
  return tokenOf(data.completeCheckout.orderUrl);
}

async function createEvent(start = '2099-05-01 10:00:00'): Promise<number> {
  const body = { title: 'Concert', status: 'publish', start_date: start, end_date: start.replace('10:00', '12:00') };
  const reply = await site.rest('POST', '/vendor/events/v1/events', { body, as: 'administrator' });
  return reply.body.id;
}
const createRsvp = async (post: number, capacity = 3, notGoing = true) =>
  ticketApi.ticket(post, { provider: 'rsvp', price: '', ticket: { capacity, not_going: notGoing } });
const orderStatus = async (id: number) =>
  (await site.graphql('query($id: Int!) { order(id: $id) { status total { amount } items { quantity } } }', { id }, 'administrator')).data
    .order;
const lastMail = async () => {
  const source = '{ outgoingMailPage(perPage: 1) { nodes { kind message { subject to text } } } }';
  return (await site.graphql(source, {}, 'administrator')).data.outgoingMailPage.nodes[0];
};

/** Opens the link in the mail of an offer. */
async function linkInOffer(to: string) {
  const source = '{ outgoingMailPage(perPage: 10) { nodes { kind message { to text } } } }';
  const { nodes } = (await site.graphql(source, {}, 'administrator')).data.outgoingMailPage;
  const mail = nodes.find(
    ({ kind, message }: { kind: string; message: { to: string } | null }) => kind === 'offer' && message?.to.includes(to),
  );
  return (await shop.fromOffer(/\/offers\/(\S+)/.exec(mail.message.text)?.[1] ?? '')).data.startCheckoutFromOffer.token;
}

describe('Order of a buyer', () => {
  it('to be paid manually expires after the configured days, its places are offered to the waiting list, and a late payment gets the remaining places', async () => {
    await ticketApi.setting('pay_by_hand_days', 3);
    const ordered = new Date('2031-01-10T12:00:00Z');
    setClock(createFrozenClock(ordered));
    const ticket = await ticketApi.ticket(await createEvent(), { price: '12.50', ticket: { mode: 'own', capacity: 2 } });
    const token = await buy(ticket, 2, 'MANUAL');
    const order = await read(token);
    expect(order).toMatchObject({ state: 'PENDING', payUntil: '2031-01-13T12:00:00Z' });
    expect((await lastMail()).message.text).toContain('The places are reserved until Monday, January 13, 2031, 12:00\u00a0pm (UTC)');
    await ticketApi.setting('pay_by_hand_days', 0);
    setClock(createFrozenClock(new Date('2031-01-13T11:59:00Z')));
    await settlePayments.run(site.site);
    expect((await read(token)).state).toBe('PENDING');
    setClock(createFrozenClock(new Date('2031-01-13T12:00:00Z')));
    await settlePayments.run(site.site);
    await settlePayments.run(site.site);
    expect(await read(token)).toMatchObject({ state: 'CANCELLED', payUntil: null });
    expect((await orderStatus(order.orderId)).status).toBe('NOT_COMPLETED');
    expect((await lastMail()).message.subject).toMatch(/^Cancelled: /);
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 2, sold: 0 });
    // later, an organizer finds that the money has arrived
    const settle = 'mutation($id: Int!) { markOrderPaid(id: $id) { order { status } } }';
    const settled = await site.graphql(settle, { id: order.orderId }, 'administrator');
    expect(settled.errors).toEqual([]);
    expect(await read(token)).toMatchObject({ state: 'CONFIRMED', payUntil: null });
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 0, sold: 2 });
    // without the setting, orders do not expire
    expect(
      (
        await read(
          await buy(await ticketApi.ticket(await createEvent(), { price: '1', ticket: { mode: 'own', capacity: 2 } }), 1, 'MANUAL'),
        )
      ).payUntil,
    ).toBeNull();
  });

  it('expires even if an earlier order cannot be canceled', async () => {
    await ticketApi.setting('pay_by_hand_days', 3);
    setClock(createFrozenClock(new Date('2031-02-10T12:00:00Z')));
    const ticket = await ticketApi.ticket(await createEvent(), { price: '9', ticket: { mode: 'own', capacity: 2 } });
    const [stuck, other] = [await buy(ticket, 1, 'MANUAL'), await buy(ticket, 1, 'MANUAL')];
    const { orderId } = await read(stuck);
    await site.site.db.sql(`ALTER TABLE ticket_order ADD CONSTRAINT glue CHECK (id <> ${orderId} OR status <> 'not-completed')`);
    setClock(createFrozenClock(new Date('2031-02-13T12:00:00Z')));
    await settlePayments.run(site.site);
    expect([(await read(stuck)).state, (await read(other)).state]).toEqual(['PENDING', 'CANCELLED']);
    await site.site.db.sql('ALTER TABLE ticket_order DROP CONSTRAINT glue');
    await ticketApi.setting('pay_by_hand_days', 0);
    await settlePayments.run(site.site);
    expect((await read(stuck)).state).toBe('CANCELLED');
  });

  it('is shown and cancelled only with its token, and its places are offered to the waiting list in the same step', async () => {
    const ticket = await createRsvp(await createEvent(), 2);
    const token = await buy(ticket, 2);
    expect(await read(token)).toMatchObject({
      state: 'CONFIRMED',
      orderId: null,
      total: { amount: '0.00' },
      totalMinorUnits: 0,
      canCancel: true,
      cancelUntil: '2099-05-01T10:00:00Z',
      tickets: [{ state: 'GOOD', isGoing: true, canCancel: true, canTransfer: true, canChangeAnswer: true }, { state: 'GOOD' }],
    });
    const waiting = await site.graphql('mutation($draft: WaitingDraft!) { joinWaitingList(draft: $draft) { token entry { status } } }', {
      draft: { ticketId: ticket, quantity: 1, fullName: 'Wendy Waits', email: 'wendy@example.org' },
    });
    const cancelled = (await cancelOrder(token)).data.cancelOrder.order;
    expect(cancelled.tickets.map(({ state }: { state: string }) => state)).toEqual(['DECLINED', 'DECLINED']);
    expect((await cancelOrder(token)).errors).toEqual([]);
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 1, sold: 1, pending: 1 });
    const offer = await shop.fromOffer(waiting.data.joinWaitingList.token);
    expect(await linkInOffer('wendy@example.org')).toBe(offer.data.startCheckoutFromOffer.token);
    const repeated = await shop.fromOffer(waiting.data.joinWaitingList.token);
    expect(repeated.data.startCheckoutFromOffer.token).toBe(offer.data.startCheckoutFromOffer.token);
    await shop.update(offer.data.startCheckoutFromOffer.token, { buyer: { fullName: 'Wendy Waits', email: 'wendy@example.org' } });
    expect((await shop.complete(offer.data.startCheckoutFromOffer.token)).errors).toEqual([]);
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 1, sold: 1, pending: 0 });
    expect(code(await shop.fromOffer(waiting.data.joinWaitingList.token))).toBe('hold_not_found');
  });

  it('is not accessible with other tokens', async () => {
    const token = await buy(await createRsvp(await createEvent()), 1);
    const [id, proof = ''] = token.split('-');
    for (const wrong of ['', 'x', `${id}-${'0'.repeat(32)}`, `${id}0-${proof}`, `0${id}-${proof}`])
      expect(code(await cancelOrder(wrong))).toBe('order_not_found');
    const other = await buy(await createRsvp(await createEvent()), 1);
    const [foreignTicket] = (await read(other)).tickets;
    expect(code(await cancelTicket(token, foreignTicket.attendeeId))).toBe('attendee_not_found');
    expect(code(await transfer(token, foreignTicket.attendeeId, 'Eve', 'eve@example.org'))).toBe('attendee_not_found');
  });

  it('can be cancelled until the configured time, and not after check-in', async () => {
    const ticket = await createRsvp(await createEvent());
    const token = await buy(ticket, 1);
    const [{ attendeeId }] = (await read(token)).tickets;
    setClock(() => new Date('2099-05-01T08:30:00Z'));
    await ticketApi.setting('cancel_until_hours', 2);
    expect(code(await cancelOrder(token))).toBe('cancellation_closed');
    expect(await read(token)).toMatchObject({ canCancel: false });
    await ticketApi.setting('cancel_until_hours', -1);
    expect(code(await cancelTicket(token, attendeeId))).toBe('cancellation_closed');
    await ticketApi.setting('cancel_until_hours', 0);
    await ticketApi.send('PUT', `/attendees/${attendeeId}`, { check_in: true });
    expect(code(await cancelOrder(token))).toBe('already_checked_in');
    expect(code(await transfer(token, attendeeId, 'Bob', 'bob@example.org'))).toBe('already_checked_in');
    await ticketApi.send('PUT', `/attendees/${attendeeId}`, { check_in: false });
    setClock(() => new Date('2099-05-01T10:00:00Z'));
    expect(code(await cancelOrder(token))).toBe('cancellation_closed');
    setClock(() => new Date('2099-05-01T09:59:59Z'));
    expect((await cancelOrder(token)).errors).toEqual([]);
  });

  it('lets guests change an RSVP while places are available', async () => {
    const ticket = await createRsvp(await createEvent(), 1);
    const url = await site.graphql(
      'mutation($ticketId: Int!) { declineRsvp(ticketId: $ticketId, fullName: "Nora No", email: "nora@example.org") { url } }',
      { ticketId: ticket },
    );
    const token = tokenOf(url.data.declineRsvp.url);
    expect(await lastMail()).toMatchObject({ kind: 'order', message: { to: 'nora@example.org' } });
    const [nora] = (await read(token)).tickets;
    expect(nora).toMatchObject({ fullName: 'Nora No', isGoing: false, state: 'DECLINED', canChangeAnswer: true, canCancel: false });
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 1, sold: 0 });
    expect((await changeRsvp(token, nora.attendeeId, true)).data.updateRsvp.order.tickets).toMatchObject([
      { state: 'GOOD', isGoing: true },
    ]);
    expect(await lastMail()).toMatchObject({ kind: 'ticket', message: { to: 'nora@example.org' } });
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 0, sold: 1 });
    await changeRsvp(token, nora.attendeeId, false);
    await buy(ticket, 1);
    expect(code(await changeRsvp(token, nora.attendeeId, true))).toBe('insufficient_stock');
    const goingOnly = await createRsvp(await createEvent(), 1, false);
    const goingToken = await buy(goingOnly, 1);
    const [goingTicket] = (await read(goingToken)).tickets;
    expect(code(await changeRsvp(goingToken, goingTicket.attendeeId, false))).toBe('rsvp_only_going');
    expect((await cancelOrder(goingToken)).data.cancelOrder.order).toMatchObject({ state: 'CANCELLED', tickets: [{ state: 'VOID' }] });
    const decline = 'mutation($id: Int!) { declineRsvp(ticketId: $id, fullName: " ", email: "x") { url } }';
    expect((await site.graphql(decline, { id: ticket })).errors[0]?.extensions['params']).toHaveProperty('email');
    expect(code(await site.graphql(decline.replace('" "', '"A"').replace('"x"', '"a@example.org"'), { id: goingOnly }))).toBe(
      'rsvp_only_going',
    );
  });

  it('allows a ticket transfer, which invalidates the previous code', async () => {
    const ticket = await createRsvp(await createEvent());
    const token = await buy(ticket, 1);
    const [before] = (await read(token)).tickets;
    const previousCode = await ticketApi.securityCode(before.attendeeId);
    expect((await transfer(token, before.attendeeId, '', 'x')).errors[0]?.extensions['params']).toEqual({
      fullName: 'Enter a name.',
      email: 'Invalid email address.',
    });
    const [after] = (await transfer(token, before.attendeeId, 'Bob New', 'bob@example.org')).data.transferTicket.order.tickets;
    expect(after).toMatchObject({ attendeeId: before.attendeeId, fullName: 'Bob New', email: 'bob@example.org', state: 'GOOD' });
    expect((await site.http.inject(new URL(before.url).pathname)).statusCode).toBe(404);
    const { text } = (await lastMail()).message;
    const newPath = /http:\/\/site\.test(\/tickets\/\S+)/.exec(text)?.[1] ?? '';
    expect((await site.http.inject(newPath)).statusCode).toBe(200);
    // the buyer can neither see nor change the transferred ticket
    expect(after).toMatchObject({ isTransferred: true, url: null, canCancel: false, canTransfer: false, canChangeAnswer: false });
    const page = (await site.http.inject(`/orders/${token}`)).body;
    expect(page).toContain('Transferred');
    expect([page.includes(newPath), page.includes(await ticketApi.securityCode(after.attendeeId)), page.includes('name="do"')]).toEqual([
      false,
      false,
      false,
    ]);
    for (const refused of [
      await transfer(token, after.attendeeId, 'Eve', 'eve@example.org'),
      await cancelTicket(token, after.attendeeId),
      await changeRsvp(token, after.attendeeId, false),
    ])
      expect(code(refused)).toBe('ticket_transferred');
    expect((await cancelOrder(token)).data.cancelOrder.order.tickets).toMatchObject([{ state: 'GOOD' }]);
    expect(await ticketApi.securityCode(before.attendeeId)).not.toBe(previousCode);
    expect(await lastMail()).toMatchObject({ kind: 'ticket', message: { to: 'bob@example.org' } });
  });
});

const mailsTo = async (to: string) => {
  const source = '{ outgoingMailPage(perPage: 20) { nodes { kind message { subject to text } } } }';
  const { nodes } = (await site.graphql(source, {}, 'administrator')).data.outgoingMailPage;
  return nodes.filter(({ message }: { message: { to: string } | null }) => message?.to === to);
};

describe('People who are affected by a cancellation', () => {
  it('are notified: each holder once, and the buyer about remaining tickets and refunds', async () => {
    const ticket = await ticketApi.ticket(await createEvent(), { price: '10', ticket: { mode: 'own', capacity: 5 } });
    const buyer = { fullName: 'Bea Buyer', email: 'bea@example.org' };
    const checkout = await shop.named(ticket, 3, buyer);
    const guests = ['hal', 'hana'].map((name) => ({ ticketId: ticket, fullName: name, email: `${name}@example.org` }));
    await shop.update(checkout, { guests });
    const token = tokenOf((await shop.complete(checkout, 'MANUAL')).data.completeCheckout.orderUrl);
    const { orderId, tickets } = await read(token);
    await site.graphql('mutation($id: Int!) { markOrderPaid(id: $id) { order { status } } }', { id: orderId }, 'administrator');
    const [hal] = tickets.filter(({ email }: { email: string }) => email === 'hal@example.org');
    await cancelTicket(token, hal.attendeeId);
    const [mailToHal, ...furtherMails] = (await mailsTo('hal@example.org')).filter(
      ({ kind }: { kind: string }) => kind === 'ticket-cancelled',
    );
    expect(mailToHal.message.subject).toBe('Cancelled: Concert');
    expect(furtherMails).toEqual([]);
    const mailToBea = (await mailsTo('bea@example.org'))[0].message;
    expect(mailToBea.subject).toBe('Changed: Concert');
    expect(mailToBea.text).toMatch(/Cancelled: 1 .*\n\nYou still have: 2 /);
    expect(mailToBea.text).toContain('$10.00');
    expect((await mailsTo('hana@example.org')).map(({ kind }: { kind: string }) => kind)).toEqual(['ticket']);
    // cancelled by an organizer, over another API
    await site.graphql(
      'mutation($id: Int!) { updateOrderStatus(id: $id, status: REFUNDED) { order { status } } }',
      { id: orderId },
      'administrator',
    );
    expect((await mailsTo('hana@example.org')).map(({ kind }: { kind: string }) => kind).toSorted()).toContain('ticket-cancelled');
    const lastToBea = (await mailsTo('bea@example.org'))[0];
    expect([lastToBea.kind, lastToBea.message.subject]).toEqual(['order', 'Cancelled: Concert']);
    expect((await mailsTo('hal@example.org')).filter(({ kind }: { kind: string }) => kind === 'ticket-cancelled')).toHaveLength(1);
  });
});

describe('Order of a shop', () => {
  it('costs less if tickets are returned before the payment, and ends with its last attendee', async () => {
    for (const provider of ['tc', 'tribe-commerce']) {
      const ticket = await ticketApi.ticket(await createEvent(), { provider, price: '10', ticket: { mode: 'own', capacity: 5 } });
      const token = await buy(ticket, 3, 'MANUAL');
      const { orderId, tickets, state } = await read(token);
      expect(state).toBe('PENDING');
      const [first, second, third] = tickets.map(({ attendeeId }: { attendeeId: number }) => attendeeId);
      expect((await cancelTicket(token, first)).data.cancelAttendance.order).toMatchObject({
        state: 'PENDING',
        total: { amount: '20.00' },
        totalMinorUnits: 2000,
      });
      expect((await cancelTicket(token, first)).errors).toEqual([]);
      expect(await orderStatus(orderId)).toMatchObject({ total: { amount: '20.00' }, items: [{ quantity: 2 }] });
      await cancelTicket(token, second);
      expect((await cancelTicket(token, third)).data.cancelAttendance.order).toMatchObject({ state: 'CANCELLED', canCancel: false });
      expect((await orderStatus(orderId)).status).toBe(provider === 'tc' ? 'VOIDED' : 'NOT_COMPLETED');
      expect(await ticketApi.stock(ticket)).toMatchObject({ available: 5, sold: 0 });
      expect((await lastMail()).message.subject).toBe('Cancelled: Concert');
    }
  });

  it('returns without the tickets that were cancelled before it became overdue, when it is paid late', async () => {
    for (const provider of ['tc', 'tribe-commerce']) {
      await ticketApi.setting('pay_by_hand_days', 3);
      setClock(createFrozenClock(new Date('2031-03-10T12:00:00Z')));
      const ticket = await ticketApi.ticket(await createEvent(), { provider, price: '10', ticket: { mode: 'own', capacity: 3 } });
      const token = await buy(ticket, 3, 'MANUAL');
      const { orderId, tickets } = await read(token);
      await cancelTicket(token, tickets[0].attendeeId);
      setClock(createFrozenClock(new Date('2031-03-13T12:00:00Z')));
      await settlePayments.run(site.site);
      expect(await orderStatus(orderId)).toMatchObject({ status: 'NOT_COMPLETED', total: { amount: '20.00' } });
      await ticketApi.attendee(ticket);
      const settled = await site.graphql(
        'mutation($id: Int!) { markOrderPaid(id: $id) { order { status } } }',
        { id: orderId },
        'administrator',
      );
      expect(settled.errors).toEqual([]);
      expect((await read(token)).tickets.map(({ state }: { state: string }) => state)).toEqual(['VOID', 'GOOD', 'GOOD']);
      expect(await ticketApi.stock(ticket)).toMatchObject({ available: 0, sold: 3 });
      await ticketApi.setting('pay_by_hand_days', 0);
      setClock();
    }
  });

  it('with a manual payment is reversed as a whole', async () => {
    for (const provider of ['tc', 'tribe-commerce']) {
      const ticket = await ticketApi.ticket(await createEvent(), { provider, price: '10', ticket: { mode: 'own', capacity: 5 } });
      const token = await buy(ticket, 2, 'MANUAL');
      const { orderId } = await read(token);
      await site.graphql(
        'mutation($id: Int!) { updateOrderStatus(id: $id, status: COMPLETED) { order { status } } }',
        { id: orderId },
        'administrator',
      );
      expect(await read(token)).toMatchObject({ state: 'CONFIRMED', canCancel: true });
      expect((await cancelOrder(token)).data.cancelOrder.order.state).toBe('CANCELLED');
      expect((await orderStatus(orderId)).status).toBe(provider === 'tc' ? 'VOIDED' : 'REFUNDED');
      expect(await ticketApi.stock(ticket)).toMatchObject({ available: 5, sold: 0 });
    }
  });
});
