import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeCreditedTax, computeIncludedTax } from '../../src/domains/tickets/receipts/receipt.rules.ts';
import { readNonce, signInStaff } from '../organize/support.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { createCheckoutClient } from './support.ts';
import { createVisitor } from './visitor.ts';

let site: WholeSite;
let ticketApi: ReturnType<typeof createTicketClient>;
let ticket: number;
beforeAll(async () => {
  site = await openWholeSite();
  ticketApi = createTicketClient(site);
  ticket = await ticketApi.ticket(await ticketApi.post({ title: 'Concert' }), { name: 'Stall', price: '11.90' });
});
afterAll(() => site.close());

const manage = (source: string) => site.graphql(source, {}, 'administrator');
const updateSettings = (input: object, as: 'administrator' | 'editor' = 'administrator') =>
  site.graphql(
    'mutation($input: ReceiptSettingsChanges!) { updateReceiptSettings(input: $input) { receiptSettings { sellerName taxRate } } }',
    { input },
    as,
  );

async function createOrder(quantity = 1): Promise<{ token: string; id: number }> {
  const shop = createCheckoutClient(site);
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
    const { token, id } = await createOrder();
    await pay(id);
    expect(await receiptsOf(token)).toEqual([]);
    expect(JSON.stringify(await updateSettings({ sellerName: 'X' }, 'editor'))).toContain('Only users who manage');
    expect(JSON.stringify(await updateSettings({ taxRate: 101 }))).toContain('tax_rate');
    const seller = { sellerName: 'Concerts Ltd', sellerAddress: 'Quay 1\nBergen', sellerTaxNumber: 'NO 123', taxRate: 19 };
    expect((await updateSettings(seller)).data.updateReceiptSettings.receiptSettings).toEqual({ sellerName: 'Concerts Ltd', taxRate: 19 });
  });

  it('is issued once with tax when an order is paid, and the credit notes of its refunds add up to it', async () => {
    const { token, id } = await createOrder(3);
    expect(await receiptsOf(token)).toEqual([]);
    await pay(id);
    const [receipt] = await receiptsOf(token);
    expect(receipt).toMatchObject({ kind: 'RECEIPT', number: 'R-00001', taxRate: 19, total: { amount: '35.70' }, tax: { amount: '5.70' } });
    for (const amount of ['"0.05"', '"12.34"', 'null']) {
      await manage(`mutation { refundOrder(id: ${id}, amount: ${amount}) { errors { message } } }`);
      await manage(`mutation { recordManualRefund(id: ${id}) { errors { message } } }`);
    }
    const receipts = await receiptsOf(token);
    expect(receipts.map(({ number, correctedNumber }) => [number, correctedNumber])).toEqual([
      ['R-00001', null],
      ['C-00001', 'R-00001'],
      ['C-00002', 'R-00001'],
      ['C-00003', 'R-00001'],
    ]);
    const cents = (amount: string) => Math.round(Number(amount) * 100);
    const sum = (pick: (receipt: ReceiptReply) => string) => receipts.slice(1).reduce((total, receipt) => total + cents(pick(receipt)), 0);
    expect([sum(({ total }) => total.amount), sum(({ tax }) => tax.amount)]).toEqual([3570, 570]);
  });

  it('is a page and a document for its buyer, in their language, and arrives by mail', async () => {
    const { token, id } = await createOrder(2);
    await pay(id);
    const [receipt] = await receiptsOf(token);
    const path = new URL(receipt?.url ?? '').pathname;
    const orderPage = await createVisitor(site).get(`/orders/${token}`);
    expect(orderPage.html).toContain(path);
    const page = await createVisitor(site).get(path);
    expect(page.text).toMatch(
      /Receipt R-00002.*Concerts Ltd Quay 1 Bergen Tax number: NO 123.*2 × Stall Concert.*\$20\.00.*Tax 19%.*\$3\.80.*\$23\.80/,
    );
    await ticketApi.setting('language', 'de_DE');
    expect((await createVisitor(site).get(path)).text).toMatch(/Rechnung R-00002.*Umsatzsteuer 19\s%/);
    await ticketApi.setting('language', 'en_US');
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
    const newestReceipts = () => site.site.db.prisma.receipt.findMany({ orderBy: { id: 'desc' }, take: 2 });
    const post = await ticketApi.post({ title: 'Reading' });
    const legacyTicket = await ticketApi.ticket(post, { provider: 'tribe-commerce', name: 'Chair', price: '7' });
    expect((await ticketApi.register(legacyTicket, { attendee_status: 'pending-payment' })).status).toBe(201);
    expect((await newestReceipts())[0]?.totalMinor).not.toBe(700n);
    const { body } = await ticketApi.register(legacyTicket);
    expect((await newestReceipts())[0]).toMatchObject({ kind: 'receipt', buyerName: 'Ann Guest', totalMinor: 700n });
    const mails = await site.site.db.prisma.outgoingMail.findMany({ where: { kind: 'receipt' }, orderBy: { id: 'desc' }, take: 1 });
    expect(mails).toHaveLength(1);
    expect(body.id).toBeGreaterThan(0);
  });

  it('gets a credit note for the unrefunded amount when the order is charged back', async () => {
    const { token, id } = await createOrder(2);
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
    const orders = await Promise.all([createOrder(), createOrder(), createOrder(), createOrder()]);
    const prisma = site.site.db.prisma;
    await prisma
      .$transaction(async (tx) => {
        await tx.receiptSeries.update({ where: { kind: 'receipt' }, data: { lastNumber: { increment: 1 } } });
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    const unpaid = await prisma.ticketOrder.findMany({ where: { status: 'pending' }, select: { id: true } });
    await Promise.all(unpaid.map(({ id }) => pay(id)));
    expect(orders).toHaveLength(4);
    const numbers = await prisma.receipt.findMany({ where: { kind: 'receipt' }, orderBy: { number: 'asc' }, select: { number: true } });
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
    expect(numbers.length).toBeGreaterThanOrEqual(6);
  });
});

it("The seller and the tax rate are set on an administrators' page", async () => {
  const browser = await signInStaff(site, 'administrator');
  const nonce = await readNonce(browser, '/organize/receipts');
  const form = { nonce, seller: 'Concerts Ltd', address: 'Quay 2', taxNumber: 'NO 123', note: '' };
  expect((await browser.post('/organize/receipts', { ...form, rate: '7,5' })).status).toBe(303);
  expect((await manage('{ receiptSettings { taxRate sellerAddress } }')).data.receiptSettings).toEqual({
    taxRate: 7.5,
    sellerAddress: 'Quay 2',
  });
  const invalid = await browser.post('/organize/receipts', { ...form, rate: '120' });
  expect([invalid.status, invalid.text]).toEqual([400, expect.stringContaining('a number from 0 to 100')]);
  expect((await browser.get('/organize/receipts')).text).toContain('Receipt R-00001');
});

describe('Included tax', () => {
  it.each([
    [11_900n, 1900, 1900n],
    [100n, 700, 7n],
    [1n, 1900, 0n],
    [1999n, 0, 0n],
  ])('of %i at a rate of %i is %i', (total, rate, tax) => expect(computeIncludedTax(total, rate)).toBe(tax));
  it('adds up over credit notes', () => {
    let credited = 0n;
    let tax = 0n;
    for (const amount of [1n, 333n, 334n, 1332n]) {
      tax += computeCreditedTax(credited, amount, 1900);
      credited += amount;
    }
    expect([credited, tax]).toEqual([2000n, computeIncludedTax(2000n, 1900)]);
  });
});
