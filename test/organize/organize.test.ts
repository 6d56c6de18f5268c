import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFrozenClock, now, createShiftedClock, withClock } from '../../src/core/time/clock.ts';
import { settlePayments } from '../../src/domains/checkout/payments/payments.jobs.ts';
import { media } from '../../src/domains/media/domain.ts';
import { createCheckoutClient, code } from '../checkout/support.ts';
import { createVisitor } from '../checkout/visitor.ts';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { readNonce, sendMultipartForm as sendPartsOf, type Staff, signInStaff as staffOf, readFormValues } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let shop: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  shop = createCheckoutClient(site);
});
afterAll(() => site.close());

let eventCount = 0;
/** Creates an upcoming event of this user, with a ticket for 12.50. */
async function createEvent(as: TestUserName, fields: Record<string, unknown> = {}) {
  const { id, url } = await makeEvent(site, { title: `Evening ${++eventCount}`, ...fields }, as);
  const ticket = await t.ticket(id, { name: 'Bench', price: '12.50', ticket: { mode: 'own', capacity: 5 } });
  return { id: Number(id), path: new URL(url).pathname, ticket };
}

/** Orders tickets to be paid by hand and returns the order ID. */
async function buyTickets(ticket: number, quantity = 1, email = 'ann@example.org'): Promise<number> {
  const token = await shop.named(ticket, quantity, { fullName: 'Ann Buyer', email });
  const { errors } = await shop.complete(token, 'MANUAL');
  expect(errors).toEqual([]);
  return Math.max(...(await shop.attendees(ticket)).map(({ management }: { management: { orderId: number } }) => management.orderId));
}

const staff = (as: TestUserName) => staffOf(site, as);
const sendParts = (browser: Staff, url: string, fields: Record<string, string | Blob>) => sendPartsOf(site, browser, url, fields);

describe('An organizer', () => {
  let own: Awaited<ReturnType<typeof createEvent>>;
  let others: Awaited<ReturnType<typeof createEvent>>;
  let order: number;
  beforeEach(async () => {
    own = await createEvent('author', { title: `Own ${++eventCount}` });
    others = await createEvent('editor', { title: `Foreign ${++eventCount}` });
    order = await buyTickets(others.ticket);
  });

  it('must sign in, and gets a message if the user has no permission', async () => {
    const redirect = await createVisitor(site).get('/organize');
    expect([redirect.status, redirect.to]).toEqual([302, '/sign-in?redirect_to=%2Forganize']);
    const subscriber = await staff('subscriber');
    for (const path of ['/organize', '/organize/events/new', `/organize/events/${own.id}`]) {
      const page = await subscriber.get(path);
      expect([path, page.status]).toEqual([path, 403]);
      expect(page.text).toContain('Only users who may edit events can organize them.');
    }
    expect((await subscriber.get('/')).html).not.toContain('/organize');
  });

  it('sees their own events, while editors see all events', async () => {
    const [author, editor] = [await staff('author'), await staff('editor')];
    const [ownList, allList] = [await author.get('/organize?q='), await editor.get('/organize')];
    expect([ownList.text.includes('Own'), ownList.text.includes('Foreign')]).toEqual([true, false]);
    expect([allList.text.includes('Own'), allList.text.includes('Foreign')]).toEqual([true, true]);
    for (const page of ['', '/orders', '/attendees', '/edit']) {
      expect([page, (await author.get(`/organize/events/${others.id}${page}`)).status]).toEqual([page, 403]);
      expect([page, (await author.get(`/organize/events/${own.id}${page}`)).status]).toEqual([page, 200]);
      expect([page, (await editor.get(`/organize/events/${own.id}${page}`)).status]).toEqual([page, 200]);
    }
    expect((await author.get(own.path)).html).toContain(`/organize/events/${own.id}/edit`);
    expect((await author.get(others.path)).html).not.toContain('/organize/events/');
    const csv = (id: number, as: TestUserName) =>
      site.http.inject({ url: `/exports/attendees.csv?post_id=${id}`, headers: { authorization: authorizations[as] ?? '' } });
    const authorizations: Partial<Record<TestUserName, string>> = { author: (await site.user('author')).authorization };
    expect([(await csv(own.id, 'author')).statusCode, (await csv(others.id, 'author')).statusCode]).toEqual([200, 403]);
  });

  it('manages orders of their own events only, with any form or mutation', async () => {
    const author = await staff('author');
    const nonce = await readNonce(author, `/organize/events/${own.id}`);
    // an order of another event, sent to the page of the own event
    const reply = await author.post(`/organize/events/${own.id}/orders`, { nonce, act: 'cancel-order', id: order });
    expect(reply.status).toBe(403);
    const close = await author.post(`/organize/events/${own.id}`, { nonce, act: 'close', id: others.ticket });
    expect(close.status).toBe(403);
    // the same button, sent to a page without it
    for (const page of ['/orders', '/attendees']) {
      const elsewhere = await author.post(`/organize/events/${own.id}${page}`, { nonce, act: 'close', id: others.ticket });
      expect([page, elsewhere.status]).toEqual([page, 403]);
    }
    expect(await site.site.db.prisma.ticket.findUniqueOrThrow({ where: { id: others.ticket } })).toMatchObject({ endDate: '' });
    const [attendee] = await shop.attendees(others.ticket);
    for (const [name, id] of [
      ['markOrderPaid', order],
      ['cancelOrderForBuyer', order],
      ['cancelAttendeeForBuyer', attendee.databaseId],
      ['resendTicket', attendee.databaseId],
      ['undoAttendance', attendee.databaseId],
    ]) {
      const source = `mutation { ${name}(id: ${id}) { __typename } }`;
      expect([name, code(await site.graphql(source, {}, 'author'))]).toEqual([name, 'forbidden']);
      expect([name, code(await site.graphql(source))]).toEqual([name, 'forbidden']);
    }
    for (const list of ['ordersOfEvent', 'attendeesOfEvent'])
      expect(code(await site.graphql(`{ ${list}(eventId: ${others.id}) { total } }`, {}, 'author'))).toBe('forbidden');
    expect(
      (await shop.attendees(others.ticket)).map(({ management }: { management: { orderStatus: string } }) => management.orderStatus),
    ).toEqual(['PENDING']);
    const { data } = await site.graphql(`{ event(id: ${others.id}) { sales { sold } } }`, {}, 'author');
    expect(data.event.sales).toBeNull();
  });

  it('does not see the ticket codes of attendees, and resends tickets instead', async () => {
    const own = await createEvent('author');
    await buyTickets(own.ticket);
    const codes = 'nodes { name securityCode checkinUrl ticketUrl qrPngUrl qrSvgUrl }';
    const lists = `{ attendeesOfEvent(eventId: ${own.id}) { ${codes} } ordersOfEvent(eventId: ${own.id}) { nodes { attendees { ${codes.slice(8, -1)} } } } }`;
    const readAttendees = async (as: TestUserName) => {
      const { data } = await site.graphql(lists, {}, as);
      return [data.attendeesOfEvent.nodes[0], data.ordersOfEvent.nodes[0].attendees[0]];
    };
    const redacted = { name: 'Ann Buyer', securityCode: null, checkinUrl: null, ticketUrl: null, qrPngUrl: null, qrSvgUrl: null };
    expect(await readAttendees('author')).toEqual([redacted, redacted]);
    for (const attendee of await readAttendees('administrator'))
      expect(attendee).toMatchObject({ securityCode: expect.stringMatching(/^\w{10}$/), ticketUrl: expect.stringContaining('http') });
  });

  it('cannot submit a form from another site or without its nonce', async () => {
    const editor = await staff('editor');
    const nonce = await readNonce(editor, `/organize/events/${others.id}/orders`);
    const path = `/organize/events/${others.id}/orders`;
    const foreign = await site.http.inject({
      method: 'POST',
      url: path,
      headers: {
        cookie: [...editor.cookies].map((pair) => pair.join('=')).join('; '),
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
      },
      payload: new URLSearchParams({ nonce, act: 'settle', id: String(order) }).toString(),
    });
    expect(foreign.statusCode).toBe(403);
    expect((await editor.post(path, { act: 'settle', id: order })).status).toBe(403);
    const page = await editor.go(path, { nonce, act: 'settle', id: order });
    expect(page.text).toContain('The order is paid.');
  });
});

describe('Refunds of an event', () => {
  it('are listed, recorded partially by a form, and exported', async () => {
    const { id, ticket } = await createEvent('author');
    const order = await buyTickets(ticket, 2);
    const author = await staff('author');
    const path = `/organize/events/${id}/orders`;
    const nonce = await readNonce(author, path);
    await author.post(path, { nonce, act: 'settle', id: order });
    expect((await author.get(`${path}?refund=due`)).text).not.toContain(`Order ${order}`);
    await author.post(path, { nonce, act: 'cancel-order', id: order });
    const due = await author.get(`${path}?refund=due`);
    expect(due.text).toContain('Refund due: $25.00.');
    const outstanding = String(readFormValues(due.html)['outstanding']);
    expect([outstanding, readFormValues(due.html)['amount']]).toEqual(['2500', '25.00']);
    const form = (amount: string) => ({ nonce, act: 'refunded', id: order, amount, note: 'Receipt 7', outstanding });
    const sendRefund = async (amount: string) => {
      const { status, text } = await author.post(path, form(amount));
      return `${status} ${text}`;
    };
    expect(await sendRefund('30')).toMatch(/^400 .*more than can be refunded/);
    expect(await sendRefund('1.005')).toMatch(/^400 .*not an amount/);
    expect((await author.go(path, form('10'))).text).toContain('Recorded as refunded.');
    // the same form again
    expect(await sendRefund('10')).toMatch(/^409 .*This refund is no longer due\./);
    expect((await author.get(`${path}?refund=due`)).text).toContain('Refund due: $15.00.');
    const csv = await author.get(`/exports/refunds.csv?post_id=${id}`);
    expect(csv.html.split('\r\n')[1]).toMatch(
      new RegExp(`^${order},Ann Buyer,ann@example.org,voided,manual,USD,25.00,25.00,10.00,15.00,[-: 0-9]+,Receipt 7,$`),
    );
    const others = await createEvent('editor');
    expect((await author.get(`/exports/refunds.csv?post_id=${others.id}`)).status).toBe(403);
  });
});

describe('The sales of an event', () => {
  it('include an overdue order, which a button settles while there are places', async () => {
    await t.setting('pay_by_hand_days', 1);
    const { id, ticket } = await createEvent('author');
    const order = await buyTickets(ticket, 3);
    const author = await staff('author');
    const path = `/organize/events/${id}/orders`;
    expect((await author.get(path)).text).toMatch(/Not paid, at the door or by transfer.* to be paid until \w+ \d+, \d{4}/);
    await withClock(createShiftedClock(25 * 3_600_000), () => settlePayments.run(site.site));
    const overdue = await author.get(path);
    expect(overdue.text).toContain('Not paid in time');
    expect(overdue.text).not.toContain('to be paid until');
    const nonce = await readNonce(author, path);
    await buyTickets(ticket, 3, 'bo@example.org');
    const refused = await author.post(path, { nonce, act: 'settle', id: order });
    expect(refused.text).toContain('There are not enough places left.');
    await t.setting('pay_by_hand_days', 0);
  });

  it('do not show a returned order without deadline as overdue', async () => {
    const { id, ticket } = await createEvent('author');
    const order = await buyTickets(ticket, 1);
    const change = await site.graphql(
      'mutation($id: Int!) { updateOrderStatus(id: $id, status: NOT_COMPLETED) { order { status } } }',
      { id: order },
      'administrator',
    );
    expect(change.errors).toEqual([]);
    const page = await (await staff('author')).get(`/organize/events/${id}/orders`);
    expect(page.text).toContain('Cancelled');
    expect(page.text).not.toContain('Not paid in time');
  });

  it('are the same in GraphQL as on the pages, while orders are settled and cancelled', async () => {
    const { id, ticket } = await createEvent('author');
    const [first, second] = [await buyTickets(ticket, 2), await buyTickets(ticket, 3, 'bo@example.org')];
    const waiting = await site.graphql(
      'mutation($id: Int!) { joinWaitingList(draft: { ticketId: $id, fullName: "Cy", email: "cy@example.org", quantity: 2 }) { token } }',
      { id: ticket },
    );
    expect(waiting.errors).toEqual([]);
    const readSales = async () =>
      (
        await site.graphql(
          `{ event(id: ${id}) { sales { sold held waiting checkedIn capacity revenue { currencyCode amount } days { tickets } } } }`,
          {},
          'author',
        )
      ).data.event.sales;
    expect(await readSales()).toMatchObject({ sold: 0, held: 5, waiting: 2, checkedIn: 0, capacity: 5, revenue: [] });
    const settled = `mutation { markOrderPaid(id: ${first}) { order { status } } }`;
    expect((await site.graphql(settled, {}, 'author')).data.markOrderPaid.order.status).toBe('COMPLETED');
    // a second click changes nothing
    expect((await site.graphql(settled, {}, 'author')).data.markOrderPaid.order.status).toBe('COMPLETED');
    const cancelled = await site.graphql(`mutation { cancelOrderForBuyer(id: ${second}) { order { status } } }`, {}, 'author');
    expect(cancelled.data.cancelOrderForBuyer.order.status).toBe('VOIDED');
    // the places are offered to the waiting list at once
    const after = await readSales();
    expect(after).toMatchObject({ sold: 2, held: 2, waiting: 0, revenue: [{ currencyCode: 'USD', amount: '25.00' }] });
    expect(after.days.at(-1).tickets).toBe(2);
    const [attendee] = (
      await site.graphql(
        `{ attendeesOfEvent(eventId: ${id}, search: "${first}") { nodes { databaseId management { email } } } }`,
        {},
        'author',
      )
    ).data.attendeesOfEvent.nodes;
    expect(attendee.management.email).toBe('ann@example.org');
    const cancellation = await site.graphql(
      `mutation { cancelAttendeeForBuyer(id: ${attendee.databaseId}) { attendee { databaseId } } }`,
      {},
      'author',
    );
    expect(cancellation.errors).toEqual([]);
    expect(await readSales()).toMatchObject({ sold: 1, revenue: [{ amount: '12.50' }] });
    const page = await (await staff('author')).get(`/organize/events/${id}`);
    expect(page.text).toMatch(/Sold 1 Reserved 2 On the waiting list 0 Checked in 0 Capacity 5 Revenue \$12\.50/);
  });

  it('keep a reduced price and shared places when the form is saved', async () => {
    const { id } = await createEvent('author');
    const shared = await t.ticket(id, { name: 'Shared', price: '20', ticket: { mode: 'global', capacity: 30, event_capacity: 30 } });
    const stored = await site.site.db.prisma.ticket.findUniqueOrThrow({ where: { id: shared } });
    await site.site.db.prisma.ticket.update({ where: { id: shared }, data: { saleEnabled: true, salePrice: '15', salePriceMinor: 1500n } });
    const author = await staff('author');
    const form = await author.get(`/organize/events/${id}/edit`);
    const reply = await sendParts(author, `/organize/events/${id}/edit`, { ...readFormValues(form.html), save: 'keep' });
    expect([reply.statusCode, reply.headers['location']]).toEqual([303, `/organize/events/${id}?done=saved`]);
    const after = await site.site.db.prisma.ticket.findUniqueOrThrow({ where: { id: shared } });
    expect(after).toMatchObject({
      ...stored,
      menuOrder: 1,
      saleEnabled: true,
      salePrice: '15',
      salePriceMinor: 1500n,
      modifiedUtc: after.modifiedUtc,
    });
  });

  it('leave no uploaded image behind if the event form was never saved', async () => {
    const author = await staff('author');
    const path = '/organize/events/new';
    const blank = readFormValues((await author.get(path)).html);
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#2b5a86' } })
      .png()
      .toBuffer();
    const picture = new Blob([new Uint8Array(png)], { type: 'image/png' });
    const listMedia = async () => (await site.rest('GET', '/core/v2/media', { as: 'author' })).body.map(({ id }: { id: number }) => id);
    const before = await listMedia();
    const refused = await sendParts(author, path, { ...blank, title: '', picture, save: 'draft' });
    expect(refused.statusCode).toBe(400);
    const rejectedForm = readFormValues(refused.payload);
    const address = /src="(\/uploads\/[^"]+)"/.exec(refused.payload)?.[1] ?? '';
    expect([await listMedia(), (await site.http.inject({ url: address })).statusCode]).toEqual([before, 200]);
    // one image of an abandoned form remains, this one is saved
    await sendParts(author, path, { ...blank, title: '', picture, save: 'draft' });
    expect((await sendParts(author, path, { ...rejectedForm, title: 'Lake', save: 'draft' })).statusCode).toBe(303);
    expect(await listMedia()).toEqual([Number(rejectedForm['image']), ...before]);
    const stored = () =>
      site.site.db.prisma.content.findMany({ where: { kind: 'attachment', status: 'auto-draft' }, select: { id: true } });
    const drafts = await stored();
    expect(drafts).toHaveLength(1);
    const [draftFile] = await site.site.db.prisma.media.findMany({ where: { contentId: drafts[0]?.id as number } });
    expect(await media.cleanUp?.(site.site)).toEqual({ leftUploads: 0 });
    await withClock(createShiftedClock(86_460_000), async () => expect(await media.cleanUp?.(site.site)).toEqual({ leftUploads: 1 }));
    expect([await stored(), await listMedia()]).toEqual([[], [Number(rejectedForm['image']), ...before]]);
    const responses = await Promise.all([address, `/uploads/${draftFile?.file}`].map((url) => site.http.inject({ url })));
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 404]);
    // a visitor returns to the form later and chooses another image
    const lateSave = await sendParts(author, path, { ...blank, title: 'Late', image: String(drafts[0]?.id), save: 'draft' });
    expect([lateSave.statusCode, readFormValues(lateSave.payload)['image']]).toEqual([400, '']);
  });

  it('need the same number of SQL statements for any number of events', async () => {
    const editor = await staff('editor');
    const count = async (path: string) =>
      await withClock(createFrozenClock(now()), async () => {
        await editor.get(path);
        site.statements.length = 0;
        expect((await editor.get(path)).status).toBe(200);
        return site.statements.length;
      });
    await createEvent('editor', { title: 'Rare bird' });
    const statementCount = await count('/organize?q=rare+bird');
    for (let n = 0; n < 6; n += 1) await createEvent('editor', { title: `Common bird ${n}` });
    expect(await count('/organize?q=bird')).toBe(statementCount);
    expect(statementCount).toBeLessThan(10);
    const countStatements = async (search: string) => {
      const source = '{ organizedEventPage(search: $search) { nodes { databaseId sales { sold days { day tickets } } } } }';
      await site.user('editor');
      site.statements.length = 0;
      const { data, errors } = await site.graphql(`query($search: String!) ${source}`, { search }, 'editor');
      expect(errors).toEqual([]);
      return { events: data.organizedEventPage.nodes, statements: site.statements.length };
    };
    await countStatements('rare bird');
    const [oneEvent, manyEvents] = [await countStatements('rare bird'), await countStatements('bird')];
    expect([oneEvent.events.length, manyEvents.events.length, manyEvents.statements]).toEqual([1, 7, oneEvent.statements]);
    expect(manyEvents.events[0].sales.days).toHaveLength(14);
    const { id, ticket } = await createEvent('editor');
    await buyTickets(ticket);
    const single = await count(`/organize/events/${id}/orders`);
    await buyTickets(ticket, 1, 'x@example.org');
    await buyTickets(ticket, 1, 'y@example.org');
    expect(await count(`/organize/events/${id}/orders`)).toBe(single);
  });
});
