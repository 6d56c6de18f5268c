import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { fillTicket } from './crowd.ts';
import { createTicketClient } from './support.ts';

/** More attendees than the service buffers for the tickets in a response. */
const ATTENDEES = 1203;

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let crowded: number;
let small: number;

beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  const post = await t.post();
  crowded = await t.ticket(post, { name: 'A' });
  small = await t.ticket(post, { name: 'B' });
  await fillTicket(site.site.db, crowded, ATTENDEES);
  await t.attendee(small, { full_name: 'Ann Small' });
});
afterAll(() => site.close());

const crowdedPath = () => `/tickets/${crowded}`;
const idsOf = ({ attendees }: { attendees: { id: number }[] }) => attendees.map(({ id }) => id);

describe('A ticket with more attendees than the buffer holds', () => {
  it('lists all of them in the same form as the attendee list', async () => {
    const { body, headers } = await t.get('/tickets', {}, 'administrator');
    expect(body.tickets.map(({ attendees }: { attendees: unknown[] }) => attendees.length)).toEqual([ATTENDEES, 1]);
    expect(body.total).toBe(2);
    expect(headers['x-et-total']).toBe('2');
    const listed: { id: number }[] = [];
    for (let page = 1; listed.length < ATTENDEES; page += 1)
      listed.push(
        ...(await t.get('/attendees', { ticket_id: crowded, orderby: 'id', per_page: 100, page }, 'administrator')).body.attendees,
      );
    expect(idsOf(body.tickets[0])).toEqual(listed.map(({ id }) => id).sort((a, b) => a - b));
    for (const { id } of [listed[0]!, listed.at(-1)!])
      expect(body.tickets[0].attendees.find((attendee: { id: number }) => attendee.id === id)).toEqual(
        (await t.get(`/attendees/${id}`, {}, 'administrator')).body,
      );
    expect(idsOf(body.tickets[1])).toHaveLength(1);
  });

  it('supports every representation of a response', async () => {
    const plain = await t.get(crowdedPath(), {}, 'administrator');
    expect(plain.headers['content-type']).toBe('application/json; charset=UTF-8');
    const pretty = await t.get(crowdedPath(), { _pretty: '1' }, 'administrator');
    expect(pretty.text).toBe(JSON.stringify(plain.body, null, 4));
    expect((await t.get(crowdedPath(), { _envelope: '1' }, 'administrator')).body.body).toEqual(plain.body);
    expect((await t.get(crowdedPath(), { _jsonp: 'receive' }, 'administrator')).text).toBe(`/**/receive(${plain.text})`);
    const fields = await t.get('/tickets', { _fields: 'tickets.attendees.id' }, 'administrator');
    expect(fields.body.tickets[0]).toEqual({ attendees: idsOf(plain.body).map((id) => ({ id })) });
    const head = await site.rest('HEAD', t.ns + crowdedPath(), { as: 'administrator' });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('shows visitors none unless the post shows its attendees', async () => {
    expect((await t.get(crowdedPath())).body.attendees).toEqual([]);
    const post = await t.post({ content: '[tribe_attendees_list]' });
    const ticket = await t.ticket(post);
    await fillTicket(site.site.db, ticket, ATTENDEES);
    await site.site.db.sql(`UPDATE attendee SET optout = true WHERE ticket_id = ${ticket} AND id % 2 = 0`);
    const { attendees } = (await t.get(`/tickets/${ticket}`)).body as { attendees: { id: number }[] };
    expect(attendees.length).toBeGreaterThan(ATTENDEES / 2 - 2);
    expect(attendees.every(({ id }) => id % 2 === 1)).toBe(true);
  });

  it('must be read page by page at /graphql, which builds lists in memory', async () => {
    const document =
      'query($id: Int!) { ticket(by: { databaseId: $id }) { attendeeList { databaseId } attendees(first: 2) { nodes { databaseId } } } }';
    const short = await site.graphql(document, { id: small }, 'administrator');
    expect(short.data.ticket.attendeeList).toEqual(short.data.ticket.attendees.nodes);
    const { errors } = await site.graphql(document, { id: crowded }, 'administrator');
    expect(errors.map(({ path, extensions }) => [path, extensions['code']])).toEqual([[['ticket', 'attendeeList'], 'list_too_long']]);
  });
});
