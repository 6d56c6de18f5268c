import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { fillTicket } from './crowd.ts';
import { ticketing } from './support.ts';

/** More attendees than the service buffers for the tickets in a response. */
const MANY = 1203;

let site: WholeSite;
let t: ReturnType<typeof ticketing>;
let crowded: number;
let small: number;

beforeAll(async () => {
  site = await openWholeSite();
  t = ticketing(site);
  const post = await t.post();
  crowded = await t.ticket(post, { name: 'A' });
  small = await t.ticket(post, { name: 'B' });
  await fillTicket(site.site.db, crowded, MANY);
  await t.attendee(small, { full_name: 'Ann Small' });
});
afterAll(() => site.close());

const path = () => `/tickets/${crowded}`;
const idsOf = ({ attendees }: { attendees: { id: number }[] }) => attendees.map(({ id }) => id);

describe('A ticket with more attendees than the buffer holds', () => {
  it('lists all of them in the same form as the attendee list', async () => {
    const { body, headers } = await t.get('/tickets', {}, 'administrator');
    expect(body.tickets.map(({ attendees }: { attendees: unknown[] }) => attendees.length)).toEqual([MANY, 1]);
    expect(body.total).toBe(2);
    expect(headers['x-et-total']).toBe('2');
    const listed: { id: number }[] = [];
    for (let page = 1; listed.length < MANY; page += 1)
      listed.push(
        ...(await t.get('/attendees', { ticket_id: crowded, orderby: 'id', per_page: 100, page }, 'administrator')).body.attendees,
      );
    expect(idsOf(body.tickets[0])).toEqual(listed.map(({ id }) => id).sort((a, b) => a - b));
    for (const { id } of [listed[0]!, listed.at(-1)!])
      expect(body.tickets[0].attendees.find((one: { id: number }) => one.id === id)).toEqual(
        (await t.get(`/attendees/${id}`, {}, 'administrator')).body,
      );
    expect(idsOf(body.tickets[1])).toHaveLength(1);
  });

  it('supports every representation of a response', async () => {
    const plain = await t.get(path(), {}, 'administrator');
    expect(plain.headers['content-type']).toBe('application/json; charset=UTF-8');
    const pretty = await t.get(path(), { _pretty: '1' }, 'administrator');
    expect(pretty.text).toBe(JSON.stringify(plain.body, null, 4));
    expect((await t.get(path(), { _envelope: '1' }, 'administrator')).body.body).toEqual(plain.body);
    expect((await t.get(path(), { _jsonp: 'receive' }, 'administrator')).text).toBe(`/**/receive(${plain.text})`);
    const fields = await t.get('/tickets', { _fields: 'tickets.attendees.id' }, 'administrator');
    expect(fields.body.tickets[0]).toEqual({ attendees: idsOf(plain.body).map((id) => ({ id })) });
    const head = await site.rest('HEAD', t.ns + path(), { as: 'administrator' });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('shows visitors none unless the post shows its attendees', async () => {
    expect((await t.get(path())).body.attendees).toEqual([]);
    const post = await t.post({ content: '[tribe_attendees_list]' });
    const shown = await t.ticket(post);
    await fillTicket(site.site.db, shown, MANY);
    await site.site.db.sql(`UPDATE attendee SET optout = true WHERE ticket_id = ${shown} AND id % 2 = 0`);
    const { attendees } = (await t.get(`/tickets/${shown}`)).body as { attendees: { id: number }[] };
    expect(attendees.length).toBeGreaterThan(MANY / 2 - 2);
    expect(attendees.every(({ id }) => id % 2 === 1)).toBe(true);
  });

  it('is read page by page at /graphql, where a list is built in memory', async () => {
    const document =
      'query($id: Int!) { ticket(by: { databaseId: $id }) { attendeeList { databaseId } attendees(first: 2) { nodes { databaseId } } } }';
    const few = await site.graphql(document, { id: small }, 'administrator');
    expect(few.data.ticket.attendeeList).toEqual(few.data.ticket.attendees.nodes);
    const { errors } = await site.graphql(document, { id: crowded }, 'administrator');
    expect(errors.map(({ path: at, extensions }) => [at, extensions['code']])).toEqual([[['ticket', 'attendeeList'], 'list_too_long']]);
  });
});
