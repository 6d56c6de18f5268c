import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let post: number;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  post = await t.post();
});
afterAll(() => site.close());

const create =
  'mutation($draft: OrderDraft!) { createOrder(draft: $draft) { order { databaseId status total { amount } attendees { databaseId status } states { status } } } }';
const change =
  'mutation($id: Int!, $status: OrderStatus!) { updateOrderStatus(id: $id, status: $status) { order { status states { status } attendees { status management { orderStatus } } } } }';
const buy = async (items: { ticketId: number; quantity: number }[], status?: string) =>
  site.graphql(create, { draft: { purchaserName: 'Ann', purchaserEmail: 'ann@example.org', items, status } }, 'administrator');
const move = (id: number, status: string) => site.graphql(change, { id, status }, 'administrator');

describe('An order', () => {
  it('takes places and creates attendees from the holding state on, and frees them when it is refunded', async () => {
    const a = await t.ticket(post, { price: '10', ticket: { mode: 'own', capacity: 5 } });
    const b = await t.ticket(post, { price: '2.5', ticket: { mode: '' } });
    const { data } = await buy([
      { ticketId: a, quantity: 2 },
      { ticketId: b, quantity: 3 },
    ]);
    const order = data.createOrder.order;
    expect(order).toMatchObject({ status: 'CREATED', total: { amount: '27.50' }, attendees: [] });
    expect(await t.stock(a)).toMatchObject({ sold: 0 });
    const pending = (await move(order.databaseId, 'PENDING')).data.updateOrderStatus.order;
    expect(pending.attendees).toHaveLength(5);
    expect(await t.stock(a)).toMatchObject({ sold: 2, pending: 2, available: 3 });
    expect((await t.get(`/tickets/${a}`, {}, 'administrator')).body.totals).toEqual({ stock: 3, sold: 0, pending: 2 });
    await move(order.databaseId, 'COMPLETED');
    expect(await t.stock(a)).toMatchObject({ sold: 2, pending: 0 });
    const refunded = (await move(order.databaseId, 'REFUNDED')).data.updateOrderStatus.order;
    expect(refunded.states.map(({ status }: { status: string }) => status)).toEqual(['CREATED', 'PENDING', 'COMPLETED', 'REFUNDED']);
    expect(new Set(refunded.attendees.map(({ status }: { status: string }) => status))).toEqual(new Set(['TRASH']));
    expect(await t.stock(a)).toMatchObject({ sold: 0, available: 5 });
    expect((await move(order.databaseId, 'COMPLETED')).errors[0]?.extensions['code']).toBe('invalid_order_transition');
  });

  it('passes through pending before it is completed', async () => {
    const a = await t.ticket(post, { ticket: { mode: 'own', capacity: 5 } });
    const { data } = await buy(
      [
        { ticketId: a, quantity: 1 },
        { ticketId: a, quantity: 1 },
      ],
      'COMPLETED',
    );
    expect(data.createOrder.order.states).toEqual([{ status: 'CREATED' }, { status: 'PENDING' }, { status: 'COMPLETED' }]);
    expect(data.createOrder.order.attendees).toHaveLength(2);
  });

  it('holds its places only when it is completed, if the site is configured so', async () => {
    await t.setting('stock_handling', 'completed');
    const a = await t.ticket(post, { ticket: { mode: 'own', capacity: 2 } });
    const { data } = await buy([{ ticketId: a, quantity: 2 }], 'PENDING');
    expect(data.createOrder.order.attendees).toEqual([]);
    expect(await t.stock(a)).toMatchObject({ sold: 0 });
    await move(data.createOrder.order.databaseId, 'COMPLETED');
    expect(await t.stock(a)).toMatchObject({ sold: 2, available: 0 });
    await t.setting('stock_handling', 'pending');
  });

  it('is refused completely if one of its tickets has not enough places', async () => {
    const a = await t.ticket(post, { ticket: { mode: 'own', capacity: 5 } });
    const b = await t.ticket(post, { ticket: { mode: 'own', capacity: 1 } });
    const { errors } = await buy(
      [
        { ticketId: a, quantity: 2 },
        { ticketId: b, quantity: 2 },
      ],
      'PENDING',
    );
    expect(errors[0]?.extensions).toMatchObject({
      code: 'insufficient_stock',
      validation_errors: [{ ticket_id: b, requested: 2, available: 1 }],
    });
    expect(await t.stock(a)).toMatchObject({ sold: 0 });
    expect((await site.site.db.sql('SELECT count(*)::int AS n FROM ticket_order WHERE status = $1', ['pending']))[0]).toEqual({ n: 0 });
  });

  it('sells each place once among simultaneous orders', async () => {
    const other = await t.post();
    const shared = { mode: 'global', event_capacity: 7 };
    const [a, b] = [await t.ticket(other, { ticket: shared }), await t.ticket(other, { ticket: shared })];
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        buy(
          i % 2
            ? [
                { ticketId: a, quantity: 1 },
                { ticketId: b, quantity: 1 },
              ]
            : [
                { ticketId: b, quantity: 1 },
                { ticketId: a, quantity: 1 },
              ],
          'COMPLETED',
        ),
      ),
    );
    expect(replies.filter(({ errors }) => errors.length === 0)).toHaveLength(3);
    expect(await t.stock(a)).toMatchObject({ available: 1 });
    expect((await t.stock(a)).sold + (await t.stock(b)).sold).toBe(6);
  });

  it('is accessible to managers only', async () => {
    expect((await site.graphql('{ orderPage { total } }', {}, 'editor')).errors[0]?.extensions).toMatchObject({
      code: 'forbidden',
      status: 403,
    });
    expect((await site.graphql('{ orderPage { total } }')).errors[0]?.extensions).toMatchObject({ status: 401 });
    expect(
      (await site.graphql('{ orderPage(status: COMPLETED, perPage: 1) { total nodes { status } } }', {}, 'administrator')).data.orderPage
        .nodes,
    ).toEqual([{ status: 'COMPLETED' }]);
  });
});
