import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { ticketing } from '../tickets/support.ts';
import { startStripe, type StripeProvider } from './stripe-provider.ts';
import { checkouts } from './support.ts';

let site: WholeSite;
let stripe: StripeProvider;
let t: ReturnType<typeof ticketing>;
let c: ReturnType<typeof checkouts>;
beforeAll(async () => {
  stripe = await startStripe();
  site = await openWholeSite(stripe.environment);
  t = ticketing(site);
  c = checkouts(site);
});
afterEach(() => t.setting('currency_code', 'USD'));
afterAll(async () => {
  await site.close();
  await stripe.close();
});

async function buy(price: string, quantity = 1) {
  const ticket = await t.ticket(await t.post(), { price });
  const token = await c.named(ticket, quantity);
  const { data, errors } = await c.complete(token, 'STRIPE');
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
    await t.setting('currency_code', currency);
    const { session, token, total } = await buy(price);
    expect(total).toMatchObject({ amount, currencyCode: currency });
    expect(stripe.sessions.get(session)).toMatchObject({ amount_total: unitAmount, currency: currency.toLowerCase() });
    await stripe.tell(site, stripe.message('checkout.session.completed', stripe.pay(session)));
    const { data } = await site.graphql(`{ buyerOrder(token: "${token}") { state total { amount } } }`);
    expect(data.buyerOrder).toEqual({ state: 'CONFIRMED', total: { amount } });
    await site.graphql(`mutation { cancelOrder(token: "${token}") { order { state } } }`);
    expect(stripe.refunds.at(-1)).toEqual({ payment_intent: `pi_${session}`, amount: unitAmount });
  });

  it('is refused if Stripe does not support it, whichever setting changes last', async () => {
    await expect(t.setting('currency_code', 'IRR')).rejects.toThrow('takes no payments in IRR');
    await t.setting('payment_gateways', ['manual']);
    await t.setting('currency_code', 'IRR');
    await expect(t.setting('payment_gateways', ['manual', 'stripe'])).rejects.toThrow('takes no payments in IRR');
    await t.setting('currency_code', 'USD');
    await t.setting('payment_gateways', ['manual', 'stripe', 'hand-over']);
  });

  it('limits the decimals of prices in REST, GraphQL and reduced prices', async () => {
    await t.setting('currency_code', 'JPY');
    const post = await t.post();
    const nonce = await t.nonce('add_ticket_nonce');
    const make = (price: unknown, ticket: object = {}) =>
      t.send('POST', '/tickets', { post_id: post, provider: 'tc', name: 'T', add_ticket_nonce: nonce, price, ticket });
    const refused = await make('10.50');
    expect([refused.status, refused.body.code]).toEqual([400, 'tec-tickets-rest-invalid_price']);
    const sale = await make('20', { sale_price: { checked: true, price: '10.50' } });
    expect([sale.status, sale.body.code]).toEqual([400, 'tec-tickets-rest-invalid_price']);
    expect((await make(10.5)).status).toBe(400);
    const made = await make('10.00');
    expect([made.status, made.body.cost, made.body.cost_details.values, made.body.cost_details.currency_decimal_numbers]).toEqual([
      202,
      '¥10.00',
      ['10'],
      2,
    ]);
    const source =
      'mutation($post: Int!, $price: Decimal!) { createTicket(postId: $post, provider: SHOP, ticket: { name: "T", price: $price }) { ticket { price { amount formatted } } errors { __typename message } } }';
    const create = async (price: string) => (await site.graphql(source, { post, price }, 'administrator')).data.createTicket;
    expect((await create('10.50')).errors).toMatchObject([
      { __typename: 'InvalidInput', message: expect.stringContaining('at most 0 digits') },
    ]);
    expect((await create('10.00')).ticket).toEqual({ price: { amount: '10', formatted: '¥10' } });
  });

  it('is the unit of price filters', async () => {
    await t.setting('currency_code', 'KWD');
    const { ticket } = await buy('5.12');
    const found = async (filter: object) =>
      (
        await site.graphql(
          'query($filter: AttendeeFilter) { attendeePage(filter: $filter) { total } }',
          { filter: { ticketIds: [ticket], orderStatuses: ['ANY'], ...filter } },
          'administrator',
        )
      ).data.attendeePage.total;
    expect([await found({}), await found({ priceMin: '5.12', priceMax: '5.12' }), await found({ priceMin: '5.121' })]).toEqual([1, 1, 0]);
  });
});
