import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modelRuns, modelTimeout } from './model-runs.ts';
import { makePost, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import type { Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { Failure } from '../../src/core/failures/failure.ts';
import { loadAttendees } from '../../src/domains/tickets/attendee.reader.ts';
import { changeAttendee, removeAttendee } from '../../src/domains/tickets/attendee.service.ts';
import type { StockMode } from '../../src/domains/tickets/capacity.rules.ts';
import { register } from '../../src/domains/tickets/registration.ts';
import { loadTickets } from '../../src/domains/tickets/ticket.reader.ts';
import { createTicket, deleteTicket, updateTicket } from '../../src/domains/tickets/ticket.service.ts';

let site: TestSite;
let viewer: Viewer;
beforeAll(async () => {
  site = await openTestSite();
  viewer = await makeUser(site, 'administrator');
});
afterAll(() => site.close());

/** Expected state of a post with tickets according to the reference, compared with the real one. */
interface ModelTicket {
  id: number;
  provider: 'rsvp' | 'tc';
  mode: StockMode;
  capacity: number;
  isDeleted: boolean;
}

interface ModelAttendee {
  id: number;
  ticket: ModelTicket;
  holds: boolean;
  isRemoved: boolean;
}

interface Model {
  postId: number;
  shared: number | null;
  tickets: ModelTicket[];
  attendees: ModelAttendee[];
}

type Act =
  | { do: 'ticket'; provider: 'rsvp' | 'tc'; mode: StockMode; capacity: number; shared: number }
  | { do: 'restock'; at: number; mode: StockMode; capacity: number; shared: number }
  | { do: 'register'; at: number; status: 'yes' | 'no' }
  | { do: 'answer'; at: number; status: 'yes' | 'no' }
  | { do: 'remove'; at: number }
  | { do: 'delete'; at: number };

const places = fc.integer({ min: 0, max: 6 });
const modes = fc.constantFrom<StockMode>('own', 'capped', 'global', '');
const at = fc.nat({ max: 50 });
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ticket' as const),
      provider: fc.constantFrom('rsvp' as const, 'tc' as const),
      mode: modes,
      capacity: places,
      shared: places,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('restock' as const), at, mode: modes, capacity: places, shared: places }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('register' as const),
      at,
      status: fc.constantFrom('yes' as const, 'yes' as const, 'no' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), at, status: fc.constantFrom('yes' as const, 'no' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), at }) },
);

const sharing = (mode: StockMode) => mode === 'capped' || mode === 'global';
const held = (model: Model, ticket: ModelTicket) =>
  model.attendees.filter((one) => one.ticket === ticket && one.holds && !one.isRemoved).length;
const pick = <T>(list: readonly T[], index: number): T | undefined => (list.length === 0 ? undefined : list[index % list.length]);
const live = (model: Model) => model.tickets.filter((ticket) => !ticket.isDeleted);

/** Returns the status with this meaning. RSVPs and the shop have different names. */
const statusOf = (ticket: ModelTicket, status: 'yes' | 'no') =>
  ticket.provider === 'rsvp' ? status : status === 'yes' ? 'completed' : 'created';

const refusedAs = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Failure) return error.code;
      throw error;
    },
  );

async function run(model: Model, one: Act): Promise<void> {
  const stock = (wish: { mode: StockMode; capacity: number; shared: number }) => ({
    mode: wish.mode,
    capacity: wish.capacity,
    sharedCapacity: wish.shared,
  });
  const settle = (ticket: ModelTicket, wish: { mode: StockMode; capacity: number; shared: number }) => {
    if (ticket.provider === 'rsvp') return Object.assign(ticket, { mode: 'own', capacity: wish.capacity });
    if (sharing(wish.mode)) model.shared = wish.shared;
    const capacity = wish.mode === 'own' ? wish.capacity : wish.mode === 'capped' ? Math.min(wish.capacity, wish.shared) : -1;
    Object.assign(ticket, { mode: wish.mode, capacity });
    // a smaller shared capacity reduces the limits of all tickets
    if (sharing(wish.mode))
      for (const other of live(model)) if (other.mode === 'capped') other.capacity = Math.min(other.capacity, wish.shared);
    return ticket;
  };
  switch (one.do) {
    case 'ticket': {
      const made = await createTicket(site, viewer, model.postId, one.provider, { name: 'T', price: '5', stock: stock(one) });
      model.tickets.push(settle({ id: made.id, provider: one.provider, mode: '', capacity: -1, isDeleted: false }, one));
      return;
    }
    case 'restock': {
      const ticket = pick(live(model), one.at);
      if (!ticket) return;
      await updateTicket(site, ticket.id, model.postId, { name: 'T', price: '5', stock: stock(one) });
      settle(ticket, one);
      return;
    }
    case 'register': {
      const ticket = pick(live(model), one.at);
      const [record] = ticket ? await loadTickets(site, [ticket.id]) : [];
      if (!ticket || !record) return;
      const needs = one.status === 'yes';
      const fits = !needs || roomFor(model, ticket) > 0;
      const work = register(site, record, {
        fullName: 'G',
        email: 'g@example.org',
        status: statusOf(ticket, one.status),
        callerId: viewer.id,
      });
      expect(await refusedAs(work)).toBe(fits ? 'done' : 'insufficient_stock');
      if (fits) model.attendees.push({ id: (await work).id, ticket, holds: needs, isRemoved: false });
      return;
    }
    case 'answer': {
      const known = pick(
        model.attendees.filter((attendee) => !attendee.isRemoved && attendee.ticket.provider === 'rsvp' && !attendee.ticket.isDeleted),
        one.at,
      );
      const [record] = known ? await loadAttendees(site, [known.id]) : [];
      if (!known || !record) return;
      const fits = one.status === 'no' || known.holds || roomFor(model, known.ticket) > 0;
      expect(await refusedAs(changeAttendee(site, record, { status: one.status }, viewer.id))).toBe(fits ? 'done' : 'insufficient_stock');
      if (fits) known.holds = one.status === 'yes';
      return;
    }
    case 'remove': {
      const known = pick(
        model.attendees.filter((attendee) => !attendee.isRemoved && !attendee.ticket.isDeleted),
        one.at,
      );
      const [record] = known ? await loadAttendees(site, [known.id]) : [];
      if (!known || !record) return;
      await removeAttendee(site, record);
      known.isRemoved = true;
      return;
    }
    case 'delete': {
      const ticket = pick(
        live(model).filter((other) => other.provider === 'tc' && !sharing(other.mode)),
        one.at,
      );
      if (!ticket) return;
      expect(await deleteTicket(site, viewer, ticket.id)).toBe(true);
      ticket.isDeleted = true;
    }
  }
}

/** Returns the remaining places by the rules of tickets.md 3, infinite if unlimited. */
function roomFor(model: Model, ticket: ModelTicket): number {
  if (ticket.mode === '') return Number.POSITIVE_INFINITY;
  const capacity = ticket.mode === 'global' ? (model.shared ?? 0) : ticket.capacity;
  const own = Math.max(capacity - held(model, ticket), 0);
  if (!sharing(ticket.mode)) return own;
  const together = live(model)
    .filter((other) => sharing(other.mode))
    .reduce((sum, other) => sum + held(model, other), 0);
  return Math.min(own, Math.max((model.shared ?? 0) - together, 0));
}

async function checkCounters(model: Model): Promise<void> {
  const rows = await loadTickets(
    site,
    live(model).map(({ id }) => id),
  );
  for (const ticket of live(model)) {
    const row = rows.find(({ id }) => id === ticket.id);
    const places = held(model, ticket);
    expect(row?.sold).toBe(places);
    if (ticket.mode === '') expect(row?.manageStock).toBe(false);
    else expect(row?.stock).toBe(Math.max((ticket.mode === 'global' ? (model.shared ?? 0) : ticket.capacity) - places, 0));
    if (sharing(ticket.mode)) {
      const together = live(model)
        .filter((other) => sharing(other.mode))
        .reduce((sum, other) => sum + held(model, other), 0);
      expect(row?.post?.sharedLevel).toBe(Math.max((model.shared ?? 0) - together, 0));
    }
  }
}

describe('Tickets and attendees of a post after random operations', () => {
  it(
    'have counters that match the rows after every step, and never exceed the capacity',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), async (acts) => {
          const model: Model = { postId: (await makePost(site, viewer)).id, shared: null, tickets: [], attendees: [] };
          for (const one of acts) {
            await run(model, one);
            await checkCounters(model);
          }
        }),
        modelRuns(24),
      );
    },
    modelTimeout,
  );
});
