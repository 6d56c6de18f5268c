import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type RestResponse, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
});
afterAll(() => site.close());

const count = (replies: readonly RestResponse[], status: number) => replies.filter((reply) => reply.status === status).length;
const guests = (n: number) => Array.from({ length: n }, (_, i) => i);

/** Returns the counters of a ticket and the number of its attendees with a place. */
async function readCounters(ticketId: number) {
  const [row] = await site.site.db.sql<{ sold: number; stock: number; held: number }>(
    `SELECT t.sold, t.stock, (SELECT count(*)::int FROM attendee a WHERE a.ticket_id = t.id AND a.holds_place AND a.status = 'publish') AS held FROM ticket t WHERE t.id = $1`,
    [ticketId],
  );
  return row;
}

describe('Two thousand registrations for a hundred places', () => {
  it('fill exactly a hundred places, are otherwise refused as documented, and leave nothing when refused', async () => {
    const ticket = await t.ticket(await t.post(), { ticket: { mode: 'own', capacity: 100 } });
    const replies = await Promise.all(guests(2000).map((i) => t.register(ticket, { full_name: `Guest ${i}`, email: `g${i}@example.org` })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 400]));
    expect(count(replies, 201)).toBe(100);
    const refused = replies.filter((reply) => reply.status !== 201);
    expect(new Set(refused.map((reply) => `${reply.status} ${reply.body.code}`))).toEqual(new Set(['400 tec-tc-insufficient-stock']));
    expect(refused[0]?.body.data).toEqual({
      status: 400,
      validation_errors: [{ ticket_id: ticket, ticket_name: 'Ticket', requested: 1, available: 0, insufficient: true }],
    });
    expect(await t.stock(ticket)).toEqual({
      available_percentage: 0,
      available: 0,
      max: 100,
      sold: 100,
      pending: 0,
      global_stock_mode: 'own',
    });
    expect((await t.get('/attendees', { ticket_id: ticket }, 'administrator')).body.total).toBe(100);
    expect(await readCounters(ticket)).toEqual({ sold: 100, stock: 0, held: 100 });
    // only of this ticket, because a repeated test sees the orders of its previous attempt
    const [orders] = await site.site.db.sql(
      `SELECT count(DISTINCT order_id)::int AS orders, count(*)::int AS items,
        (SELECT count(*)::int FROM ticket_order o WHERE NOT EXISTS (SELECT FROM ticket_order_item i WHERE i.order_id = o.id)) AS empty
      FROM ticket_order_item WHERE ticket_id = $1`,
      [ticket],
    );
    expect(orders).toEqual({ orders: 100, items: 100, empty: 0 });
    expect(site.logged).toEqual([]);
  }, 120_000);
});

describe('Simultaneous registrations', () => {
  it('fill exactly the capacity of a ticket', async () => {
    const ticket = await t.ticket(await t.post(), { provider: 'rsvp', ticket: { capacity: 7 } });
    const replies = await Promise.all(guests(40).map((i) => t.register(ticket, { email: `g${i}@example.org` })));
    expect(count(replies, 201)).toBe(7);
    expect(count(replies, 400)).toBe(33);
    expect(await readCounters(ticket)).toEqual({ sold: 7, stock: 0, held: 7 });
  });

  it('never exceed the shared capacity of all tickets or the limit of one', async () => {
    const post = await t.post();
    const capped = await t.ticket(post, { ticket: { mode: 'capped', capacity: 6, event_capacity: 20 } });
    const global = await t.ticket(post, { ticket: { mode: 'global', event_capacity: 20 } });
    const own = await t.ticket(post, { ticket: { mode: 'own', capacity: 3 } });
    const ticketIds = guests(90).map((i) => [capped, global, own][i % 3] as number);
    const replies = await Promise.all(ticketIds.map((id) => t.register(id)));
    const countAdmitted = (id: number) => replies.filter((reply, i) => reply.status === 201 && ticketIds[i] === id).length;
    expect(countAdmitted(own)).toBe(3);
    expect(countAdmitted(capped)).toBeLessThanOrEqual(6);
    expect(countAdmitted(capped) + countAdmitted(global)).toBe(20);
    const [shared] = await site.site.db.sql('SELECT shared_level, shared_taken, shared_capacity FROM post_stock WHERE post_id = $1', [
      post,
    ]);
    expect(shared).toEqual({ shared_level: 0, shared_taken: 20, shared_capacity: 20 });
  });

  it('stay within capacity together with changed RSVP answers', async () => {
    const ticket = await t.ticket(await t.post(), { provider: 'rsvp', ticket: { capacity: 5 } });
    const absent = await Promise.all(guests(5).map((i) => t.attendee(ticket, { email: `n${i}@example.org`, attendee_status: 'no' })));
    const replies = await Promise.all([
      ...absent.map((id) => t.send('PUT', `/attendees/${id}`, { attendee_status: 'yes' })),
      ...guests(10).map((i) => t.register(ticket, { email: `g${i}@example.org` })),
    ]);
    expect(count(replies, 201)).toBe(5);
    expect(count(replies, 400)).toBe(10);
    expect(await readCounters(ticket)).toEqual({ sold: 5, stock: 0, held: 5 });
  });

  it('keep counters and rows equal while ticket and post are saved', async () => {
    const post = await t.post();
    const ticket = await t.ticket(post, { ticket: { mode: 'capped', capacity: 30, event_capacity: 40 } });
    const replies = await Promise.all([
      ...guests(60).map((i) => t.register(ticket, { email: `s${i}@example.org` })),
      ...[35, 25, 50].map((capacity) =>
        t.edit(ticket, post, { name: 'Ticket', price: '5', ticket: { mode: 'capped', capacity, event_capacity: 40 } }),
      ),
    ]);
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201, 202, 400]));
    const row = await readCounters(ticket);
    expect(row?.sold).toBe(row?.held);
    expect(row?.held).toBe(count(replies, 201));
    expect(row?.held).toBeLessThanOrEqual(40);
  });

  it('either precede the deletion of the ticket and are kept, or are refused', async () => {
    const post = await t.post();
    const ticket = await t.ticket(post, { name: 'Gone', ticket: { mode: 'own', capacity: 50 } });
    const nonce = await t.nonce('remove_ticket_nonce');
    const replies = await Promise.all([
      ...guests(10).map((i) => t.register(ticket, { email: `d${i}@example.org` })),
      t.send('DELETE', `/tickets/${ticket}`, { post_id: post, remove_ticket_nonce: nonce }),
      ...guests(10).map((i) => t.register(ticket, { email: `e${i}@example.org` })),
    ]);
    expect(count(replies, 202)).toBe(1);
    const created = replies.filter((reply) => reply.status === 201);
    for (const reply of replies) if (reply.status === 400) expect(reply.body.code).toBe('rest_invalid_param');
    expect(created.length + count(replies, 400)).toBe(20);
    const rows = await site.site.db.sql<{ title: string }>('SELECT deleted_ticket_title AS title FROM attendee WHERE ticket_id = $1', [
      ticket,
    ]);
    expect(rows).toHaveLength(created.length);
    expect(rows.every(({ title }) => title === 'Gone')).toBe(true);
  });
});

describe('Two hundred simultaneous check-ins of one attendee over REST, QR and GraphQL', () => {
  it('have exactly one winner, whose details are stored', async () => {
    await t.setting('qr_api_key', 'secretkey');
    const post = await t.post();
    const attendee = await t.attendee(await t.ticket(post, { provider: 'rsvp', ticket: { capacity: 5 } }));
    const code = await t.securityCode(attendee);
    const mutation = 'mutation($id: Int!) { checkInAttendee(id: $id) { attendee { management { isCheckedIn } } } }';
    const replies = await Promise.all(
      guests(200).map(async (i): Promise<string> => {
        if (i % 3 === 0) {
          const reply = await t.send('PUT', `/attendees/${attendee}`, { check_in: true });
          return reply.status === 201 ? 'won site' : `${reply.status} ${reply.body.code}`;
        }
        if (i % 3 === 1) {
          const reply = await t.get('/qr', { api_key: 'secretkey', ticket_id: attendee, security_code: code, event_id: post });
          return reply.status === 201 ? 'won app' : `${reply.status} ${reply.body.error}`;
        }
        const { errors } = await site.graphql(mutation, { id: attendee }, 'administrator');
        return errors[0] ? String(errors[0].extensions['code']) : 'won site';
      }),
    );
    const winners = replies.filter((reply) => reply.startsWith('won'));
    expect(winners).toHaveLength(1);
    expect(new Set(replies.filter((reply) => !reply.startsWith('won')))).toEqual(
      new Set(['400 tec-et-attendee-already-checked-in', '403 attendee_already_checked_in', 'attendee_already_checked_in']),
    );
    const details = (await t.get(`/attendees/${attendee}`, {}, 'administrator')).body;
    expect(`won ${details.checkin_details.source}`).toBe(winners[0]);
  });
});
