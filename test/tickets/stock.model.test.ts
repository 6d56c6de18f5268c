import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getModelRunOptions, modelTimeout } from './model-runs.ts';
import { makePost, makeUser } from '../support/factories.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import type { Viewer } from '../../src/domains/identity/auth/viewer.ts';
import { Failure } from '../../src/core/failures/failure.ts';
import { loadAttendees } from '../../src/domains/tickets/attendee.reader.ts';
import { changeAttendee, removeAttendee } from '../../src/domains/tickets/attendee.service.ts';
import type { StockMode } from '../../src/domains/tickets/capacity.rules.ts';
import { registerAttendee } from '../../src/domains/tickets/registration.ts';
import { loadTickets } from '../../src/domains/tickets/ticket.reader.ts';
import { createTicket, deleteTicket, updateTicket } from '../../src/domains/tickets/ticket.service.ts';

let site: TestSite;
let viewer: Viewer;
beforeAll(async () => {
  site = await openTestSite();
  viewer = await makeUser(site, 'administrator');
});
afterAll(() => site.close());

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
  holdsPlace: boolean;
  isRemoved: boolean;
}

/** Expected state of a post with tickets according to the reference. */
interface Model {
  postId: number;
  /** Shared capacity of the post. */
  shared: number | null;
  tickets: ModelTicket[];
  attendees: ModelAttendee[];
}

interface Stock {
  mode: StockMode;
  capacity: number;
  shared: number;
}

type Operation =
  | ({ do: 'ticket'; provider: 'rsvp' | 'tc' } & Stock)
  | ({ do: 'restock'; at: number } & Stock)
  | { do: 'register'; at: number; status: 'yes' | 'no' }
  | { do: 'answer'; at: number; status: 'yes' | 'no' }
  | { do: 'remove'; at: number }
  | { do: 'delete'; at: number };

const places = fc.integer({ min: 0, max: 6 });
const modes = fc.constantFrom<StockMode>('own', 'capped', 'global', '');
const at = fc.nat({ max: 50 });
const operation: fc.Arbitrary<Operation> = fc.oneof(
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

const isShared = (mode: StockMode) => mode === 'capped' || mode === 'global';
const countHeld = (model: Model, ticket: ModelTicket) =>
  model.attendees.filter((attendee) => attendee.ticket === ticket && attendee.holdsPlace && !attendee.isRemoved).length;
const pick = <T>(list: readonly T[], index: number): T | undefined => (list.length === 0 ? undefined : list[index % list.length]);
const liveTickets = (model: Model) => model.tickets.filter((ticket) => !ticket.isDeleted);

/** Returns the status that the provider of the ticket uses for this reply. */
const statusOf = (ticket: ModelTicket, status: 'yes' | 'no') =>
  ticket.provider === 'rsvp' ? status : status === 'yes' ? 'completed' : 'created';

const outcomeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Failure) return error.code;
      throw error;
    },
  );

async function run(model: Model, operation: Operation): Promise<void> {
  const stockOf = ({ mode, capacity, shared }: Stock) => ({ mode, capacity, sharedCapacity: shared });
  const setStock = (ticket: ModelTicket, { mode, capacity, shared }: Stock) => {
    if (ticket.provider === 'rsvp') return Object.assign(ticket, { mode: 'own', capacity });
    if (isShared(mode)) model.shared = shared;
    Object.assign(ticket, { mode, capacity: mode === 'own' ? capacity : mode === 'capped' ? Math.min(capacity, shared) : -1 });
    // a smaller shared capacity reduces the limits of all tickets
    if (isShared(mode))
      for (const other of liveTickets(model)) if (other.mode === 'capped') other.capacity = Math.min(other.capacity, shared);
    return ticket;
  };
  switch (operation.do) {
    case 'ticket': {
      const created = await createTicket(site, viewer, model.postId, operation.provider, {
        name: 'T',
        price: '5',
        stock: stockOf(operation),
      });
      model.tickets.push(setStock({ id: created.id, provider: operation.provider, mode: '', capacity: -1, isDeleted: false }, operation));
      return;
    }
    case 'restock': {
      const ticket = pick(liveTickets(model), operation.at);
      if (!ticket) return;
      await updateTicket(site, ticket.id, model.postId, { name: 'T', price: '5', stock: stockOf(operation) });
      setStock(ticket, operation);
      return;
    }
    case 'register': {
      const ticket = pick(liveTickets(model), operation.at);
      const [record] = ticket ? await loadTickets(site, [ticket.id]) : [];
      if (!ticket || !record) return;
      const needsPlace = operation.status === 'yes';
      const fits = !needsPlace || remainingPlaces(model, ticket) > 0;
      const work = registerAttendee(site, record, {
        fullName: 'G',
        email: 'g@example.org',
        status: statusOf(ticket, operation.status),
        callerId: viewer.id,
      });
      expect(await outcomeOf(work)).toBe(fits ? 'done' : 'insufficient_stock');
      if (fits) model.attendees.push({ id: (await work).id, ticket, holdsPlace: needsPlace, isRemoved: false });
      return;
    }
    case 'answer': {
      const attendee = pick(
        model.attendees.filter(({ isRemoved, ticket }) => !isRemoved && ticket.provider === 'rsvp' && !ticket.isDeleted),
        operation.at,
      );
      const [record] = attendee ? await loadAttendees(site, [attendee.id]) : [];
      if (!attendee || !record) return;
      const fits = operation.status === 'no' || attendee.holdsPlace || remainingPlaces(model, attendee.ticket) > 0;
      expect(await outcomeOf(changeAttendee(site, record, { status: operation.status }, viewer.id))).toBe(
        fits ? 'done' : 'insufficient_stock',
      );
      if (fits) attendee.holdsPlace = operation.status === 'yes';
      return;
    }
    case 'remove': {
      const attendee = pick(
        model.attendees.filter(({ isRemoved, ticket }) => !isRemoved && !ticket.isDeleted),
        operation.at,
      );
      const [record] = attendee ? await loadAttendees(site, [attendee.id]) : [];
      if (!attendee || !record) return;
      await removeAttendee(site, record);
      attendee.isRemoved = true;
      return;
    }
    case 'delete': {
      const ticket = pick(
        liveTickets(model).filter((other) => other.provider === 'tc' && !isShared(other.mode)),
        operation.at,
      );
      if (!ticket) return;
      expect(await deleteTicket(site, viewer, ticket.id)).toBe(true);
      ticket.isDeleted = true;
    }
  }
}

/** Returns the remaining places by the rules of docs/behaviour/tickets.md 3, infinite if unlimited. */
function remainingPlaces(model: Model, ticket: ModelTicket): number {
  if (ticket.mode === '') return Number.POSITIVE_INFINITY;
  const capacity = ticket.mode === 'global' ? (model.shared ?? 0) : ticket.capacity;
  const own = Math.max(capacity - countHeld(model, ticket), 0);
  if (!isShared(ticket.mode)) return own;
  const heldTogether = liveTickets(model)
    .filter((other) => isShared(other.mode))
    .reduce((sum, other) => sum + countHeld(model, other), 0);
  return Math.min(own, Math.max((model.shared ?? 0) - heldTogether, 0));
}

async function checkCounters(model: Model): Promise<void> {
  const rows = await loadTickets(
    site,
    liveTickets(model).map(({ id }) => id),
  );
  for (const ticket of liveTickets(model)) {
    const row = rows.find(({ id }) => id === ticket.id);
    const places = countHeld(model, ticket);
    expect(row?.sold).toBe(places);
    if (ticket.mode === '') expect(row?.manageStock).toBe(false);
    else expect(row?.stock).toBe(Math.max((ticket.mode === 'global' ? (model.shared ?? 0) : ticket.capacity) - places, 0));
    if (isShared(ticket.mode)) {
      const heldTogether = liveTickets(model)
        .filter((other) => isShared(other.mode))
        .reduce((sum, other) => sum + countHeld(model, other), 0);
      expect(row?.post?.sharedLevel).toBe(Math.max((model.shared ?? 0) - heldTogether, 0));
    }
  }
}

describe('Tickets and attendees of a post after random operations', () => {
  it(
    'have counters that match the rows after every step, and never exceed the capacity',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 30 }), async (operations) => {
          const model: Model = { postId: (await makePost(site, viewer)).id, shared: null, tickets: [], attendees: [] };
          for (const operation of operations) {
            await run(model, operation);
            await checkCounters(model);
          }
        }),
        getModelRunOptions(24),
      );
    },
    modelTimeout,
  );
});
