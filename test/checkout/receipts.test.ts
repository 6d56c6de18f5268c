import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creditedTax, includedTax } from '../../src/domains/tickets/receipts/receipt.rules.ts';
import { nonceOn, staff } from '../organize/support.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { ticketing } from '../tickets/support.ts';
import { checkouts } from './support.ts';
import { visitor } from './visitor.ts';

let site: WholeSite;
let t: ReturnType<typeof ticketing>;
let ticket: number;
beforeAll(async () => {
  site = await openWholeSite();
  t = ticketing(site);
  ticket = await t.ticket(await t.post({ title: 'Concert' }), { name: 'Stall', price: '11.90' });
});
afterAll(() => site.close());

const manage = (source: string, variables: object = {}) => site.graphql(source, { ...variables }, 'administrator');
const settings = (input: object, as: 'administrator' | 'editor' = 'administrator') =>
  site.graphql(
    'mutation($input: ReceiptSettingsChanges!) { updateReceiptSettings(input: $input) { receiptSettings { sellerName taxRate } } }',
    { input },
    as,
  );

async function order(quantity = 1): Promise<{ token: string; id: number }> {
  const shop = checkouts(site);
  const { data } = await shop.complete(await shop.named(ticket, quantity), 'MANUAL');
  const token = new URL(data.completeCheckout.orderUrl).pathname.split('/')[2] ?? '';
  const { id } = await site.site.db.prisma.ticketOrder.findFirstOrThrow({ orderBy: { id: 'desc' }, select: { id: true } });
  return { token, id };
}
const pay = (id: number) => manage(`mutation { updateOrderStatus(id: ${id}, status: COMPLETED) { errors { message } } }`);

interface ReceiptReply {
  kind: string;
  number: string;
  correctedNumber: string | null;
  taxRate: number;
  url: string;
  total: { amount: string };
  tax: { amount: string };
}
async function receiptsOf(token: string): Promise<ReceiptReply[]> {
  const source = `{ buyerOrder(token: "${token}") { receipts { kind number correctedNumber taxRate url total { amount } tax { amount } } } }`;
  return (await site.graphql(source)).data.buyerOrder.receipts;
}

describe('Receipt', () => {
  it('is not issued until an administrator enters a seller', async () => {
    const { token, id } = await order();
    await pay(id);
    expect(await receiptsOf(token)).toEqual([]);
    expect(JSON.stringify(await settings({ sellerName: 'X' }, 'editor'))).toContain('Only those who manage');
    expect(JSON.stringify(await settings({ taxRate: 101 }))).toContain('tax_rate');
    const seller = { sellerName: 'Concerts Ltd', sellerAddress: 'Quay 1\nBergen', sellerTaxNumber: 'NO 123', taxRate: 19 };
    expect((await settings(seller)).data.updateReceiptSettings.receiptSettings).toEqual({ sellerName: 'Concerts Ltd', taxRate: 19 });
  });

  it('is issued once when an order is paid, with tax; the credit notes of refunds add up to it', async () => {
    const { token, id } = await order(3);
    expect(await receiptsOf(token)).toEqual([]);
    await pay(id);
    const [receipt] = await receiptsOf(token);
    expect(receipt).toMatchObject({ kind: 'RECEIPT', number: 'R-00001', taxRate: 19, total: { amount: '35.70' }, tax: { amount: '5.70' } });
    for (const amount of ['"0.05"', '"12.34"', 'null']) {
      await manage(`mutation { refundOrder(id: ${id}, amount: ${amount}) { errors { message } } }`);
      await manage(`mutation { recordManualRefund(id: ${id}) { errors { message } } }`);
    }
    const all = await receiptsOf(token);
    expect(all.map(({ number, correctedNumber }) => [number, correctedNumber])).toEqual([
      ['R-00001', null],
      ['C-00001', 'R-00001'],
      ['C-00002', 'R-00001'],
      ['C-00003', 'R-00001'],
    ]);
    const cents = (amount: string) => Math.round(Number(amount) * 100);
    const sum = (pick: (one: ReceiptReply) => string) => all.slice(1).reduce((total, one) => total + cents(pick(one)), 0);
    expect([sum(({ total }) => total.amount), sum(({ tax }) => tax.amount)]).toEqual([3570, 570]);
  });

  it('is a page and a document for its buyer, in their language, and arrives by mail', async () => {
    const { token, id } = await order(2);
    await pay(id);
    const [receipt] = await receiptsOf(token);
    const path = new URL(receipt?.url ?? '').pathname;
    const order_ = await visitor(site).get(`/orders/${token}`);
    expect(order_.html).toContain(path);
    const page = await visitor(site).get(path);
    expect(page.text).toMatch(
      /Receipt R-00002.*Concerts Ltd Quay 1 Bergen Tax number: NO 123.*2 × Stall Concert.*\$20\.00.*Tax 19%.*\$3\.80.*\$23\.80/,
    );
    await t.setting('language', 'de_DE');
    expect((await visitor(site).get(path)).text).toMatch(/Rechnung R-00002.*Umsatzsteuer 19\s%/);
    await t.setting('language', 'en_US');
    const pdf = await site.http.inject({ url: `${path}/receipt.pdf` });
    expect([pdf.headers['content-type'], pdf.headers['cache-control'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
      'application/pdf',
      'no-store',
      '%PDF-',
    ]);
    expect((await site.http.inject({ url: `${path.slice(0, -1)}${path.endsWith('0') ? '1' : '0'}` })).statusCode).toBe(404);
    const { data } = await manage('{ outgoingMailPage(perPage: 1) { nodes { kind message { subject text } } } }');
    expect(data.outgoingMailPage.nodes[0]).toMatchObject({ kind: 'receipt', message: { subject: 'Receipt R-00002' } });
    expect(data.outgoingMailPage.nodes[0].message.text).toContain('Includes 19% tax: $3.80');
  });

  it('is issued for an order completed over REST, and for held places that are checked out', async () => {
    const kinds = () => site.site.db.prisma.receipt.findMany({ orderBy: { id: 'desc' }, take: 2 });
    const post = await t.post({ title: 'Reading' });
    const older = await t.ticket(post, { provider: 'tribe-commerce', name: 'Chair', price: '7' });
    expect((await t.register(older, { attendee_status: 'pending-payment' })).status).toBe(201);
    expect((await kinds())[0]?.totalMinor).not.toBe(700n);
    const { body } = await t.register(older);
    expect((await kinds())[0]).toMatchObject({ kind: 'receipt', buyerName: 'Ann Guest', totalMinor: 700n });
    const sent = await site.site.db.prisma.outgoingMail.findMany({ where: { kind: 'receipt' }, orderBy: { id: 'desc' }, take: 1 });
    expect(sent).toHaveLength(1);
    expect(body.id).toBeGreaterThan(0);
  });

  it('of a charged-back order gets a credit note for the unrefunded rest', async () => {
    const { token, id } = await order(2);
    await pay(id);
    await manage(`mutation { refundOrder(id: ${id}, amount: "3.80") { errors { message } } }`);
    await manage(`mutation { recordManualRefund(id: ${id}) { errors { message } } }`);
    await manage(`mutation { updateOrderStatus(id: ${id}, status: REVERSED) { errors { message } } }`);
    expect((await receiptsOf(token)).map(({ kind, total }) => [kind, total.amount])).toEqual([
      ['RECEIPT', '23.80'],
      ['CREDIT_NOTE', '3.80'],
      ['CREDIT_NOTE', '20.00'],
    ]);
  });

  it('has gapless numbers despite failed and concurrent payments', async () => {
    const orders = await Promise.all([order(), order(), order(), order()]);
    const prisma = site.site.db.prisma;
    await prisma
      .$transaction(async (tx) => {
        await tx.receiptSeries.update({ where: { kind: 'receipt' }, data: { lastNumber: { increment: 1 } } });
        throw new Error('taken back');
      })
      .catch(() => undefined);
    const all = await prisma.ticketOrder.findMany({ where: { status: 'pending' }, select: { id: true } });
    await Promise.all(all.map(({ id }) => pay(id)));
    expect(orders).toHaveLength(4);
    const numbers = await prisma.receipt.findMany({ where: { kind: 'receipt' }, orderBy: { number: 'asc' }, select: { number: true } });
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => at + 1));
    expect(numbers.length).toBeGreaterThanOrEqual(6);
  });
});

it("The seller and the tax rate are set on an administrators' page", async () => {
  const browser = await staff(site, 'administrator');
  const nonce = await nonceOn(browser, '/organize/receipts');
  const form = { nonce, seller: 'Concerts Ltd', address: 'Quay 2', taxNumber: 'NO 123', note: '' };
  expect((await browser.post('/organize/receipts', { ...form, rate: '7,5' })).status).toBe(303);
  expect((await manage('{ receiptSettings { taxRate sellerAddress } }')).data.receiptSettings).toEqual({
    taxRate: 7.5,
    sellerAddress: 'Quay 2',
  });
  const wrong = await browser.post('/organize/receipts', { ...form, rate: '120' });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('a number from 0 to 100')]);
  expect((await browser.get('/organize/receipts')).text).toContain('Receipt R-00001');
});

describe('Included tax', () => {
  it.each([
    [11_900n, 1900, 1900n],
    [100n, 700, 7n],
    [1n, 1900, 0n],
    [1999n, 0, 0n],
  ])('of %i at a rate of %i is %i', (total, rate, tax) => expect(includedTax(total, rate)).toBe(tax));
  it('adds up over credit notes', () => {
    let credited = 0n;
    let tax = 0n;
    for (const part of [1n, 333n, 334n, 1332n]) {
      tax += creditedTax(credited, part, 1900);
      credited += part;
    }
    expect([credited, tax]).toEqual([2000n, includedTax(2000n, 1900)]);
  });
});
