import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/core/db/database.ts';
import { countReplies, createBoxOffice, findMismatches } from './box-office.ts';
import { type LoadedSite, startOnTestServer, startOnSmallServer } from './sites.ts';
import { load, report } from './size.ts';

/** Creates tickets of a new post and returns their IDs and stock mode. They have `places` places together. */
type MakeTickets = (office: ReturnType<typeof createBoxOffice>, provider: string) => Promise<{ tickets: number[]; mode: string }>;

const { requests, places, repetitions } = load;
const ticketMakers: Record<string, MakeTickets> = {
  async own(office, provider) {
    return { tickets: [await office.ticket(await office.post(), { provider, ticket: { mode: 'own', capacity: places } })], mode: 'own' };
  },
  async capped(office) {
    const stock = { mode: 'capped', capacity: places, event_capacity: places * 2 };
    return { tickets: [await office.ticket(await office.post(), { ticket: stock })], mode: 'capped' };
  },
  async shared(office) {
    const post = await office.post();
    const addGlobal = () => office.ticket(post, { ticket: { mode: 'global', event_capacity: places } });
    const addCapped = () => office.ticket(post, { ticket: { mode: 'capped', capacity: places, event_capacity: places } });
    return { tickets: [await addGlobal(), await addCapped(), await addGlobal()], mode: 'global' };
  },
};

/** Tests that sell out repeatedly, and check every response, the displayed availability, and finally every row. */
function describeSellingOut(open: () => Promise<LoadedSite>) {
  let opened: LoadedSite;
  let office: ReturnType<typeof createBoxOffice>;
  beforeAll(async () => {
    opened = await open();
    office = createBoxOffice(opened.services);
  });
  afterAll(() => opened?.close());

  it.each(Object.keys(ticketMakers))(
    `fill ${places} places (%s) from ${requests} simultaneous registrations, and refuse all others as documented`,
    async (kind) => {
      const durations: number[] = [];
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        const { tickets, mode } = await (ticketMakers[kind] as MakeTickets)(office, repetition % 2 === 0 ? 'tc' : 'rsvp');
        const startedAt = Date.now();
        const replies = await office.registerAll(
          requests,
          (i) => tickets[Math.floor(i / opened.services.length) % tickets.length] as number,
        );
        durations.push(Date.now() - startedAt);
        expect(countReplies(replies)).toEqual({ 201: places, '400 tec-tc-insufficient-stock': requests - places });
        const sold = await Promise.all(
          tickets.map(async (id) => {
            const { capacity_details: shown } = (await office.get(`/tickets/${id}`)).body;
            expect(shown).toMatchObject({ available: 0, available_percentage: 0 });
            if (tickets.length === 1) expect(shown.global_stock_mode).toBe(mode);
            const listed = (await office.get('/attendees', { ticket_id: id, per_page: 1 })).body.total;
            expect(shown.sold).toBe(listed);
            return Number(shown.sold);
          }),
        );
        expect(sold.reduce((sum, n) => sum + n, 0)).toBe(places);
        const ids = replies.flatMap((reply) => (reply?.status === 201 ? [reply.body.id] : []));
        expect(new Set(ids).size).toBe(places);
      }
      report(
        `${kind}: ${repetitions} times ${requests} registrations for ${places} places, ${Math.min(...durations)} to ${Math.max(...durations)} ms`,
      );
    },
    60_000 + repetitions * requests * 100,
  );

  it(
    'do not exceed the capacity together with changes of RSVP status in larger transactions',
    async () => {
      const count = Math.ceil(requests / 4);
      for (let repetition = 0; repetition < repetitions; repetition += 1) {
        const ticket = await office.ticket(await office.post(), { provider: 'rsvp', ticket: { capacity: places } });
        const absent = await Promise.all(
          Array.from({ length: count }, async (_, i) => (await office.register(i, ticket, { attendee_status: 'no' })).body.id),
        );
        const replies = await Promise.all([
          ...absent.map((id, i) =>
            office.serviceFor(i).rest('PUT', `/vendor/tickets/v1/attendees/${id}`, { body: { attendee_status: 'yes' } }),
          ),
          ...absent.map((_, i) => office.register(i, ticket)),
        ]);
        expect(countReplies(replies)).toEqual({ 201: places, '400 tec-tc-insufficient-stock': 2 * count - places });
        const { capacity_details: shown, rsvp } = (await office.get(`/tickets/${ticket}`)).body;
        expect([shown.available, shown.sold, rsvp.rsvp_going]).toEqual([0, places, places]);
      }
      report(`RSVP: ${repetitions} times ${count} changed answers and ${count} registrations`);
    },
    60_000 + repetitions * requests * 100,
  );

  it('have counters that match the rows, and log no warnings', async () => {
    for (const service of opened.services) {
      expect(await service.stop()).toBe(0);
      expect(service.output()).toBe('');
    }
    const db = await openDatabase({ url: opened.databaseUrl, maxConnections: 1 });
    try {
      expect(await findMismatches(db)).toEqual([]);
    } finally {
      await db.close();
    }
  });
}

const sites = {
  'Two processes on one PostgreSQL server': startOnTestServer,
  'Two processes on a PostgreSQL server with too few connections': startOnSmallServer,
};
for (const [name, open] of Object.entries(sites)) describe(name, () => describeSellingOut(open));
