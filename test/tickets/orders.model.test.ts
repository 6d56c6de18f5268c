import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { modelRuns, modelTimeout } from './model-runs.ts';
import { ticketing } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof ticketing>;
beforeAll(async () => {
  site = await openWholeSite();
  t = ticketing(site);
});
afterAll(() => site.close());

/** Next statuses of an order by status (tickets.md 3). The test tries no others. */
const ways: Readonly<Record<string, { may: readonly string[]; mayNot: readonly string[] }>> = {
  created: { may: ['pending', 'completed', 'approved', 'not-completed', 'denied', 'refunded', 'voided'], mayNot: [] },
  pending: { may: ['completed', 'denied', 'refunded', 'voided'], mayNot: ['created'] },
  completed: { may: ['refunded', 'voided'], mayNot: ['created', 'pending', 'denied', 'approved'] },
  refunded: { may: ['refunded'], mayNot: ['created', 'pending', 'completed', 'voided'] },
  denied: { may: [], mayNot: ['created', 'pending', 'completed', 'refunded', 'voided'] },
  voided: { may: [], mayNot: ['created', 'pending', 'completed', 'refunded', 'denied'] },
  'not-completed': { may: [], mayNot: [] },
  approved: { may: [], mayNot: [] },
};
const takenBack = ['not-completed', 'refunded', 'denied', 'voided'];

interface Sale {
  id: number;
  status: string;
  /** True if its attendees were created. */
  isPeopled: boolean;
  isIn: boolean;
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

interface Shown {
  capacity_details: { sold: number; available: number };
}

interface Follower {
  status: string;
  management: { orderStatus: string };
}

/** IDs of the tickets: own, capped, global. */
type Real = { tickets: number[] };

const holds = (model: Model, status: string) => status === 'completed' || (model.fromPending && ['pending', 'approved'].includes(status));
const sold = (model: Model, at: number) =>
  model.sales.reduce((sum, sale) => sum + (holds(model, sale.status) ? (sale.quantities[at] as number) : 0), 0);

/** Returns the remaining places of each ticket (tickets.md 3). */
function remainingPlaces(model: Model): number[] {
  const level = model.shared - sold(model, 1) - sold(model, 2);
  return [model.own - sold(model, 0), Math.min(model.limit - sold(model, 1), level), level];
}

/** True if there are places for the sale in this status. */
function fits(model: Model, sale: Sale, status: string): boolean {
  if (!holds(model, status) || holds(model, sale.status)) return true;
  const [own, capped, level] = remainingPlaces(model) as [number, number, number];
  const [a, b, c] = sale.quantities as [number, number, number];
  return a <= own && b <= capped && b + c <= level;
}

async function expectAgreement(model: Model, { tickets }: Real): Promise<void> {
  const left = remainingPlaces(model);
  const { body } = await t.get('/tickets', { include: tickets.join(','), orderby: 'id', order: 'ASC' }, 'administrator');
  const shown = body.tickets.map(({ capacity_details: { sold: taken, available } }: Shown) => [taken, available]);
  expect(shown).toEqual(tickets.map((_, at) => [sold(model, at), left[at]]));
}

const create = `mutation($draft: OrderDraft!) { createOrder(draft: $draft) { order { databaseId status attendees { databaseId } } } }`;
const change = `mutation($id: Int!, $status: OrderStatus!) { updateOrderStatus(id: $id, status: $status)
  { order { status states { status } attendees { status ticket { databaseId } management { orderStatus isCheckedIn } } } } }`;
const short = 'insufficient_stock';
/** Returns a status as a GraphQL enum value. */
const toEnum = (status: string) => status.replaceAll('-', '_').toUpperCase();

function buy(quantities: number[], status: string): fc.AsyncCommand<Model, Real> {
  return {
    check: () => quantities.some((quantity) => quantity > 0),
    async run(model: Model, real: Real): Promise<void> {
      const sale: Sale = { id: 0, status: 'created', isPeopled: false, isIn: false, quantities };
      const isPossible = fits(model, sale, status);
      const items = real.tickets.flatMap((ticketId, at) => (quantities[at] ? [{ ticketId, quantity: quantities[at] }] : []));
      const draft = { purchaserName: 'Ann', purchaserEmail: 'ann@example.org', status: toEnum(status), items };
      const { data, errors } = await site.graphql(create, { draft }, 'administrator');
      expect(errors[0]?.extensions['code']).toBe(isPossible ? undefined : short);
      if (isPossible) {
        sale.isPeopled = status === 'completed' || holds(model, status);
        model.sales.push({ ...sale, id: data.createOrder.order.databaseId, status });
        expect(data.createOrder.order.attendees).toHaveLength(sale.isPeopled ? quantities.reduce((a, b) => a + b) : 0);
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
      return sale !== undefined && [...(ways[sale.status]?.may ?? []), ...(ways[sale.status]?.mayNot ?? [])].includes(status);
    },
    async run(model: Model, real: Real): Promise<void> {
      const sale = model.sales[at % model.sales.length] as Sale;
      const may = ways[sale.status]?.may.includes(status) === true;
      const isPossible = may && fits(model, sale, status);
      const { data, errors } = await site.graphql(change, { id: sale.id, status: toEnum(status) }, 'administrator');
      expect(errors[0]?.extensions['code']).toBe(isPossible ? undefined : may ? short : 'invalid_order_transition');
      if (isPossible) {
        sale.isPeopled ||= status === 'completed' || holds(model, status);
        if (status !== 'completed') sale.isIn = false;
        sale.status = status;
        const { attendees, states } = data.updateOrderStatus.order;
        expect(states.at(-1).status).toBe(toEnum(status));
        expect(attendees).toHaveLength(sale.isPeopled ? sale.quantities.reduce((a, b) => a + b) : 0);
        const seen = new Set(attendees.map(({ status, management }: Follower) => `${status} ${management.orderStatus}`));
        expect([...seen]).toEqual(sale.isPeopled ? [`${takenBack.includes(status) ? 'TRASH' : 'PUBLISH'} ${toEnum(status)}`] : []);
      }
      await expectAgreement(model, real);
    },
    toString: () => `move ${at} ${status}`,
  };
}

function checkIn(at: number): fc.AsyncCommand<Model, Real> {
  return {
    check: ({ sales }: Readonly<Model>) => sales[at % Math.max(sales.length, 1)]?.isPeopled === true,
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
      else expect([reply.status, reply.body.code]).toEqual(sale.isIn ? [400, 'tec-et-attendee-already-checked-in'] : [201, undefined]);
      sale.isIn ||= sale.status === 'completed';
    },
    toString: () => `let in ${at}`,
  };
}

const quantity = fc.nat({ max: 3 });
const at = fc.nat({ max: 20 });
const commands = [
  fc.tuple(fc.array(quantity, { minLength: 3, maxLength: 3 }), fc.constantFrom('created', 'pending', 'completed')).map((a) => buy(...a)),
  fc.tuple(at, fc.constantFrom(...Object.keys(ways))).map((a) => move(...a)),
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
        fc.asyncProperty(places, fc.commands(commands, { maxCommands: 25, size: 'max' }), async (given, steps) => {
          const model: Model = { ...given, limit: Math.min(given.limit, given.shared), sales: [] };
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
        modelRuns(15),
      );
    },
    modelTimeout,
  );
});
