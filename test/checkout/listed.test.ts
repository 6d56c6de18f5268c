import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMigrations } from '../../src/core/db/migrations/directory.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { createCheckoutClient } from './support.ts';
import { createVisitor } from './visitor.ts';

let site: WholeSite;
let ticketApi: ReturnType<typeof createTicketClient>;
let shop: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  site = await openWholeSite();
  ticketApi = createTicketClient(site);
  shop = createCheckoutClient(site);
});
afterAll(() => site.close());

const LIST = '[tribe_attendees_list]';
const buyer = { fullName: 'Ann Buyer', email: 'ann@example.org' };
const createPostWithTicket = async (content = '') => {
  const post = await ticketApi.post({ content });
  return { post, ticket: await ticketApi.ticket(post, { price: '', ticket: { mode: 'own', capacity: 20 } }) };
};

/** Returns the publicly readable names of a ticket's attendees, from both APIs. */
async function publicNames(ticket: number): Promise<string[]> {
  const { body } = await ticketApi.get('/attendees', { ticket_id: ticket });
  const { data } = await site.graphql('query($filter: AttendeeFilter) { attendees(filter: $filter, first: 50) { nodes { name } } }', {
    filter: { ticketIds: [ticket] },
  });
  const names = (body.attendees as { title: string }[]).map(({ title }) => title).sort();
  expect(data.attendees.nodes.map(({ name }: { name: string }) => name).sort()).toEqual(names);
  return names;
}

async function buyOnPages({ post, ticket }: { post: number; ticket: number }, fields: Record<string, string> = {}) {
  const browser = createVisitor(site);
  const form = await browser.go('/checkout', { post, [`quantity-${ticket}`]: 2 });
  const completed = await browser.post(form.path, { ...buyer, ...fields });
  expect(completed.status).toBe(303);
  return form;
}

describe('Buyers in public attendee lists', () => {
  it.each([
    ['without an attendee list in the content', '', {}, []],
    ['without the list, although the form agrees', '', { isListed: '1' }, []],
    ['with the list, box unchecked', LIST, {}, []],
    ['with the list, box checked', LIST, { isListed: '1', 'guest-1-name': 'Bob Guest' }, ['Ann Buyer', 'Bob Guest']],
  ])('on the pages: %s', async (_case, content, fields, names) => {
    const created = await createPostWithTicket(content);
    const { html } = await buyOnPages(created, fields);
    expect(html.includes('id="isListed"')).toBe(content !== '');
    expect(html).not.toContain('name="isListed" value="1" checked');
    expect(await publicNames(created.ticket)).toEqual(names);
  });

  it.each([
    ['no choice', LIST, {}, []],
    ['the buyer agrees', LIST, { isListed: true }, ['Ann Buyer', 'Ann Buyer']],
    ['the buyer agrees, a guest does not', LIST, { isListed: true, isOptedOut: true }, ['Ann Buyer']],
    ['only a guest agrees', LIST, { isOptedOut: false }, ['Guest']],
    ['all agree, the event has no list', '', { isListed: true, isOptedOut: false }, []],
  ])('in GraphQL: %s', async (_case, content, { isListed, isOptedOut }: { isListed?: boolean; isOptedOut?: boolean }, names) => {
    const { ticket } = await createPostWithTicket(content);
    const token = await shop.named(ticket, 2);
    const guests = [{ ticketId: ticket, fullName: 'Guest', email: 'guest@example.org', isOptedOut }];
    const { data, errors } = await site.graphql(
      `mutation($token: String!, $isListed: Boolean, $guests: [CheckoutGuestInput!]) {
        updateCheckout(token: $token, isListed: $isListed, guests: $guests) { checkout { isListed hasAttendeeList } } }`,
      { token, isListed, ...(isOptedOut !== undefined && { guests }) },
    );
    expect(errors).toEqual([]);
    expect(data.updateCheckout.checkout).toEqual({ isListed: isListed ?? false, hasAttendeeList: content !== '' });
    await shop.complete(token);
    expect(await publicNames(ticket)).toEqual(names);
  });

  it('exclude transferred tickets and orders entered by organizers', async () => {
    const created = await createPostWithTicket(LIST);
    const token = await shop.named(created.ticket, 1);
    await site.graphql('mutation($token: String!) { updateCheckout(token: $token, isListed: true) { checkout { state } } }', { token });
    const { data } = await shop.complete(token);
    expect(await publicNames(created.ticket)).toEqual(['Ann Buyer']);
    const order = new URL(data.completeCheckout.orderUrl).pathname.split('/').at(-1);
    const [{ databaseId }] = await shop.attendees(created.ticket);
    const transfer = await site.graphql(
      `mutation($token: String!, $id: Int!) { transferTicket(token: $token, attendeeId: $id, fullName: "New Holder", email: "new@example.org") { order { state } } }`,
      { token: order, id: databaseId },
    );
    expect(transfer.errors).toEqual([]);
    const entry = await site.graphql(
      `mutation($ticket: Int!) { createOrder(draft: { purchaserName: "By Hand", purchaserEmail: "hand@example.org", status: COMPLETED,
        items: [{ ticketId: $ticket, quantity: 1 }] }) { order { databaseId } } }`,
      { ticket: created.ticket },
      'administrator',
    );
    expect(entry.errors).toEqual([]);
    expect(await publicNames(created.ticket)).toEqual([]);
  });

  it('exclude buyers from before the consent existed', async () => {
    const { ticket } = await createPostWithTicket();
    await shop.complete(await shop.named(ticket, 1));
    await ticketApi.attendee(ticket, { full_name: 'Registered' });
    await site.site.db.prisma.attendee.updateMany({ where: { ticketId: ticket }, data: { optout: false } });
    const migration = readMigrations().find(({ name }) => name.endsWith('_public_attendee_lists'));
    await site.site.db.prisma.$executeRawUnsafe(migration?.sql.split('\n\n-- Buyers')[1]?.replace(/^.*\n/, '') ?? '');
    expect(await publicNames(ticket)).toEqual(['Registered']);
  });

  it('include REST registrations, as the published default', async () => {
    const { ticket } = await createPostWithTicket();
    await ticketApi.attendee(ticket, { full_name: 'Registered' });
    expect(await publicNames(ticket)).toEqual(['Registered']);
  });
});
