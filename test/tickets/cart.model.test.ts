import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWholeSite, type RestReply, type WholeSite } from '../support/site.ts';
import { modelRuns, modelTimeout } from './model-runs.ts';
import { ticketing } from './support.ts';

const shown = { tc: 'tickets-commerce', 'tribe-commerce': 'tribe-commerce' } as const;
type Shop = keyof typeof shown;

let site: WholeSite;
let t: ReturnType<typeof ticketing>;
let post: number;
/** Tickets, their shops, and the most of each that a cart may hold; the last is not on sale yet. */
const tickets: { id: number; shop: Shop; most: number }[] = [];
beforeAll(async () => {
  site = await openWholeSite();
  t = ticketing(site);
  post = await t.post();
  const add = async (shop: Shop, most: number, fields: object) => {
    tickets.push({ id: await t.ticket(post, { provider: shop, ...fields }), shop, most });
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
  /** What was said about its people. */
  said: unknown;
}

/** One cart for each of two visitors, by number of the ticket. */
type Model = Map<number, Line>[];
interface Real {
  cookies: (string | undefined)[];
}

function keep(real: Real, visitor: number, reply: RestReply): RestReply {
  const set = [reply.headers['set-cookie'] ?? []].flat().find((text) => text.startsWith('tickets-cart='));
  if (set) real.cookies[visitor] = /Max-Age=0\b/.test(set) ? undefined : set.split(';')[0];
  return reply;
}
const headers = ({ cookies }: Real, visitor: number): Record<string, string> => {
  const cookie = cookies[visitor];
  return cookie === undefined ? {} : { cookie };
};

/** The lines of a body, in no order: which ticket, how many, of which shop, and what was said. */
function inBody(body: RestReply['body']): unknown[] {
  const said = new Map(body.meta.map(({ ticket_id, items }: { ticket_id: number; items: unknown }) => [ticket_id, items]));
  return body.tickets
    .map((line: Record<string, unknown>) => [
      line['ticket_id'],
      line['quantity'],
      line['optout'],
      line['provider'],
      said.get(line['ticket_id'] as number) ?? null,
    ])
    .sort((a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
function inModel(cart: Map<number, Line>, shop?: Shop): unknown[] {
  return [...cart]
    .filter(([, line]) => shop === undefined || line.shop === shop)
    .map(([id, { quantity, optout, shop: of, said }]) => [id, quantity, optout ? 1 : 0, shown[of], said ?? null])
    .sort((a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

async function agrees(model: Model, real: Real): Promise<void> {
  for (const visitor of [0, 1]) {
    const { body } = await site.rest('GET', `${t.ns}/cart`, { headers: headers(real, visitor) });
    expect(inBody(body)).toEqual(inModel(model[visitor] as Map<number, Line>));
    expect(body.meta).toHaveLength(inModel(model[visitor] as Map<number, Line>).filter((line) => (line as unknown[])[4] !== null).length);
  }
}

interface Options {
  at: number;
  quantity: number;
  optout: boolean;
}

function write(
  visitor: number,
  shop: Shop,
  lines: Options[] | null,
  said: { at: number; items: unknown[] }[] | null,
): fc.AsyncCommand<Model, Real> {
  return {
    check: () => true,
    async run(model: Model, real: Real): Promise<void> {
      const cart = new Map(model[visitor]);
      let fault: string | null = null;
      for (const { at, quantity, optout } of lines ?? []) {
        const ticket = tickets[at];
        const wanted = Math.abs(quantity);
        if (wanted === 0) cart.delete(ticket?.id ?? 999_999);
        else if (!ticket) fault ??= 'ticket-does-not-exist';
        else if (wanted > ticket.most) fault ??= 'ticket-capacity-not-available';
        else cart.set(ticket.id, { quantity: wanted, optout, shop: shop, said: cart.get(ticket.id)?.said });
      }
      for (const { at, items } of said ?? []) {
        const line = cart.get(tickets[at]?.id ?? 0);
        if (line) cart.set(tickets[at]?.id as number, { ...line, said: items });
      }
      const method = (['POST', 'PUT', 'PATCH'] as const)[(lines?.length ?? 0) % 3] as string;
      const body = {
        provider: shop,
        tickets: lines?.map(({ at, quantity, optout }) => ({ ticket_id: tickets[at]?.id ?? 999_999, quantity, optout })) ?? null,
        meta: said?.map(({ at, items }) => ({ ticket_id: tickets[at]?.id ?? 999_999, provider: shop, items })) ?? null,
      };
      const reply = keep(real, visitor, await site.rest(method, `${t.ns}/cart`, { body, headers: headers(real, visitor) }));
      if (fault === null) {
        expect(reply.status, reply.text).toBe(200);
        model[visitor] = cart;
        // the response is the cart of the provider that was written
        expect(inBody(reply.body)).toEqual(inModel(cart, shop));
        if (cart.size === 0) expect(real.cookies[visitor]).toBeUndefined();
      } else expect([reply.status, reply.body.code]).toEqual([500, fault]);
      await agrees(model, real);
    },
    toString: () => `write ${JSON.stringify([visitor, shop, lines, said])}`,
  };
}

/** A name that the server does not know, or that another visitor never had, selects nothing. */
function guess(visitor: number, name: string): fc.AsyncCommand<Model, Real> {
  return {
    check: () => true,
    async run(model: Model, real: Real): Promise<void> {
      const mine = headers(real, visitor);
      const reply = await site.rest('GET', `${t.ns}/cart`, { query: { cart: name, tickets_cart: name }, headers: mine });
      expect(inBody(reply.body)).toEqual(inModel(model[visitor] as Map<number, Line>));
      const other = await site.rest('GET', `${t.ns}/cart`, { headers: { cookie: `tickets-cart=${name}` } });
      expect(other.body.tickets).toEqual([]);
    },
    toString: () => `guess ${visitor} ${name}`,
  };
}

function filter(visitor: number, shop: Shop): fc.AsyncCommand<Model, Real> {
  return {
    check: () => true,
    async run(model: Model, real: Real): Promise<void> {
      const { body } = await site.rest('GET', `${t.ns}/cart`, {
        query: { provider: shop, post_id: post },
        headers: headers(real, visitor),
      });
      const wanted = inModel(model[visitor] as Map<number, Line>, shop);
      expect(inBody(body)).toEqual(wanted);
      expect([body.cart_url, body.checkout_url]).toEqual(
        Array(2).fill(wanted.length === 0 ? '' : `http://site.test/tickets-checkout/?cart=1&post_id=${post}`),
      );
    },
    toString: () => `filter ${visitor} ${shop}`,
  };
}

const visitor = fc.nat({ max: 1 });
const shop = fc.constantFrom<Shop>('tc', 'tribe-commerce');
// mostly tickets that are there
const at = fc.oneof({ weight: 12, arbitrary: fc.nat({ max: 2 }) }, { weight: 1, arbitrary: fc.integer({ min: 3, max: 4 }) });
const wish = fc.record({
  at,
  quantity: fc.oneof({ weight: 8, arbitrary: fc.nat({ max: 3 }) }, { weight: 1, arbitrary: fc.integer({ min: -4, max: 120 }) }),
  optout: fc.boolean(),
});
const said = fc.record({
  at,
  items: fc.array(fc.record({ name: fc.string({ maxLength: 5, unit: 'grapheme' }) }), { minLength: 1, maxLength: 2 }),
});
const commands = [
  fc.tuple(visitor, shop, fc.option(fc.array(wish, { maxLength: 3 })), fc.option(fc.array(said, { maxLength: 2 }))).map((a) => write(...a)),
  fc.tuple(visitor, shop, fc.array(wish, { minLength: 1, maxLength: 2 })).map(([who, of, lines]) => write(who, of, lines, null)),
  fc.tuple(visitor, fc.stringMatching(/^[A-Za-z0-9]{12}$/)).map((a) => guess(...a)),
  fc.tuple(visitor, shop).map((a) => filter(...a)),
];

describe('Carts, whatever is written to them', () => {
  it(
    'hold what was set last, all of a write or nothing, each visitor its own',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.commands(commands, { maxCommands: 20, size: 'max' }), async (steps) => {
          await fc.asyncModelRun(() => ({ model: [new Map(), new Map()], real: { cookies: [undefined, undefined] } }), steps);
        }),
        modelRuns(18),
      );
    },
    modelTimeout,
  );
});
