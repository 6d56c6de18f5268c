import type { Database } from '../../../src/core/db/database.ts';
import type { ServiceReply } from '../../support/service.ts';
import type { boxOffice } from './box-office.ts';

/** Acknowledged state of objects by ID, together with requested states without a response. */
type Promised = Map<number, Set<string>>;

/** Many visitors and staff who write continuously and remember the acknowledged states. */
export interface Storm {
  /** Returns the number of acknowledged writes. */
  acknowledged: () => number;
  /** Responses that were neither an acknowledgment nor a documented refusal. */
  odd: string[];
  /** Returns the number of 503 responses. */
  unavailable: () => number;
  /** Resolves after this number of further acknowledged writes. */
  reaches: (more: number) => Promise<void>;
  /** Stops after the current requests. */
  end: () => Promise<void>;
  /** Returns the acknowledged writes that are missing in the database. */
  losses: (db: Database) => Promise<string[]>;
}

const ns = '/vendor/tickets/v1';
const order = 'mutation($draft: OrderDraft!) { createOrder(draft: $draft) { order { databaseId attendees { databaseId } } } }';
const refund = 'mutation($id: Int!) { updateOrderStatus(id: $id, status: REFUNDED) { order { status } } }';

/** Starts writing to a post with tickets of every kind, with `visitors` simultaneous clients. */
export async function storm(office: ReturnType<typeof boxOffice>, visitors = 12): Promise<Storm> {
  const post = await office.post();
  const own = await office.ticket(post, { provider: 'tc', ticket: { mode: 'own', capacity: 100_000 } });
  const global = await office.ticket(post, { ticket: { mode: 'global', event_capacity: 90_000 } });
  const capped = await office.ticket(post, { ticket: { mode: 'capped', capacity: 80_000, event_capacity: 90_000 } });
  const answer = await office.ticket(post, { provider: 'rsvp', ticket: { capacity: 100_000 } });
  const promised = { attendee: new Map() as Promised, order: new Map() as Promised, post: new Map() as Promised };
  const odd: string[] = [];
  let acknowledged = 0;
  let unavailable = 0;
  let isOver = false;

  /** Returns the body of an acknowledged write, otherwise null. */
  async function acknowledge(asked: Promise<ServiceReply>): Promise<ServiceReply['body']> {
    const reply = await asked.catch(() => null);
    if (reply === null) return null;
    const { status, body, headers } = reply;
    const code = body?.code ?? body?.errors?.[0]?.extensions.code;
    if (status < 300 && code === undefined) {
      acknowledged += 1;
      return body;
    }
    if (status === 503 && code === 'service_unavailable' && /^\d+$/.test(String(headers['retry-after']))) unavailable += 1;
    else odd.push(`${status} ${code} ${String(headers['retry-after'])} ${reply.text.slice(0, 200)}`);
    return null;
  }

  /** Requests another state of an object. */
  async function change(of: Promised, id: number, state: string, asked: () => Promise<ServiceReply>): Promise<boolean> {
    of.get(id)?.add(state);
    const isReported = (await acknowledge(asked())) !== null;
    if (isReported) of.set(id, new Set([state]));
    return isReported;
  }

  const acts: ((i: number) => Promise<unknown>)[] = [
    async (i) => {
      const made = await acknowledge(office.register(i, [own, global, capped][i % 3] as number));
      if (made) promised.attendee.set(made.id, new Set(['completed']));
    },
    async (i) => {
      const made = await acknowledge(office.register(i, answer, { attendee_status: 'no' }));
      if (!made) return;
      promised.attendee.set(made.id, new Set(['no']));
      const put = (body: object) => () => office.one(i).rest('PUT', `${ns}/attendees/${made.id}`, { body });
      if (await change(promised.attendee, made.id, 'yes', put({ attendee_status: 'yes' })))
        await change(promised.attendee, made.id, 'yes in', put({ check_in: true }));
    },
    async (i) => {
      const items = [
        { ticketId: global, quantity: 2 },
        { ticketId: own, quantity: 1 },
      ];
      const draft = { purchaserName: `Buyer ${i}`, purchaserEmail: `buyer${i}@example.org`, status: 'COMPLETED', items };
      const made = (await acknowledge(office.one(i).graphql(order, { draft })))?.data.createOrder.order;
      if (!made) return;
      promised.order.set(made.databaseId, new Set(['completed 3']));
      const ask = () => office.one(i).graphql(refund, { id: made.databaseId });
      if (i % 2 === 0) await change(promised.order, made.databaseId, 'refunded 0', ask);
    },
    async (i) => {
      const body = { title: `Story ${i}`, content: 'Doors at seven.', status: 'publish', tags: [] };
      const made = await acknowledge(office.one(i).rest('POST', '/core/v2/posts', { body }));
      if (!made) return;
      promised.post.set(made.id, new Set([`Story ${i}`]));
      const put = () => office.one(i).rest('PUT', `/core/v2/posts/${made.id}`, { body: { title: `Story ${i} again` } });
      await change(promised.post, made.id, `Story ${i} again`, put);
    },
  ];

  let next = 0;
  const visiting = Array.from({ length: visitors }, async () => {
    while (!isOver) {
      const before = acknowledged;
      const i = (next += 1);
      await (acts[i % acts.length] as (typeof acts)[0])(i);
      if (acknowledged === before) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

  return {
    acknowledged: () => acknowledged,
    odd,
    unavailable: () => unavailable,
    async reaches(more) {
      const goal = acknowledged + more;
      for (let waited = 0; acknowledged < goal; waited += 10) {
        if (waited > 120_000) throw new Error(`Only ${acknowledged} of ${goal} writes were acknowledged:\n${odd.slice(0, 5).join('\n')}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async end() {
      isOver = true;
      await Promise.all(visiting);
    },
    async losses(db) {
      const states: Record<keyof typeof promised, string> = {
        attendee: `SELECT id, order_status || CASE WHEN checked_in THEN ' in' ELSE '' END AS state FROM attendee WHERE status = 'publish'`,
        order: `SELECT o.id, o.status || ' ' || (SELECT count(*) FROM attendee a WHERE a.order_id = o.id AND a.holds_place) AS state FROM ticket_order o`,
        post: `SELECT c.id, c.title AS state FROM content c WHERE c.kind = 'post' AND EXISTS (SELECT 1 FROM content_term t WHERE t.content_id = c.id)`,
      };
      const lost: string[] = [];
      for (const [kind, text] of Object.entries(states)) {
        const found = new Map((await db.sql<{ id: number; state: string }>(text)).map(({ id, state }) => [id, state]));
        for (const [id, said] of promised[kind as keyof typeof promised]) {
          const state = found.get(id);
          if (state === undefined || !said.has(state))
            lost.push(`${kind} ${id}: ${[...said].join(' or ')} was promised, ${state ?? 'nothing'} is there`);
        }
      }
      return lost;
    },
  };
}
