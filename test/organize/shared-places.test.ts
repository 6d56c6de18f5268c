import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCheckoutClient, code } from '../checkout/support.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { readNonce, sendMultipartForm, type Staff, signInStaff, readFormValues } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let shop: ReturnType<typeof createCheckoutClient>;
let author: Staff;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  shop = createCheckoutClient(site);
  author = await signInStaff(site, 'author');
});
afterAll(() => site.close());

const NEW = '/organize/events/new';
const save = async (fields: Record<string, string>, path = NEW) =>
  await sendMultipartForm(site, author, path, {
    ...readFormValues((await author.get(path)).html),
    save: path === NEW ? 'publish' : 'keep',
    ...fields,
  });
const sharedPool = {
  title: 'One room',
  sharedCapacity: '10',
  'ticket-0-name': 'Adult',
  'ticket-0-price': '10',
  'ticket-0-places': 'shared',
  'ticket-1-name': 'Child',
  'ticket-1-price': '5',
  'ticket-1-places': 'shared',
  'ticket-1-capacity': '4',
};

async function createEventWithPool() {
  const reply = await save(sharedPool);
  expect(reply.statusCode).toBe(303);
  const id = Number(/events\/(\d+)/.exec(String(reply.headers['location']))?.[1]);
  const [adult, child] = await site.site.db.prisma.ticket.findMany({ where: { postId: id }, orderBy: { id: 'asc' } });
  return { id, adult: adult!.id, child: child!.id };
}

describe('Tickets with shared capacity', () => {
  it('are created by the form and sell from one pool: online, at the box office, and in the APIs', async () => {
    const { id, adult, child } = await createEventWithPool();
    expect([(await t.stock(adult)).available, (await t.stock(child)).available]).toEqual([10, 4]);
    expect((await shop.start([{ ticketId: adult, quantity: 7 }])).errors).toEqual([]);
    expect([(await t.stock(adult)).available, (await t.stock(child)).available]).toEqual([3, 3]);
    expect(code(await shop.start([{ ticketId: child, quantity: 4 }]))).toBe('insufficient_stock');
    const box = `/organize/events/${id}/box-office`;
    const form = { nonce: await readNonce(author, box), [`quantity-${adult}`]: 2, [`quantity-${child}`]: 2, fullName: 'Family', paid: '1' };
    expect((await author.post(box, form)).text).toContain('There are not enough places left.');
    expect((await author.go(box, { ...form, [`quantity-${child}`]: 1 })).text).toContain('Family Paid');
    expect([(await t.stock(adult)).available, (await t.stock(child)).available]).toEqual([0, 0]);
    expect((await author.get(`/organize/events/${id}`)).text).toContain('4 / 10 shared');
  });

  it('can get more places or their own capacity, and unchanged fields keep their values', async () => {
    const { id, adult, child } = await createEventWithPool();
    const edit = `/organize/events/${id}/edit`;
    expect(readFormValues((await author.get(edit)).html)).toMatchObject({
      sharedCapacity: '10',
      'ticket-0-capacity': '',
      'ticket-1-capacity': '4',
    });
    expect((await save({}, edit)).statusCode).toBe(303);
    expect([(await t.stock(adult)).available, (await t.stock(child)).available]).toEqual([10, 4]);
    expect((await save({ sharedCapacity: '12' }, edit)).statusCode).toBe(303);
    expect([(await t.stock(adult)).available, (await t.stock(child)).available]).toEqual([12, 4]);
    expect((await save({ 'ticket-1-places': 'own', 'ticket-1-capacity': '6' }, edit)).statusCode).toBe(303);
    expect((await shop.start([{ ticketId: child, quantity: 6 }])).errors).toEqual([]);
    expect((await t.stock(adult)).available).toBe(12);
  });

  it('require a shared capacity', async () => {
    const refused = await save({ ...sharedPool, sharedCapacity: '' });
    expect([refused.statusCode, refused.payload.includes('How many places do these tickets share?')]).toEqual([400, true]);
    expect((await save({ ...sharedPool, sharedCapacity: 'ten' })).statusCode).toBe(400);
  });
});
