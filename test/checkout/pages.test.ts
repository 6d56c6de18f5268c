import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { siteLanguage } from '../../src/core/settings/site.settings.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { hiddenFields } from '../pages/open-pages.ts';
import { createVisitor } from './visitor.ts';

let site: WholeSite;
let ticketApi: ReturnType<typeof createTicketClient>;
beforeAll(async () => {
  site = await openWholeSite();
  ticketApi = createTicketClient(site);
});
afterEach(() => setClock());
afterAll(() => site.close());

const buyer = { fullName: 'Ann Buyer', email: 'ann@example.org' };
let eventCount = 0;

async function createEvent(fields: Record<string, unknown> = {}): Promise<{ post: number; path: string }> {
  const body = {
    title: `Evening ${++eventCount}`,
    status: 'publish',
    start_date: '2031-06-01 19:00:00',
    end_date: '2031-06-01 23:00:00',
    ...fields,
  };
  const { body: event } = await site.rest('POST', '/vendor/events/v1/events', { body, as: 'administrator' });
  return { post: event.id, path: new URL(event.url).pathname };
}

/** Creates an event with one free ticket. `fields` are those of the form that chooses places. */
async function createFreeEvent(capacity = 5) {
  const { post, path } = await createEvent();
  const ticket = await ticketApi.ticket(post, { name: 'Place', provider: 'rsvp', price: '', ticket: { capacity, not_going: true } });
  return { post, path, ticket, fields: (n = 1) => ({ post, [`quantity-${ticket}`]: n }) };
}

describe('Checkout pages', () => {
  it("lead from a free place through the buyer's name to the ticket", async () => {
    const { path, post, ticket, fields } = await createFreeEvent();
    const browser = createVisitor(site);
    const page = await browser.get(path);
    expect(page.html).toContain(
      `<form method="post" action="/checkout" id="choose"><input type="hidden" name="post" value="${post}"><input type="hidden" name="key" value="">`,
    );
    expect(page.html).toContain(`name="quantity-${ticket}" form="choose"`);
    const checkoutPage = await browser.go('/checkout', fields(2));
    expect(checkoutPage.text).toContain('Your places are reserved for another 15 minutes .');
    expect(checkoutPage.text).toContain('2 × Place Free');
    expect(checkoutPage.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'same-origin',
    });
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 3, pending: 2 });

    const invalid = await browser.post(checkoutPage.path, { fullName: ' ', email: 'ann@', 'guest-1-name': 'Bob', 'guest-1-email': 'bob' });
    expect(invalid.status).toBe(422);
    expect(invalid.text).toContain('Please look at 3 fields again.');
    for (const [field, value] of [
      ['fullName', ' '],
      ['email', 'ann@'],
      ['guest-1-email', 'bob'],
    ])
      expect(invalid.html).toMatch(
        new RegExp(`id="${field}" name="${field}" value="${value}"[^>]* aria-invalid="true" aria-describedby="${field}-fault"`),
      );
    expect(invalid.html).toContain('<a href="#guest-1-email">');

    const order = await browser.go(checkoutPage.path, { ...buyer, 'guest-1-name': 'Bob' });
    expect(order.path).toMatch(/^\/orders\/[0-9a-z]+-[0-9a-f]{32}$/);
    expect(order.text).toContain('You are going');
    expect(order.text).toMatch(/Ann Buyer Place Show the ticket.* Bob Place Show the ticket/);
    expect(order.html).toMatch(
      /href="https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE&amp;text=Evening.*dates=20310601T190000Z%2F20310601T230000Z/,
    );
    expect(order.html).toContain(`href="${path}?ical=1"`);
    expect((await browser.get(/href="(\/tickets\/[^"]+)"/.exec(order.html)?.[1] ?? '')).text).toContain('Show this code at the entrance');
    // submitted again, and after going back: the same order
    expect((await browser.post(checkoutPage.path, buyer)).to).toBe(order.path);
    expect((await browser.get(checkoutPage.path)).to).toBe(order.path);
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 3, sold: 2, pending: 0 });
  });

  it('show the sum, the payment method and that the order is unpaid', async () => {
    const { post } = await createEvent();
    const ticket = await ticketApi.ticket(post, { name: 'Stalls & more', price: '12.50', ticket: { mode: 'own', capacity: 5 } });
    const browser = createVisitor(site);
    await ticketApi.setting('payment_note', 'Account 1 <2>');
    await ticketApi.setting('pay_by_hand_days', 14);
    const checkoutPage = await browser.go('/checkout', { post, [`quantity-${ticket}`]: 2 });
    expect(checkoutPage.text).toContain('2 × Stalls & more'.replace('&', '&amp;') + ' $25.00 Total $25.00');
    expect(checkoutPage.text).toContain('At the door or by transfer');
    const order = await browser.go(checkoutPage.path, { ...buyer, gateway: 'manual' });
    expect(order.text).toContain('Your places are reserved: please pay Pay $25.00 at the door, or as the organizers specify.');
    expect(order.text).toContain('Account 1 &lt;2&gt;');
    expect(order.text).toMatch(
      /The places are reserved until \w+, \w+ \d+, \d{4}, \d+:\d\d [ap]m \(UTC\)\. After that, unpaid places go to others\./,
    );
    await ticketApi.setting('pay_by_hand_days', 0);
    expect(order.text).not.toContain('Show the ticket');
    const cancelled = await browser.go(order.path, { do: 'cancel' });
    expect(cancelled.text).toContain('Cancelled Everything is cancelled.');
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 5 });
  });

  it('allow a new choice after going back without holding places twice or affecting other events', async () => {
    const event = await createFreeEvent();
    const otherEvent = await createFreeEvent();
    const browser = createVisitor(site);
    const first = await browser.post('/checkout', event.fields(3));
    expect((await browser.post('/checkout', event.fields(3))).to).toBe(first.to);
    // more than would be available if the first choice stayed held
    const second = await browser.post('/checkout', event.fields(4));
    expect(second.to).not.toBe(first.to);
    expect(await ticketApi.stock(event.ticket)).toMatchObject({ available: 1, pending: 4 });
    expect((await browser.get(first.to)).text).toContain('You released the places');
    await browser.post('/checkout', otherEvent.fields(1));
    expect(await ticketApi.stock(event.ticket)).toMatchObject({ pending: 4 });
    const cancelled = await browser.go(second.to, { do: 'cancel' });
    expect([cancelled.status, cancelled.html.includes(`href="${event.path}#tickets"`)]).toEqual([410, true]);
    expect(await ticketApi.stock(event.ticket)).toMatchObject({ available: 5, pending: 0 });
  });

  it('offer tickets of a post that is not an event, below its text', async () => {
    const post = await ticketApi.post();
    const { body: stored } = await site.rest('GET', `/core/v2/posts/${post}`);
    const path = new URL(stored.link).pathname;
    expect((await createVisitor(site).get(path)).html).not.toContain('id="choose"');
    const ticket = await ticketApi.ticket(post, { name: 'Seat', provider: 'rsvp', price: '', ticket: { capacity: 1 } });
    const browser = createVisitor(site);
    const page = await browser.get(path);
    expect(page.text).toContain('Tickets Seat Free 1 left');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    const checkoutPage = await browser.go('/checkout', { post, [`quantity-${ticket}`]: 1 });
    const order = await browser.go(checkoutPage.path, buyer);
    expect(order.text).toContain('You are going');
    expect((await createVisitor(site).get(path)).text).toContain('Tickets Seat Free Sold out');
  });

  it('hold places once for a double click, even if they are the last', async () => {
    const event = await createFreeEvent(2);
    const key = 'f'.repeat(32);
    const submit = (key: string) => createVisitor(site).post('/checkout', { ...event.fields(2), key });
    const [first, second] = await Promise.all([submit(key), submit(key)]);
    expect([first!.status, second!.to]).toEqual([303, first!.to]);
    expect(await ticketApi.stock(event.ticket)).toMatchObject({ available: 0, pending: 2 });
    // another key is another choice
    expect((await submit('e'.repeat(32))).status).toBe(400);
    expect((await submit('short')).status).toBe(400);
  });

  it('show on the same page that tickets are unavailable, and preserve the choice', async () => {
    const { ticket, fields } = await createFreeEvent(2);
    const browser = createVisitor(site);
    expect((await browser.post('/checkout', fields(0))).text).toContain('Please choose how many tickets you want.');
    const checkoutPage = await createVisitor(site).post('/checkout', fields(1));
    const refusal = await browser.post('/checkout', fields(2));
    expect([refusal.status, refusal.text.includes('Someone was faster: only one place is left.')]).toEqual([400, true]);
    expect(refusal.html).toContain(`name="quantity-${ticket}"`);
    setClock(createShiftedClock(16 * 60_000));
    const expired = await browser.get(checkoutPage.to);
    expect([expired.status, expired.text.startsWith('Your reservation has expired')]).toEqual([410, true]);
    expect((await browser.post(checkoutPage.to, buyer)).status).toBe(410);
  });

  it('refuse forms of other sites, unreadable posts and unknown URLs', async () => {
    const { post, fields } = await createFreeEvent();
    const checkoutPage = await createVisitor(site).post('/checkout', fields());
    const foreign = createVisitor(site, { 'sec-fetch-site': 'cross-site' });
    for (const path of ['/checkout', '/checkout/decline', '/waiting-list', checkoutPage.to])
      expect((await foreign.post(path, fields())).status).toBe(403);
    for (const path of [`/checkout/${'a'.repeat(40)}`, `/orders/1-${'0'.repeat(32)}`, `/waiting-list/${'a'.repeat(24)}`])
      expect((await createVisitor(site).get(path)).status).toBe(404);
    expect((await createVisitor(site).get(`/offers/${'a'.repeat(24)}`)).status).toBe(410);
    expect((await site.http.inject({ method: 'HEAD', url: `/offers/${'a'.repeat(24)}` })).statusCode).toBe(204);
    await site.site.db.sql("UPDATE content SET password = 'secret' WHERE id = $1", [post]);
    expect((await createVisitor(site).post('/checkout', fields())).status).toBe(404);
  });

  it('are open to visitors who entered the password of the event', async () => {
    const { post, path, fields } = await createFreeEvent();
    await site.site.db.sql("UPDATE content SET password = 'secret' WHERE id = $1", [post]);
    const browser = createVisitor(site);
    expect((await browser.get(path)).text).toContain('Please enter its password');
    await browser.post(path, { post_password: 'secret' });
    expect((await browser.get(path)).text).toContain('Quantity');
    expect((await browser.go('/checkout', fields())).text).toContain('1 × Place');
  });

  it('show when sales start and that they have ended, and then offer nothing', async () => {
    const { post, path } = await createEvent();
    await ticketApi.ticket(post, { name: 'Early', start_date: '2030-01-02', start_time: '10:00:00' });
    expect((await createVisitor(site).get(path)).text).toMatch(/Sale starts January 2, 2030.* On sale from January 2, 2030/);
    const past = await createEvent({ start_date: '2020-06-01 19:00:00', end_date: '2020-06-01 23:00:00' });
    await ticketApi.ticket(past.post, { name: 'Late' });
    const pastPage = await createVisitor(site).get(past.path);
    expect([pastPage.text.includes('This event has ended.'), pastPage.html.includes('id="choose"')]).toEqual([true, false]);
  });

  it('link the staff of the event to its door', async () => {
    const { post, path } = await createFreeEvent();
    const { login, password } = await site.user('administrator');
    const staff = createVisitor(site);
    const form = await staff.get('/sign-in');
    await staff.post('/sign-in', { ...hiddenFields(form.html, '/sign-in'), login, password });
    expect((await staff.get(path)).html).toContain(`<li><a href="/door/${post}">Door</a></li>`);
    expect((await createVisitor(site).get(path)).html).not.toContain('evt-work');
  });

  it('also start from the published cart', async () => {
    const { post } = await createEvent();
    const ticket = await ticketApi.ticket(post, { name: 'In the cart', price: '5' });
    const browser = createVisitor(site);
    expect((await browser.get(`/tickets-checkout/?cart=1&post_id=${post}`)).text).toContain('Your cart is empty');
    const cart = await site.rest('POST', `${ticketApi.ns}/cart`, {
      body: { provider: 'tc', tickets: [{ ticket_id: ticket, quantity: 2 }], post_id: post },
    });
    const [, hash = ''] = /tickets-cart=([^;]+)/.exec(String(cart.headers['set-cookie'])) ?? [];
    browser.cookies.set('tickets-cart', hash);
    const checkoutUrl = new URL(cart.body.checkout_url);
    const checkoutPage = await browser.get(checkoutUrl.pathname + checkoutUrl.search);
    expect((await browser.get(checkoutPage.to)).text).toContain('2 × In the cart $10.00');
    expect((await browser.get(checkoutUrl.pathname + checkoutUrl.search)).to).toBe(checkoutPage.to);
  });
});

describe('Order page', () => {
  it('transfers tickets, changes an RSVP and returns places', async () => {
    const { ticket, fields } = await createFreeEvent();
    const browser = createVisitor(site);
    const checkoutPage = await browser.post('/checkout', fields(2));
    const order = await browser.go(checkoutPage.to, buyer);
    const [transferredId, ownId] = [...order.html.matchAll(/name="attendee" value="(\d+)"/g)]
      .map(([, id]) => id)
      .filter((id, index, ids) => ids.indexOf(id) === index) as [string, string];
    const invalid = await browser.post(order.path, { do: 'hand-on', attendee: transferredId, fullName: 'Cy', email: 'cy' });
    expect([invalid.status, invalid.html.includes(`id="hand-on-${transferredId}-email-fault"`)]).toEqual([422, true]);
    const transferred = await browser.go(order.path, { do: 'hand-on', attendee: transferredId, fullName: 'Cy', email: 'cy@example.org' });
    expect(transferred.text).toMatch(/The ticket was transferred.* Cy Place Transferred: its new holder has the ticket\./);
    expect(transferred.html).not.toContain(`name="attendee" value="${transferredId}"`);
    expect((await browser.go(order.path, { do: 'not-going', attendee: ownId })).text).toContain('Noted: you are not coming.');
    expect(await ticketApi.stock(ticket)).toMatchObject({ available: 4 });
    expect((await browser.go(order.path, { do: 'going', attendee: ownId })).text).toContain('Noted: you are coming.');
    expect((await browser.post(order.path, { do: 'not-going', attendee: '1' })).text).toContain(
      'This ticket is no longer part of the order.',
    );
  });

  it('lets a guest decline and change their mind', async () => {
    const { path, ticket } = await createFreeEvent();
    const browser = createVisitor(site);
    expect((await browser.get(path)).text).toContain('I cannot come');
    const invalid = await browser.post('/checkout/decline', { ticket, fullName: 'Ann', email: 'x' });
    expect([invalid.status, invalid.html.includes(`aria-describedby="decline-${ticket}-email-fault"`)]).toEqual([422, true]);
    const order = await browser.go('/checkout/decline', { ticket, ...buyer });
    expect(order.text).toContain('You are not coming');
    const attendee = /name="attendee" value="(\d+)"/.exec(order.html)?.[1] ?? '';
    expect((await browser.go(order.path, { do: 'going', attendee })).text).toContain('Show the ticket');
  });

  it('leads from the waiting list through an offer to a place when sold out', async () => {
    const { path, ticket, fields } = await createFreeEvent(1);
    const first = createVisitor(site);
    const order = await first.go((await first.post('/checkout', fields())).to, buyer);
    const second = createVisitor(site);
    expect((await second.get(path)).text).toMatch(/Sold out.* Join the waiting list/);
    expect((await second.post('/waiting-list', { ticket, ...buyer, email: 'no', quantity: 1 })).status).toBe(422);
    const waiting = await second.go('/waiting-list', { ticket, fullName: 'Bo', email: 'bo@example.org', quantity: 1 });
    expect(waiting.text).toContain('You are next. We write to bo@example.org as soon as a place is free.');
    expect((await second.post('/waiting-list', { ticket, fullName: 'Bo', email: 'bo@example.org', quantity: 1 })).text).toContain(
      'is already on the waiting list for the ticket',
    );
    await first.go(order.path, { do: 'cancel' });
    expect((await second.get(waiting.path)).text).toMatch(
      /Places are available for you.*They are held for you until [^.]+ [ap]m \(UTC\)\./s,
    );
    const offer = await second.post(waiting.path, { do: 'take' });
    const checkoutPage = await second.get(offer.to);
    expect((await second.get(offer.to)).to).toBe(checkoutPage.to);
    const confirmed = await second.go(checkoutPage.to, { fullName: 'Bo', email: 'bo@example.org' });
    expect(confirmed.text).toContain('You are going');
    expect((await second.get(waiting.path)).text).toContain('You have accepted the places');
  });
});

it('Checkout pages are translated to German', async () => {
  await site.site.settings.set(siteLanguage, 'de_DE');
  const { post } = await createEvent();
  const ticket = await ticketApi.ticket(post, { name: 'Parkett', price: '12.50', ticket: { mode: 'own', capacity: 5 } });
  const browser = createVisitor(site);
  const checkoutPage = await browser.go('/checkout', { post, [`quantity-${ticket}`]: 2 });
  for (const text of [
    'Ihre Plätze sind freigehalten: noch 15 Minuten',
    '25,00 $',
    'Wer sind Sie?',
    'Am Einlass oder per Überweisung',
    'Für 25,00 $ kostenpflichtig bestellen',
  ])
    expect(checkoutPage.text).toContain(text);
  expect((await browser.post(checkoutPage.path, { fullName: '', email: '' })).text).toContain(
    'Bitte sehen Sie sich 2 Felder noch einmal an.',
  );
  expect((await browser.go(checkoutPage.path, { ...buyer, gateway: 'manual' })).text).toContain('Bitte bezahlen Sie');
  const { data } = await site.graphql('{ outgoingMailPage(perPage: 1) { nodes { message { subject text } } } }', {}, 'administrator');
  expect(data.outgoingMailPage.nodes[0].message).toMatchObject({
    subject: expect.stringContaining('Zu bezahlen: Evening'),
    text: expect.stringContaining('Summe: 25,00\u00a0$'),
  });
});
