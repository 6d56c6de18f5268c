import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, type GraphQLObjectType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from './support.ts';

/*
 * Pages of attendees read only the columns that their documents need. A field whose column is not declared would be null if it were selected
 * alone.
 */

let site: WholeSite;
beforeAll(async () => {
  site = await openWholeSite();
  const t = createTicketClient(site);
  const post = await t.post();
  const rsvp = await t.ticket(post, { provider: 'rsvp', name: 'Reply', ticket: { capacity: 100 } });
  const shop = await t.ticket(post, { provider: 'tc', name: 'Seat', price: '5', ticket: { mode: 'own', capacity: 100 } });
  await t.attendee(rsvp, { full_name: 'Ann Reply', email: 'reply@example.org' });
  const id = await t.attendee(shop, { full_name: 'Bob Buyer', email: (await site.user('subscriber')).email });
  await t.send('POST', `/attendees/${id}`, { check_in: true });
  const hidden = await t.attendee(shop, { full_name: 'Cy Shy', email: 'shy@example.org' });
  await site.site.db.prisma.attendee.update({ where: { id: hidden }, data: { optout: true } });
  const lost = await t.ticket(post, { provider: 'tc', name: 'Gone', price: '5', ticket: { mode: 'own', capacity: 100 } });
  await t.attendee(lost, { full_name: 'Di Lost', email: 'lost@example.org' });
  await t.send('DELETE', `/tickets/${lost}`, { remove_ticket_nonce: await t.nonce('remove_ticket_nonce') });
});
afterAll(() => site.close());

const schema = buildSchema(readFileSync('graphql/schema.graphql', 'utf8'), { assumeValidSDL: true });

/** Returns selections of one value each, of the attendee and of its nested values without an ID. */
function listSelections(parent: GraphQLObjectType): string[] {
  return Object.values(parent.getFields()).flatMap((field) => {
    if (field.args.some(isRequiredArgument)) return [];
    const type = getNamedType(field.type);
    if (isLeafType(type)) return [field.name];
    if (!isObjectType(type) || type.getInterfaces().length > 0) return [];
    return listSelections(type).map((selection) => `${field.name} { ${selection} }`);
  });
}

async function readPage(selection: string, as: 'administrator' | undefined) {
  const { data, errors } = await site.graphql(`{ attendeePage(perPage: 50) { total nodes { ${selection} } } }`, {}, as);
  expect(errors, selection).toEqual([]);
  return data.attendeePage as { total: number; nodes: Record<string, unknown>[] };
}

describe.each(['administrator', undefined] as const)('A field of an attendee for %s', (as) => {
  it('has the same value alone as together with all other fields', async () => {
    const selections = listSelections(schema.getType('Attendee') as GraphQLObjectType);
    expect(selections.length).toBeGreaterThan(40);
    const together = await readPage(selections.map((selection, i) => selection.replace(/^\w+/, (name) => `f${i}: ${name}`)).join(' '), as);
    expect(together.total).toBe(as ? 4 : 2);
    for (const [i, selection] of selections.entries()) {
      const alone = await readPage(selection, as);
      expect(
        alone.nodes.map((node) => Object.values(node)[0]),
        selection,
      ).toEqual(together.nodes.map((node) => node[`f${i}`]));
    }
  });
});

const lists = {
  'a page': (selection: string) => `attendeePage { total nodes { ${selection} } }`,
  'a connection': (selection: string) =>
    `attendees(first: 10) { totalCount pageInfo { hasNextPage } edges { cursor node { ${selection} } } }`,
};

describe.each(Object.entries(lists))('%s of attendees', (_name, formatList) => {
  const findStatement = async (selection: string) => {
    const query = `query Listed { ${formatList('...Shown')} } fragment Shown on Attendee { ${selection} }`;
    const { authorization } = await site.user('administrator');
    const headers = { authorization, 'graphql-explain': 'statements' };
    const response = await site.http.inject({ method: 'POST', url: '/graphql', headers, payload: { query } });
    const { extensions, errors } = response.json<{ errors?: unknown; extensions: { statements: string[] } }>();
    expect(errors).toBeUndefined();
    return extensions.statements.find((statement) => statement.includes('attendee a'));
  };

  it('reads only the selected columns for a list of names, and all columns for fields that may need any', async () => {
    const listStatement = await findStatement(
      'id databaseId name postId ticketId status management { email isCheckedIn mayCheckIn orderId }',
    );
    expect(listStatement).toContain('a.full_name');
    expect(listStatement).not.toContain('a.security_code');
    expect(listStatement).not.toContain('a.user_id');
    const statement = await findStatement('databaseId name securityCode');
    expect(statement).toContain('a.security_code');
    expect(statement).toContain('a.lineage');
  });
});

describe('A page of attendees in REST', () => {
  it('reads one statement with the columns that `_fields` selects, also those of nested objects in GraphQL', async () => {
    const path = '/vendor/tickets/v1/attendees?_fields=attendees.id,attendees.email,attendees.checked_in';
    await site.rest('GET', path, { as: 'administrator' });
    site.statements.length = 0;
    const { body } = await site.rest('GET', path, { as: 'administrator' });
    expect(body.attendees[1]).toEqual({ id: expect.any(Number), email: (await site.user('subscriber')).email, checked_in: true });
    const statements = site.statements.filter((text) => /ticket|attendee/.test(text));
    expect(statements).toHaveLength(1);
    expect(statements[0]).toContain('a.email');
    expect(statements[0]).not.toContain('a.full_name');
  });
});
