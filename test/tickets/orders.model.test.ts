import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { getModelRunOptions, modelTimeout } from './model-runs.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
});
afterAll(() => site.close());

/** Allowed and forbidden next statuses of an order, by status (docs/behaviour/tickets.md 3). The test tries no others. */
const transitions: Readonly<Record<string, { allowed: readonly string[]; forbidden: readonly string[] }>> = {
  created: { allowed: ['pending', 'completed', 'approved', 'not-completed', 'denied', 'refunded', 'voided'], forbidden: [] },
  pending: { allowed: ['completed', 'denied', 'refunded', 'voided'], forbidden: ['created'] },
  completed: { allowed: ['refunded', 'voided'], forbidden: ['created', 'pending', 'denied', 'approved'] },
  refunded: { allowed: ['refunded'], forbidden: ['created', 'pending', 'completed', 'voided'] },
  denied: { allowed: [], forbidden: ['created', 'pending', 'completed', 'refunded', 'voided'] },
  voided: { allowed: [], forbidden: ['created', 'pending', 'completed', 'refunded', 'denied'] },
  'not-completed': { allowed: [], forbidden: [] },
  approved: { allowed: [], forbidden: [] },
};
const canceledStatuses = ['not-completed', 'refunded', 'denied', 'voided'];

interface Sale {
  id: number;
  status: string;
  /** True if its attendees were created. */
  hasAttendees: boolean;
  isCheckedIn: boolean;
  quantities: number[];
}

interface Model {
  /** Capacity of the ticket with its own places. */
  own: number;
  /** Shared capacity of the other two tickets. */
  shared: number;
  /** Capacity of the second ticket. */
  limit: number;
  /** True if places are held from `pending` on; otherwise only once the order is completed. */
  fromPending: boolean;
  sales: Sale[];
}

interface ShownTicket {
  capacity_details: { sold: number; available: number };
}

interface OrderAttendee {
  status: string;
  management: { orderStatus: string };
}

/** IDs of the tickets: own, capped, global. */
type Real = { tickets: number[] };

const holdsPlaces = (model: Model, status: string) =>
  status === 'completed' || (model.fromPending && ['pending', 'approved'].includes(status));
const countSold = (model: Model, at: number) =>
  model.sales.reduce((sum, sale) => sum + (holdsPlaces(model, sale.status) ? (sale.quantities[at] as number) : 0), 0);

/** Returns the remaining places of each ticket (docs/behaviour/tickets.md 3). */
function remainingPlaces(model: Model): number[] {
  const level = model.shared - countSold(model, 1) - countSold(model, 2);
  return [model.own - countSold(model, 0), Math.min(model.limit - countSold(model, 1), level), level];
}

/** Returns whether there are places for the sale in this status. */
function hasPlacesFor(model: Model, sale: Sale, status: string): boolean {
  if (!holdsPlaces(model, status) || holdsPlaces(model, sale.status)) return true;
  const [own, capped, level] = remainingPlaces(model) as [number, number, number];
  const [a, b, c] = sale.quantities as [number, number, number];
  return a <= own && b <= capped && b + c <= level;
}

async function expectAgreement(model: Model, { tickets }: Real): Promise<void> {
  const remaining = remainingPlaces(model);
  const { body } = await t.get('/tickets', { include: tickets.join(','), orderby: 'id', order: 'ASC' }, 'administrator');
  const counts = body.tickets.map(({ capacity_details: { sold: n, available } }: ShownTicket) => [n, available]);
  expect(counts).toEqual(tickets.map((_, at) => [countSold(model, at), remaining[at]]));
}

const create = `mutation($draft: OrderDraft!) { createOrder(draft: $draft) { order { databaseId status attendees { databaseId } } } }`;
const change = `mutation($id: Int!, $status: OrderStatus!) { updateOrderStatus(id: $id, status: $status)
  { order { status states { status } attendees { status ticket { databaseId } management { orderStatus isCheckedIn } } } } }`;
const insufficientStock = 'insufficient_stock';
/** Returns a status as a GraphQL enum value. */
const toEnum = (status: string) => status.replaceAll('-', '_').toUpperCase();

function buy(quantities: number[], status: string): fc.AsyncCommand<Model, Real> {
  return {
    check: () => quantities.some((quantity) => quantity > 0),
    async run(model: Model, real: Real): Promise<void> {
      const sale: Sale = { id: 0, status: 'created', hasAttendees: false, isCheckedIn: false, quantities };
      const isPossible = hasPlacesFor(model, sale, status);
      const items = real.tickets.flatMap((ticketId, at) => (quantities[at] ? [{ ticketId, quantity: quantities[at] }] : []));
      const draft = { purchaserName: 'Ann', purchaserEmail: 'ann@example.org', status: toEnum(status), items };
      const { data, errors } = await site.graphql(create, { draft }, 'administrator');
      expect(errors[0]?.extensions['code']).toBe(isPossible ? undefined : insufficientStock);
      if (isPossible) {
        sale.hasAttendees = status === 'completed' || holdsPlaces(model, status);
        model.sales.push({ ...sale, id: data.createOrder.order.databaseId, status });
        expect(data.createOrder.order.attendees).toHaveLength(sale.hasAttendees ? quantities.reduce((a, b) => a + b) : 0);
      }
      await expectAgreement(model, real);
    },
    toString: () => `buy ${quantities.join('/')} ${status}`,
  };
}

function move(at: number, status: string): fc.AsyncCommand<Model, Real> {
  return {
    check: ({ sales }: Readonly<Model>) => {
      const sale = sales[at % Math.max(sales.length, 1)];
      return (
        sale !== undefined &&
        [...(transitions[sale.status]?.allowed ?? []), ...(transitions[sale.status]?.forbidden ?? [])].includes(status)
      );
    },
    async run(model: Model, real: Real): Promise<void> {
      const sale = model.sales[at % model.sales.length] as Sale;
      const allowed = transitions[sale.status]?.allowed.includes(status) === true;
      const isPossible = allowed && hasPlacesFor(model, sale, status);
      const { data, errors } = await site.graphql(change, { id: sale.id, status: toEnum(status) }, 'administrator');
      expect(errors[0]?.extensions['code']).toBe(isPossible ? undefined : allowed ? insufficientStock : 'invalid_order_transition');
      if (isPossible) {
        sale.hasAttendees ||= status === 'completed' || holdsPlaces(model, status);
        if (status !== 'completed') sale.isCheckedIn = false;
        sale.status = status;
        const { attendees, states } = data.updateOrderStatus.order;
        expect(states.at(-1).status).toBe(toEnum(status));
        expect(attendees).toHaveLength(sale.hasAttendees ? sale.quantities.reduce((a, b) => a + b) : 0);
        const attendeeStates = new Set(attendees.map(({ status, management }: OrderAttendee) => `${status} ${management.orderStatus}`));
        expect([...attendeeStates]).toEqual(
          sale.hasAttendees ? [`${canceledStatuses.includes(status) ? 'TRASH' : 'PUBLISH'} ${toEnum(status)}`] : [],
        );
      }
      await expectAgreement(model, real);
    },
    toString: () => `move ${at} ${status}`,
  };
}

function checkIn(at: number): fc.AsyncCommand<Model, Real> {
  return {
    check: ({ sales }: Readonly<Model>) => sales[at % Math.max(sales.length, 1)]?.hasAttendees === true,
    async run(model: Model): Promise<void> {
      const sale = model.sales[at % model.sales.length] as Sale;
      const { data } = await site.graphql(
        `query($id: Int!) { order(id: $id) { attendees { databaseId } } }`,
        { id: sale.id },
        'administrator',
      );
      const id = data.order.attendees[0].databaseId;
      const reply = await t.send('PUT', `/attendees/${id}`, { check_in: true });
      if (sale.status !== 'completed') expect(reply.body.code).toBe('tec-et-attendee-invalid-check-in');
      else
        expect([reply.status, reply.body.code]).toEqual(sale.isCheckedIn ? [400, 'tec-et-attendee-already-checked-in'] : [201, undefined]);
      sale.isCheckedIn ||= sale.status === 'completed';
    },
    toString: () => `checkIn ${at}`,
  };
}

const quantity = fc.nat({ max: 3 });
const at = fc.nat({ max: 20 });
const commands = [
  fc.tuple(fc.array(quantity, { minLength: 3, maxLength: 3 }), fc.constantFrom('created', 'pending', 'completed')).map((a) => buy(...a)),
  fc.tuple(at, fc.constantFrom(...Object.keys(transitions))).map((a) => move(...a)),
  fc.tuple(at, fc.constantFrom('completed', 'refunded', 'pending')).map((a) => move(...a)),
  at.map((a) => checkIn(a)),
];

describe('Orders after random operations', () => {
  it(
    'follow the allowed transitions, hold their places in the right states, and update their attendees',
    async () => {
      const places = fc.record({
        own: fc.nat({ max: 6 }),
        shared: fc.nat({ max: 8 }),
        limit: fc.nat({ max: 6 }),
        fromPending: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(places, fc.commands(commands, { maxCommands: 25, size: 'max' }), async (capacities, steps) => {
          const model: Model = { ...capacities, limit: Math.min(capacities.limit, capacities.shared), sales: [] };
          await t.setting('stock_handling', model.fromPending ? 'pending' : 'completed');
          const post = await t.post();
          const shared = { event_capacity: model.shared };
          const tickets = [
            await t.ticket(post, { ticket: { mode: 'own', capacity: model.own } }),
            await t.ticket(post, { ticket: { mode: 'capped', capacity: model.limit, ...shared } }),
            await t.ticket(post, { ticket: { mode: 'global', ...shared } }),
          ];
          await fc.asyncModelRun(() => ({ model, real: { tickets } }), steps);
          await expectAgreement(model, { tickets });
        }),
        getModelRunOptions(15),
      );
    },
    modelTimeout,
  );
});
