import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createShiftedClock, withClock } from '../../src/core/time/clock.ts';
import { computeUnitDiscount } from '../../src/domains/checkout/discounts/discount.rules.ts';
import { readNonce, signInStaff } from '../organize/support.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { createTicketClient } from '../tickets/support.ts';
import { createCheckoutClient, code } from './support.ts';
import { createVisitor } from './visitor.ts';

let site: WholeSite;
let ticketApi: ReturnType<typeof createTicketClient>;
let shop: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  site = await openWholeSite();
  ticketApi = createTicketClient(site);
  shop = createCheckoutClient(site);
});
afterAll(() => site.close());

let eventCount = 0;
async function createEvent(as: TestUserName = 'author') {
  const { body } = await site.rest('POST', '/vendor/events/v1/events', {
    body: { title: `Evening ${++eventCount}`, status: 'publish', start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 23:00:00' },
    as,
  });
  const bench = await ticketApi.ticket(body.id, { name: 'Bench', price: '12.50', ticket: { mode: 'own', capacity: 20 } });
  const box = await ticketApi.ticket(body.id, { name: 'Box', price: '30', ticket: { mode: 'own', capacity: 20 } });
  return { id: Number(body.id), path: new URL(body.url).pathname, bench, box };
}

const sendCode = (eventId: number, input: Record<string, unknown>, as: TestUserName = 'author') =>
  site.graphql(
    `mutation($eventId: Int!, $input: DiscountCodeInput!) { createDiscountCode(eventId: $eventId, input: $input) {
      discountCode { databaseId code percent amount { amount currencyCode } ticketIds maxUses maxPerOrder usedCount isActive } } }`,
    { eventId, input },
    as,
  );
async function createCode(eventId: number, input: Record<string, unknown>): Promise<number> {
  const { data, errors } = await sendCode(eventId, input);
  expect(errors).toEqual([]);
  return data.createDiscountCode.discountCode.databaseId;
}
const CHECKOUT_FIELDS = `checkout { discountCode discount { amount } total { amount } lines { ticketId price { amount } discount { amount } subtotal { amount } } }`;
const applyCode = (token: string, discountCode: string) =>
  site.graphql(`mutation($token: String!, $code: String!) { applyDiscountCode(token: $token, code: $code) { ${CHECKOUT_FIELDS} } }`, {
    token,
    code: discountCode,
  });
const removeCode = (token: string) =>
  site.graphql(`mutation($token: String!) { removeDiscountCode(token: $token) { ${CHECKOUT_FIELDS} } }`, { token });
const countUses = async (id: number) =>
  (await site.site.db.prisma.discountCode.findUniqueOrThrow({ where: { id }, select: { usedCount: true } })).usedCount;
const startWithCode = async (discountCode: string, ...lines: [ticket: number, quantity: number][]) => {
  const { data } = await shop.start(lines.map(([ticketId, quantity]) => ({ ticketId, quantity })));
  const { token } = data.startCheckout;
  await shop.update(token, { buyer: { fullName: 'Ann Buyer', email: 'ann@example.org' } });
  return { token, reply: await applyCode(token, discountCode) };
};
const orderOf = async (eventId: number, as: TestUserName = 'author') =>
  (
    await site.graphql(
      `{ ordersOfEvent(eventId: ${eventId}) { nodes { databaseId status total { amount } items { quantity price { amount } } attendees { databaseId } } } }`,
      {},
      as,
    )
  ).data.ordersOfEvent.nodes[0];

describe('Discount on the price of one ticket', () => {
  it.each([
    [1250n, 1000, 125n],
    [1250n, 3333, 417n],
    [1250n, 10_000, 1250n],
    [1n, 5000, 0n],
    [3n, 5000, 1n],
    [999n, 1, 0n],
    [0n, 5000, 0n],
  ])('of %d by %d hundredths of a percent: %d', (price, percent, discount) =>
    expect(computeUnitDiscount(price, { percent, amountMinor: 0n })).toBe(discount),
  );

  it.each([
    [1250n, 500n, 500n],
    [1250n, 1250n, 1250n],
    [1250n, 2000n, 1250n],
    [0n, 500n, 0n],
  ])('of %d by an amount of %d: %d', (price, amountMinor, discount) =>
    expect(computeUnitDiscount(price, { percent: 0, amountMinor })).toBe(discount),
  );
});

describe('Discount code', () => {
  it('reduces lines, order, attendees, refunds and revenue consistently to the cent', async () => {
    const { id, bench, box } = await createEvent();
    const codeId = await createCode(id, { code: 'Third', percent: 33.33 });
    const { token, reply } = await startWithCode(' tHiRd ', [bench, 3], [box, 1]);
    expect(reply.data.applyDiscountCode.checkout).toEqual({
      discountCode: 'Third',
      discount: { amount: '22.51' },
      total: { amount: '44.99' },
      lines: [
        { ticketId: bench, price: { amount: '8.33' }, discount: { amount: '4.17' }, subtotal: { amount: '24.99' } },
        { ticketId: box, price: { amount: '20.00' }, discount: { amount: '10.00' }, subtotal: { amount: '20.00' } },
      ],
    });
    expect(await countUses(codeId)).toBe(0);
    const { errors } = await shop.complete(token, 'MANUAL');
    expect(errors).toEqual([]);
    // completed again: the same order, and no second use
    await shop.complete(token, 'MANUAL');
    expect(await countUses(codeId)).toBe(4);
    const order = await orderOf(id);
    expect(order.total.amount).toBe('44.99');
    expect(order.items).toEqual([
      { quantity: 3, price: { amount: '8.33' } },
      { quantity: 1, price: { amount: '20.00' } },
    ]);
    await site.graphql(`mutation { markOrderPaid(id: ${order.databaseId}) { order { status } } }`, {}, 'author');
    const sales = await site.graphql(`{ event(id: ${id}) { sales { revenue { amount } } } }`, {}, 'author');
    expect(sales.data.event.sales.revenue).toEqual([{ amount: '44.99' }]);
    const [attendee] = await shop.attendees(bench);
    await site.graphql(`mutation { cancelAttendeeForBuyer(id: ${attendee.databaseId}) { attendee { databaseId } } }`, {}, 'author');
    const partDue = await site.graphql(`{ ordersOfEvent(eventId: ${id}) { nodes { refundDue { amount } } } }`, {}, 'author');
    expect(partDue.data.ordersOfEvent.nodes[0].refundDue.amount).toBe('8.33');
    expect(await countUses(codeId)).toBe(3);
    await site.graphql(`mutation { cancelOrderForBuyer(id: ${order.databaseId}) { order { status } } }`, {}, 'author');
    const allDue = await site.graphql(`{ ordersOfEvent(eventId: ${id}) { nodes { refundDue { amount } } } }`, {}, 'author');
    expect(allDue.data.ordersOfEvent.nodes[0].refundDue.amount).toBe('44.99');
    expect(await countUses(codeId)).toBe(0);
  });

  it('can be limited to some tickets, reduces a price at most to zero, and can be removed', async () => {
    const { id, bench, box } = await createEvent();
    await createCode(id, { code: 'BENCH', amount: '20', ticketIds: [bench] });
    const { token, reply } = await startWithCode('bench', [bench, 2], [box, 1]);
    expect(reply.data.applyDiscountCode.checkout).toMatchObject({ discount: { amount: '25.00' }, total: { amount: '30.00' } });
    const without = await removeCode(token);
    expect(without.data.removeDiscountCode.checkout).toMatchObject({
      discountCode: null,
      discount: { amount: '0.00' },
      total: { amount: '55.00' },
    });
    expect(code((await startWithCode('BENCH', [box, 1])).reply)).toBe('discount_code_not_applicable');
    // tickets of another event
    const other = await createEvent();
    expect(code((await startWithCode('BENCH', [other.bench, 1])).reply)).toBe('discount_code_unknown');
  });

  it('replaces a previous code', async () => {
    const { id, bench } = await createEvent();
    await createCode(id, { code: 'HALF', percent: 50 });
    await createCode(id, { code: 'TEN', percent: 10 });
    const { token } = await startWithCode('HALF', [bench, 1]);
    const second = await applyCode(token, 'TEN');
    expect(second.data.applyDiscountCode.checkout).toMatchObject({ discountCode: 'TEN', total: { amount: '11.25' } });
  });

  it('of 100 percent makes a free order, which is settled immediately', async () => {
    const { id, bench } = await createEvent();
    await createCode(id, { code: 'GUEST', percent: 100 });
    const { token } = await startWithCode('GUEST', [bench, 2]);
    const { errors } = await shop.complete(token);
    expect(errors).toEqual([]);
    expect(await orderOf(id)).toMatchObject({ status: 'COMPLETED', total: { amount: '0.00' } });
  });

  it('is valid between its dates and while it is enabled, and does not change a price that was already shown', async () => {
    const { id, bench } = await createEvent();
    const DAY = 86_400_000;
    const codeId = await createCode(id, {
      code: 'WEEK',
      percent: 10,
      startsAt: new Date(Date.now() + DAY).toISOString(),
      endsAt: new Date(Date.now() + 2 * DAY).toISOString(),
    });
    expect(code((await startWithCode('WEEK', [bench, 1])).reply)).toBe('discount_code_not_started');
    await withClock(createShiftedClock(1.5 * DAY), async () => expect((await startWithCode('WEEK', [bench, 1])).reply.errors).toEqual([]));
    await withClock(createShiftedClock(2.01 * DAY), async () =>
      expect(code((await startWithCode('WEEK', [bench, 1])).reply)).toBe('discount_code_ended'),
    );
    const onId = await createCode(id, { code: 'ON', percent: 10 });
    const { token } = await startWithCode('ON', [bench, 1]);
    const disable = `mutation { updateDiscountCode(id: ${onId}, input: { isActive: false }) { discountCode { isActive percent } } }`;
    expect((await site.graphql(disable, {}, 'author')).data.updateDiscountCode.discountCode).toEqual({ isActive: false, percent: 10 });
    expect(code((await startWithCode('ON', [bench, 1])).reply)).toBe('discount_code_ended');
    expect((await shop.complete(token, 'MANUAL')).errors).toEqual([]);
    expect(await orderOf(id)).toMatchObject({ total: { amount: '11.25' } });
    expect(codeId).toBeGreaterThan(0);
  });

  it('never exceeds its maximum uses under simultaneous completions', async () => {
    const { id, bench } = await createEvent();
    const codeId = await createCode(id, { code: 'FIVE', percent: 20, maxUses: 5, maxPerOrder: 2 });
    expect(code((await startWithCode('FIVE', [bench, 3])).reply)).toBe('discount_code_too_many_tickets');
    const started = await Promise.all(Array.from({ length: 4 }, () => startWithCode('FIVE', [bench, 2])));
    for (const { reply } of started) expect(reply.errors).toEqual([]);
    const completions = await Promise.all(started.map(({ token }) => shop.complete(token, 'MANUAL')));
    const refusedCompletions = completions.flatMap((reply, index) =>
      reply.errors.length > 0 ? [{ reply, token: started[index]?.token ?? '' }] : [],
    );
    expect(refusedCompletions.map(({ reply }) => code(reply))).toEqual(['discount_code_used_up', 'discount_code_used_up']);
    expect(await countUses(codeId)).toBe(4);
    expect(await ticketApi.stock(bench)).toMatchObject({ available: 9 });
    // the places are still held, so the order succeeds without the code
    await removeCode(refusedCompletions[0]?.token ?? '');
    expect((await shop.complete(refusedCompletions[0]?.token ?? '', 'MANUAL')).errors).toEqual([]);
    expect(await countUses(codeId)).toBe(4);
    // cancelled orders release their uses
    const { databaseId } = (
      await site.graphql(`{ ordersOfEvent(eventId: ${id}) { nodes { databaseId total { amount } } } }`, {}, 'author')
    ).data.ordersOfEvent.nodes.find(({ total }: { total: { amount: string } }) => total.amount === '20.00');
    await site.graphql(`mutation { cancelOrderForBuyer(id: ${databaseId}) { order { status } } }`, {}, 'author');
    expect(await countUses(codeId)).toBe(2);
  });
});

describe('Discount codes of an event', () => {
  it('can be changed only by users who may edit the event', async () => {
    const ownEvent = await createEvent('author');
    const others = await createEvent('editor');
    const codeId = await createCode(ownEvent.id, { code: 'Own', amount: '2.50', maxUses: 7 });
    const { data: foreign } = await sendCode(others.id, { code: 'Foreign', percent: 5 }, 'editor');
    const foreignId = foreign.createDiscountCode.discountCode.databaseId;
    for (const as of ['author', undefined, 'subscriber'] as const) {
      const operations = [
        `mutation { createDiscountCode(eventId: ${others.id}, input: { code: "X", percent: 1 }) { __typename } }`,
        `mutation { updateDiscountCode(id: ${foreignId}, input: { percent: 100 }) { __typename } }`,
        `mutation { deleteDiscountCode(id: ${foreignId}) { __typename } }`,
        `{ discountCodesOfEvent(eventId: ${others.id}) { code } }`,
      ];
      for (const operation of operations) expect([as, code(await site.graphql(operation, {}, as))]).toEqual([as, 'forbidden']);
    }
    const list = await site.graphql(
      `{ discountCodesOfEvent(eventId: ${ownEvent.id}) { code percent amount { amount currencyCode } maxUses usedCount isActive } }`,
      {},
      'author',
    );
    expect(list.data.discountCodesOfEvent).toEqual([
      { code: 'Own', percent: null, amount: { amount: '2.50', currencyCode: 'USD' }, maxUses: 7, usedCount: 0, isActive: true },
    ]);
    expect(code(await sendCode(ownEvent.id, { code: 'OWN', percent: 1 }))).toBe('discount_code_exists');
    for (const input of [
      { code: 'A', percent: 0 },
      { code: 'A', percent: 101 },
      { code: 'A', percent: 5, amount: '1' },
      { code: 'A' },
      { percent: 5 },
      { code: ' ', percent: 5 },
      { code: 'A', amount: '0' },
      { code: 'A', amount: '1.005' },
      { code: 'A', percent: 5, maxUses: 0 },
      { code: 'A', percent: 5, ticketIds: [others.bench] },
      { code: 'A', percent: 5, startsAt: '2031-01-02T00:00:00Z', endsAt: '2031-01-01T00:00:00Z' },
    ])
      expect([input, code(await sendCode(ownEvent.id, input))]).toEqual([input, 'invalid_arguments']);
    const deleted = await site.graphql(`mutation { deleteDiscountCode(id: ${codeId}) { isDeleted } }`, {}, 'author');
    expect(deleted.data.deleteDiscountCode.isDeleted).toBe(true);
  });

  it('are created on a page, entered without JavaScript, shown on the order, and listed with their uses', async () => {
    const { id, path, bench } = await createEvent();
    const author = await signInStaff(site, 'author');
    const list = `/organize/events/${id}/discounts`;
    expect((await author.get(list)).text).toContain('This event has no discount codes.');
    const nonce = await readNonce(author, `${list}/new`);
    const form = { nonce, code: 'Summer', kind: 'percent', value: '10', [`ticket-${bench}`]: '1', maxUses: '2', isActive: '1' };
    const invalid = await author.post(`${list}/new`, { ...form, value: '120', maxUses: 'x' });
    expect(invalid.status).toBe(400);
    expect(invalid.text).toContain('A percentage is a number from 0.01 to 100.');
    expect(invalid.text).toContain('A limit is a whole number from 1 upwards');
    expect(invalid.html).toMatch(new RegExp(`name="ticket-${bench}" value="1" checked`));
    expect((await author.go(`${list}/new`, form)).text).toMatch(/Saved\. Summer Active Discount 10% Used 0 of 2 Tickets Bench/);

    const buyer = createVisitor(site);
    const checkoutPage = await buyer.go('/checkout', { post: id, [`quantity-${bench}`]: 2 });
    expect(checkoutPage.text).toContain('Do you have a discount code?');
    const refusal = await buyer.post(checkoutPage.path, { do: 'discount', code: 'Winter' });
    expect(refusal.status).toBe(400);
    expect(refusal.html).toMatch(/id="code" name="code" value="Winter"[^>]* aria-invalid="true" aria-describedby="code-fault"/);
    expect(refusal.text).toContain('There is no such discount code.');
    const typedBuyer = { fullName: 'Ann Archer', email: 'ann@example.org' };
    for (const [fields, status] of [
      [{ do: 'discount', code: 'Winter' }, 400],
      [{ do: 'discount', code: 'summer' }, 200],
      [{ do: 'no-discount', code: '' }, 200],
    ] as const) {
      const page = await buyer.post(checkoutPage.path, { ...fields, ...typedBuyer });
      expect([fields.do, page.status, page.html.includes('value="Ann Archer"'), page.html.includes('value="ann@example.org"')]).toEqual([
        fields.do,
        status,
        true,
        true,
      ]);
    }
    const applied = await buyer.go(checkoutPage.path, { do: 'discount', code: 'summer' });
    expect(applied.text).toContain('2 × Bench $25.00 Discount (Summer) −$2.50 Total $22.50');
    expect(applied.text).toContain('Discount code Summer is applied.');
    expect((await buyer.go(checkoutPage.path, { do: 'no-discount' })).text).toContain('Total $25.00');
    await buyer.go(checkoutPage.path, { do: 'discount', code: 'summer' });

    // in the meantime, another buyer uses up the code
    const { token } = await startWithCode('SUMMER', [bench, 2]);
    expect((await shop.complete(token, 'MANUAL')).errors).toEqual([]);
    const purchase = { do: 'complete', fullName: 'Bo', email: 'bo@example.org', gateway: 'manual' };
    const refusedPurchase = await buyer.post(checkoutPage.path, purchase);
    expect(refusedPurchase.status).toBe(409);
    expect(refusedPurchase.text).toContain('This discount code is used up. The price below is without it.');
    expect(refusedPurchase.text).toContain('Total $25.00');
    expect((await buyer.go(checkoutPage.path, purchase)).text).toContain('Total $25.00');
    expect((await author.get(list)).text).toContain('Used 2 of 2');
    expect((await author.get(`/organize/events/${id}/orders`)).text).toContain('$22.50 · Discount code Summer is applied.');
    expect(path).toContain('/event/');

    const { id: codeId } = await site.site.db.prisma.discountCode.findFirstOrThrow({ where: { eventId: id } });
    expect((await author.get(`${list}/${codeId}`)).html).toContain('value="Summer"');
    const others = await createEvent('editor');
    expect((await author.get(`/organize/events/${others.id}/discounts`)).status).toBe(403);
    expect((await (await signInStaff(site, 'editor')).get(`/organize/events/${others.id}/discounts/${codeId}`)).status).toBe(403);
    expect((await author.go(list, { nonce, act: 'delete-code', id: codeId })).text).toContain('The discount code is deleted.');
  });

  it('can be guessed only a limited number of times', async () => {
    const { bench } = await createEvent();
    const { data } = await shop.start([{ ticketId: bench, quantity: 1 }]);
    const codes: unknown[] = [];
    for (let n = 0; n < 60 && !codes.includes('too_many_codes'); n += 1)
      codes.push(code(await applyCode(data.startCheckout.token, `guess ${n}`)));
    expect(codes).toContain('too_many_codes');
  });
});
