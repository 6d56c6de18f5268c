import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createServerConfig } from '../../src/core/db/server.ts';
import { createCheckoutClient, code } from '../checkout/support.ts';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { readNonce, sendMultipartForm, signInStaff, readFormValues } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let shop: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  shop = createCheckoutClient(site);
});
afterAll(() => site.close());

async function createEvent() {
  const { id, url } = await makeEvent(site, { title: 'Fair' }, 'editor');
  const ticket = await t.ticket(id, { name: 'Bench', price: '12.50', ticket: { mode: 'own', capacity: 3 } });
  return { id: Number(id), path: new URL(url).pathname, ticket };
}

/** Buys two places for a buyer and a guest, paid by hand. Returns the order ID. */
async function buyTwo(ticket: number): Promise<number> {
  const token = await shop.named(ticket, 2, { fullName: 'Bea Buyer', email: 'bea@example.org' });
  await shop.update(token, { guests: [{ ticketId: ticket, fullName: 'Gil Guest', email: 'gil@example.org' }] });
  expect((await shop.complete(token, 'MANUAL')).errors).toEqual([]);
  const [{ management }] = await shop.attendees(ticket);
  const settle = 'mutation($id: Int!) { markOrderPaid(id: $id) { order { status } } }';
  expect((await site.graphql(settle, { id: management.orderId }, 'administrator')).errors).toEqual([]);
  return management.orderId;
}

const cancelEvent = (id: number, as: 'editor' | 'administrator' | 'subscriber' = 'editor') =>
  site.graphql('mutation($id: Int!) { cancelEvent(id: $id) { people refunds { amount currencyCode } } }', { id }, as);
const listMails = async (): Promise<{ kind: string; message: { to: string; subject: string; text: string } }[]> => {
  const source = '{ outgoingMailPage(perPage: 50) { nodes { kind message { to subject text } } } }';
  const { nodes } = (await site.graphql(source, {}, 'administrator')).data.outgoingMailPage;
  return nodes.filter(({ message }: { message: unknown }) => message !== null);
};

describe('A cancelled event', () => {
  it('no longer sells tickets, not even at the box office, and its sale cannot be reopened', async () => {
    const { id, ticket } = await createEvent();
    const browser = await signInStaff(site, 'editor');
    const nonce = await readNonce(browser, `/organize/events/${id}`);
    expect((await cancelEvent(id)).errors).toEqual([]);
    const page = await browser.get(`/organize/events/${id}`);
    expect([page.html.includes('/box-office"'), page.html.includes('/cancel"')]).toEqual([false, false]);
    const sold = await browser.post(`/organize/events/${id}/box-office`, {
      nonce,
      [`quantity-${ticket}`]: '1',
      fullName: 'Late',
      email: '',
      paid: '1',
    });
    expect([sold.status, sold.text.includes('This event is cancelled: no more tickets are sold.')]).toEqual([409, true]);
    const sell =
      'mutation($id: Int!, $lines: [HoldLineInput!]!) { sellAtBoxOffice(eventId: $id, fullName: "Late", lines: $lines) { __typename } }';
    expect(code(await site.graphql(sell, { id, lines: [{ ticketId: ticket, quantity: 1 }] }, 'editor'))).toBe('event_is_cancelled');
    expect((await browser.post(`/organize/events/${id}`, { nonce, act: 'open', id: ticket })).text).toContain('This event is cancelled');
    expect(await shop.attendees(ticket)).toEqual([]);
  });

  it('is shown as cancelled everywhere, notifies each person once and makes all payments due for refund', async () => {
    const { id, path, ticket } = await createEvent();
    const orderId = await buyTwo(ticket);
    expect(code(await cancelEvent(id, 'subscriber'))).toBe('forbidden');
    const { data, errors } = await cancelEvent(id);
    expect(errors).toEqual([]);
    expect(data.cancelEvent).toEqual({ people: 2, refunds: [{ amount: '25.00', currencyCode: 'USD' }] });
    const order = 'query($id: Int!) { order(id: $id) { status refundDue { amount } } }';
    expect((await site.graphql(order, { id: orderId }, 'administrator')).data.order).toEqual({
      status: 'VOIDED',
      refundDue: { amount: '25.00' },
    });
    const mails = await listMails();
    expect(mails.filter(({ kind, message }) => kind === 'ticket-cancelled' && message.to === 'gil@example.org')).toHaveLength(1);
    expect(mails.filter(({ kind, message }) => kind === 'ticket-cancelled' && message.to === 'bea@example.org')).toEqual([]);
    expect(mails.find(({ kind }) => kind === 'order')?.message).toMatchObject({ to: 'bea@example.org', subject: 'Cancelled: Fair' });
    const page = (await site.http.inject(path)).body;
    expect(page).toContain('https://schema.org/EventCancelled');
    expect(page).toContain('Cancelled');
    // no places are sold any more
    expect(code(await shop.start([{ ticketId: ticket, quantity: 1 }]))).toBe('ticket_not_on_sale');
    // repeating it changes nothing
    const before = (await listMails()).length;
    expect((await cancelEvent(id)).data.cancelEvent).toEqual({ people: 0, refunds: [] });
    expect((await listMails()).length).toBe(before);
    // no valid tickets remain, so the event can be deleted
    const trash = await site.graphql('mutation($id: Int!) { trashEvent(id: $id) { event { databaseId } } }', { id }, 'editor');
    expect(trash.errors).toEqual([]);
  });

  it('ends the waiting list and notifies each person on it once', async () => {
    const { id, ticket } = await createEvent();
    await buyTwo(ticket);
    const attendee = await t.attendee(ticket);
    const join = async (email: string) => {
      const source = 'mutation($draft: WaitingDraft!) { joinWaitingList(draft: $draft) { token } }';
      expect((await site.graphql(source, { draft: { ticketId: ticket, fullName: 'Wil', email } })).errors).toEqual([]);
    };
    for (const email of ['first@example.org', 'second@example.org']) await join(email);
    // the first one gets an offer
    const removal = 'mutation($id: Int!) { removeAttendee(id: $id) { attendee { databaseId } } }';
    expect((await site.graphql(removal, { id: attendee }, 'administrator')).errors).toEqual([]);
    expect((await listMails()).filter(({ kind }) => kind === 'offer').map(({ message }) => message.to)).toEqual(['first@example.org']);
    for (let attempt = 0; attempt < 2; attempt += 1) expect((await cancelEvent(id)).errors).toEqual([]);
    const mails = (await listMails()).filter(({ kind }) => kind === 'waiting-ended');
    expect(mails.map(({ message }) => message.to).toSorted()).toEqual(['first@example.org', 'second@example.org']);
    expect(mails[0]?.message).toMatchObject({ subject: 'Cancelled: Fair', text: expect.stringContaining('The waiting list has ended') });
  });

  it('must be cancelled before GraphQL hides it with valid tickets, while REST hides it and warns the author', async () => {
    const { id, ticket } = await createEvent();
    await buyTwo(ticket);
    for (const source of [
      'mutation($id: Int!) { trashEvent(id: $id) { event { databaseId } } }',
      'mutation($id: Int!) { deleteEvent(id: $id) { event { databaseId } } }',
      'mutation($id: Int!) { updateEvent(id: $id, changes: { status: DRAFT }) { event { databaseId } } }',
    ]) {
      const reply = await site.graphql(source, { id }, 'editor');
      expect([source, code(reply)]).toEqual([source, 'event_has_valid_tickets']);
      expect(reply.errors[0]?.message).toContain('cancelEvent');
    }
    expect((await site.rest('DELETE', `/vendor/events/v1/events/${id}`, { as: 'editor' })).status).toBe(200);
    const [warning] = (await listMails()).filter(({ kind }) => kind === 'event-hidden');
    expect(warning?.message.text).toContain('2 tickets are still valid');
    const draft = await createEvent();
    await buyTwo(draft.ticket);
    const body = { status: 'draft' };
    expect((await site.rest('POST', `/vendor/events/v1/events/${draft.id}`, { body, as: 'editor' })).status).toBe(200);
    expect((await listMails()).filter(({ kind }) => kind === 'event-hidden')).toHaveLength(2);
  });

  it.each([
    ['trashEvent', 'mutation($id: Int!) { trashEvent(id: $id) { event { databaseId } } }'],
    ['deleteEvent', 'mutation($id: Int!) { deleteEvent(id: $id) { event { databaseId } } }'],
    ['updateEvent', 'mutation($id: Int!) { updateEvent(id: $id, changes: { status: DRAFT }) { event { databaseId } } }'],
    ['updateEventSeries', 'mutation($id: Int!) { updateEventSeries(eventId: $id, scope: ALL, changes: { status: DRAFT }) { __typename } }'],
    ['the form', null],
  ])('is not hidden by %s while a sale is being settled', async (_name, source) => {
    const { id, ticket } = await createEvent();
    const editor = await signInStaff(site, 'editor');
    const edit = `/organize/events/${id}/edit`;
    const fields = { ...readFormValues((await editor.get(edit)).html), save: 'draft' };
    const token = await shop.named(ticket, 1);
    expect((await shop.complete(token, 'MANUAL')).errors).toEqual([]);
    const [{ management }] = await shop.attendees(ticket);
    const other = new pg.Client(createServerConfig(site.site.config.databaseUrl ?? ''));
    await other.connect();
    const waitForLocks = (count: number) =>
      expect
        .poll(async () => {
          const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
          return (await other.query(waiting)).rowCount;
        })
        .toBe(count);
    try {
      await other.query('BEGIN');
      await other.query(`SELECT 1 FROM ticket WHERE id = ${ticket} FOR UPDATE`);
      const settle = 'mutation($id: Int!) { markOrderPaid(id: $id) { order { status } } }';
      const sale = site.graphql(settle, { id: management.orderId }, 'administrator');
      await waitForLocks(1);
      const hiding =
        source === null
          ? sendMultipartForm(site, editor, edit, fields).then(({ statusCode }) => statusCode)
          : site.graphql(source, { id }, 'editor').then(code);
      await Promise.race([hiding, waitForLocks(2)]);
      await other.query('ROLLBACK');
      expect((await sale).errors).toEqual([]);
      expect(await hiding).toBe(source === null ? 409 : 'event_has_valid_tickets');
    } finally {
      await other.end();
    }
    expect((await site.rest('GET', `/vendor/events/v1/events/${id}`)).body).toMatchObject({ status: 'publish' });
  });

  it('differs from a moved event, whose attendees get the old and the new time once', async () => {
    const { id, ticket } = await createEvent();
    await buyTwo(ticket);
    const body = { start_date: '2031-06-02 19:00:00', end_date: '2031-06-02 23:00:00' };
    expect((await site.rest('POST', `/vendor/events/v1/events/${id}`, { body, as: 'editor' })).status).toBe(200);
    const mails = (await listMails()).filter(({ kind }) => kind === 'event-changed');
    expect(mails.map(({ message }) => message.to).toSorted()).toEqual(['bea@example.org', 'gil@example.org']);
    expect(mails[0]?.message.text).toMatch(/Before: .*June 1.*\n\nNow: .*June 2/);
    // a change of texts does not move the event
    await site.rest('POST', `/vendor/events/v1/events/${id}`, { body: { title: 'Fair 2' }, as: 'editor' });
    expect((await listMails()).filter(({ kind }) => kind === 'event-changed')).toHaveLength(2);
  });
});
