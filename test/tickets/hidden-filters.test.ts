import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let ids: number[];
let order: number;
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  const ticket = await t.ticket(await t.post(), { price: '10' });
  ids = [
    await t.attendee(ticket, { full_name: 'Ann Guest', email: 'ann@example.org', optout: false }),
    await t.attendee(ticket, { full_name: 'Bob Guest', email: 'bob@example.org', optout: false }),
  ];
  await t.send('PUT', `/attendees/${ids[0]}`, { check_in: true });
  const [row] = await site.site.db.sql<{ order: number }>('SELECT order_id AS "order" FROM attendee WHERE id = $1', [ids[0]]);
  order = row?.order ?? 0;
});
afterAll(() => site.close());

const listIds = async (query: Record<string, string | number>, as?: TestUserName) =>
  (await t.get('/attendees', query, as)).body.attendees.map(({ id }: { id: number }) => id).sort();

describe('Attendee filters on private members', () => {
  it.each([
    ['email', () => 'ann@'],
    ['order_id', () => order],
    ['checkedin', () => 1],
    ['price_min', () => 1000],
    ['attendee_information_available', () => 1],
  ])('by %s reveal nothing to visitors and authors', async (name, value) => {
    expect(await listIds({ [name]: value() })).toEqual(ids);
    expect(await listIds({ [name]: value() }, 'author')).toEqual(ids);
  });

  it('work for managers', async () => {
    expect(await listIds({ email: 'ann@' }, 'administrator')).toEqual([ids[0]]);
    expect(await listIds({ checkedin: 1 }, 'administrator')).toEqual([ids[0]]);
  });

  it('by search find names for every caller, but order IDs only for managers', async () => {
    expect(await listIds({ search: 'ann' })).toEqual([ids[0]]);
    expect(await listIds({ search: String(order) })).toEqual([]);
    expect(await listIds({ search: String(order) }, 'administrator')).toEqual([ids[0]]);
  });
});
