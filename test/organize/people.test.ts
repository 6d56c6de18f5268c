import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCheckoutClient, code } from '../checkout/support.ts';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { readNonce, type Staff, signInStaff, readFormValues } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let shop: ReturnType<typeof createCheckoutClient>;
let author: Staff;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  shop = createCheckoutClient(site);
  author = await signInStaff(site, 'author');
});
afterAll(() => site.close());

let eventCount = 0;
async function createEvent(as: TestUserName = 'author', capacity = 5) {
  const { id } = await makeEvent(site, { title: `Evening ${++eventCount}`, venue: { venue: 'Boathouse', city: 'Bergen' } }, as);
  const ticket = await t.ticket(id, { name: 'Bench', price: '12.50', ticket: { mode: 'own', capacity } });
  return { id: Number(id), ticket };
}

interface Mail {
  kind: string;
  message: { to: string; subject: string; text: string } | null;
}
async function listMails(count = 50): Promise<Mail[]> {
  const source = `{ outgoingMailPage(perPage: ${count}) { nodes { kind message { to subject text } } } }`;
  return (await site.graphql(source, {}, 'administrator')).data.outgoingMailPage.nodes;
}
const buyTickets = async (ticket: number, quantity: number, email: string) => {
  const token = await shop.named(ticket, quantity, { fullName: 'Ann Buyer', email });
  expect((await shop.complete(token, 'MANUAL')).errors).toEqual([]);
  return Math.max(...(await shop.attendees(ticket)).map(({ management }: { management: { orderId: number } }) => management.orderId));
};
const markPaid = (order: number) => site.graphql(`mutation { markOrderPaid(id: ${order}) { order { status } } }`, {}, 'author');

describe('The box office', () => {
  it('sells with a form: paid tickets are valid and mailed at once, even after the public sale, and never beyond capacity', async () => {
    const { id, ticket } = await createEvent();
    await site.site.db.prisma.ticket.update({
      where: { id: ticket },
      data: { endDate: '2020-01-01', endTime: '00:00:00', closesAt: new Date('2020-01-01T00:00:00Z') },
    });
    expect((await shop.start([{ ticketId: ticket, quantity: 1 }])).errors[0]?.extensions['code']).toBe('ticket_not_on_sale');
    const path = `/organize/events/${id}/box-office`;
    const nonce = await readNonce(author, path);
    const form = { nonce, [`quantity-${ticket}`]: 2, fullName: 'Walk In', email: 'walk@example.org', paid: '1' };
    const empty = await author.post(path, { ...form, [`quantity-${ticket}`]: 0 });
    expect([empty.status, empty.text.includes('Choose at least one ticket.')]).toEqual([400, true]);
    const nameless = await author.post(path, { ...form, fullName: ' ', email: 'walk' });
    expect(nameless.status).toBe(400);
    expect(nameless.html).toContain('href="#fullName"');
    expect(nameless.html).toContain('href="#email"');
    expect(nameless.html).toContain(`name="quantity-${ticket}" value="2"`);
    expect((await author.post(path, { ...form, fullName: 'x'.repeat(251) })).text).toContain('This name is too long.');
    const sold = await author.go(path, form);
    expect(sold.text).toContain('Sold.');
    expect(sold.text).toMatch(/Walk In Paid .*2 × Bench · \$25\.00/);
    expect(await t.stock(ticket)).toMatchObject({ available: 3, sold: 2 });
    const kinds = (await listMails(4)).filter(({ message }) => message?.to.includes('walk@example.org')).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['order', 'ticket', 'ticket']);
    const full = await author.post(path, { ...form, [`quantity-${ticket}`]: 4 });
    expect([full.status, full.text.includes('There are not enough places left.')]).toEqual([400, true]);
    expect(await t.stock(ticket)).toMatchObject({ available: 3 });
  });

  it('sells once when the button is clicked twice, and again with a new form or other values', async () => {
    const { id, ticket } = await createEvent();
    const path = `/organize/events/${id}/box-office`;
    const { nonce = '', key = '' } = readFormValues((await author.get(path)).html);
    const form = { nonce, key, [`quantity-${ticket}`]: 1, fullName: 'Walk In', email: 'in@example.org', paid: '1' };
    const replies = await Promise.all([author.post(path, form), author.post(path, form)]);
    expect(replies.map(({ status }) => status)).toEqual([303, 303]);
    expect(new Set(replies.map(({ to }) => to)).size).toBe(1);
    expect(await t.stock(ticket)).toMatchObject({ sold: 1 });
    expect((await author.post(path, { ...form, fullName: 'Walk Too' })).status).toBe(303);
    expect(await t.stock(ticket)).toMatchObject({ sold: 2 });
    expect((await author.post(path, { ...form, key: readFormValues((await author.get(path)).html)['key'] ?? '' })).status).toBe(303);
    expect(await t.stock(ticket)).toMatchObject({ sold: 3 });
    const rejected = await author.post(path, { ...form, fullName: '' });
    expect(readFormValues(rejected.html)).toMatchObject({ key });
  });

  it('sells in GraphQL to a buyer without email address who pays later, and sends no mail', async () => {
    const { id, ticket } = await createEvent();
    const before = (await listMails()).length;
    const sell = (as: TestUserName | undefined, lines: object[]) =>
      site.graphql(
        `mutation($eventId: Int!, $lines: [HoldLineInput!]!, $isPaid: Boolean) {
          sellAtBoxOffice(eventId: $eventId, lines: $lines, fullName: "Cash", isPaid: $isPaid) {
            orderUrl order { databaseId status total { amount } } attendees { name management { email orderStatus } } } }`,
        { eventId: id, lines },
        as,
      );
    const { data, errors } = await sell('author', [{ ticketId: ticket, quantity: 1 }]);
    expect(errors).toEqual([]);
    const sale = data.sellAtBoxOffice;
    expect(sale).toMatchObject({
      order: { status: 'PENDING', total: { amount: '12.50' } },
      attendees: [{ name: 'Cash', management: { email: '', orderStatus: 'PENDING' } }],
    });
    expect((await markPaid(sale.order.databaseId)).data.markOrderPaid.order.status).toBe('COMPLETED');
    expect((await listMails()).filter(({ message }) => message !== null)).toHaveLength(before);
    const other = await createEvent('editor');
    expect(code(await sell('author', [{ ticketId: other.ticket, quantity: 1 }]))).toBe('ticket_not_found');
    for (const as of ['subscriber', undefined] as const)
      expect(code(await sell(as, [{ ticketId: ticket, quantity: 1 }]))).toBe('forbidden');
  });
});

describe('Orders and attendees of an event', () => {
  it('can be corrected, resent and exported', async () => {
    const { id, ticket } = await createEvent();
    const order = await buyTickets(ticket, 1, 'anm@example.org');
    await markPaid(order);
    const [{ databaseId }] = await shop.attendees(ticket);
    const path = `/organize/events/${id}/attendees`;
    const nonce = await readNonce(author, path);
    const wrong = await author.post(path, { nonce, act: 'rename', id: databaseId, fullName: 'Ann', email: 'nobody' });
    expect(wrong.status).toBe(400);
    expect(readFormValues(wrong.html)).toMatchObject({ fullName: 'Ann', email: 'nobody' });
    expect(wrong.html).toContain('<details class="org-ask" open>');
    const readSecurityCode = async () =>
      (await site.site.db.prisma.attendee.findUniqueOrThrow({ where: { id: databaseId }, select: { securityCode: true } })).securityCode;
    const before = await readSecurityCode();
    const page = await author.go(path, { nonce, act: 'rename', id: databaseId, fullName: 'Ann Right', email: 'ann.right@example.org' });
    expect(page.text).toContain('Corrected.');
    expect(page.text).toContain('Ann Right');
    expect(await readSecurityCode()).toBe(before);
    expect((await listMails(3)).some(({ kind, message }) => kind === 'ticket' && message?.to.includes('ann.right@example.org'))).toBe(true);
    const orders = `/organize/events/${id}/orders`;
    const countOrderMails = async () => (await listMails()).filter(({ kind }) => kind === 'order').length;
    const mailsBefore = await countOrderMails();
    expect((await author.go(orders, { nonce, act: 'resend-order', id: order })).text).toContain('The mail about the order is on its way.');
    expect(await countOrderMails()).toBe(mailsBefore + 1);
    const csv = await author.get(`/exports/orders.csv?post_id=${id}`);
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(csv.html.split('\r\n')[0]).toBe(
      '\ufefforder,date,name,email,tickets,status,gateway,currency,total,refunded,discount_code,answers',
    );
    expect(csv.html.split('\r\n')[1]).toMatch(
      new RegExp(`^${order},[-: 0-9]+,Ann Buyer,anm@example.org,1 × Bench,completed,manual,USD,12.50,0.00,,$`),
    );
    const others = await createEvent('editor');
    expect((await author.get(`/exports/orders.csv?post_id=${others.id}`)).status).toBe(403);
  });

  it('are accessible only to users who may edit the event', async () => {
    const others = await createEvent('editor', 1);
    const order = await buyTickets(others.ticket, 1, 'ann@example.org');
    const [{ databaseId }] = await shop.attendees(others.ticket);
    const joined = await site.graphql(
      `mutation { joinWaitingList(draft: { ticketId: ${others.ticket}, fullName: "Cy", email: "cy@example.org", quantity: 1 }) { token } }`,
    );
    expect(joined.errors).toEqual([]);
    const { id: entry } = await site.site.db.prisma.waitingEntry.findFirstOrThrow({ where: { ticketId: others.ticket } });
    const message = `message: { subject: "S", body: "B" }`;
    const operations = [
      `mutation { renameAttendee(id: ${databaseId}, fullName: "X", email: "x@example.org") { __typename } }`,
      `mutation { resendOrder(id: ${order}) { __typename } }`,
      `mutation { removeWaitingEntry(id: ${entry}) { __typename } }`,
      `mutation { sendAttendeeMessage(eventId: ${others.id}, ${message}, requestKey: "0123456789abcdef") { __typename } }`,
      `mutation { sellAtBoxOffice(eventId: ${others.id}, fullName: "X", lines: [{ ticketId: ${others.ticket}, quantity: 1 }]) { __typename } }`,
      `{ attendeeMessagePreview(eventId: ${others.id}, ${message}) { text } }`,
      `{ attendeeMessagesOfEvent(eventId: ${others.id}) { subject } }`,
      `{ waitingListOfEvent(eventId: ${others.id}) { nodes { email } } }`,
      `mutation { offerToWaitingEntry(id: ${entry}) { __typename } }`,
      `mutation { resendWaitingOffer(id: ${entry}) { __typename } }`,
    ];
    for (const as of ['author', 'subscriber', undefined] as const)
      for (const operation of operations)
        expect([as, operation, code(await site.graphql(operation, {}, as))]).toEqual([as, operation, 'forbidden']);
    for (const page of ['/box-office', '/message']) expect((await author.get(`/organize/events/${others.id}${page}`)).status).toBe(403);
    const list = await site.graphql(
      `{ waitingListOfEvent(eventId: ${others.id}) { total nodes { databaseId fullName email quantity } } }`,
      {},
      'editor',
    );
    expect(list.data.waitingListOfEvent).toEqual({
      total: 1,
      nodes: [{ databaseId: entry, fullName: 'Cy', email: 'cy@example.org', quantity: 1 }],
    });
    const editor = await signInStaff(site, 'editor');
    const path = `/organize/events/${others.id}/waiting`;
    expect((await editor.get(`/organize/events/${others.id}`)).text).toContain('See one entry');
    expect((await editor.get(path)).text).toContain('Cy cy@example.org · 1 × Bench');
    const removed = await editor.go(path, { nonce: await readNonce(editor, path), act: 'remove-waiting', id: entry });
    expect(removed.text).toContain('Removed from the waiting list.');
    expect(removed.text).not.toContain('cy@example.org');
  });
});

describe('The organizer of a waiting list', () => {
  const join = (ticket: number, email: string, quantity = 1) =>
    site.graphql(
      `mutation { joinWaitingList(draft: { ticketId: ${ticket}, fullName: "${email.split('@')[0]}", email: "${email}", quantity: ${quantity} }) { entry { databaseId } } }`,
    );

  it('can offer places out of turn and resend the offer, but not without places or for an entry that is not waiting', async () => {
    const { id, ticket } = await createEvent('author', 4);
    await shop.named(ticket, 3);
    const group = (await join(ticket, 'group@example.org', 3)).data.joinWaitingList.entry.databaseId;
    await shop.named(ticket, 1);
    const single = (await join(ticket, 'single@example.org')).data.joinWaitingList.entry.databaseId;
    const path = `/organize/events/${id}/waiting`;
    const nonce = await readNonce(author, path);
    const act = (name: string, entry: number) => author.go(path, { nonce, act: name, id: entry });
    expect((await author.post(path, { nonce, act: 'offer', id: single })).text).toContain('There are not enough places left.');
    await site.site.db.prisma.ticket.update({ where: { id: ticket }, data: { capacity: 5, stock: 1 } });
    expect((await author.post(path, { nonce, act: 'offer', id: group })).text).toContain('There are not enough places left.');
    expect((await author.post(path, { nonce, act: 'resend-offer', id: single })).text).toContain('This entry has no offer at the moment.');
    const offered = await act('offer', single);
    expect(offered.text).toContain('The places are offered, and a mail is on its way.');
    expect(offered.text).toMatch(/single@example.org · 1 × Bench · since .* has an offer until/);
    expect((await listMails(1))[0]).toMatchObject({ kind: 'offer', message: { to: expect.stringContaining('single@example.org') } });
    expect((await author.post(path, { nonce, act: 'offer', id: single })).text).toContain('This entry is no longer waiting.');
    expect((await act('resend-offer', single)).text).toContain('The offer is on its way by mail.');
    const resent = await site.graphql(`mutation { resendWaitingOffer(id: ${single}) { waitingEntry { status } } }`, {}, 'author');
    expect([resent.errors, resent.data?.resendWaitingOffer]).toEqual([[], { waitingEntry: { status: 'OFFERED' } }]);
    expect(code(await site.graphql(`mutation { offerToWaitingEntry(id: ${group}) { __typename } }`, {}, 'author'))).toBe(
      'insufficient_stock',
    );
  });

  it('gets the entries in pages', async () => {
    const { id, ticket } = await createEvent('author', 1);
    await shop.named(ticket, 1);
    const moment = new Date();
    await site.site.db.prisma.waitingEntry.createMany({
      data: Array.from({ length: 60 }, (_, n) => ({
        ticketId: ticket,
        quantity: 1,
        fullName: `Waiter ${n + 1}`,
        email: `w${n}@example.org`,
        emailText: `w${n}@example.org`,
        keyHash: `key-${n}`,
        createdUtc: moment,
        changedUtc: moment,
      })),
    });
    const last = await author.get(`/organize/events/${id}/waiting?page=3`);
    expect(last.text).toContain('60 entries, in the order in which they are served');
    expect([last.text.includes('Waiter 60'), last.text.includes('Waiter 50 ')]).toEqual([true, false]);
    const { data } = await site.graphql(
      `{ waitingListOfEvent(eventId: ${id}, page: 3, perPage: 20) { total totalPages nodes { fullName } } }`,
      {},
      'author',
    );
    expect([data.waitingListOfEvent.total, data.waitingListOfEvent.totalPages, data.waitingListOfEvent.nodes[0].fullName]).toEqual([
      60,
      3,
      'Waiter 41',
    ]);
  });
});

describe('The order export of an event', () => {
  it('contains all orders and is streamed in parts', async () => {
    const { id, ticket } = await createEvent('author', 5);
    await buyTickets(ticket, 1, 'first@example.org');
    const [row] = await site.site.db.prisma.ticketOrder.findMany({ orderBy: { id: 'desc' }, take: 1, include: { items: true } });
    const { items, id: _id, checkoutId: _checkout, ...order } = row!;
    await site.site.db.prisma.ticketOrder.createMany({
      data: Array.from({ length: 1100 }, (_, n) => ({ ...order, hash: `copy-${n}`, purchaserEmail: `copy${n}@example.org` })) as never,
    });
    const copies = await site.site.db.prisma.ticketOrder.findMany({
      where: { purchaserEmail: { startsWith: 'copy' } },
      select: { id: true },
    });
    const lines = copies.map(({ id: orderId }) => ({ ...items[0]!, orderId }));
    await site.site.db.prisma.ticketOrderItem.createMany({ data: lines as never });
    const { html } = await author.get(`/exports/orders.csv?post_id=${id}`);
    const records = html.trim().split('\r\n');
    expect(records).toHaveLength(1102);
    expect(new Set(records.map((line) => line.split(',')[0])).size).toBe(1102);
    expect(records[0]).toBe('order,date,name,email,tickets,status,gateway,currency,total,refunded,discount_code,answers');
  });
});

describe('A message to attendees', () => {
  it('has a preview, is sent once to each address, and only once even if the form is submitted again', async () => {
    const { id, ticket } = await createEvent();
    const box = await t.ticket(id, { name: 'Box', price: '0' });
    await markPaid(await buyTickets(ticket, 2, 'ann@example.org'));
    await buyTickets(ticket, 1, 'late@example.org');
    const free = await shop.named(box, 1, { fullName: 'Bo', email: 'bo@example.org' });
    expect((await shop.complete(free)).errors).toEqual([]);
    const path = `/organize/events/${id}/message`;
    const nonce = await readNonce(author, path);
    const empty = await author.post(path, { nonce, do: 'preview', subject: '', body: ' ' });
    expect(empty.status).toBe(400);
    expect(empty.text).toContain('A subject has 1 to 200 characters.');
    const form = { nonce, subject: 'Doors <open> earlier', body: 'Doors open at 6.\n\nSee you there!' };
    const before = (await listMails()).length;
    const preview = await author.post(path, { ...form, do: 'preview' });
    expect(preview.status).toBe(200);
    expect(preview.text).toContain('2 addresses get this message.');
    expect(preview.text).toContain('Doors open at 6. See you there! Evening');
    expect((await listMails()).length).toBe(before);
    const key = /name="key" value="([^"]+)"/.exec(preview.html)?.[1] ?? '';
    const fields = { ...form, do: 'send', key };
    const [first, second] = [await author.go(path, fields), await author.go(path, fields)];
    expect(first.text).toContain('The message is on its way.');
    expect(first.text).toContain('to 2 addresses');
    expect(second.text).toContain('to 2 addresses');
    const mails = (await listMails()).filter(({ kind }) => kind === 'attendee-message');
    expect(mails.map(({ message }) => message?.to ?? '').toSorted()).toEqual([
      expect.stringContaining('ann@example.org'),
      expect.stringContaining('bo@example.org'),
    ]);
    expect(mails[0]?.message?.subject).toBe('Doors <open> earlier');
    expect(mails[0]?.message?.text).toContain('Where: Boathouse, Bergen');
    const { data: unpaid } = await site.graphql(
      `{ attendeeMessagePreview(eventId: ${id}, message: { subject: "Money", body: "Please pay", ticketIds: [${ticket}], includesUnpaid: true }) { recipientCount subject html } }`,
      {},
      'author',
    );
    expect(unpaid.attendeeMessagePreview).toMatchObject({
      recipientCount: 2,
      subject: 'Money',
      html: expect.stringContaining('<p>Please pay</p>'),
    });
    const list = await site.graphql(`{ attendeeMessagesOfEvent(eventId: ${id}) { subject recipientCount } }`, {}, 'author');
    expect(list.data.attendeeMessagesOfEvent).toEqual([{ subject: 'Doors <open> earlier', recipientCount: 2 }]);
    const withoutAttendees = await createEvent();
    const source = `mutation { sendAttendeeMessage(eventId: ${withoutAttendees.id}, message: { subject: "S", body: "B" }, requestKey: "0123456789abcdef") { __typename } }`;
    expect(code(await site.graphql(source, {}, 'author'))).toBe('no_recipients');
  });
});
