import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
});
afterAll(() => site.close());

async function createTicketOnPost() {
  const post = await t.post();
  const id = await t.ticket(post, {
    name: 'Bench',
    description: 'By the lake.',
    price: '12.50',
    start_date: '2030-01-02',
    start_time: '08:00',
    end_date: '2031-05-06',
    sku: 'B-1',
    menu_order: 3,
    show_description: 'no',
    ticket: { mode: 'own', capacity: 7, sale_price: { checked: true, price: '9' } },
  });
  const readStored = () => site.site.db.prisma.ticket.findUniqueOrThrow({ where: { id } });
  const send = async (method: string, body: object) =>
    await t.send(method, `/tickets/${id}`, { post_id: post, edit_ticket_nonce: await t.nonce('edit_ticket_nonce'), ...body });
  return { id, readStored, send };
}

it('PATCH keeps omitted fields and clears fields that are sent empty', async () => {
  const { readStored, send } = await createTicketOnPost();
  const before = await readStored();
  expect((await send('PATCH', { name: 'Long bench' })).status).toBe(202);
  const after = await readStored();
  expect(after).toEqual({ ...before, title: 'Long bench', modifiedUtc: after.modifiedUtc });
  expect((await send('PATCH', { price: '', end_date: '' })).status).toBe(202);
  expect(await readStored()).toMatchObject({
    title: 'Long bench',
    price: '0',
    priceMinor: 0n,
    startDate: '2030-01-02',
    endDate: '',
    capacity: 7,
  });
});

it.each(['PUT', 'POST'])('%s replaces the ticket and clears omitted fields', async (method) => {
  const { readStored, send } = await createTicketOnPost();
  expect((await send(method, { name: 'Long bench' })).status).toBe(202);
  expect(await readStored()).toMatchObject({
    title: 'Long bench',
    description: '',
    price: '0',
    startDate: '',
    endDate: '',
    showDescription: true,
    capacity: 7,
  });
});

const refusal = (reply: { status: number; body: { code?: string; data?: { params?: object } } }) => ({
  status: reply.status,
  code: reply.body.code,
  parameters: Object.keys(reply.body.data?.params ?? {}),
});

it.each([
  ['start_time', '99:99'],
  ['end_time', 'noon-ish'],
  ['start_date', 'nope'],
])('PATCH with %s = %s is refused and changes nothing', async (name, value) => {
  const { readStored, send } = await createTicketOnPost();
  const before = await readStored();
  expect(refusal(await send('PATCH', { [name]: value }))).toEqual({ status: 400, code: 'rest_invalid_param', parameters: [name] });
  expect(await readStored()).toEqual(before);
});

it('PATCH of some capacity fields keeps the others', async () => {
  const { readStored, send } = await createTicketOnPost();
  const before = await readStored();
  for (const ticket of [{}, { stock: 2 }, { not_going: false }, { mode: 'own' }, { capacity: 7 }])
    expect((await send('PATCH', { ticket })).status, JSON.stringify(ticket)).toBe(202);
  const after = await readStored();
  expect(after).toEqual({ ...before, modifiedUtc: after.modifiedUtc });
  expect((await send('PATCH', { ticket: { sale_price: { checked: true, price: '8' } } })).status).toBe(202);
  expect(await readStored()).toMatchObject({ capacity: 7, stockMode: 'own', salePrice: '8' });
  expect((await send('PATCH', { ticket: { capacity: 9 } })).status).toBe(202);
  expect(await readStored()).toMatchObject({ capacity: 9, stockMode: 'own', salePrice: '8', saleEnabled: true });
  expect((await send('PATCH', { ticket: { mode: '', capacity: '' } })).status).toBe(202);
  expect(await readStored()).toMatchObject({ manageStock: false, salePrice: '8' });
  expect((await send('PATCH', { ticket: { capacity: 4 } })).status).toBe(202);
  expect(await readStored()).toMatchObject({ manageStock: true, stockMode: 'own', capacity: 4 });
});

it('PUT with a ticket object without capacity keeps the capacity', async () => {
  const { readStored, send } = await createTicketOnPost();
  expect((await send('PUT', { price: '12.50', ticket: { stock: 2 } })).status).toBe(202);
  expect(await readStored()).toMatchObject({ capacity: 7, stockMode: 'own' });
});

it.each([
  { mode: 'weird' },
  { capacity: 'many' },
  { capacity: 2.5 },
  { event_capacity: 'x' },
  { sale_price: 'cheap' },
  { sale_price: { checked: true, price: '4', start_date: 'nope' } },
])('A ticket object with %j is refused and changes nothing', async (ticket) => {
  const { readStored, send } = await createTicketOnPost();
  const before = await readStored();
  expect(refusal(await send('PATCH', { ticket }))).toEqual({ status: 400, code: 'rest_invalid_param', parameters: ['ticket'] });
  expect(await readStored()).toEqual(before);
});

it('GraphQL keeps omitted capacity fields, and accepts null for an empty number', async () => {
  const { id, readStored } = await createTicketOnPost();
  const change = async (stock: object) => {
    const { errors } = await site.graphql(
      'mutation($id: Int!, $post: Int!, $stock: TicketStockInput!) { updateTicket(id: $id, postId: $post, ticket: { stock: $stock }) { ticket { databaseId } } }',
      { id, post: (await readStored()).postId, stock },
      'administrator',
    );
    expect(errors).toEqual([]);
  };
  await change({ salePrice: { isEnabled: true, price: '8' } });
  expect(await readStored()).toMatchObject({ capacity: 7, stockMode: 'own', salePrice: '8' });
  await change({ mode: 'GLOBAL', sharedCapacity: 20 });
  expect(await readStored()).toMatchObject({ capacity: 20, stockMode: 'global', salePrice: '8' });
  await change({ mode: 'CAPPED', capacity: null });
  expect(await readStored()).toMatchObject({ capacity: 20, stockMode: 'capped' });
});
