import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { now, setClock, createShiftedClock } from '../../src/core/time/clock.ts';
import { Failure } from '../../src/core/failures/failure.ts';
import { loadAttendees } from '../../src/domains/tickets/attendee.reader.ts';
import { changeAttendee, removeAttendee } from '../../src/domains/tickets/attendee.service.ts';
import { buildAudience } from '../../src/domains/tickets/audience.ts';
import { completeHold } from '../../src/domains/tickets/holds/complete-hold.ts';
import { releaseExpiredHolds, releaseUnpaidAttendees } from '../../src/domains/tickets/holds/expired-holds.ts';
import { countOccupiedPlaces, type CapacityKey, listPlaceHolders } from '../../src/domains/tickets/holds/held-places.ts';
import { holdPlaces, releaseHold } from '../../src/domains/tickets/holds/hold.service.ts';
import { updateOrderStatus, createOrder } from '../../src/domains/tickets/order.service.ts';
import { registerAttendee } from '../../src/domains/tickets/registration.ts';
import { loadTickets } from '../../src/domains/tickets/ticket.reader.ts';
import { createTicket, deleteTicket, updateTicket } from '../../src/domains/tickets/ticket.service.ts';
import { reservePending } from '../../src/domains/tickets/tickets.settings.ts';
import { offerFreePlaces } from '../../src/domains/tickets/waiting-list/offers.ts';
import { joinWaitingList, leaveWaitingList } from '../../src/domains/tickets/waiting-list/waiting.service.ts';
import { makePost, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';

const RUNS = Number(process.env['PROPERTY_RUNS'] ?? 8);

let site: TestSite;
let viewer: Viewer;
beforeAll(async () => {
  site = await openTestSite();
  viewer = await makeUser(site, 'administrator');
  await site.settings.set(reservePending, true);
});
afterEach(() => setClock());
afterAll(() => site.close());

type Operation =
  | { do: 'register'; at: number; isPending: boolean }
  | { do: 'order'; at: number; quantity: number; isPending: boolean }
  | { do: 'refund' | 'remove' | 'drop' | 'release' | 'leave' | 'delete'; at: number }
  | { do: 'hold'; at: number; quantity: number; other: number }
  | { do: 'checkOut'; at: number; guests: number }
  | { do: 'join'; at: number; quantity: number }
  | { do: 'restock'; at: number; capacity: number }
  | { do: 'pass'; minutes: number };

const at = fc.nat({ max: 50 });
const quantity = fc.integer({ min: 1, max: 4 });
const weighted = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const operation: fc.Arbitrary<Operation> = fc.oneof(
  weighted(6, fc.record({ do: fc.constant('register' as const), at, isPending: fc.boolean() })),
  weighted(3, fc.record({ do: fc.constant('order' as const), at, quantity, isPending: fc.boolean() })),
  weighted(
    6,
    fc.record({ do: fc.constantFrom('refund' as const, 'remove' as const, 'drop' as const, 'release' as const, 'leave' as const), at }),
  ),
  weighted(1, fc.record({ do: fc.constant('delete' as const), at })),
  weighted(6, fc.record({ do: fc.constant('hold' as const), at, quantity, other: at })),
  weighted(3, fc.record({ do: fc.constant('checkOut' as const), at, guests: quantity })),
  weighted(6, fc.record({ do: fc.constant('join' as const), at, quantity })),
  weighted(2, fc.record({ do: fc.constant('restock' as const), at, capacity: fc.integer({ min: 0, max: 8 }) })),
  weighted(3, fc.record({ do: fc.constant('pass' as const), minutes: fc.constantFrom(5, 20, 40, 2000) })),
);

interface World {
  postId: number;
  tickets: number[];
  attendees: number[];
  orders: number[];
  holds: string[];
  entries: string[];
  /** Time in milliseconds that has passed in the model. */
  shifted: number;
  guests: number;
}

/** Returns an item of a list for any index, or undefined if the list is empty. */
const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(list.length, 1)];

/** Runs work that may be refused. Any other error fails the test. */
async function attempt<T>(work: Promise<T>): Promise<T | null> {
  return await work.catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
}

async function addTickets(world: World): Promise<void> {
  const { postId } = world;
  const ticket = (provider: string, stock: object) => createTicket(site, viewer, postId, provider, { name: 'T', price: '5', stock });
  const shared = { sharedCapacity: 7 };
  for (const { id } of [
    await ticket('tc', { mode: 'own', capacity: 4 }),
    await ticket('tc', { mode: 'capped', capacity: 5, ...shared }),
    await ticket('tribe-commerce', { mode: 'global', ...shared }),
    await ticket('rsvp', { capacity: 3 }),
    await ticket('tc', { mode: '' }),
  ])
    world.tickets.push(id);
}

async function run(world: World, operation: Operation): Promise<void> {
  const audience = buildAudience(viewer);
  const guest = () => ({ fullName: `Guest ${(world.guests += 1)}`, email: `g${world.guests}@example.org` });
  switch (operation.do) {
    case 'register': {
      const [ticket] = await loadTickets(site, [pick(world.tickets, operation.at) ?? 0]);
      if (!ticket) return;
      const status = operation.isPending && ticket.provider === 'tribe-commerce' ? 'pending-payment' : null;
      const attendee = await attempt(registerAttendee(site, ticket, { ...guest(), status, callerId: 0 }));
      if (attendee) world.attendees.push(attendee.id);
      return;
    }
    case 'order': {
      const orderId = await attempt(
        createOrder(
          site,
          {
            purchaserName: 'Buyer',
            purchaserEmail: 'b@example.org',
            status: operation.isPending ? 'pending' : 'completed',
            items: [{ ticketId: pick(world.tickets, operation.at) ?? 0, quantity: operation.quantity }],
          },
          0,
        ),
      );
      if (orderId !== null) world.orders.push(orderId);
      return;
    }
    case 'refund':
      await attempt(updateOrderStatus(site, pick(world.orders, operation.at) ?? 0, 'refunded', 0));
      return;
    case 'remove': {
      const [attendee] = await loadAttendees(site, [pick(world.attendees, operation.at) ?? 0]);
      if (attendee) await removeAttendee(site, attendee);
      return;
    }
    case 'drop': {
      const [attendee] = await loadAttendees(site, [pick(world.attendees, operation.at) ?? 0]);
      if (attendee) await attempt(changeAttendee(site, attendee, { status: attendee.provider === 'rsvp' ? 'no' : 'refunded' }, 0));
      return;
    }
    case 'hold': {
      const lines = [operation.at, operation.other].map((index) => ({
        ticketId: pick(world.tickets, index) ?? 0,
        quantity: operation.quantity,
      }));
      const hold = await attempt(holdPlaces(site, { audience, caller: 'test', lines }));
      if (hold) world.holds.push(hold.token);
      return;
    }
    case 'release':
      await attempt(releaseHold(site, { token: pick(world.holds, operation.at) ?? '' }));
      return;
    case 'checkOut': {
      const token = pick([...world.holds, ...world.entries], operation.at) ?? '';
      const [line] = (await site.db.prisma.ticketHoldItem.findMany({ orderBy: { holdId: 'desc' }, take: 1 })) as { ticketId: number }[];
      const guests = Array.from({ length: operation.guests }, () => ({ ticketId: line?.ticketId ?? 0, ...guest() }));
      await attempt(completeHold(site, { token }, { guests, callerId: 0 }));
      return;
    }
    case 'join': {
      const [ticket] = await loadTickets(site, [pick(world.tickets, operation.at) ?? 0]);
      const entry = ticket && (await attempt(joinWaitingList(site, ticket, { ...guest(), quantity: operation.quantity })));
      if (entry) world.entries.push(entry.token);
      return;
    }
    case 'leave':
      await attempt(leaveWaitingList(site, { token: pick(world.entries, operation.at) ?? '' }));
      return;
    case 'restock': {
      const [ticket] = await loadTickets(site, [pick(world.tickets, operation.at) ?? 0]);
      if (!ticket || ticket.stockMode === '') return;
      const sharedCapacity = ticket.stockMode === 'own' ? null : operation.capacity;
      const stock = { mode: ticket.stockMode, capacity: operation.capacity, sharedCapacity };
      await attempt(updateTicket(site, ticket.id, world.postId, { name: 'T', price: '5', stock }));
      return;
    }
    case 'delete': {
      const id = pick(world.tickets, operation.at) ?? 0;
      // an RSVP ticket would stay in the trash, so only shop tickets are deleted
      const [ticket] = await loadTickets(site, [id]);
      if (ticket && ticket.provider !== 'rsvp' && (await deleteTicket(site, viewer, id)))
        world.tickets = world.tickets.filter((other) => other !== id);
      return;
    }
    case 'pass':
      world.shifted += operation.minutes * 60_000;
      setClock(createShiftedClock(world.shifted));
      await releaseExpiredHolds(site);
      await releaseUnpaidAttendees(site);
      await offerFreePlaces(site);
      expect(await site.db.prisma.ticketHold.count({ where: { expiresAt: { lte: now() } } })).toBe(0);
  }
}

async function checkLevel(level: CapacityKey): Promise<void> {
  const { kinds, counter } = await countOccupiedPlaces(site, level);
  const places = new Map(kinds.map(({ kind, places: n }) => [kind, n]));
  expect([...places.values()].every((n) => n >= 0)).toBe(true);
  expect([...places.values()].reduce((sum, n) => sum + n, 0)).toBe(counter);
  const listed = new Map<string, number>();
  let after = null;
  for (;;) {
    const { holders, hasMore } = await listPlaceHolders(site, level, { limit: 3, after });
    for (const { kind, places: n } of holders) listed.set(kind, (listed.get(kind) ?? 0) + n);
    if (!hasMore) break;
    after = holders.at(-1) ?? null;
  }
  for (const [kind, n] of places) if (kind !== 'deleted') expect([kind, listed.get(kind) ?? 0]).toEqual([kind, n]);
}

async function checkAll(world: World): Promise<void> {
  for (const ticket of await loadTickets(site, world.tickets)) {
    await checkLevel({ ticketId: ticket.id });
    const capacity = ticket.stockMode === 'global' ? (ticket.post?.sharedCapacity ?? 0) : ticket.capacity;
    if (ticket.manageStock) expect(ticket.stock).toBe(Math.max(capacity - ticket.sold, 0));
  }
  await checkLevel({ postId: world.postId });
  // no entry waits while places are available
  expect(await offerFreePlaces(site, world.postId)).toEqual([]);
}

describe('Places of a post after random operations', () => {
  it('match the counters, and no waiting-list entry waits while places are available', async () => {
    await fc.assert(
      fc
        .asyncProperty(fc.array(operation, { minLength: 5, maxLength: 25 }), async (operations) => {
          const world: World = {
            postId: (await makePost(site, viewer)).id,
            tickets: [],
            attendees: [],
            orders: [],
            holds: [],
            entries: [],
            shifted: 0,
            guests: 0,
          };
          await addTickets(world);
          for (const operation of operations) {
            await run(world, operation);
            await checkAll(world);
          }
        })
        .afterEach(() => setClock()),
      { numRuns: RUNS },
    );
  }, 600_000);
});
