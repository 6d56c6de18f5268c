import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isIban } from '../../src/domains/checkout/bank-transfer/iban.rules.ts';
import { readNonce, signInStaff } from '../organize/support.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { createCheckoutClient } from './support.ts';
import { createVisitor } from './visitor.ts';

let site: WholeSite;
let ticketApi: ReturnType<typeof createTicketClient>;
beforeAll(async () => {
  site = await openWholeSite();
  ticketApi = createTicketClient(site);
});
afterAll(() => site.close());

const IBAN = 'DE89370400440532013000';

async function createOrder(): Promise<{ path: string; token: string; id: number }> {
  const { body } = await site.rest('POST', '/vendor/events/v1/events', {
    body: {
      title: 'Quartet',
      status: 'publish',
      start_date: '2031-06-01 19:00:00',
      end_date: '2031-06-01 23:00:00',
      venue: { venue: 'Boathouse', address: 'Quay 1', city: 'Bergen' },
    },
    as: 'administrator',
  });
  const ticket = await ticketApi.ticket(body.id, { name: 'Bench', price: '12.50' });
  const shop = createCheckoutClient(site);
  const token = await shop.named(ticket, 2);
  const { data } = await shop.complete(token, 'MANUAL');
  const path = new URL(data.completeCheckout.orderUrl).pathname;
  const { id } = await site.site.db.prisma.ticketOrder.findFirstOrThrow({ orderBy: { id: 'desc' }, select: { id: true } });
  return { path, token: path.split('/')[2] ?? '', id };
}

const newestMailText = async () => {
  const source = '{ outgoingMailPage(perPage: 1) { nodes { kind message { subject text } } } }';
  return (await site.graphql(source, {}, 'administrator')).data.outgoingMailPage.nodes[0].message.text as string;
};

describe('Buyer who pays manually', () => {
  it('sees the account, the reference and a code for banking apps on the page, in the mail and in GraphQL', async () => {
    await ticketApi.setting('currency_code', 'EUR');
    await ticketApi.setting('bank_iban', IBAN);
    await ticketApi.setting('bank_account_holder', 'Quartet e.V.');
    const { path, token, id } = await createOrder();
    const page = await createVisitor(site).get(path);
    expect(page.text).toContain('Pay €25.00 by bank transfer or at the door.');
    expect(page.text).toMatch(
      new RegExp(`Account holder Quartet e\\.V\\. IBAN DE89 3704 0044 0532 0130 00 Amount €25\\.00 Reference Order ${id} `),
    );
    expect(page.text).toContain('Show this code at the entrance to pay there:');
    const codes = [...page.html.matchAll(/src="([^"]+\.svg)"/g)].map(([, src = '']) => src);
    expect(codes).toHaveLength(2);
    for (const code of codes) {
      const picture = await site.http.inject({ url: code });
      expect([picture.statusCode, picture.headers['content-type'], picture.headers['cache-control']]).toEqual([
        200,
        expect.stringContaining('image/svg+xml'),
        'no-store',
      ]);
    }
    const { data } = await site.graphql(
      `{ buyerOrder(token: "${token}") { bankTransfer { accountHolder iban bic reference amount { amount currencyCode } qrText } } }`,
    );
    expect(data.buyerOrder.bankTransfer).toEqual({
      accountHolder: 'Quartet e.V.',
      iban: IBAN,
      bic: '',
      reference: `Order ${id}`,
      amount: { amount: '25.00', currencyCode: 'EUR' },
      qrText: `BCD\n002\n1\nSCT\n\nQuartet e.V.\n${IBAN}\nEUR25.00\n\n\nOrder ${id}`,
    });
    const text = await newestMailText();
    expect(text).toContain('Quartet\nWhen:    Sunday, June 1, 2031, 7:00\u00a0pm – 11:00\u00a0pm');
    expect(text).toContain('Where:   Boathouse, Quay 1, Bergen');
    expect(text).toContain(`IBAN: DE89 3704 0044 0532 0130 00\nAmount: €25.00\nReference: Order ${id}`);
  });

  it('sees no account once the order is settled, and no code in another currency', async () => {
    const { path, token, id } = await createOrder();
    await ticketApi.setting('currency_code', 'USD');
    const { data } = await site.graphql(`mutation { markOrderPaid(id: ${id}) { order { status } } }`, {}, 'administrator');
    expect(data.markOrderPaid.order.status).toBe('COMPLETED');
    expect((await createVisitor(site).get(path)).text).not.toContain('IBAN');
    expect((await site.http.inject({ url: `${path}/transfer.svg` })).statusCode).toBe(404);
    expect((await site.graphql(`{ buyerOrder(token: "${token}") { bankTransfer { iban } } }`)).data.buyerOrder.bankTransfer).toBeNull();
    const other = await createOrder();
    expect((await createVisitor(site).get(other.path)).text).toContain('IBAN');
    expect((await site.http.inject({ url: `${other.path}/transfer.svg` })).statusCode).toBe(404);
  });

  it('is not offered bank transfer while the site has no account', async () => {
    await ticketApi.setting('bank_iban', '');
    const { path } = await createOrder();
    const page = await createVisitor(site).get(path);
    expect(page.text).not.toContain('IBAN');
    expect(page.text).toContain('At the door');
  });
});

describe('Payment page of administrators', () => {
  it('refuses a mistyped IBAN and keeps the input', async () => {
    const path = '/organize/payments';
    expect((await (await signInStaff(site, 'editor')).get(path)).status).toBe(403);
    const admin = await signInStaff(site, 'administrator');
    const nonce = await readNonce(admin, path);
    const form = { nonce, holder: 'Quartet e.V.', iban: 'DE89 3704 0044 0532 0130 01', bic: '', note: 'Box office: Mondays', days: '14' };
    const invalid = await admin.post(path, form);
    expect(invalid.status).toBe(400);
    expect(invalid.text).toContain('This is not an IBAN');
    expect(invalid.html).toContain('value="DE89 3704 0044 0532 0130 01"');
    const savedPage = await admin.go(path, { ...form, iban: 'de89 3704 0044 0532 0130 00' });
    expect(savedPage.text).toContain('Saved.');
    expect(savedPage.html).toContain('value="DE89 3704 0044 0532 0130 00"');
    const orderPage = await createVisitor(site).get((await createOrder()).path);
    expect(orderPage.text).toContain('Box office: Mondays');
    expect(orderPage.text).toContain('The places are reserved until');
    await ticketApi.setting('pay_by_hand_days', 0);
  });

  it.each([
    ['DE89370400440532013000', true],
    ['GB82 WEST 1234 5698 7654 32', true],
    ['NO9386011117947', true],
    ['DE89370400440532013001', false],
    ['DE8937040044053201300', false],
    ['', false],
  ])('%s is a valid IBAN: %s', (text, isValid) => expect(isIban(text)).toBe(isValid));
});
