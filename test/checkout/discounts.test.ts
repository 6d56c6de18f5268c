import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shiftedBy, withClock } from '../../src/core/time/clock.ts';
import { discountOn } from '../../src/domains/checkout/discounts/discount.rules.ts';
import { nonceOn, staff } from '../organize/support.ts';
import { openWholeSite, type TestUserName, type WholeSite } from '../support/site.ts';
import { ticketing } from '../tickets/support.ts';
import { checkouts, code } from './support.ts';
import { visitor } from './visitor.ts';

let site: WholeSite;
let t: ReturnType<typeof ticketing>;
let shop: ReturnType<typeof checkouts>;
beforeAll(async () => {
  site = await openWholeSite();
  t = ticketing(site);
  shop = checkouts(site);
});
afterAll(() => site.close());

let made = 0;
async function event(as: TestUserName = 'author') {
  const { body } = await site.rest('POST', '/vendor/events/v1/events', {
    body: { title: `Evening ${++made}`, status: 'publish', start_date: '2031-06-01 19:00:00', end_date: '2031-06-01 23:00:00' },
    as,
  });
  const bench = await t.ticket(body.id, { name: 'Bench', price: '12.50', ticket: { mode: 'own', capacity: 20 } });
  const box = await t.ticket(body.id, { name: 'Box', price: '30', ticket: { mode: 'own', capacity: 20 } });
  return { id: Number(body.id), path: new URL(body.url).pathname, bench, box };
}

const create = (eventId: number, input: Record<string, unknown>, as: TestUserName = 'author') =>
  site.graphql(
    `mutation($eventId: Int!, $input: DiscountCodeInput!) { createDiscountCode(eventId: $eventId, input: $input) {
      discountCode { databaseId code percent amount { amount currencyCode } ticketIds maxUses maxPerOrder usedCount isActive } } }`,
    { eventId, input },
    as,
  );
async function createCode(eventId: number, input: Record<string, unknown>): Promise<number> {
  const { data, errors } = await create(eventId, input);
  expect(errors).toEqual([]);
  return data.createDiscountCode.discountCode.databaseId;
}
const SEEN = `checkout { discountCode discount { amount } total { amount } lines { ticketId price { amount } discount { amount } subtotal { amount } } }`;
const apply = (token: string, written: string) =>
  site.graphql(`mutation($token: String!, $code: String!) { applyDiscountCode(token: $token, code: $code) { ${SEEN} } }`, {
    token,
    code: written,
  });
const remove = (token: string) => site.graphql(`mutation($token: String!) { removeDiscountCode(token: $token) { ${SEEN} } }`, { token });
const used = async (id: number) =>
  (await site.site.db.prisma.discountCode.findUniqueOrThrow({ where: { id }, select: { usedCount: true } })).usedCount;
const startWithCode = async (written: string, ...lines: [ticket: number, quantity: number][]) => {
  const { data } = await shop.start(lines.map(([ticketId, quantity]) => ({ ticketId, quantity })));
  const { token } = data.startCheckout;
  await shop.update(token, { buyer: { fullName: 'Ann Buyer', email: 'ann@example.org' } });
  return { token, reply: await apply(token, written) };
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
  ])('%d less %d hundredths of a percent: %d', (price, percent, off) => expect(discountOn(price, { percent, amountMinor: 0n })).toBe(off));

  it.each([
    [1250n, 500n, 500n],
    [1250n, 1250n, 1250n],
    [1250n, 2000n, 1250n],
    [0n, 500n, 0n],
  ])('%d less an amount of %d: %d', (price, amountMinor, off) => expect(discountOn(price, { percent: 0, amountMinor })).toBe(off));
});

describe('Discount code', () => {
  it('reduces lines, order, attendees, refunds and revenue consistently to the cent', async () => {
    const { id, bench, box } = await event();
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
    expect(await used(codeId)).toBe(0);
    const { errors } = await shop.complete(token, 'MANUAL');
    expect(errors).toEqual([]);
    // sent again: the same order, and no second use
    await shop.complete(token, 'MANUAL');
    expect(await used(codeId)).toBe(4);
    const order = await orderOf(id);
    expect(order.total.amount).toBe('44.99');
    expect(order.items).toEqual([
      { quantity: 3, price: { amount: '8.33' } },
      { quantity: 1, price: { amount: '20.00' } },
    ]);
    await site.graphql(`mutation { markOrderPaid(id: ${order.databaseId}) { order { status } } }`, {}, 'author');
    const sales = await site.graphql(`{ event(id: ${id}) { sales { revenue { amount } } } }`, {}, 'author');
    expect(sales.data.event.sales.revenue).toEqual([{ amount: '44.99' }]);
    const [one] = await shop.attendees(bench);
    await site.graphql(`mutation { cancelAttendeeForBuyer(id: ${one.databaseId}) { attendee { databaseId } } }`, {}, 'author');
    const due = await site.graphql(`{ ordersOfEvent(eventId: ${id}) { nodes { refundDue { amount } } } }`, {}, 'author');
    expect(due.data.ordersOfEvent.nodes[0].refundDue.amount).toBe('8.33');
    expect(await used(codeId)).toBe(3);
    await site.graphql(`mutation { cancelOrderForBuyer(id: ${order.databaseId}) { order { status } } }`, {}, 'author');
    const all = await site.graphql(`{ ordersOfEvent(eventId: ${id}) { nodes { refundDue { amount } } } }`, {}, 'author');
    expect(all.data.ordersOfEvent.nodes[0].refundDue.amount).toBe('44.99');
    expect(await used(codeId)).toBe(0);
  });

  it('can be limited to some tickets, takes off at most the price, and can be removed', async () => {
    const { id, bench, box } = await event();
    await createCode(id, { code: 'BENCH', amount: '20', ticketIds: [bench] });
    const { token, reply } = await startWithCode('bench', [bench, 2], [box, 1]);
    expect(reply.data.applyDiscountCode.checkout).toMatchObject({ discount: { amount: '25.00' }, total: { amount: '30.00' } });
    const without = await remove(token);
    expect(without.data.removeDiscountCode.checkout).toMatchObject({
      discountCode: null,
      discount: { amount: '0.00' },
      total: { amount: '55.00' },
    });
    expect(code((await startWithCode('BENCH', [box, 1])).reply)).toBe('discount_code_not_applicable');
    // tickets of another event
    const other = await event();
    expect(code((await startWithCode('BENCH', [other.bench, 1])).reply)).toBe('discount_code_unknown');
  });

  it('replaces a previous code', async () => {
    const { id, bench } = await event();
    await createCode(id, { code: 'HALF', percent: 50 });
    await createCode(id, { code: 'TEN', percent: 10 });
    const { token } = await startWithCode('HALF', [bench, 1]);
    const second = await apply(token, 'TEN');
    expect(second.data.applyDiscountCode.checkout).toMatchObject({ discountCode: 'TEN', total: { amount: '11.25' } });
  });

  it('of 100 percent makes a free order, which is settled immediately', async () => {
    const { id, bench } = await event();
    await createCode(id, { code: 'GUEST', percent: 100 });
    const { token } = await startWithCode('GUEST', [bench, 2]);
    const { errors } = await shop.complete(token);
    expect(errors).toEqual([]);
    expect(await orderOf(id)).toMatchObject({ status: 'COMPLETED', total: { amount: '0.00' } });
  });

  it('is valid between its dates and while enabled; a displayed price is kept', async () => {
    const { id, bench } = await event();
    const DAY = 86_400_000;
    const codeId = await createCode(id, {
      code: 'WEEK',
      percent: 10,
      startsAt: new Date(Date.now() + DAY).toISOString(),
      endsAt: new Date(Date.now() + 2 * DAY).toISOString(),
    });
    expect(code((await startWithCode('WEEK', [bench, 1])).reply)).toBe('discount_code_not_started');
    await withClock(shiftedBy(1.5 * DAY), async () => expect((await startWithCode('WEEK', [bench, 1])).reply.errors).toEqual([]));
    await withClock(shiftedBy(2.01 * DAY), async () =>
      expect(code((await startWithCode('WEEK', [bench, 1])).reply)).toBe('discount_code_ended'),
    );
    const always = await createCode(id, { code: 'ON', percent: 10 });
    const { token } = await startWithCode('ON', [bench, 1]);
    const off = `mutation { updateDiscountCode(id: ${always}, input: { isActive: false }) { discountCode { isActive percent } } }`;
    expect((await site.graphql(off, {}, 'author')).data.updateDiscountCode.discountCode).toEqual({ isActive: false, percent: 10 });
    expect(code((await startWithCode('ON', [bench, 1])).reply)).toBe('discount_code_ended');
    expect((await shop.complete(token, 'MANUAL')).errors).toEqual([]);
    expect(await orderOf(id)).toMatchObject({ total: { amount: '11.25' } });
    expect(codeId).toBeGreaterThan(0);
  });

  it('never exceeds its maximum uses under simultaneous completions', async () => {
    const { id, bench } = await event();
    const codeId = await createCode(id, { code: 'FIVE', percent: 20, maxUses: 5, maxPerOrder: 2 });
    expect(code((await startWithCode('FIVE', [bench, 3])).reply)).toBe('discount_code_too_many_tickets');
    const begun = await Promise.all(Array.from({ length: 4 }, () => startWithCode('FIVE', [bench, 2])));
    for (const { reply } of begun) expect(reply.errors).toEqual([]);
    const done = await Promise.all(begun.map(({ token }) => shop.complete(token, 'MANUAL')));
    const refused = done.flatMap((reply, at) => (reply.errors.length > 0 ? [{ reply, token: begun[at]?.token ?? '' }] : []));
    expect(refused.map(({ reply }) => code(reply))).toEqual(['discount_code_used_up', 'discount_code_used_up']);
    expect(await used(codeId)).toBe(4);
    expect(await t.stock(bench)).toMatchObject({ available: 9 });
    // the places are still held: the order succeeds without the code
    await remove(refused[0]?.token ?? '');
    expect((await shop.complete(refused[0]?.token ?? '', 'MANUAL')).errors).toEqual([]);
    expect(await used(codeId)).toBe(4);
    // cancelled orders release their uses
    const { databaseId } = (
      await site.graphql(`{ ordersOfEvent(eventId: ${id}) { nodes { databaseId total { amount } } } }`, {}, 'author')
    ).data.ordersOfEvent.nodes.find((one: { total: { amount: string } }) => one.total.amount === '20.00');
    await site.graphql(`mutation { cancelOrderForBuyer(id: ${databaseId}) { order { status } } }`, {}, 'author');
    expect(await used(codeId)).toBe(2);
  });
});

describe('Discount codes of an event', () => {
  it('can be changed only by users who may edit the event', async () => {
    const own = await event('author');
    const others = await event('editor');
    const codeId = await createCode(own.id, { code: 'Own', amount: '2.50', maxUses: 7 });
    const { data: foreign } = await create(others.id, { code: 'Foreign', percent: 5 }, 'editor');
    const foreignId = foreign.createDiscountCode.discountCode.databaseId;
    for (const as of ['author', undefined, 'subscriber'] as const) {
      const acts = [
        `mutation { createDiscountCode(eventId: ${others.id}, input: { code: "X", percent: 1 }) { __typename } }`,
        `mutation { updateDiscountCode(id: ${foreignId}, input: { percent: 100 }) { __typename } }`,
        `mutation { deleteDiscountCode(id: ${foreignId}) { __typename } }`,
        `{ discountCodesOfEvent(eventId: ${others.id}) { code } }`,
      ];
      for (const act of acts) expect([as, code(await site.graphql(act, {}, as))]).toEqual([as, 'forbidden']);
    }
    const list = await site.graphql(
      `{ discountCodesOfEvent(eventId: ${own.id}) { code percent amount { amount currencyCode } maxUses usedCount isActive } }`,
      {},
      'author',
    );
    expect(list.data.discountCodesOfEvent).toEqual([
      { code: 'Own', percent: null, amount: { amount: '2.50', currencyCode: 'USD' }, maxUses: 7, usedCount: 0, isActive: true },
    ]);
    expect(code(await create(own.id, { code: 'OWN', percent: 1 }))).toBe('discount_code_exists');
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
      expect([input, code(await create(own.id, input))]).toEqual([input, 'invalid_arguments']);
    const gone = await site.graphql(`mutation { deleteDiscountCode(id: ${codeId}) { isDeleted } }`, {}, 'author');
    expect(gone.data.deleteDiscountCode.isDeleted).toBe(true);
  });

  it('are created on a page, entered without JavaScript, shown on the order, and listed with their uses', async () => {
    const { id, path, bench } = await event();
    const author = await staff(site, 'author');
    const list = `/organize/events/${id}/discounts`;
    expect((await author.get(list)).text).toContain('This event has no discount codes.');
    const nonce = await nonceOn(author, `${list}/new`);
    const form = { nonce, code: 'Summer', kind: 'percent', value: '10', [`ticket-${bench}`]: '1', maxUses: '2', isActive: '1' };
    const wrong = await author.post(`${list}/new`, { ...form, value: '120', maxUses: 'x' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('A percentage is a number from 0.01 to 100.');
    expect(wrong.text).toContain('A limit is a whole number from 1 upwards');
    expect(wrong.html).toMatch(new RegExp(`name="ticket-${bench}" value="1" checked`));
    expect((await author.go(`${list}/new`, form)).text).toMatch(/Saved\. Summer Active Discount 10% Used 0 of 2 Tickets Bench/);

    const someone = visitor(site);
    const begun = await someone.go('/checkout', { post: id, [`quantity-${bench}`]: 2 });
    expect(begun.text).toContain('Do you have a discount code?');
    const bad = await someone.post(begun.path, { do: 'discount', code: 'Winter' });
    expect(bad.status).toBe(400);
    expect(bad.html).toMatch(/id="code" name="code" value="Winter"[^>]* aria-invalid="true" aria-describedby="code-fault"/);
    expect(bad.text).toContain('There is no such discount code.');
    const typed = { fullName: 'Ann Archer', email: 'ann@example.org' };
    for (const [sent, status] of [
      [{ do: 'discount', code: 'Winter' }, 400],
      [{ do: 'discount', code: 'summer' }, 200],
      [{ do: 'no-discount', code: '' }, 200],
    ] as const) {
      const shown = await someone.post(begun.path, { ...sent, ...typed });
      expect([sent.do, shown.status, shown.html.includes('value="Ann Archer"'), shown.html.includes('value="ann@example.org"')]).toEqual([
        sent.do,
        status,
        true,
        true,
      ]);
    }
    const good = await someone.go(begun.path, { do: 'discount', code: 'summer' });
    expect(good.text).toContain('2 × Bench $25.00 Discount (Summer) −$2.50 Total $22.50');
    expect(good.text).toContain('Discount code Summer is applied.');
    expect((await someone.go(begun.path, { do: 'no-discount' })).text).toContain('Total $25.00');
    await someone.go(begun.path, { do: 'discount', code: 'summer' });

    // other buyers use it up meanwhile
    const { token } = await startWithCode('SUMMER', [bench, 2]);
    expect((await shop.complete(token, 'MANUAL')).errors).toEqual([]);
    const buyer = { do: 'complete', fullName: 'Bo', email: 'bo@example.org', gateway: 'manual' };
    const late = await someone.post(begun.path, buyer);
    expect(late.status).toBe(409);
    expect(late.text).toContain('This discount code is used up. The price below is without it.');
    expect(late.text).toContain('Total $25.00');
    expect((await someone.go(begun.path, buyer)).text).toContain('Total $25.00');
    expect((await author.get(list)).text).toContain('Used 2 of 2');
    expect((await author.get(`/organize/events/${id}/orders`)).text).toContain('$22.50 · Discount code Summer is applied.');
    expect(path).toContain('/event/');

    const { id: codeId } = await site.site.db.prisma.discountCode.findFirstOrThrow({ where: { eventId: id } });
    expect((await author.get(`${list}/${codeId}`)).html).toContain('value="Summer"');
    const others = await event('editor');
    expect((await author.get(`/organize/events/${others.id}/discounts`)).status).toBe(403);
    expect((await (await staff(site, 'editor')).get(`/organize/events/${others.id}/discounts/${codeId}`)).status).toBe(403);
    expect((await author.go(list, { nonce, act: 'delete-code', id: codeId })).text).toContain('The discount code is deleted.');
  });

  it('limit the number of attempts', async () => {
    const { bench } = await event();
    const { data } = await shop.start([{ ticketId: bench, quantity: 1 }]);
    const codes: unknown[] = [];
    for (let n = 0; n < 60 && !codes.includes('too_many_codes'); n += 1)
      codes.push(code(await apply(data.startCheckout.token, `guess ${n}`)));
    expect(codes).toContain('too_many_codes');
  });
});
