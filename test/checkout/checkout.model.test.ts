import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anonymous } from '../../src/domains/identity/auth/viewer.ts';
import { frozenAt, setClock } from '../../src/core/time/clock.ts';
import { Failure } from '../../src/core/failures/failure.ts';
import { audienceOf } from '../../src/domains/tickets/audience.ts';
import { completeCheckout } from '../../src/domains/checkout/complete.ts';
import { cancelCheckout, updateCheckout } from '../../src/domains/checkout/checkout.service.ts';
import { startCheckoutFromOffer } from '../../src/domains/checkout/offer.ts';
import { cancelAttendance, cancelOrder } from '../../src/domains/checkout/orders/cancel.ts';
import { transferTicket } from '../../src/domains/checkout/orders/transfer.ts';
import { viewOrder } from '../../src/domains/checkout/orders/order.view.ts';
import { viewCheckout } from '../../src/domains/checkout/checkout.view.ts';
import { settlePayments } from '../../src/domains/checkout/payments/payments.jobs.ts';
import { startCheckout } from '../../src/domains/checkout/start.ts';
import { updateOrderStatus } from '../../src/domains/tickets/order.service.ts';
import { loadTickets } from '../../src/domains/tickets/ticket.reader.ts';
import { releasePlaces } from '../../src/domains/tickets/tickets.jobs.ts';
import { offerMinutes } from '../../src/domains/tickets/tickets.settings.ts';
import { joinWaitingList } from '../../src/domains/tickets/waiting-list/waiting.service.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { modelRuns, modelTimeout } from '../tickets/model-runs.ts';
import { ticketing } from '../tickets/support.ts';
import { startStripe, type StripeProvider } from './stripe-provider.ts';

/** Two instances of one site, like two processes: each has its own connections and caches. They take turns, and jobs run in both at once. */
let sites: readonly [WholeSite, WholeSite];
/** The instance that acts now. */
let whole: WholeSite;
let stripe: StripeProvider;
beforeAll(async () => {
  stripe = await startStripe();
  whole = await openWholeSite(stripe.environment);
  await whole.site.settings.set(offerMinutes, OFFER_MINUTES);
  sites = [whole, await openWholeSite({ ...stripe.environment, DATABASE_URL: whole.config.databaseUrl ?? '' })];
});
afterEach(() => {
  setClock();
  stripe.away(false);
});
afterAll(async () => {
  for (const site of sites.toReversed()) await site.close();
  await stripe.close();
});

const CAPACITY = 3;
const PRICE = 1250;
const [HOLD_MINUTES, PAY_MINUTES, OFFER_MINUTES, GRACE_MINUTES] = [15, 40, 60, 60];

type Act =
  | { do: 'start' | 'join'; paid: boolean; quantity: number }
  | {
      do: 'complete' | 'byHand' | 'leave' | 'pay' | 'tell' | 'cancel' | 'cancelOne' | 'offer' | 'settle' | 'takeBack' | 'transfer';
      at: number;
    }
  | { do: 'away'; isAway: boolean }
  | { do: 'pass'; minutes: number };

const at = fc.nat({ max: 20 });
const places = { paid: fc.boolean(), quantity: fc.integer({ min: 1, max: 3 }) };
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('start' as const), ...places }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('join' as const), ...places }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('complete' as const), at }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constantFrom('pay' as const, 'tell' as const), at }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('leave' as const, 'cancel' as const, 'cancelOne' as const, 'offer' as const), at }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('byHand' as const, 'byHand' as const, 'settle' as const, 'takeBack' as const), at }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('transfer' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('away' as const), isAway: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.constantFrom(5, 20, 45) }) },
);

/** A purchase or reservation in the model. */
interface Deal {
  paid: boolean;
  seats: number;
  /** `lapsed` = not paid in time; `void` = cancelled after completion; `gone` = cancelled before completion. */
  state: 'waiting' | 'held' | 'pending' | 'done' | 'lapsed' | 'void' | 'gone';
  until: number;
  /** Token of the checkout or of the waiting list entry. */
  token: string;
  order: string;
  session: string;
  /** True if paid by hand, which an organizer settles. */
  byHand: boolean;
  /** Money received and refunded, in hundredths. */
  came: number;
  back: number;
  isCounted: boolean;
  /** How often freed places were too few for this head of the list, and the places set aside for it since. */
  passed: number;
  setAside: number;
  /** Number of seats transferred to other people. */
  transferred: number;
}

/** The rules as a simple model with numbers and a list. */
class Model {
  readonly deals: Deal[] = [];
  minute = 0;
  /** True while the provider is unreachable. */
  isAway = false;

  free(paid: boolean): number {
    const taken = this.deals.filter((one) => one.paid === paid && ['held', 'pending', 'done'].includes(one.state));
    const setAside = this.deals.filter((one) => one.paid === paid).reduce((sum, one) => sum + one.setAside, 0);
    return CAPACITY - setAside - taken.reduce((sum, { seats }) => sum + seats, 0);
  }

  /** Offers freed places to the first group that fits. After three passes over the head of the list, they are set aside for it. */
  offer(paid: boolean): void {
    const passed = new Set<Deal>();
    const waiting = () => this.deals.filter((one) => one.paid === paid && one.state === 'waiting');
    const pass = (head: Deal | undefined) => {
      if (head) head.passed += 1;
      if (head) passed.add(head);
    };
    for (;;) {
      const free = this.free(paid);
      const next = waiting().find((one) => one.seats - one.setAside <= free || (one.passed >= 3 && free > 0));
      if (!next) break;
      if (next.seats - next.setAside <= free) {
        Object.assign(next, { state: 'held', until: this.minute + OFFER_MINUTES, setAside: 0 });
        const [head] = waiting();
        if (head && this.deals.indexOf(head) < this.deals.indexOf(next)) pass(head);
      } else next.setAside += free;
    }
    const [head] = waiting();
    if (head && this.free(paid) > 0 && !passed.has(head)) pass(head);
  }

  end(one: Deal, state: 'lapsed' | 'void' | 'gone'): void {
    one.state = state;
    this.offer(one.paid);
  }

  /** Processes a payment message; repeated messages count once. */
  processPayment(one: Deal): void {
    if (one.came === 0 || one.isCounted) return;
    one.isCounted = true;
    if (one.state === 'pending' || (one.state === 'lapsed' && one.seats <= this.free(one.paid))) one.state = 'done';
    else one.back = one.came;
  }

  pass(minutes: number): void {
    this.minute += minutes;
    for (const one of this.deals) if (one.state === 'held' && one.until <= this.minute) this.end(one, 'gone');
    for (const one of this.deals) {
      // the order waits until an organizer settles it
      if (one.byHand || !['pending', 'void', 'lapsed'].includes(one.state)) continue;
      const isUnheard = this.isAway && one.session !== '';
      if (one.came > 0 && !isUnheard) this.processPayment(one);
      else if (one.state === 'pending' && one.until + (isUnheard ? GRACE_MINUTES : 0) <= this.minute) this.end(one, 'lapsed');
    }
  }
}

/** Makes callers unique, so that none has holds of an earlier run. */
let callers = 0;

interface World {
  plain: Model;
  tickets: { paid: number; rsvp: number };
  began: number;
  people: number;
  post: number;
  /** Addresses of people to whom a buyer gave a ticket. */
  holders: string[];
}

const last = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const pick = (world: World, index: number, ...states: Deal['state'][]) => {
  const fit = world.plain.deals.filter(({ state }) => states.includes(state));
  return fit[index % Math.max(fit.length, 1)];
};

/** Returns the code of a refusal, or null. Rethrows other errors. */
async function refusal(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

function deal(world: World, fields: Pick<Deal, 'paid' | 'seats' | 'state' | 'token'>): void {
  const until = world.plain.minute + HOLD_MINUTES;
  world.plain.deals.push({
    ...fields,
    until,
    order: '',
    session: '',
    byHand: false,
    came: 0,
    back: 0,
    isCounted: false,
    passed: 0,
    setAside: 0,
    transferred: 0,
  });
}

async function start(world: World, paid: boolean, quantity: number): Promise<void> {
  const buyer = { audience: audienceOf(anonymous), caller: `buyer ${(callers += 1)}` };
  const ticketId = paid ? world.tickets.paid : world.tickets.rsvp;
  let token = '';
  const code = await refusal(startCheckout(whole.site, buyer, [{ ticketId, quantity }]).then((started) => (token = started.token)));
  expect(code).toBe(world.plain.free(paid) >= quantity ? null : 'insufficient_stock');
  if (code === null) deal(world, { paid, seats: quantity, state: 'held', token });
}

async function join(world: World, paid: boolean, quantity: number): Promise<void> {
  const [ticket] = await loadTickets(whole.site, [paid ? world.tickets.paid : world.tickets.rsvp]);
  const isNext = world.plain.free(paid) >= quantity;
  const person = { fullName: 'Wendy', email: `w${(world.people += 1)}@example.org`, quantity };
  let token = '';
  const code = await refusal(joinWaitingList(whole.site, ticket!, person).then((entry) => (token = entry.token)));
  expect(code).toBe(isNext ? 'places_available' : null);
  if (code === null) deal(world, { paid, seats: quantity, state: 'waiting', token });
}

async function complete(world: World, one: Deal, gateway: 'stripe' | 'manual'): Promise<void> {
  const buyer = { fullName: 'Ann', email: 'ann@example.org' };
  const { plain } = world;
  const isFirst = one.state === 'held';
  if (isFirst) {
    await updateCheckout(whole.site, one.token, { buyer });
    one.until = plain.minute + PAY_MINUTES;
    one.byHand = one.paid && gateway === 'manual';
  }
  let url: string | null = null;
  const code = await refusal(completeCheckout(whole.site, one.token, { gateway }).then((done) => (url = done.paymentUrl)));
  const order = last((await viewCheckout(whole.site, one.token)).orderPath ?? '');
  if (isFirst) Object.assign(one, { order, state: one.paid ? 'pending' : 'done' });
  expect(order).toBe(one.order);
  const isToBegin = one.state === 'pending' && !one.byHand && one.session === '' && plain.minute < one.until;
  expect(code).toBe(isToBegin && plain.isAway ? 'payment_unavailable' : null);
  // repeated: the same result
  if (isToBegin && url !== null) one.session = last(url);
  else expect([null, `https://checkout.stripe.test/${one.session}`]).toContain(url);
  if (one.state === 'pending' && one.session !== '' && plain.minute < one.until) expect(url).not.toBeNull();
}

async function sendMessage(world: World, one: Deal): Promise<void> {
  const session = stripe.sessions.get(one.session)!;
  const type = session.payment_status === 'paid' ? 'checkout.session.completed' : 'checkout.session.expired';
  if (session.status === 'open') return;
  // a message may arrive twice, in both instances at once
  const message = stripe.message(type, session);
  expect(await Promise.all(sites.map((site) => stripe.tell(site, message)))).toEqual([200, 200]);
  if (one.came > 0) world.plain.processPayment(one);
  else if (one.state === 'pending') world.plain.end(one, 'lapsed');
}

async function cancelOne(world: World, one: Deal): Promise<void> {
  const { attendees } = await viewOrder(whole.site, one.order);
  const left = attendees.find(({ canCancel }) => canCancel);
  expect(left !== undefined).toBe(one.seats > one.transferred);
  if (!left) return;
  const code = await refusal(cancelAttendance(whole.site, one.order, left.sheet.attendee.id));
  expect(code).toBe(one.state === 'pending' && !one.byHand && one.seats > 1 ? 'payment_under_way' : null);
  if (code !== null) return;
  if (one.seats === 1) {
    if (one.state === 'done') one.back = one.came;
    world.plain.end(one, 'void');
    return;
  }
  one.seats -= 1;
  if (one.session !== '') one.back += PRICE;
  world.plain.offer(one.paid);
}

async function run(world: World, { do: what, ...one }: Act): Promise<void> {
  const { plain } = world;
  const { site } = whole;
  if (what === 'start' || what === 'join') {
    const { paid, quantity } = one as { paid: boolean; quantity: number };
    return await (what === 'start' ? start : join)(world, paid, quantity);
  }
  if (what === 'pass') {
    plain.pass((one as { minutes: number }).minutes);
    setClock(frozenAt(new Date(world.began + plain.minute * 60_000)));
    await Promise.all(sites.map((one) => releasePlaces.run(one.site)));
    await Promise.all(sites.map((one) => settlePayments.run(one.site)));
    return;
  }
  if (what === 'away') {
    plain.isAway = (one as { isAway: boolean }).isAway;
    stripe.away(plain.isAway);
    return;
  }
  const index = (one as { at: number }).at;
  const pickDeal = (...states: Deal['state'][]) => pick(world, index, ...states);
  if (what === 'offer') {
    const held = plain.deals.filter(({ state, token }) => state === 'held' && token.length === 24)[index % 3];
    if (held) held.token = (await startCheckoutFromOffer(site, held.token)).token;
  } else if (what === 'complete' || what === 'byHand') {
    const open = pickDeal('held', 'pending', 'done', 'void');
    if (open && open.token.length !== 24) await complete(world, open, what === 'byHand' ? 'manual' : 'stripe');
  } else if (what === 'leave') {
    const held = pickDeal('held');
    if (!held || held.token.length === 24) return;
    await cancelCheckout(site, held.token);
    plain.end(held, 'gone');
  } else if (what === 'pay') {
    const unpaid = pickDeal('pending', 'lapsed', 'void');
    if (!unpaid || stripe.sessions.get(unpaid.session)?.status !== 'open') return;
    unpaid.came = stripe.pay(unpaid.session).amount_total;
  } else if (what === 'tell') {
    const told = pickDeal('pending', 'lapsed', 'void', 'done');
    if (told && told.session !== '') await sendMessage(world, told);
  } else if (what === 'cancel') {
    const some = pickDeal('pending', 'done');
    if (!some) return;
    await cancelOrder(site, some.order);
    const own = some.seats - some.transferred;
    if (some.transferred === 0) {
      if (some.state === 'done') some.back = some.came;
      plain.end(some, 'void');
    } else if (own > 0) {
      some.seats = some.transferred;
      if (some.session !== '') some.back += own * PRICE;
      plain.offer(some.paid);
    }
  } else if (what === 'transfer') {
    const some = pickDeal('done');
    const ticket = some && (await viewOrder(site, some.order)).attendees.find(({ canTransfer }) => canTransfer);
    expect(ticket !== undefined).toBe(some !== undefined && some.seats > some.transferred);
    if (!some || !ticket) return;
    const email = `holder${(callers += 1)}@example.org`;
    await transferTicket(site, some.order, ticket.sheet.attendee.id, { fullName: 'Hal Holder', email });
    some.transferred += 1;
    world.holders.push(email);
  } else if (what === 'settle' || what === 'takeBack') {
    const some = pickDeal('pending', 'done');
    if (!some?.paid || (what === 'settle' && (!some.byHand || some.state !== 'pending'))) return;
    const { orderId } = await viewOrder(site, some.order);
    await updateOrderStatus(site, orderId!, what === 'settle' ? 'completed' : index % 2 === 0 ? 'refunded' : 'voided', 0);
    if (what === 'settle') some.state = 'done';
    else {
      if (some.state === 'done') some.back = some.came;
      plain.end(some, 'void');
    }
  } else {
    const some = pickDeal('pending', 'done');
    if (some) await cancelOne(world, some);
  }
}

/** Returns the counter of the ticket and the number of places in use. */
async function taken(ticketId: number): Promise<{ counter: number; holders: number }> {
  const { prisma } = whole.site.db;
  const [ticket, seated, held, waiting] = await Promise.all([
    prisma.ticket.findUniqueOrThrow({ where: { id: ticketId }, select: { sold: true } }),
    prisma.attendee.count({ where: { ticketId, holdsPlace: true } }),
    prisma.ticketHoldItem.aggregate({ where: { ticketId }, _sum: { quantity: true } }),
    prisma.waitingEntry.aggregate({ where: { ticketId }, _sum: { setAside: true } }),
  ]);
  return { counter: ticket.sold, holders: seated + (held._sum.quantity ?? 0) + (waiting._sum.setAside ?? 0) };
}

async function compare({ plain, tickets }: World): Promise<void> {
  for (const [paid, ticketId] of [[true, tickets.paid] as const, [false, tickets.rsvp] as const]) {
    const expected = CAPACITY - plain.free(paid);
    expect(expected).toBeLessThanOrEqual(CAPACITY);
    expect(await taken(ticketId)).toEqual({ counter: expected, holders: expected });
  }
}

/** With the provider reachable and messages possibly lost: the money received equals the price of the seats plus refunds. */
async function balance(world: World): Promise<void> {
  await run(world, { do: 'away', isAway: false });
  await run(world, { do: 'pass', minutes: 5 });
  await compare(world);
  for (const one of world.plain.deals.filter(({ session, byHand }) => session !== '' || byHand)) {
    const back = stripe.refunds.filter(({ payment_intent }) => payment_intent === `pi_${one.session}`);
    const sum = back.reduce((total, { amount }) => total + amount, 0);
    expect(sum).toBe(one.back);
    const { attendees, totalMinor, state } = await viewOrder(whole.site, one.order);
    const seated = attendees.filter(({ sheet }) => sheet.state === 'good').length;
    expect(seated).toBe(one.state === 'done' ? one.seats : 0);
    if (!one.byHand) expect(seated * PRICE).toBe(one.came - sum);
    else if (one.state === 'pending') expect([state, totalMinor]).toEqual(['pending', BigInt(one.seats * PRICE)]);
  }
}

/** Cancels the event: all places are free, all money is refunded or due, and every ticket holder is notified once. */
async function cancelTheEvent({ plain, post, tickets, holders }: World): Promise<void> {
  [whole] = sites;
  const { prisma } = whole.site.db;
  const { errors } = await whole.graphql('mutation($id: Int!) { cancelEvent(id: $id) { people } }', { id: post }, 'administrator');
  expect(errors).toEqual([]);
  await Promise.all(sites.map((one) => settlePayments.run(one.site)));
  for (const ticketId of Object.values(tickets)) expect(await taken(ticketId)).toEqual({ counter: 0, holders: 0 });
  for (const { session, came } of plain.deals.filter((one) => one.session !== '')) {
    const back = stripe.refunds.filter(({ payment_intent }) => payment_intent === `pi_${session}`);
    expect(back.reduce((total, { amount }) => total + amount, 0)).toBe(came);
  }
  for (const { order } of plain.deals.filter(({ byHand, state }) => byHand && state === 'done')) {
    const { orderId } = await viewOrder(whole.site, order);
    const payment = await prisma.payment.findUniqueOrThrow({ where: { orderId: orderId ?? 0 } });
    expect([payment.refundDueMinor > 0n, payment.refundDueMinor]).toEqual([true, payment.amountMinor]);
  }
  for (const email of holders) {
    const told = await prisma.outgoingMail.findMany({ where: { kind: 'ticket-cancelled', attendee: { email } }, select: { round: true } });
    expect([email, told]).toEqual([email, [{ round: 1 }]]);
  }
}

async function event(): Promise<number> {
  const body = { title: 'Concert', status: 'publish', start_date: '2099-05-01 10:00:00', end_date: '2099-05-01 12:00:00' };
  const reply = await whole.rest('POST', '/vendor/events/v1/events', { body, as: 'administrator' });
  return reply.body.id;
}

describe('Checkout under random actions of buyers, clocks and providers', () => {
  it(
    'never sells a place twice and never keeps money without a place, as in a simple model',
    async () => {
      const t = ticketing(whole);
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40 }), async (acts) => {
          [whole] = sites;
          const post = await event();
          const began = Math.floor(Date.now() / 1000) * 1000;
          setClock(frozenAt(new Date(began)));
          const tickets = {
            paid: await t.ticket(post, { price: '12.50', ticket: { mode: 'own', capacity: CAPACITY } }),
            rsvp: await t.ticket(post, { provider: 'rsvp', price: '', ticket: { capacity: CAPACITY } }),
          };
          stripe.away(false);
          const world: World = { plain: new Model(), tickets, began, people: 0, post, holders: [] };
          for (const [turn, one] of acts.entries()) {
            whole = sites[turn % 2] as WholeSite;
            await run(world, one);
            await compare(world);
          }
          await balance(world);
          await cancelTheEvent(world);
        }),
        modelRuns(6),
      );
    },
    modelTimeout,
  );
});
