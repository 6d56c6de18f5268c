import { getNamedType, type GraphQLNamedType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSchema, createPublicSchema } from '#graphql/schema.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { notMoney } from './not-money.ts';
import { listMembers } from './schema-walk.ts';

const schema = createPublicSchema(createSchema());

const NAME = /price|cost|amount|(^|[.(])fees?\b|refund|revenue|takings|subtotal|\.total$|minorUnits/i;
const DESCRIPTION = /\b(prices?|costs?|hundredths|revenue|refunds?|money)\b/i;

/** Members of the public schema that concern amounts, by their names and descriptions. Counts are not amounts. */
const amountMembers = listMembers(schema).filter(({ name, type, description }) => {
  const member = name.replace(/^.*[.(]/, '.').replace(/\)$/, '');
  const isCount = type.name === 'Int' && /total/i.test(member);
  return !isCount && type.name !== 'Boolean' && (NAME.test(member) || DESCRIPTION.test(description));
});

const isAmount = (type: string) => type === 'Money' || type === 'Decimal';
/** True for types whose own fields are checked separately. */
const hasFields = (type: GraphQLNamedType) => isObjectType(type) || isInterfaceType(type) || isInputObjectType(type);

function isDeprecated(name: string): boolean {
  const [owner = '', member = ''] = name.split('.');
  const type = schema.getType(owner);
  const field = isObjectType(type) ? type.getFields()[member] : undefined;
  return /^Use `\w+ \{ amount \}`\.$/.test(field?.deprecationReason ?? '');
}

describe('Amounts of the public schema', () => {
  it('are Money in results and Decimals in inputs, except for the listed ones', () => {
    const otherMembers = amountMembers
      .filter(({ name, type }) => !isAmount(type.name) && !hasFields(type) && !isDeprecated(name))
      .map(({ name }) => name);
    expect(otherMembers.filter((name) => !(name in notMoney))).toEqual([]);
    expect(Object.keys(notMoney).filter((name) => !otherMembers.includes(name))).toEqual([]);
  });

  it('have one type, with amount, currency and text', () => {
    const money = schema.getType('Money');
    expect(isObjectType(money) && Object.keys(money.getFields())).toEqual(['amount', 'currencyCode', 'formatted']);
    expect(amountMembers.filter(({ type }) => type.name === 'Money').length).toBeGreaterThan(12);
  });

  it('deprecate the fields in hundredths and name an existing replacement', () => {
    const deprecated = listMembers(schema).filter(({ name }) => name.includes('MinorUnits'));
    expect(deprecated.length).toBeGreaterThan(7);
    for (const { name } of deprecated) {
      const [owner = '', member = ''] = name.split('.');
      const type = schema.getType(owner);
      const fields = isObjectType(type) ? type.getFields() : {};
      const replacement = /^Use `(\w+) \{ amount \}`\.$/.exec(fields[member]?.deprecationReason ?? '')?.[1] ?? '';
      expect([name, fields[replacement] && getNamedType(fields[replacement].type).name]).toEqual([name, 'Money']);
    }
  });
});

describe('Amounts', () => {
  let site: WholeSite;
  let ticketApi: ReturnType<typeof createTicketClient>;
  beforeAll(async () => {
    site = await openWholeSite();
    ticketApi = createTicketClient(site);
  });
  afterAll(() => site.close());

  const CREATE =
    'mutation($post: Int!, $ticket: TicketTexts!) { createTicket(postId: $post, provider: SHOP, ticket: $ticket) { ticket { databaseId price { amount currencyCode formatted } sale { price { amount } } } errors { __typename path message } } }';

  it('are accepted as Decimals in texts or numbers, and returned exactly', async () => {
    const post = await ticketApi.post();
    const createWithPrice = async (price: unknown) =>
      await site.graphql(
        CREATE,
        { post, ticket: { name: 'T', price, stock: { salePrice: { isEnabled: true, price: '1.50' } } } },
        'administrator',
      );
    expect((await createWithPrice('1234.5')).data.createTicket.ticket).toMatchObject({
      price: { amount: '1234.50', currencyCode: 'USD', formatted: '$1,234.50' },
      sale: { price: { amount: '1.50' } },
    });
    expect((await createWithPrice(12)).data.createTicket.ticket.price.amount).toBe('12.00');
    expect((await createWithPrice('-3')).data.createTicket).toMatchObject({ ticket: null, errors: [{ __typename: 'InvalidInput' }] });
    for (const invalid of ['', '1,5', '$5', 'five', true]) expect((await createWithPrice(invalid)).errors).toHaveLength(1);
    const { data } = await site.graphql(
      `mutation { createTicket(postId: ${post}, provider: SHOP, ticket: { name: "L", price: 4.25 }) { ticket { price { amount } } } }`,
      {},
      'administrator',
    );
    expect(data.createTicket.ticket.price.amount).toBe('4.25');
  });

  it('filter attendees exactly by the paid amount', async () => {
    const post = await ticketApi.post();
    const ticket = await ticketApi.ticket(post, { price: '12.50' });
    const id = await ticketApi.attendee(ticket);
    await site.site.db.sql(`UPDATE attendee SET price_paid_minor = 1250 WHERE id = ${id}`);
    const listAttendees = async (filter: Record<string, unknown>) =>
      (
        await site.graphql(
          'query($filter: AttendeeFilter) { attendees(first: 5, filter: $filter) { nodes { databaseId payment { price { amount } paid { amount currencyCode } } ticketOnBadge { price { formatted } } } } }',
          { filter: { ticketId: ticket, ...filter } },
          'administrator',
        )
      ).data.attendees.nodes;
    expect(await listAttendees({ priceMin: '12.50', priceMax: '12.5' })).toEqual([
      {
        databaseId: id,
        payment: { price: { amount: '12.50' }, paid: { amount: '12.50', currencyCode: 'USD' } },
        ticketOnBadge: { price: { formatted: '$12.50' } },
      },
    ]);
    expect(await listAttendees({ priceMin: '12.51' })).toEqual([]);
    expect(await listAttendees({ priceMax: 12 })).toEqual([]);
  });

  it('of events are returned if their currency is known and they are exact', async () => {
    const createAndReadAmounts = async (cost: string[], fields: Record<string, unknown> = {}) => {
      const { data } = await site.graphql(
        'mutation($draft: EventDraft!) { createEvent(draft: $draft) { event { costDetails { amounts { amount currencyCode } } } errors { message } } }',
        { draft: { title: 'Costs', start: '2031-05-01 09:00', end: '2031-05-01 10:00', cost, ...fields } },
        'administrator',
      );
      return data.createEvent.event.costDetails.amounts;
    };
    expect(await createAndReadAmounts(['$20', '5', 'Members free'])).toEqual([
      { amount: '5.00', currencyCode: 'USD' },
      { amount: '20.00', currencyCode: 'USD' },
    ]);
    expect(await createAndReadAmounts(['20 €'])).toBeNull();
    expect(await createAndReadAmounts(['12,50 €'], { currencyCode: 'EUR' })).toEqual([{ amount: '12.50', currencyCode: 'EUR' }]);
    expect(await createAndReadAmounts(['0.1234'])).toBeNull();
    expect(await createAndReadAmounts([])).toEqual([]);
  });
});
