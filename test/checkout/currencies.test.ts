import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { startStripe, type StripeProvider } from './stripe-provider.ts';
import { createCheckoutClient } from './support.ts';

let site: WholeSite;
let stripe: StripeProvider;
let ticketApi: ReturnType<typeof createTicketClient>;
let shop: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  stripe = await startStripe();
  site = await openWholeSite(stripe.environment);
  ticketApi = createTicketClient(site);
  shop = createCheckoutClient(site);
});
afterEach(() => ticketApi.setting('currency_code', 'USD'));
afterAll(async () => {
  await site.close();
  await stripe.close();
});

async function buy(price: string, quantity = 1) {
  const ticket = await ticketApi.ticket(await ticketApi.post(), { price });
  const token = await shop.named(ticket, quantity);
  const { data, errors } = await shop.complete(token, 'STRIPE');
  if (errors.length > 0) throw new Error(errors[0]?.message);
  const { paymentUrl, orderUrl } = data.completeCheckout;
  return {
    ticket,
    session: String(paymentUrl).split('/').pop() ?? '',
    token: String(orderUrl).split('/').pop() ?? '',
    total: data.completeCheckout.checkout.total,
  };
}

describe('Currency', () => {
  it.each([
    ['HUF', '5000', 500_000, '5000.00'],
    ['IDR', '150000', 15_000_000, '150000.00'],
    ['JPY', '1200', 1200, '1200'],
    ['ISK', '1500', 150_000, '1500'],
    ['KWD', '5.12', 5120, '5.120'],
  ])('%s: Stripe charges the displayed amount, and the payment confirms the order', async (currency, price, unitAmount, amount) => {
    await ticketApi.setting('currency_code', currency);
    const { session, token, total } = await buy(price);
    expect(total).toMatchObject({ amount, currencyCode: currency });
    expect(stripe.sessions.get(session)).toMatchObject({ amount_total: unitAmount, currency: currency.toLowerCase() });
    await stripe.deliver(site, stripe.message('checkout.session.completed', stripe.pay(session)));
    const { data } = await site.graphql(`{ buyerOrder(token: "${token}") { state total { amount } } }`);
    expect(data.buyerOrder).toEqual({ state: 'CONFIRMED', total: { amount } });
    await site.graphql(`mutation { cancelOrder(token: "${token}") { order { state } } }`);
    expect(stripe.refunds.at(-1)).toEqual({ payment_intent: `pi_${session}`, amount: unitAmount });
  });

  it('is refused if Stripe does not support it, no matter which setting is changed last', async () => {
    await expect(ticketApi.setting('currency_code', 'IRR')).rejects.toThrow('does not support IRR');
    await ticketApi.setting('payment_gateways', ['manual']);
    await ticketApi.setting('currency_code', 'IRR');
    await expect(ticketApi.setting('payment_gateways', ['manual', 'stripe'])).rejects.toThrow('does not support IRR');
    await ticketApi.setting('currency_code', 'USD');
    await ticketApi.setting('payment_gateways', ['manual', 'stripe', 'hand-over']);
  });

  it('limits the decimals of prices in REST, GraphQL and reduced prices', async () => {
    await ticketApi.setting('currency_code', 'JPY');
    const post = await ticketApi.post();
    const nonce = await ticketApi.nonce('add_ticket_nonce');
    const createOverRest = (price: unknown, ticket: object = {}) =>
      ticketApi.send('POST', '/tickets', { post_id: post, provider: 'tc', name: 'T', add_ticket_nonce: nonce, price, ticket });
    const refusal = await createOverRest('10.50');
    expect([refusal.status, refusal.body.code]).toEqual([400, 'tec-tickets-rest-invalid_price']);
    const sale = await createOverRest('20', { sale_price: { checked: true, price: '10.50' } });
    expect([sale.status, sale.body.code]).toEqual([400, 'tec-tickets-rest-invalid_price']);
    expect((await createOverRest(10.5)).status).toBe(400);
    const created = await createOverRest('10.00');
    expect([
      created.status,
      created.body.cost,
      created.body.cost_details.values,
      created.body.cost_details.currency_decimal_numbers,
    ]).toEqual([202, '¥10.00', ['10'], 2]);
    const source =
      'mutation($post: Int!, $price: Decimal!) { createTicket(postId: $post, provider: SHOP, ticket: { name: "T", price: $price }) { ticket { price { amount formatted } } errors { __typename message } } }';
    const createOverGraphql = async (price: string) => (await site.graphql(source, { post, price }, 'administrator')).data.createTicket;
    expect((await createOverGraphql('10.50')).errors).toMatchObject([
      { __typename: 'InvalidInput', message: expect.stringContaining('at most 0 decimals') },
    ]);
    expect((await createOverGraphql('10.00')).ticket).toEqual({ price: { amount: '10', formatted: '¥10' } });
  });

  it('has the same number of decimals in tickets and attendees over REST', async () => {
    await ticketApi.setting('currency_code', 'KWD');
    const ticket = await ticketApi.ticket(await ticketApi.post(), { price: '5.12' });
    const { cost, cost_details: details } = (await ticketApi.get(`/tickets/${ticket}`)).body;
    const { formatted_price: price, currency_config: config } = (await ticketApi.register(ticket)).body.ticket;
    expect([cost.endsWith('5.120'), details.currency_decimal_numbers, price, config.number_of_decimals]).toEqual([true, 3, '5.120', 3]);
  });

  it('is the unit of price filters', async () => {
    await ticketApi.setting('currency_code', 'KWD');
    const { ticket } = await buy('5.12');
    const countAttendees = async (filter: object) =>
      (
        await site.graphql(
          'query($filter: AttendeeFilter) { attendeePage(filter: $filter) { total } }',
          { filter: { ticketIds: [ticket], orderStatuses: ['ANY'], ...filter } },
          'administrator',
        )
      ).data.attendeePage.total;
    expect([
      await countAttendees({}),
      await countAttendees({ priceMin: '5.12', priceMax: '5.12' }),
      await countAttendees({ priceMin: '5.121' }),
    ]).toEqual([1, 1, 0]);
  });
});
