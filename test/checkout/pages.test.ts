import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, shiftedBy } from '../../src/core/time/clock.ts';
import { siteLanguage } from '../../src/core/settings/site.settings.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { ticketing } from '../tickets/support.ts';
import { hiddenFields } from '../pages/open-pages.ts';
import { visitor } from './visitor.ts';

let site: WholeSite;
let t: ReturnType<typeof ticketing>;
beforeAll(async () => {
  site = await openWholeSite();
  t = ticketing(site);
});
afterEach(() => setClock());
afterAll(() => site.close());

const ann = { fullName: 'Ann Buyer', email: 'ann@example.org' };
let made = 0;

async function event(fields: Record<string, unknown> = {}): Promise<{ post: number; path: string }> {
  const body = {
    title: `Evening ${++made}`,
    status: 'publish',
    start_date: '2031-06-01 19:00:00',
    end_date: '2031-06-01 23:00:00',
    ...fields,
  };
  const { body: stored } = await site.rest('POST', '/vendor/events/v1/events', { body, as: 'administrator' });
  return { post: stored.id, path: new URL(stored.url).pathname };
}

/** Creates an event with one free ticket. */
async function free(capacity = 5) {
  const { post, path } = await event();
  const ticket = await t.ticket(post, { name: 'Place', provider: 'rsvp', price: '', ticket: { capacity, not_going: true } });
  return { post, path, ticket, wish: (n = 1) => ({ post, [`quantity-${ticket}`]: n }) };
}

describe('Checkout pages', () => {
  it("lead from a free place through the buyer's name to the ticket", async () => {
    const { path, post, ticket, wish } = await free();
    const someone = visitor(site);
    const page = await someone.get(path);
    expect(page.html).toContain(
      `<form method="post" action="/checkout" id="choose"><input type="hidden" name="post" value="${post}"><input type="hidden" name="key" value="">`,
    );
    expect(page.html).toContain(`name="quantity-${ticket}" form="choose"`);
    const begun = await someone.go('/checkout', wish(2));
    expect(begun.text).toContain('Your places are reserved for another 15 minutes .');
    expect(begun.text).toContain('2 × Place Free');
    expect(begun.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'same-origin' });
    expect(await t.stock(ticket)).toMatchObject({ available: 3, pending: 2 });

    const wrong = await someone.post(begun.path, { fullName: ' ', email: 'ann@', 'guest-1-name': 'Bob', 'guest-1-email': 'bob' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain('Please look at 3 fields again.');
    for (const [field, value] of [
      ['fullName', ' '],
      ['email', 'ann@'],
      ['guest-1-email', 'bob'],
    ])
      expect(wrong.html).toMatch(
        new RegExp(`id="${field}" name="${field}" value="${value}"[^>]* aria-invalid="true" aria-describedby="${field}-fault"`),
      );
    expect(wrong.html).toContain('<a href="#guest-1-email">');

    const order = await someone.go(begun.path, { ...ann, 'guest-1-name': 'Bob' });
    expect(order.path).toMatch(/^\/orders\/[0-9a-z]+-[0-9a-f]{32}$/);
    expect(order.text).toContain('You are going');
    expect(order.text).toMatch(/Ann Buyer Place Show the ticket.* Bob Place Show the ticket/);
    expect(order.html).toMatch(
      /href="https:\/\/calendar\.google\.com\/calendar\/render\?action=TEMPLATE&amp;text=Evening.*dates=20310601T190000Z%2F20310601T230000Z/,
    );
    expect(order.html).toContain(`href="${path}?ical=1"`);
    expect((await someone.get(/href="(\/tickets\/[^"]+)"/.exec(order.html)?.[1] ?? '')).text).toContain('Show this code at the entrance');
    // submitted again, and after going back: the same order
    expect((await someone.post(begun.path, ann)).to).toBe(order.path);
    expect((await someone.get(begun.path)).to).toBe(order.path);
    expect(await t.stock(ticket)).toMatchObject({ available: 3, sold: 2, pending: 0 });
  });

  it('show the sum, the payment method and that the order is unpaid', async () => {
    const { post } = await event();
    const ticket = await t.ticket(post, { name: 'Stalls & more', price: '12.50', ticket: { mode: 'own', capacity: 5 } });
    const someone = visitor(site);
    await t.setting('payment_note', 'Account 1 <2>');
    await t.setting('pay_by_hand_days', 14);
    const begun = await someone.go('/checkout', { post, [`quantity-${ticket}`]: 2 });
    expect(begun.text).toContain('2 × Stalls & more'.replace('&', '&amp;') + ' $25.00 Total $25.00');
    expect(begun.text).toContain('At the door or by transfer');
    const order = await someone.go(begun.path, { ...ann, gateway: 'manual' });
    expect(order.text).toContain('Your places are reserved: please pay Pay $25.00 at the door, or as the organizers say.');
    expect(order.text).toContain('Account 1 &lt;2&gt;');
    expect(order.text).toMatch(
      /The places are reserved until \w+, \w+ \d+, \d{4}, \d+:\d\d [ap]m \(UTC\)\. After that, unpaid places go to others\./,
    );
    await t.setting('pay_by_hand_days', 0);
    expect(order.text).not.toContain('Show the ticket');
    const cancelled = await someone.go(order.path, { do: 'cancel' });
    expect(cancelled.text).toContain('Cancelled Everything is cancelled.');
    expect(await t.stock(ticket)).toMatchObject({ available: 5 });
  });

  it('allow a new choice after going back without holding places twice or affecting other events', async () => {
    const one = await free();
    const other = await free();
    const someone = visitor(site);
    const first = await someone.post('/checkout', one.wish(3));
    expect((await someone.post('/checkout', one.wish(3))).to).toBe(first.to);
    // more than is available apart from the first choice
    const second = await someone.post('/checkout', one.wish(4));
    expect(second.to).not.toBe(first.to);
    expect(await t.stock(one.ticket)).toMatchObject({ available: 1, pending: 4 });
    expect((await someone.get(first.to)).text).toContain('You released the places');
    await someone.post('/checkout', other.wish(1));
    expect(await t.stock(one.ticket)).toMatchObject({ pending: 4 });
    const back = await someone.go(second.to, { do: 'cancel' });
    expect([back.status, back.html.includes(`href="${one.path}#tickets"`)]).toEqual([410, true]);
    expect(await t.stock(one.ticket)).toMatchObject({ available: 5, pending: 0 });
  });

  it('offer tickets of a post that is not an event, below its text', async () => {
    const post = await t.post();
    const { body: stored } = await site.rest('GET', `/core/v2/posts/${post}`);
    const path = new URL(stored.link).pathname;
    expect((await visitor(site).get(path)).html).not.toContain('id="choose"');
    const ticket = await t.ticket(post, { name: 'Seat', provider: 'rsvp', price: '', ticket: { capacity: 1 } });
    const someone = visitor(site);
    const page = await someone.get(path);
    expect(page.text).toContain('Tickets Seat Free 1 left');
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    const begun = await someone.go('/checkout', { post, [`quantity-${ticket}`]: 1 });
    const order = await someone.go(begun.path, ann);
    expect(order.text).toContain('You are going');
    expect((await visitor(site).get(path)).text).toContain('Tickets Seat Free Sold out');
  });

  it('hold places once for a double click, even if they are the last', async () => {
    const one = await free(2);
    const key = 'f'.repeat(32);
    const sent = (fields: object) => visitor(site).post('/checkout', { ...one.wish(2), ...fields });
    const [first, second] = await Promise.all([sent({ key }), sent({ key })]);
    expect([first!.status, second!.to]).toEqual([303, first!.to]);
    expect(await t.stock(one.ticket)).toMatchObject({ available: 0, pending: 2 });
    // another visit is another choice
    expect((await sent({ key: 'e'.repeat(32) })).status).toBe(400);
    expect((await sent({ key: 'short' })).status).toBe(400);
  });

  it('show on the same page, with the choice preserved, that tickets are unavailable', async () => {
    const { ticket, wish } = await free(2);
    const someone = visitor(site);
    expect((await someone.post('/checkout', wish(0))).text).toContain('Please choose how many tickets you want.');
    const begun = await visitor(site).post('/checkout', wish(1));
    const short = await someone.post('/checkout', wish(2));
    expect([short.status, short.text.includes('Someone was faster: only one place is left.')]).toEqual([400, true]);
    expect(short.html).toContain(`name="quantity-${ticket}"`);
    setClock(shiftedBy(16 * 60_000));
    const late = await someone.get(begun.to);
    expect([late.status, late.text.startsWith('Your reservation has expired')]).toEqual([410, true]);
    expect((await someone.post(begun.to, ann)).status).toBe(410);
  });

  it('refuse forms of other sites, unreadable posts and unknown addresses', async () => {
    const { post, wish } = await free();
    const begun = await visitor(site).post('/checkout', wish());
    const foreign = visitor(site, { 'sec-fetch-site': 'cross-site' });
    for (const path of ['/checkout', '/checkout/decline', '/waiting-list', begun.to])
      expect((await foreign.post(path, wish())).status).toBe(403);
    for (const path of [`/checkout/${'a'.repeat(40)}`, `/orders/1-${'0'.repeat(32)}`, `/waiting-list/${'a'.repeat(24)}`])
      expect((await visitor(site).get(path)).status).toBe(404);
    expect((await visitor(site).get(`/offers/${'a'.repeat(24)}`)).status).toBe(410);
    expect((await site.http.inject({ method: 'HEAD', url: `/offers/${'a'.repeat(24)}` })).statusCode).toBe(204);
    await site.site.db.sql("UPDATE content SET password = 'secret' WHERE id = $1", [post]);
    expect((await visitor(site).post('/checkout', wish())).status).toBe(404);
  });

  it('are open to visitors who entered the password of the event', async () => {
    const { post, path, wish } = await free();
    await site.site.db.sql("UPDATE content SET password = 'secret' WHERE id = $1", [post]);
    const someone = visitor(site);
    expect((await someone.get(path)).text).toContain('Please enter its password');
    await someone.post(path, { post_password: 'secret' });
    expect((await someone.get(path)).text).toContain('Quantity');
    expect((await someone.go('/checkout', wish())).text).toContain('1 × Place');
  });

  it('show when sales start and that they have ended, and offer nothing then', async () => {
    const { post, path } = await event();
    await t.ticket(post, { name: 'Early', start_date: '2030-01-02', start_time: '10:00:00' });
    expect((await visitor(site).get(path)).text).toMatch(/Sale starts January 2, 2030.* On sale from January 2, 2030/);
    const past = await event({ start_date: '2020-06-01 19:00:00', end_date: '2020-06-01 23:00:00' });
    await t.ticket(past.post, { name: 'Late' });
    const over = await visitor(site).get(past.path);
    expect([over.text.includes('This event has ended.'), over.html.includes('id="choose"')]).toEqual([true, false]);
  });

  it('link the staff of the event to its door', async () => {
    const { post, path } = await free();
    const { login, password } = await site.user('administrator');
    const staff = visitor(site);
    const form = await staff.get('/sign-in');
    await staff.post('/sign-in', { ...hiddenFields(form.html, '/sign-in'), login, password });
    expect((await staff.get(path)).html).toContain(`<li><a href="/door/${post}">Door</a></li>`);
    expect((await visitor(site).get(path)).html).not.toContain('evt-work');
  });

  it('start from the published cart, too', async () => {
    const { post } = await event();
    const ticket = await t.ticket(post, { name: 'In the cart', price: '5' });
    const someone = visitor(site);
    expect((await someone.get(`/tickets-checkout/?cart=1&post_id=${post}`)).text).toContain('Your cart is empty');
    const put = await site.rest('POST', `${t.ns}/cart`, {
      body: { provider: 'tc', tickets: [{ ticket_id: ticket, quantity: 2 }], post_id: post },
    });
    const [, hash = ''] = /tickets-cart=([^;]+)/.exec(String(put.headers['set-cookie'])) ?? [];
    someone.cookies.set('tickets-cart', hash);
    const checkoutUrl = new URL(put.body.checkout_url);
    const begun = await someone.get(checkoutUrl.pathname + checkoutUrl.search);
    expect((await someone.get(begun.to)).text).toContain('2 × In the cart $10.00');
    expect((await someone.get(checkoutUrl.pathname + checkoutUrl.search)).to).toBe(begun.to);
  });
});

describe('Order page', () => {
  it('transfers tickets, changes an RSVP and returns places', async () => {
    const { ticket, wish } = await free();
    const someone = visitor(site);
    const begun = await someone.post('/checkout', wish(2));
    const order = await someone.go(begun.to, ann);
    const [one, two] = [...order.html.matchAll(/name="attendee" value="(\d+)"/g)]
      .map(([, id]) => id)
      .filter((id, i, all) => all.indexOf(id) === i) as [string, string];
    const wrong = await someone.post(order.path, { do: 'hand-on', attendee: one, fullName: 'Cy', email: 'cy' });
    expect([wrong.status, wrong.html.includes(`id="hand-on-${one}-email-fault"`)]).toEqual([422, true]);
    const handed = await someone.go(order.path, { do: 'hand-on', attendee: one, fullName: 'Cy', email: 'cy@example.org' });
    expect(handed.text).toMatch(/The ticket was transferred.* Cy Place Transferred: its new holder has the ticket\./);
    expect(handed.html).not.toContain(`name="attendee" value="${one}"`);
    expect((await someone.go(order.path, { do: 'not-going', attendee: two })).text).toContain('Noted: you are not coming.');
    expect(await t.stock(ticket)).toMatchObject({ available: 4 });
    expect((await someone.go(order.path, { do: 'going', attendee: two })).text).toContain('Noted: you are coming.');
    expect((await someone.post(order.path, { do: 'not-going', attendee: '1' })).text).toContain(
      'This ticket is no longer part of the order.',
    );
  });

  it('lets a guest decline and change their mind', async () => {
    const { path, ticket } = await free();
    const someone = visitor(site);
    expect((await someone.get(path)).text).toContain('I cannot come');
    const wrong = await someone.post('/checkout/decline', { ticket, fullName: 'Ann', email: 'x' });
    expect([wrong.status, wrong.html.includes(`aria-describedby="decline-${ticket}-email-fault"`)]).toEqual([422, true]);
    const order = await someone.go('/checkout/decline', { ticket, ...ann });
    expect(order.text).toContain('You are not coming');
    const attendee = /name="attendee" value="(\d+)"/.exec(order.html)?.[1] ?? '';
    expect((await someone.go(order.path, { do: 'going', attendee })).text).toContain('Show the ticket');
  });

  it('leads from the waiting list through an offer to a place when sold out', async () => {
    const { path, ticket, wish } = await free(1);
    const first = visitor(site);
    const order = await first.go((await first.post('/checkout', wish())).to, ann);
    const second = visitor(site);
    expect((await second.get(path)).text).toMatch(/Sold out.* Join the waiting list/);
    expect((await second.post('/waiting-list', { ticket, ...ann, email: 'no', quantity: 1 })).status).toBe(422);
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
    const begun = await second.get(offer.to);
    expect((await second.get(offer.to)).to).toBe(begun.to);
    const got = await second.go(begun.to, { fullName: 'Bo', email: 'bo@example.org' });
    expect(got.text).toContain('You are going');
    expect((await second.get(waiting.path)).text).toContain('You have accepted the places');
  });
});

it('Checkout pages are translated to German', async () => {
  await site.site.settings.set(siteLanguage, 'de_DE');
  const { post } = await event();
  const ticket = await t.ticket(post, { name: 'Parkett', price: '12.50', ticket: { mode: 'own', capacity: 5 } });
  const someone = visitor(site);
  const begun = await someone.go('/checkout', { post, [`quantity-${ticket}`]: 2 });
  for (const text of [
    'Ihre Plätze sind freigehalten: noch 15 Minuten',
    '25,00 $',
    'Wer sind Sie?',
    'Am Einlass oder per Überweisung',
    'Für 25,00 $ kostenpflichtig bestellen',
  ])
    expect(begun.text).toContain(text);
  expect((await someone.post(begun.path, { fullName: '', email: '' })).text).toContain('Bitte sehen Sie sich 2 Felder noch einmal an.');
  expect((await someone.go(begun.path, { ...ann, gateway: 'manual' })).text).toContain('Bitte bezahlen Sie');
  const { data } = await site.graphql('{ outgoingMailPage(perPage: 1) { nodes { message { subject text } } } }', {}, 'administrator');
  expect(data.outgoingMailPage.nodes[0].message).toMatchObject({
    subject: expect.stringContaining('Zu bezahlen: Evening'),
    text: expect.stringContaining('Summe: 25,00\u00a0$'),
  });
});
