import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { ticketing } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof ticketing>;
beforeAll(async () => {
  site = await openWholeSite();
  t = ticketing(site);
});
afterAll(() => site.close());

async function made() {
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
  const stored = () => site.site.db.prisma.ticket.findUniqueOrThrow({ where: { id } });
  const send = async (method: string, body: object) =>
    await t.send(method, `/tickets/${id}`, { post_id: post, edit_ticket_nonce: await t.nonce('edit_ticket_nonce'), ...body });
  return { id, stored, send };
}

it('a PATCH keeps what it leaves out, and clears what it sends empty', async () => {
  const { stored, send } = await made();
  const before = await stored();
  expect((await send('PATCH', { name: 'Long bench' })).status).toBe(202);
  const after = await stored();
  expect(after).toEqual({ ...before, title: 'Long bench', modifiedUtc: after.modifiedUtc });
  expect((await send('PATCH', { price: '', end_date: '' })).status).toBe(202);
  expect(await stored()).toMatchObject({
    title: 'Long bench',
    price: '0',
    priceMinor: 0n,
    startDate: '2030-01-02',
    endDate: '',
    capacity: 7,
  });
});

it.each(['PUT', 'POST'])('a %s replaces: what it leaves out is cleared', async (method) => {
  const { stored, send } = await made();
  expect((await send(method, { name: 'Long bench' })).status).toBe(202);
  expect(await stored()).toMatchObject({
    title: 'Long bench',
    description: '',
    price: '0',
    startDate: '',
    endDate: '',
    showDescription: true,
    capacity: 7,
  });
});
