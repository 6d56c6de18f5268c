import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/core/db/database.ts';
import { countReplies, createBoxOffice, findMismatches } from './box-office.ts';
import { type LoadedSite, startOnTestServer } from './sites.ts';
import { load } from './size.ts';

const ns = '/vendor/tickets/v1';

describe('Two processes on one PostgreSQL server', () => {
  let opened: LoadedSite;
  let office: ReturnType<typeof createBoxOffice>;
  beforeAll(async () => {
    opened = await startOnTestServer();
    office = createBoxOffice(opened.services);
  });
  afterAll(() => opened?.close());

  const timeout = 60_000 + load.repetitions * 10_000;

  it(
    'serialize simultaneous writes of one cart, and never mix their lines (C6)',
    async () => {
      const post = await office.post();
      const [a, b] = [await office.ticket(post, { ticket: { mode: '' } }), await office.ticket(post, { ticket: { mode: '' } })];
      const write = (i: number, quantity: number, cookie?: string) =>
        office.serviceFor(i).rest('POST', `${ns}/cart`, {
          body: { provider: 'tc', tickets: [a, b].map((ticket_id) => ({ ticket_id, quantity })) },
          headers: cookie === undefined ? {} : { cookie },
        });
      for (let repetition = 0; repetition < load.repetitions * 3; repetition += 1) {
        const cookie = String((await write(0, 1)).headers['set-cookie']).split(';')[0];
        // one write empties the cart, which deletes it during the others
        const replies = await Promise.all([2, 3, 0, 4, 5, 6].map((quantity, i) => write(i, quantity, cookie)));
        expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
        for (const { body } of replies) {
          const quantities = new Set(body.tickets.map(({ quantity }: { quantity: number }) => quantity));
          expect([body.tickets.length, quantities.size]).toEqual(body.tickets.length === 0 ? [0, 0] : [2, 1]);
        }
        const { body } = await office.serviceFor(0).rest('GET', `${ns}/cart`, { headers: { cookie: String(cookie) } });
        expect([0, 2]).toContain(body.tickets.length);
        expect(new Set(body.tickets.map(({ quantity }: { quantity: number }) => quantity)).size).toBeLessThanOrEqual(1);
      }
    },
    timeout,
  );

  it(
    'register before the deletion of a ticket, or refuse the registration (C7)',
    async () => {
      for (let repetition = 0; repetition < load.repetitions * 2; repetition += 1) {
        const post = await office.post();
        const ticket = await office.ticket(post, { name: 'Gone', ticket: { mode: 'capped', capacity: 500, event_capacity: 500 } });
        const { body } = await office.serviceFor(1).graphql('{ nonce(action: "remove_ticket_nonce") }');
        const remove = { post_id: post, remove_ticket_nonce: body.data.nonce };
        const [before, deleted, after] = await Promise.all([
          office.registerAll(15, () => ticket),
          office.serviceFor(1).rest('DELETE', `${ns}/tickets/${ticket}`, { body: remove }),
          office.registerAll(15, () => ticket),
        ]);
        expect(deleted.status).toBe(202);
        const counts = countReplies([...before, ...after]);
        expect((counts['201'] ?? 0) + (counts['400 rest_invalid_param'] ?? 0)).toBe(30);
        const listed = (await office.get('/attendees', { post_id: post, per_page: 50 })).body;
        expect(listed.total).toBe(counts['201'] ?? 0);
        for (const attendee of listed.attendees) expect(attendee.ticket.title).toBe('Gone (deleted)');
      }
    },
    timeout,
  );

  it(
    'refuse only repeated check-ins of an attendee (C5), and return one global ID on simultaneous first reads (C8)',
    async () => {
      const ticket = await office.ticket(await office.post(), { provider: 'rsvp', ticket: { capacity: 50 } });
      const id = await office.attendee(ticket);
      const put = (i: number, check_in: boolean) => office.serviceFor(i).rest('PUT', `${ns}/attendees/${id}`, { body: { check_in } });
      const statuses: number[] = [];
      for (const [i, isIn] of [true, false, false, true, true].entries()) statuses.push((await put(i, isIn)).status);
      expect(statuses).toEqual([201, 201, 201, 201, 400]);
      expect((await office.get(`/attendees/${id}`)).body.checked_in).toBe(true);
      const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => put(i, i % 2 === 0)));
      expect(replies.filter(({ status, body }) => status !== 201 && body.code !== 'tec-et-attendee-already-checked-in')).toEqual([]);
      const other = await office.attendee(ticket);
      const reads = await Promise.all(Array.from({ length: 20 }, (_, i) => office.serviceFor(i).rest('GET', `${ns}/attendees/${other}`)));
      expect(new Set(reads.map(({ body }) => `${body.global_id} ${body.global_id_lineage}`)).size).toBe(1);
    },
    timeout,
  );

  it('have counters that match the rows', async () => {
    for (const service of opened.services) {
      expect(await service.stop()).toBe(0);
      expect(service.output()).toBe('');
    }
    const db = await openDatabase({ url: opened.databaseUrl, maxConnections: 1 });
    try {
      // places of a deleted ticket remain subtracted from the shared capacity (docs/behaviour/tickets.md 2.5)
      expect((await findMismatches(db)).filter((fault) => !fault.startsWith('post '))).toEqual([]);
    } finally {
      await db.close();
    }
  });
});
