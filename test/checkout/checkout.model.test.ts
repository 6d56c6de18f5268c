import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { anonymous } from '../../src/domains/identity/auth/viewer.ts';
import { createFrozenClock, setClock } from '../../src/core/time/clock.ts';
import { Failure } from '../../src/core/failures/failure.ts';
import { buildAudience } from '../../src/domains/tickets/audience.ts';
import { completeCheckout } from '../../src/domains/checkout/complete-checkout.ts';
import { cancelCheckout, updateCheckout } from '../../src/domains/checkout/checkout.service.ts';
import { startCheckoutFromOffer } from '../../src/domains/checkout/checkout-from-offer.ts';
import { cancelOwnAttendee, cancelOrder } from '../../src/domains/checkout/orders/cancel-order.ts';
import { transferTicket } from '../../src/domains/checkout/orders/transfer-ticket.ts';
import { viewOrder } from '../../src/domains/checkout/orders/order.view.ts';
import { viewCheckout } from '../../src/domains/checkout/checkout.view.ts';
import { settlePayments } from '../../src/domains/checkout/payments/payments.jobs.ts';
import { startCheckout } from '../../src/domains/checkout/start-checkout.ts';
import { updateOrderStatus } from '../../src/domains/tickets/order.service.ts';
import { loadTickets } from '../../src/domains/tickets/ticket.reader.ts';
import { releasePlaces } from '../../src/domains/tickets/tickets.jobs.ts';
import { offerMinutes } from '../../src/domains/tickets/tickets.settings.ts';
import { joinWaitingList } from '../../src/domains/tickets/waiting-list/waiting.service.ts';
import { openWholeSite, type WholeSite } from '../support/site.ts';
import { getModelRunOptions, modelTimeout } from '../tickets/model-runs.ts';
import { createTicketClient } from '../tickets/support.ts';
import { startStripe, type StripeProvider } from './stripe-provider.ts';

/** Two instances of one site, like two processes with their own connections and caches. Actions alternate between them; jobs run in both at once. */
let sites: readonly [WholeSite, WholeSite];
/** The instance that runs the current action. */
let current: WholeSite;
let stripe: StripeProvider;
beforeAll(async () => {
  stripe = await startStripe();
  current = await openWholeSite(stripe.environment);
  await current.site.settings.set(offerMinutes, OFFER_MINUTES);
  sites = [current, await openWholeSite({ ...stripe.environment, DATABASE_URL: current.config.databaseUrl ?? '' })];
});
afterEach(() => {
  setClock();
  stripe.setUnreachable(false);
});
afterAll(async () => {
  for (const site of sites.toReversed()) await site.close();
  await stripe.close();
});

const CAPACITY = 3;
const PRICE = 1250;
const [HOLD_MINUTES, PAY_MINUTES, OFFER_MINUTES, GRACE_MINUTES] = [15, 40, 60, 60];

type Action =
  | { kind: 'start' | 'join'; paid: boolean; quantity: number }
  | {
      kind:
        | 'complete'
        | 'completeByHand'
        | 'abandon'
        | 'pay'
        | 'notify'
        | 'cancel'
        | 'cancelOne'
        | 'offer'
        | 'settle'
        | 'reverse'
        | 'transfer';
      index: number;
    }
  | { kind: 'setUnreachable'; isUnreachable: boolean }
  | { kind: 'advance'; minutes: number };

const index = fc.nat({ max: 20 });
const purchase = { paid: fc.boolean(), quantity: fc.integer({ min: 1, max: 3 }) };
const arbitraryAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('start' as const), ...purchase }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('join' as const), ...purchase }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('complete' as const), index }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('pay' as const, 'notify' as const), index }) },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('abandon' as const, 'cancel' as const, 'cancelOne' as const, 'offer' as const), index }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('completeByHand' as const, 'completeByHand' as const, 'settle' as const, 'reverse' as const),
      index,
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('transfer' as const), index }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('setUnreachable' as const), isUnreachable: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('advance' as const), minutes: fc.constantFrom(5, 20, 45) }) },
);

/** A purchase, reservation or waiting list entry in the model. */
interface Deal {
  paid: boolean;
  seats: number;
  /** `lapsed` = not paid in time; `void` = cancelled after completion; `abandoned` = ended before completion. */
  state: 'waiting' | 'held' | 'pending' | 'done' | 'lapsed' | 'void' | 'abandoned';
  /** Minute of the model at which the hold or the payment ends. */
  until: number;
  /** Token of the checkout or of the waiting list entry. */
  token: string;
  order: string;
  session: string;
  /** True for a manual payment, which an organizer settles. */
  byHand: boolean;
  /** Received and refunded amounts, in hundredths. */
  received: number;
  refunded: number;
  /** True once the site has processed the message of the payment. */
  isProcessed: boolean;
  /** Number of times that places were offered to later entries while this entry was first on the waiting list. */
  passedOver: number;
  /** Places that are set aside for this entry until there are enough of them. */
  setAside: number;
  /** Number of seats transferred to other people. */
  transferred: number;
}

/** The rules as a simple model with numbers and a list. */
class Model {
  readonly deals: Deal[] = [];
  minute = 0;
  /** True while the provider is unreachable. */
  isUnreachable = false;

  free(paid: boolean): number {
    const deals = this.deals.filter((deal) => deal.paid === paid);
    const active = deals.filter(({ state }) => ['held', 'pending', 'done'].includes(state));
    const setAside = deals.reduce((sum, deal) => sum + deal.setAside, 0);
    return CAPACITY - setAside - active.reduce((sum, { seats }) => sum + seats, 0);
  }

  /**
   * Offers free places to the first entry for which they are enough. When the first entry of the list was passed over three times, free places are
   * set aside for it.
   */
  offer(paid: boolean): void {
    const alreadyPassed = new Set<Deal>();
    const waiting = () => this.deals.filter((deal) => deal.paid === paid && deal.state === 'waiting');
    const passOver = (head: Deal) => {
      head.passedOver += 1;
      alreadyPassed.add(head);
    };
    for (;;) {
      const free = this.free(paid);
      const nextEntry = waiting().find((deal) => deal.seats - deal.setAside <= free || (deal.passedOver >= 3 && free > 0));
      if (!nextEntry) break;
      if (nextEntry.seats - nextEntry.setAside <= free) {
        Object.assign(nextEntry, { state: 'held', until: this.minute + OFFER_MINUTES, setAside: 0 });
        const [head] = waiting();
        if (head && this.deals.indexOf(head) < this.deals.indexOf(nextEntry)) passOver(head);
      } else nextEntry.setAside += free;
    }
    const [head] = waiting();
    if (head && this.free(paid) > 0 && !alreadyPassed.has(head)) passOver(head);
  }

  end(deal: Deal, state: 'lapsed' | 'void' | 'abandoned'): void {
    deal.state = state;
    this.offer(deal.paid);
  }

  /** Processes a payment message. Repeated messages count once. */
  processPayment(deal: Deal): void {
    if (deal.received === 0 || deal.isProcessed) return;
    deal.isProcessed = true;
    if (deal.state === 'pending' || (deal.state === 'lapsed' && deal.seats <= this.free(deal.paid))) deal.state = 'done';
    else deal.refunded = deal.received;
  }

  advance(minutes: number): void {
    this.minute += minutes;
    for (const deal of this.deals) if (deal.state === 'held' && deal.until <= this.minute) this.end(deal, 'abandoned');
    for (const deal of this.deals) {
      // the order waits until an organizer settles it
      if (deal.byHand || !['pending', 'void', 'lapsed'].includes(deal.state)) continue;
      const isMessageLost = this.isUnreachable && deal.session !== '';
      if (deal.received > 0 && !isMessageLost) this.processPayment(deal);
      else if (deal.state === 'pending' && deal.until + (isMessageLost ? GRACE_MINUTES : 0) <= this.minute) this.end(deal, 'lapsed');
    }
  }
}

/** Makes callers unique, so that no caller has holds of an earlier run. */
let callerCount = 0;

interface World {
  model: Model;
  tickets: { paid: number; rsvp: number };
  /** Real time at minute 0, in milliseconds. */
  startedAt: number;
  /** Number of people who joined the waiting list. */
  waitingCount: number;
  post: number;
  /** Email addresses of people to whom buyers transferred tickets. */
  holders: string[];
}

const lastSegment = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const pick = (world: World, index: number, ...states: Deal['state'][]) => {
  const candidates = world.model.deals.filter(({ state }) => states.includes(state));
  return candidates[index % Math.max(candidates.length, 1)];
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

function addDeal(world: World, fields: Pick<Deal, 'paid' | 'seats' | 'state' | 'token'>): void {
  const until = world.model.minute + HOLD_MINUTES;
  world.model.deals.push({
    ...fields,
    until,
    order: '',
    session: '',
    byHand: false,
    received: 0,
    refunded: 0,
    isProcessed: false,
    passedOver: 0,
    setAside: 0,
    transferred: 0,
  });
}

async function start(world: World, paid: boolean, quantity: number): Promise<void> {
  const buyer = { audience: buildAudience(anonymous), caller: `buyer ${(callerCount += 1)}` };
  const ticketId = paid ? world.tickets.paid : world.tickets.rsvp;
  let token = '';
  const code = await refusal(startCheckout(current.site, buyer, [{ ticketId, quantity }]).then((started) => (token = started.token)));
  expect(code).toBe(world.model.free(paid) >= quantity ? null : 'insufficient_stock');
  if (code === null) addDeal(world, { paid, seats: quantity, state: 'held', token });
}

async function join(world: World, paid: boolean, quantity: number): Promise<void> {
  const [ticket] = await loadTickets(current.site, [paid ? world.tickets.paid : world.tickets.rsvp]);
  const isNext = world.model.free(paid) >= quantity;
  const person = { fullName: 'Wendy', email: `w${(world.waitingCount += 1)}@example.org`, quantity };
  let token = '';
  const code = await refusal(joinWaitingList(current.site, ticket!, person).then((entry) => (token = entry.token)));
  expect(code).toBe(isNext ? 'places_available' : null);
  if (code === null) addDeal(world, { paid, seats: quantity, state: 'waiting', token });
}

async function complete(world: World, deal: Deal, gateway: 'stripe' | 'manual'): Promise<void> {
  const buyer = { fullName: 'Ann', email: 'ann@example.org' };
  const { model } = world;
  const isFirst = deal.state === 'held';
  if (isFirst) {
    await updateCheckout(current.site, deal.token, { buyer });
    deal.until = model.minute + PAY_MINUTES;
    deal.byHand = deal.paid && gateway === 'manual';
  }
  let url: string | null = null;
  const code = await refusal(completeCheckout(current.site, deal.token, { gateway }).then((completed) => (url = completed.paymentUrl)));
  const order = lastSegment((await viewCheckout(current.site, deal.token)).orderPath ?? '');
  if (isFirst) Object.assign(deal, { order, state: deal.paid ? 'pending' : 'done' });
  expect(order).toBe(deal.order);
  const startsPayment = deal.state === 'pending' && !deal.byHand && deal.session === '' && model.minute < deal.until;
  expect(code).toBe(startsPayment && model.isUnreachable ? 'payment_unavailable' : null);
  // repeating it returns the same result
  if (startsPayment && url !== null) deal.session = lastSegment(url);
  else expect([null, `https://checkout.stripe.test/${deal.session}`]).toContain(url);
  if (deal.state === 'pending' && deal.session !== '' && model.minute < deal.until) expect(url).not.toBeNull();
}

async function sendMessage(world: World, deal: Deal): Promise<void> {
  const session = stripe.sessions.get(deal.session)!;
  const type = session.payment_status === 'paid' ? 'checkout.session.completed' : 'checkout.session.expired';
  if (session.status === 'open') return;
  // a message may arrive twice, in both instances at once
  const message = stripe.message(type, session);
  expect(await Promise.all(sites.map((site) => stripe.deliver(site, message)))).toEqual([200, 200]);
  if (deal.received > 0) world.model.processPayment(deal);
  else if (deal.state === 'pending') world.model.end(deal, 'lapsed');
}

async function cancelOne(world: World, deal: Deal): Promise<void> {
  const { attendees } = await viewOrder(current.site, deal.order);
  const cancellable = attendees.find(({ canCancel }) => canCancel);
  expect(cancellable !== undefined).toBe(deal.seats > deal.transferred);
  if (!cancellable) return;
  const code = await refusal(cancelOwnAttendee(current.site, deal.order, cancellable.sheet.attendee.id));
  expect(code).toBe(deal.state === 'pending' && !deal.byHand && deal.seats > 1 ? 'payment_under_way' : null);
  if (code !== null) return;
  if (deal.seats === 1) {
    if (deal.state === 'done') deal.refunded = deal.received;
    world.model.end(deal, 'void');
    return;
  }
  deal.seats -= 1;
  if (deal.session !== '') deal.refunded += PRICE;
  world.model.offer(deal.paid);
}

async function run(world: World, { kind, ...action }: Action): Promise<void> {
  const { model } = world;
  const { site } = current;
  if (kind === 'start' || kind === 'join') {
    const { paid, quantity } = action as { paid: boolean; quantity: number };
    return await (kind === 'start' ? start : join)(world, paid, quantity);
  }
  if (kind === 'advance') {
    model.advance((action as { minutes: number }).minutes);
    setClock(createFrozenClock(new Date(world.startedAt + model.minute * 60_000)));
    await Promise.all(sites.map(({ site }) => releasePlaces.run(site)));
    await Promise.all(sites.map(({ site }) => settlePayments.run(site)));
    return;
  }
  if (kind === 'setUnreachable') {
    model.isUnreachable = (action as { isUnreachable: boolean }).isUnreachable;
    stripe.setUnreachable(model.isUnreachable);
    return;
  }
  const index = (action as { index: number }).index;
  const pickDeal = (...states: Deal['state'][]) => pick(world, index, ...states);
  if (kind === 'offer') {
    const offer = model.deals.filter(({ state, token }) => state === 'held' && token.length === 24)[index % 3];
    if (offer) offer.token = (await startCheckoutFromOffer(site, offer.token)).token;
  } else if (kind === 'complete' || kind === 'completeByHand') {
    const picked = pickDeal('held', 'pending', 'done', 'void');
    if (picked && picked.token.length !== 24) await complete(world, picked, kind === 'completeByHand' ? 'manual' : 'stripe');
  } else if (kind === 'abandon') {
    const checkout = pickDeal('held');
    if (!checkout || checkout.token.length === 24) return;
    await cancelCheckout(site, checkout.token);
    model.end(checkout, 'abandoned');
  } else if (kind === 'pay') {
    const unpaid = pickDeal('pending', 'lapsed', 'void');
    if (!unpaid || stripe.sessions.get(unpaid.session)?.status !== 'open') return;
    unpaid.received = stripe.pay(unpaid.session).amount_total;
  } else if (kind === 'notify') {
    const picked = pickDeal('pending', 'lapsed', 'void', 'done');
    if (picked && picked.session !== '') await sendMessage(world, picked);
  } else if (kind === 'cancel') {
    const picked = pickDeal('pending', 'done');
    if (!picked) return;
    await cancelOrder(site, picked.order);
    const ownSeats = picked.seats - picked.transferred;
    if (picked.transferred === 0) {
      if (picked.state === 'done') picked.refunded = picked.received;
      model.end(picked, 'void');
    } else if (ownSeats > 0) {
      picked.seats = picked.transferred;
      if (picked.session !== '') picked.refunded += ownSeats * PRICE;
      model.offer(picked.paid);
    }
  } else if (kind === 'transfer') {
    const picked = pickDeal('done');
    const ticket = picked && (await viewOrder(site, picked.order)).attendees.find(({ canTransfer }) => canTransfer);
    expect(ticket !== undefined).toBe(picked !== undefined && picked.seats > picked.transferred);
    if (!picked || !ticket) return;
    const email = `holder${(callerCount += 1)}@example.org`;
    await transferTicket(site, picked.order, ticket.sheet.attendee.id, { fullName: 'Hal Holder', email });
    picked.transferred += 1;
    world.holders.push(email);
  } else if (kind === 'settle' || kind === 'reverse') {
    const picked = pickDeal('pending', 'done');
    if (!picked?.paid || (kind === 'settle' && (!picked.byHand || picked.state !== 'pending'))) return;
    const { orderId } = await viewOrder(site, picked.order);
    await updateOrderStatus(site, orderId!, kind === 'settle' ? 'completed' : index % 2 === 0 ? 'refunded' : 'voided', 0);
    if (kind === 'settle') picked.state = 'done';
    else {
      if (picked.state === 'done') picked.refunded = picked.received;
      model.end(picked, 'void');
    }
  } else {
    const picked = pickDeal('pending', 'done');
    if (picked) await cancelOne(world, picked);
  }
}

/** Returns the number of sold places that the ticket stores, and the number of places in use. */
async function readPlaces(ticketId: number): Promise<{ stored: number; inUse: number }> {
  const { prisma } = current.site.db;
  const [ticket, seated, held, waiting] = await Promise.all([
    prisma.ticket.findUniqueOrThrow({ where: { id: ticketId }, select: { sold: true } }),
    prisma.attendee.count({ where: { ticketId, holdsPlace: true } }),
    prisma.ticketHoldItem.aggregate({ where: { ticketId }, _sum: { quantity: true } }),
    prisma.waitingEntry.aggregate({ where: { ticketId }, _sum: { setAside: true } }),
  ]);
  return { stored: ticket.sold, inUse: seated + (held._sum.quantity ?? 0) + (waiting._sum.setAside ?? 0) };
}

async function expectSamePlaces({ model, tickets }: World): Promise<void> {
  for (const [paid, ticketId] of [[true, tickets.paid] as const, [false, tickets.rsvp] as const]) {
    const expected = CAPACITY - model.free(paid);
    expect(expected).toBeLessThanOrEqual(CAPACITY);
    expect(await readPlaces(ticketId)).toEqual({ stored: expected, inUse: expected });
  }
}

/** Checks that the received money equals the price of the seats plus the refunds. The provider must be reachable. */
async function expectBalanced(world: World): Promise<void> {
  await run(world, { kind: 'setUnreachable', isUnreachable: false });
  await run(world, { kind: 'advance', minutes: 5 });
  await expectSamePlaces(world);
  for (const deal of world.model.deals.filter(({ session, byHand }) => session !== '' || byHand)) {
    const refunds = stripe.refunds.filter(({ payment_intent }) => payment_intent === `pi_${deal.session}`);
    const sum = refunds.reduce((total, { amount }) => total + amount, 0);
    expect(sum).toBe(deal.refunded);
    const { attendees, totalMinor, state } = await viewOrder(current.site, deal.order);
    const seated = attendees.filter(({ sheet }) => sheet.state === 'good').length;
    expect(seated).toBe(deal.state === 'done' ? deal.seats : 0);
    if (!deal.byHand) expect(seated * PRICE).toBe(deal.received - sum);
    else if (deal.state === 'pending') expect([state, totalMinor]).toEqual(['pending', BigInt(deal.seats * PRICE)]);
  }
}

/** Cancels the event and checks that all places are free, all money is refunded or due, and every ticket holder is notified once. */
async function cancelTheEvent({ model, post, tickets, holders }: World): Promise<void> {
  [current] = sites;
  const { prisma } = current.site.db;
  const { errors } = await current.graphql('mutation($id: Int!) { cancelEvent(id: $id) { people } }', { id: post }, 'administrator');
  expect(errors).toEqual([]);
  await Promise.all(sites.map(({ site }) => settlePayments.run(site)));
  for (const ticketId of Object.values(tickets)) expect(await readPlaces(ticketId)).toEqual({ stored: 0, inUse: 0 });
  for (const { session, received } of model.deals.filter((deal) => deal.session !== '')) {
    const refunds = stripe.refunds.filter(({ payment_intent }) => payment_intent === `pi_${session}`);
    expect(refunds.reduce((total, { amount }) => total + amount, 0)).toBe(received);
  }
  for (const { order } of model.deals.filter(({ byHand, state }) => byHand && state === 'done')) {
    const { orderId } = await viewOrder(current.site, order);
    const payment = await prisma.payment.findUniqueOrThrow({ where: { orderId: orderId ?? 0 } });
    expect([payment.refundDueMinor > 0n, payment.refundDueMinor]).toEqual([true, payment.amountMinor]);
  }
  for (const email of holders) {
    const mails = await prisma.outgoingMail.findMany({ where: { kind: 'ticket-cancelled', attendee: { email } }, select: { round: true } });
    expect([email, mails]).toEqual([email, [{ round: 1 }]]);
  }
}

async function createEvent(): Promise<number> {
  const body = { title: 'Concert', status: 'publish', start_date: '2099-05-01 10:00:00', end_date: '2099-05-01 12:00:00' };
  const reply = await current.rest('POST', '/vendor/events/v1/events', { body, as: 'administrator' });
  return reply.body.id;
}

describe('Checkout under random actions of buyers, clocks and providers', () => {
  it(
    'never sells a place twice and never keeps money without a place, as in a simple model',
    async () => {
      const ticketApi = createTicketClient(current);
      await fc.assert(
        fc.asyncProperty(fc.array(arbitraryAction, { minLength: 10, maxLength: 40 }), async (actions) => {
          [current] = sites;
          const post = await createEvent();
          const startedAt = Math.floor(Date.now() / 1000) * 1000;
          setClock(createFrozenClock(new Date(startedAt)));
          const tickets = {
            paid: await ticketApi.ticket(post, { price: '12.50', ticket: { mode: 'own', capacity: CAPACITY } }),
            rsvp: await ticketApi.ticket(post, { provider: 'rsvp', price: '', ticket: { capacity: CAPACITY } }),
          };
          stripe.setUnreachable(false);
          const world: World = { model: new Model(), tickets, startedAt, waitingCount: 0, post, holders: [] };
          for (const [turn, action] of actions.entries()) {
            current = sites[turn % 2] as WholeSite;
            await run(world, action);
            await expectSamePlaces(world);
          }
          await expectBalanced(world);
          await cancelTheEvent(world);
        }),
        getModelRunOptions(6),
      );
    },
    modelTimeout,
  );
});
