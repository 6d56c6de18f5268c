import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { releasePlaces } from '../../src/domains/tickets/tickets.jobs.ts';
import { offerFreePlaces } from '../../src/domains/tickets/waiting-list/offers.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
});
afterEach(() => setClock());
afterAll(() => site.close());

const JOIN = 'mutation($draft: WaitingDraft!) { joinWaitingList(draft: $draft) { token entry { databaseId status reason ahead } } }';
const ENTRY = 'query($token: String) { waitingEntry(token: $token) { status reason ahead offerExpiresAt offerId } }';
let people = 0;
const sendJoin = (ticketId: number, quantity = 1) => {
  people += 1;
  return site.graphql(JOIN, { draft: { ticketId, quantity, fullName: `Person ${people}`, email: `person${people}@example.org` } });
};
async function join(ticketId: number, quantity = 1): Promise<string> {
  const { data, errors } = await sendJoin(ticketId, quantity);
  expect(errors).toEqual([]);
  return data.joinWaitingList.token;
}
const readEntry = async (token: string) => (await site.graphql(ENTRY, { token })).data.waitingEntry;
const code = ({ errors }: { errors: { extensions: Record<string, unknown> }[] }) => errors[0]?.extensions['code'];
const remove = (id: number) =>
  site.graphql('mutation($id: Int!) { removeAttendee(id: $id) { attendee { databaseId } } }', { id }, 'administrator');

describe('The waiting list', () => {
  it('is searched for unnoticed free places in all posts, however many have none', async () => {
    const others = await Promise.all([1, 2, 3].map(async () => t.ticket(await t.post(), { ticket: { mode: 'own', capacity: 1 } })));
    const last = await t.ticket(await t.post(), { ticket: { mode: 'own', capacity: 1 } });
    for (const ticket of [...others, last]) await t.attendee(ticket);
    const tokens = [];
    for (const ticket of [...others, last]) tokens.push(await join(ticket));
    // the state after a restored backup or a manual repair
    await site.site.db.sql('UPDATE ticket SET stock = 1, sold = 0 WHERE id = $1', [last]);
    expect(await offerFreePlaces(site.site, null, 2)).toHaveLength(1);
    expect((await readEntry(tokens.at(-1)!)).status).toBe('OFFERED');
  });

  it('offers returned places in order, and to the next entry when an offer expires', async () => {
    const ticket = await t.ticket(await t.post(), { ticket: { mode: 'own', capacity: 2 } });
    const [ann, bob] = [await t.attendee(ticket), await t.attendee(ticket)];
    const [first, second, third] = [await join(ticket), await join(ticket), await join(ticket)];
    expect(await readEntry(third)).toMatchObject({ status: 'WAITING', reason: 'SOLD_OUT', ahead: 2, offerId: null });
    await remove(ann);
    expect(await readEntry(first)).toMatchObject({ status: 'OFFERED', reason: null });
    expect((await readEntry(first)).offerExpiresAt).not.toBeNull();
    expect(await readEntry(second)).toMatchObject({ status: 'WAITING', reason: 'SOLD_OUT', ahead: 0 });
    // offered places are unavailable to everyone else
    expect((await t.register(ticket)).body.code).toBe('tec-tc-insufficient-stock');
    const checkout = await site.graphql(
      'mutation($token: String, $guests: [GuestDraft!]!) { completeHold(token: $token, guests: $guests) { attendees { name } } }',
      { token: first, guests: [{ ticketId: ticket, fullName: 'Person 1', email: 'person1@example.org' }] },
      'administrator',
    );
    expect(checkout.errors).toEqual([]);
    expect((await readEntry(first)).status).toBe('TAKEN');
    await remove(bob);
    expect((await readEntry(second)).status).toBe('OFFERED');
    setClock(createShiftedClock(25 * 3600_000));
    await releasePlaces.run(site.site);
    expect((await readEntry(second)).status).toBe('EXPIRED');
    expect((await readEntry(third)).status).toBe('OFFERED');
    const reply = await site.graphql('mutation($token: String) { leaveWaitingList(token: $token) { waitingEntry { status } } }', {
      token: third,
    });
    expect(reply.data.leaveWaitingList.waitingEntry.status).toBe('LEFT');
    expect(await t.stock(ticket)).toMatchObject({ available: 1, sold: 1 });
  });

  it('gives the reason for each entry that waits', async () => {
    const post = await t.post();
    const shared = { mode: 'capped', capacity: 5, event_capacity: 5 };
    const [capped, other] = [await t.ticket(post, { ticket: shared }), await t.ticket(post, { ticket: shared })];
    for (let n = 0; n < 4; n += 1) await t.attendee(other);
    const group = await join(capped, 2);
    expect((await readEntry(group)).reason).toBe('SHARED_CAPACITY');
    // no waiting group fits the one free place, so it is on sale
    expect(code(await sendJoin(capped, 1))).toBe('places_available');
    const soon = await t.ticket(post, { start_date: '2099-01-01', ticket: { mode: 'own', capacity: 1 } });
    expect((await readEntry(await join(soon))).reason).toBe('SALE_NOT_BEGUN');
    const half = await t.ticket(post, { ticket: { mode: 'own', capacity: 2 } });
    await t.attendee(half);
    const pair = await join(half, 2);
    expect((await readEntry(pair)).reason).toBe('NOT_ENOUGH_PLACES');
    await t.edit(half, post, { name: 'T', price: '5', end_date: '2020-01-01' });
    expect((await readEntry(pair)).reason).toBe('SALE_ENDED');
    const listed = await site.graphql(
      'query($postId: Int) { waitingList(first: 10, filter: { postId: $postId }) { totalCount nodes { fullName reason } } }',
      { postId: post },
      'administrator',
    );
    expect(listed.data.waitingList.totalCount).toBe(3);
    expect(listed.data.waitingList.nodes.map((node: { reason: string }) => node.reason)).toEqual([
      'SHARED_CAPACITY',
      'SALE_NOT_BEGUN',
      'SALE_ENDED',
    ]);
    expect(code(await site.graphql('{ waitingList(first: 1) { totalCount } }'))).toBe('forbidden');
    await site.rest('POST', `/core/v2/posts/${post}`, { body: { status: 'draft' }, as: 'administrator' });
    expect((await readEntry(group)).reason).toBe('NOT_ON_SALE');
  });

  it('makes offers when a sale starts, and when a capacity grows', async () => {
    const post = await t.post();
    const soon = await t.ticket(post, {
      start_date: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
      ticket: { mode: 'own', capacity: 1 },
    });
    const token = await join(soon);
    await releasePlaces.run(site.site);
    expect((await readEntry(token)).status).toBe('WAITING');
    setClock(createShiftedClock(3 * 86_400_000));
    await releasePlaces.run(site.site);
    expect((await readEntry(token)).status).toBe('OFFERED');
    setClock();
    const full = await t.ticket(post, { ticket: { mode: 'capped', capacity: 1, event_capacity: 1 } });
    await t.attendee(full);
    const [first, second] = [await join(full), await join(full)];
    await t.edit(full, post, { name: 'T', price: '5', ticket: { mode: 'capped', capacity: 2, event_capacity: 2 } });
    expect([(await readEntry(first)).status, (await readEntry(second)).status]).toEqual(['OFFERED', 'WAITING']);
  });

  it('offers each place once if several people leave simultaneously', async () => {
    const ticket = await t.ticket(await t.post(), { ticket: { mode: 'own', capacity: 6 } });
    const attendees = await Promise.all(Array.from({ length: 6 }, () => t.attendee(ticket)));
    const tokens: string[] = [];
    for (let n = 0; n < 8; n += 1) tokens.push(await join(ticket));
    await Promise.all(attendees.map(remove));
    const statuses = await Promise.all(tokens.map(async (token) => (await readEntry(token)).status));
    expect(statuses).toEqual([...Array.from({ length: 6 }, () => 'OFFERED'), 'WAITING', 'WAITING']);
    expect(await t.stock(ticket)).toMatchObject({ available: 0, sold: 6, pending: 6 });
  });

  it('accepts entries only for unavailable tickets, and one for each email address', async () => {
    const post = await t.post();
    const free = await t.ticket(post, { ticket: { mode: 'own', capacity: 1 } });
    expect(code(await sendJoin(free))).toBe('places_available');
    expect(code(await sendJoin(post))).toBe('ticket_not_found');
    await t.attendee(free);
    const draft = { ticketId: free, fullName: 'Same', email: 'Same@example.org' };
    expect((await site.graphql(JOIN, { draft })).errors).toEqual([]);
    expect(code(await site.graphql(JOIN, { draft: { ...draft, email: 'same@example.org' } }))).toBe('already_waiting');
    expect(code(await site.graphql(JOIN, { draft: { ...draft, email: 'no address' } }))).toBe('invalid_arguments');
    expect(code(await site.graphql(ENTRY, { token: 'guess' }))).toBe('waiting_entry_not_found');
    expect(code(await site.graphql('{ waitingEntry(id: 1) { status } }'))).toBe('forbidden');
  });
});
