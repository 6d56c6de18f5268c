import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCheckoutClient, code } from '../checkout/support.ts';
import { createVisitor } from '../checkout/visitor.ts';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { readNonce, sendMultipartForm, type Staff, signInStaff, readFormValues } from './support.ts';

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

async function createEvent() {
  const fields = {
    title: 'Evening',
    categories: ['Music'],
    tags: ['strings, plucked'],
    organizer: [{ organizer: 'Quartet' }],
    venue: { venue: 'Boathouse' },
  };
  const { id, url } = await makeEvent(site, fields, 'author');
  const ticket = await t.ticket(id, { name: 'Bench', price: '12.50', ticket: { mode: 'own', capacity: 20 } });
  return { id: Number(id), path: new URL(url).pathname, ticket };
}
const save = async (id: number, fields: Record<string, string>) => {
  const path = `/organize/events/${id}/edit`;
  return await sendMultipartForm(site, author, path, { ...readFormValues((await author.get(path)).html), save: 'keep', ...fields });
};

describe('A ticket in the event form', () => {
  it('has a description, order limits and a position; the limits apply on the page and in GraphQL', async () => {
    const { id, path, ticket } = await createEvent();
    const wrong = await save(id, { 'ticket-0-least': '4', 'ticket-0-most': '2' });
    expect(wrong.statusCode).toBe(400);
    expect(wrong.payload).toContain('cannot be below the minimum');
    const saved = await save(id, { 'ticket-0-description': 'On wood', 'ticket-0-least': '2', 'ticket-0-most': '4' });
    expect(saved.statusCode).toBe(303);
    const page = await createVisitor(site).get(path);
    expect(page.text).toContain('On wood');
    const [, options = ''] = new RegExp(`id="quantity-${ticket}"[^>]*>([\\s\\S]*?)</select>`).exec(page.html) ?? [];
    expect([...options.matchAll(/>(\d+)</g)].map(([, n]) => n)).toEqual(['2', '3', '4']);
    const start = (quantity: number) => shop.start([{ ticketId: ticket, quantity }]);
    expect(code(await start(1))).toBe('minimum_quantity');
    expect(code(await start(5))).toBe('purchase_limit');
    expect((await start(4)).errors).toEqual([]);
    const posted = await createVisitor(site).post('/checkout', { post: id, [`quantity-${ticket}`]: 5 });
    expect([posted.status, posted.text.includes('At most 4 tickets of a kind are sold at once.')]).toEqual([400, true]);
    const { data, errors } = await site.graphql(`{ ticket(by: { databaseId: ${ticket} }) { minPerOrder maxPerOrder isBoxOfficeOnly } }`);
    expect(errors).toEqual([]);
    expect(data.ticket).toEqual({ minPerOrder: 2, maxPerOrder: 4, isBoxOfficeOnly: false });
  });

  it('is neither shown nor sold online if it is for the box office only', async () => {
    const { id, path, ticket } = await createEvent();
    expect((await save(id, { 'ticket-0-visibility': 'box-office' })).statusCode).toBe(303);
    expect((await createVisitor(site).get(path)).text).not.toContain('Bench');
    expect(code(await shop.start([{ ticketId: ticket, quantity: 1 }]))).toBe('ticket_not_found');
    expect((await site.rest('GET', `/vendor/events/v1/events/${id}`)).body.cost).toBe('');
    const box = `/organize/events/${id}/box-office`;
    const form = { nonce: await readNonce(author, box), [`quantity-${ticket}`]: 1, fullName: 'Walk In', email: '', paid: '1' };
    expect((await author.go(box, form)).text).toContain('Walk In Paid');
    expect((await save(id, { 'ticket-0-visibility': 'public' })).statusCode).toBe(303);
    expect((await createVisitor(site).get(path)).text).toContain('Bench');
  });

  it('can be duplicated with free places, and removed', async () => {
    const { id, ticket } = await createEvent();
    await shop.start([{ ticketId: ticket, quantity: 2 }]);
    const path = `/organize/events/${id}`;
    const nonce = await readNonce(author, path);
    const copied = await author.go(path, { nonce, act: 'duplicate-ticket', id: ticket });
    expect(copied.text).toMatch(/Bench \(copy\) On sale Price \$12\.50 Sold or reserved 0 Available 20/);
    const removed = await author.go(path, { nonce, act: 'remove-ticket', id: ticket });
    expect(removed.text).toContain('The ticket is removed.');
    expect(await site.site.db.prisma.ticket.count({ where: { postId: id } })).toBe(1);
    const others = await createEvent();
    expect((await author.post(path, { nonce, act: 'duplicate-ticket', id: others.ticket })).status).toBe(403);
  });
});

describe('The event form', () => {
  it('sets categories, tags, an organizer and an alt text, and keeps unchanged names with commas', async () => {
    const { id } = await createEvent();
    const read = async () =>
      (await site.graphql(`{ event(id: ${id}) { tags { name } categories { name } organizers { title { rendered } } } }`)).data;
    const before = await read();
    expect((await save(id, {})).statusCode).toBe(303);
    const organizer = String((await site.site.db.prisma.eventOrganizer.findFirst({ where: { eventId: id } }))?.organizerId ?? '');
    expect((await save(id, { organizer })).statusCode).toBe(303);
    expect(await read()).toEqual(before);
    const saved = await save(id, { categories: 'Music, Open air', tags: 'night', organizerName: 'Harbour club' });
    expect(saved.statusCode).toBe(303);
    expect((await read()).event).toEqual({
      categories: [{ name: 'Music' }, { name: 'Open air' }],
      tags: [{ name: 'night' }],
      organizers: [{ title: { rendered: 'Harbour club' } }],
    });
  });

  it('duplicates an event as a draft with its tickets and without attendees', async () => {
    const { id, ticket } = await createEvent();
    const token = await shop.named(ticket, 2);
    expect((await shop.complete(token, 'MANUAL')).errors).toEqual([]);
    const path = `/organize/events/${id}`;
    const copy = await author.go(path, { nonce: await readNonce(author, path), act: 'duplicate', id });
    expect(copy.text).toContain('This draft is a copy.');
    expect(readFormValues(copy.html)).toMatchObject({
      title: 'Evening (copy)',
      startDay: '2031-06-01',
      'ticket-0-name': 'Bench',
      'ticket-0-capacity': '20',
    });
    const copyId = Number(/events\/(\d+)\//.exec(copy.path)?.[1]);
    const { data } = await site.graphql(
      `{ event(id: ${copyId}) { status venues { title { rendered } } categories { name } sales { sold held } } }`,
      {},
      'author',
    );
    expect(data.event).toMatchObject({
      venues: [{ title: { rendered: 'Boathouse' } }],
      categories: [{ name: 'Music' }],
      sales: { sold: 0, held: 0 },
    });
    for (const as of ['subscriber', undefined] as const)
      for (const operation of [
        `mutation { duplicateEvent(eventId: ${id}, title: "X") { __typename } }`,
        `mutation { duplicateTicket(eventId: ${id}, id: ${ticket}, name: "X") { __typename } }`,
      ])
        expect([as, code(await site.graphql(operation, {}, as))]).toEqual([as, 'forbidden']);
  });
});
