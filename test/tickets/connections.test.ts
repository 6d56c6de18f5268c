import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEvent } from '../support/event.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let postWithList: number;
let locked: number;
let tickets: number[];
let attendees: number[];
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  postWithList = await t.post({ content: '[tribe_attendees_list]' });
  locked = await t.post({ password: 'open sesame' });
  tickets = [];
  for (const name of ['Beta', 'alpha', 'Gamma', 'alpha', 'Delta']) tickets.push(await t.ticket(postWithList, { name }));
  await t.ticket(locked, { name: 'Secret' });
  attendees = [];
  for (let n = 0; n < 7; n += 1) attendees.push(await t.attendee(tickets[n % 2] as number, { full_name: `Guest ${n % 3}` }));
  await t.send('PUT', `/attendees/${attendees[6]}`, { optout: true });
  await t.attendee(await t.ticket(locked, { name: 'Hidden' }));
});
afterAll(() => site.close());

async function query(source: string, variables: Record<string, unknown> = {}, as?: TestUserName) {
  const { data, errors } = await site.graphql(source, variables, as);
  expect(errors).toEqual([]);
  return data;
}

/** Returns the IDs of a list, read in pages of two, and checks that reading backwards gives the same. */
async function walk(field: 'tickets' | 'attendees', orderBy: string, order: string, as?: TestUserName): Promise<number[]> {
  const type = field === 'tickets' ? 'Ticket' : 'Attendee';
  const source = `query($first: Int, $after: String, $last: Int, $before: String, $orderBy: ${type}Order, $order: SortOrder, $filter: ${type}Filter) {
    ${field}(first: $first, after: $after, last: $last, before: $before, orderBy: $orderBy, order: $order, filter: $filter) {
      nodes { databaseId } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;
  const include = field === 'tickets' ? [...tickets].reverse() : [...attendees].reverse();
  const readAll = async (isBackward: boolean) => {
    const ids: number[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < 20; page += 1) {
      const range: Record<string, unknown> = isBackward ? { last: 2, before: cursor } : { first: 2, after: cursor };
      const { nodes, pageInfo } = (await query(source, { ...range, orderBy, order, filter: { include } }, as))[field];
      const pageIds = nodes.map((node: { databaseId: number }) => node.databaseId);
      if (isBackward) ids.unshift(...pageIds);
      else ids.push(...pageIds);
      if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return ids;
      cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor;
    }
    throw new Error('The list does not end.');
  };
  const forwards = await readAll(false);
  expect(await readAll(true)).toEqual(forwards);
  return forwards;
}

describe('Connections of tickets and attendees', () => {
  it.each(['ID', 'INCLUDE', 'TITLE', 'SLUG'].flatMap((orderBy) => ['ASC', 'DESC'].map((order) => [orderBy, order] as const)))(
    'return tickets by %s %s in the same order as the REST list',
    async (orderBy, order) => {
      const parameters = { orderby: orderBy.toLowerCase(), order, include: [...tickets].reverse().join(','), per_page: 100 };
      const listed = (await t.get('/tickets', parameters)).body.tickets.map((ticket: { id: number }) => ticket.id);
      expect(listed).toHaveLength(5);
      expect(await walk('tickets', orderBy, order)).toEqual(listed);
    },
  );

  it.each(['ID', 'DATE', 'INCLUDE', 'TITLE', 'SLUG'].flatMap((orderBy) => ['ASC', 'DESC'].map((order) => [orderBy, order] as const)))(
    'return attendees by %s %s in the same order as the REST list',
    async (orderBy, order) => {
      for (const [as, count] of [
        ['administrator', 7],
        [undefined, 6],
      ] as const) {
        const parameters = { orderby: orderBy.toLowerCase(), order, include: [...attendees].reverse().join(','), per_page: 100 };
        const listed = (await t.get('/attendees', parameters, as)).body.attendees.map((attendee: { id: number }) => attendee.id);
        expect(listed).toHaveLength(count);
        expect(await walk('attendees', orderBy, order, as)).toEqual(listed);
      }
    },
  );

  it('count only on request, and need the same number of SQL statements at any depth', async () => {
    const runCounted = async (source: string, as?: TestUserName) => {
      await query(source, {}, as);
      site.statements.length = 0;
      const data = await query(source, {}, as);
      return { data, statements: site.statements.filter((text) => /\b(FROM|JOIN)\s+\(?(ticket|attendee)\b/.test(text)) };
    };
    const without = await runCounted('{ attendees(first: 3) { nodes { databaseId } pageInfo { hasNextPage } } }');
    expect(without.statements).toHaveLength(1);
    expect(without.statements[0]).not.toContain('count(');
    const counted = await runCounted('{ attendees(first: 3) { nodes { databaseId } totalCount } }');
    expect(counted.data.attendees.totalCount).toBe(6);
    expect(counted.statements).toHaveLength(1);
    const deep = await runCounted(
      '{ posts(first: 10) { nodes { databaseId tickets(first: 5) { totalCount nodes { databaseId attendees(first: 2) { totalCount nodes { name ticket { title } } } } } } } }',
      'administrator',
    );
    expect(deep.statements.length).toBeLessThanOrEqual(4);
    const post = deep.data.posts.nodes.find((node: { databaseId: number }) => node.databaseId === postWithList);
    expect(post.tickets.totalCount).toBe(5);
    const first = post.tickets.nodes.find((node: { databaseId: number }) => node.databaseId === tickets[0]);
    expect([first.attendees.totalCount, first.attendees.nodes.length]).toEqual([4, 2]);
  });

  it('contain what the caller may see: locked tickets with the password, attendees if the post shows them', async () => {
    const names = async (as?: TestUserName, password?: string) =>
      (
        await query('query($password: String) { tickets(first: 50, password: $password) { nodes { title } } }', { password }, as)
      ).tickets.nodes.map((node: { title: string }) => node.title);
    expect(await names()).not.toContain('Secret');
    expect(await names(undefined, 'open sesame')).toContain('Secret');
    expect(await names('administrator')).toContain('Secret');
    const source = 'query($id: Int!) { ticket(id: $id) { attendees(first: 9) { totalCount nodes { databaseId } } } }';
    expect((await query(source, { id: tickets[0] })).ticket.attendees.totalCount).toBe(3);
    expect((await query(source, { id: tickets[0] }, 'administrator')).ticket.attendees.totalCount).toBe(4);
    const elsewhere = await t.ticket(await t.post());
    await t.attendee(elsewhere);
    expect((await query(source, { id: elsewhere })).ticket.attendees).toEqual({ totalCount: 0, nodes: [] });
  });

  it('exist on events as on all content', async () => {
    const { id } = await makeEvent(site);
    const seat = await t.ticket(id, { name: 'Seat' });
    const data = await query('query($id: Int!) { event(id: $id) { tickets(first: 1) { totalCount nodes { databaseId } } } }', { id });
    expect(data.event.tickets).toEqual({ totalCount: 1, nodes: [{ databaseId: seat }] });
  });

  it('refuse invalid cursors and too large pages', async () => {
    const { data } = await site.graphql('{ attendees(first: 1) { pageInfo { endCursor } } }');
    const after = data.attendees.pageInfo.endCursor;
    const foreign = await site.graphql('query($after: String) { tickets(after: $after) { nodes { databaseId } } }', { after });
    expect(foreign.errors[0]?.extensions['details']).toMatchObject({ after: { code: 'invalid_cursor' } });
    expect((await site.graphql('{ tickets(first: 101) { nodes { databaseId } } }')).errors[0]?.extensions['code']).toBe(
      'invalid_arguments',
    );
  });

  it('contain nodes that node(id:) finds as well, with the same permissions', async () => {
    const source =
      'query($id: ID!) { node(id: $id) { __typename id ... on Ticket { title } ... on Attendee { name } ... on Order { purchaserName } } }';
    const idOf = (type: string, id: number) => Buffer.from(`${type}:${id}`).toString('base64');
    const find = async (type: string, id: number, as?: TestUserName) => (await query(source, { id: idOf(type, id) }, as)).node;
    expect(await find('Ticket', tickets[0] as number)).toEqual({
      __typename: 'Ticket',
      id: idOf('Ticket', tickets[0] as number),
      title: 'Beta',
    });
    expect(await find('Attendee', attendees[0] as number)).toMatchObject({ name: 'Guest 0' });
    expect(await find('Attendee', attendees[6] as number)).toBeNull();
    expect(await find('Attendee', attendees[6] as number, 'administrator')).toMatchObject({ name: 'Guest 0' });
    expect(await find('Ticket', attendees[0] as number)).toBeNull();
    const secret = (await query('{ tickets(first: 50) { nodes { title databaseId } } }', {}, 'administrator')).tickets.nodes.find(
      (node: { title: string }) => node.title === 'Secret',
    );
    expect(await find('Ticket', secret.databaseId)).toBeNull();
    const [order] = (await query('{ orderPage(perPage: 1) { nodes { databaseId } } }', {}, 'administrator')).orderPage.nodes;
    expect(await find('Order', order.databaseId, 'administrator')).toMatchObject({ __typename: 'Order' });
    expect(await find('Order', order.databaseId, 'editor')).toBeNull();
  });
});
