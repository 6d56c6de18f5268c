import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type RestResponse, type WholeSite } from '../support/site.ts';
import { getModelRunOptions, modelTimeout } from './model-runs.ts';
import { createTicketClient } from './support.ts';

/** Provider in responses, by shop. */
const providers = { tc: 'tickets-commerce', 'tribe-commerce': 'tribe-commerce' } as const;
type Shop = keyof typeof providers;

let site: WholeSite;
let t: ReturnType<typeof createTicketClient>;
let post: number;
/** Tickets with their shop and the maximum quantity in a cart. The last one is not on sale yet. */
const tickets: { id: number; shop: Shop; max: number }[] = [];
beforeAll(async () => {
  site = await openWholeSite();
  t = createTicketClient(site);
  post = await t.post();
  const add = async (shop: Shop, max: number, fields: object) => {
    tickets.push({ id: await t.ticket(post, { provider: shop, ...fields }), shop, max });
  };
  await add('tc', 4, { ticket: { mode: 'own', capacity: 4 } });
  await add('tc', 100, { ticket: { mode: '' } });
  await add('tribe-commerce', 3, { ticket: { mode: 'global', event_capacity: 3 } });
  await add('tc', 0, { start_date: '2099-01-01', start_time: '08:00:00', ticket: { mode: 'own', capacity: 9 } });
});
afterAll(() => site.close());

interface Line {
  quantity: number;
  optout: boolean;
  shop: Shop;
  /** Attendee data of the line. */
  meta: unknown;
}

/** The cart of each of two visitors, by ticket ID. */
type Model = Map<number, Line>[];
interface Real {
  cookies: (string | undefined)[];
}

function storeCookie(real: Real, visitor: number, reply: RestResponse): RestResponse {
  const set = [reply.headers['set-cookie'] ?? []].flat().find((text) => text.startsWith('tickets-cart='));
  if (set) real.cookies[visitor] = /Max-Age=0\b/.test(set) ? undefined : set.split(';')[0];
  return reply;
}
const headers = ({ cookies }: Real, visitor: number): Record<string, string> => {
  const cookie = cookies[visitor];
  return cookie === undefined ? {} : { cookie };
};

/** Returns the lines of a response, sorted: ticket, quantity, shop and attendee data. */
function linesOfBody(body: RestResponse['body']): unknown[] {
  const metaByTicket = new Map(body.meta.map(({ ticket_id, items }: { ticket_id: number; items: unknown }) => [ticket_id, items]));
  return body.tickets
    .map((line: Record<string, unknown>) => [
      line['ticket_id'],
      line['quantity'],
      line['optout'],
      line['provider'],
      metaByTicket.get(line['ticket_id'] as number) ?? null,
    ])
    .sort((a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
function linesOfModel(cart: Map<number, Line>, onlyShop?: Shop): unknown[] {
  return [...cart]
    .filter(([, line]) => onlyShop === undefined || line.shop === onlyShop)
    .map(([id, { quantity, optout, shop, meta }]) => [id, quantity, optout ? 1 : 0, providers[shop], meta ?? null])
    .sort((a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

async function expectAgreement(model: Model, real: Real): Promise<void> {
  for (const visitor of [0, 1]) {
    const { body } = await site.rest('GET', `${t.ns}/cart`, { headers: headers(real, visitor) });
    expect(linesOfBody(body)).toEqual(linesOfModel(model[visitor] as Map<number, Line>));
    expect(body.meta).toHaveLength(
      linesOfModel(model[visitor] as Map<number, Line>).filter((line) => (line as unknown[])[4] !== null).length,
    );
  }
}

interface WrittenLine {
  at: number;
  quantity: number;
  optout: boolean;
}

function write(
  visitor: number,
  shop: Shop,
  lines: WrittenLine[] | null,
  meta: { at: number; items: unknown[] }[] | null,
): fc.AsyncCommand<Model, Real> {
  return {
    check: () => true,
    async run(model: Model, real: Real): Promise<void> {
      const cart = new Map(model[visitor]);
      let fault: string | null = null;
      for (const { at, quantity, optout } of lines ?? []) {
        const ticket = tickets[at];
        const newQuantity = Math.abs(quantity);
        if (newQuantity === 0) cart.delete(ticket?.id ?? 999_999);
        else if (!ticket) fault ??= 'ticket-does-not-exist';
        else if (newQuantity > ticket.max) fault ??= 'ticket-capacity-not-available';
        else cart.set(ticket.id, { quantity: newQuantity, optout, shop, meta: cart.get(ticket.id)?.meta });
      }
      for (const { at, items } of meta ?? []) {
        const line = cart.get(tickets[at]?.id ?? 0);
        if (line) cart.set(tickets[at]?.id as number, { ...line, meta: items });
      }
      const method = (['POST', 'PUT', 'PATCH'] as const)[(lines?.length ?? 0) % 3] as string;
      const body = {
        provider: shop,
        tickets: lines?.map(({ at, quantity, optout }) => ({ ticket_id: tickets[at]?.id ?? 999_999, quantity, optout })) ?? null,
        meta: meta?.map(({ at, items }) => ({ ticket_id: tickets[at]?.id ?? 999_999, provider: shop, items })) ?? null,
      };
      const reply = storeCookie(real, visitor, await site.rest(method, `${t.ns}/cart`, { body, headers: headers(real, visitor) }));
      if (fault === null) {
        expect(reply.status, reply.text).toBe(200);
        model[visitor] = cart;
        // the response contains the cart of the written provider
        expect(linesOfBody(reply.body)).toEqual(linesOfModel(cart, shop));
        if (cart.size === 0) expect(real.cookies[visitor]).toBeUndefined();
      } else expect([reply.status, reply.body.code]).toEqual([500, fault]);
      await expectAgreement(model, real);
    },
    toString: () => `write ${JSON.stringify([visitor, shop, lines, meta])}`,
  };
}

/** Sends a cart name that the server does not know, or that belongs to another visitor. It must select no cart. */
function guessCartName(visitor: number, name: string): fc.AsyncCommand<Model, Real> {
  return {
    check: () => true,
    async run(model: Model, real: Real): Promise<void> {
      const mine = headers(real, visitor);
      const reply = await site.rest('GET', `${t.ns}/cart`, { query: { cart: name, tickets_cart: name }, headers: mine });
      expect(linesOfBody(reply.body)).toEqual(linesOfModel(model[visitor] as Map<number, Line>));
      const other = await site.rest('GET', `${t.ns}/cart`, { headers: { cookie: `tickets-cart=${name}` } });
      expect(other.body.tickets).toEqual([]);
    },
    toString: () => `guess ${visitor} ${name}`,
  };
}

function readFiltered(visitor: number, shop: Shop): fc.AsyncCommand<Model, Real> {
  return {
    check: () => true,
    async run(model: Model, real: Real): Promise<void> {
      const { body } = await site.rest('GET', `${t.ns}/cart`, {
        query: { provider: shop, post_id: post },
        headers: headers(real, visitor),
      });
      const expected = linesOfModel(model[visitor] as Map<number, Line>, shop);
      expect(linesOfBody(body)).toEqual(expected);
      expect([body.cart_url, body.checkout_url]).toEqual(
        Array(2).fill(expected.length === 0 ? '' : `http://site.test/tickets-checkout/?cart=1&post_id=${post}`),
      );
    },
    toString: () => `filter ${visitor} ${shop}`,
  };
}

const visitor = fc.nat({ max: 1 });
const shop = fc.constantFrom<Shop>('tc', 'tribe-commerce');
// mostly existing tickets
const at = fc.oneof({ weight: 12, arbitrary: fc.nat({ max: 2 }) }, { weight: 1, arbitrary: fc.integer({ min: 3, max: 4 }) });
const line = fc.record({
  at,
  quantity: fc.oneof({ weight: 8, arbitrary: fc.nat({ max: 3 }) }, { weight: 1, arbitrary: fc.integer({ min: -4, max: 120 }) }),
  optout: fc.boolean(),
});
const meta = fc.record({
  at,
  items: fc.array(fc.record({ name: fc.string({ maxLength: 5, unit: 'grapheme' }) }), { minLength: 1, maxLength: 2 }),
});
const commands = [
  fc.tuple(visitor, shop, fc.option(fc.array(line, { maxLength: 3 })), fc.option(fc.array(meta, { maxLength: 2 }))).map((a) => write(...a)),
  fc
    .tuple(visitor, shop, fc.array(line, { minLength: 1, maxLength: 2 }))
    .map(([visitor, shop, lines]) => write(visitor, shop, lines, null)),
  fc.tuple(visitor, fc.stringMatching(/^[A-Za-z0-9]{12}$/)).map((a) => guessCartName(...a)),
  fc.tuple(visitor, shop).map((a) => readFiltered(...a)),
];

describe('Carts with random writes', () => {
  it(
    'contain the last written lines, apply each write completely or not at all, and are separate for each visitor',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.commands(commands, { maxCommands: 20, size: 'max' }), async (steps) => {
          await fc.asyncModelRun(() => ({ model: [new Map(), new Map()], real: { cookies: [undefined, undefined] } }), steps);
        }),
        getModelRunOptions(18),
      );
    },
    modelTimeout,
  );
});
