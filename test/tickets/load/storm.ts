import type { Database } from '../../../src/core/db/database.ts';
import type { ServiceResponse } from '../../support/service.ts';
import type { createBoxOffice } from './box-office.ts';

/** States that each object may have, by ID: the last acknowledged one, and all that were requested since without an acknowledgment. */
type PossibleStates = Map<number, Set<string>>;

/** Many visitors and staff who write continuously and remember the acknowledged states. */
export interface Storm {
  /** Returns the number of acknowledged writes. */
  acknowledged: () => number;
  /** Responses that were neither an acknowledgment nor a documented refusal. */
  unexpectedReplies: string[];
  /** Returns the number of 503 responses. */
  unavailable: () => number;
  /** Resolves after this number of further acknowledged writes. */
  waitForWrites: (more: number) => Promise<void>;
  /** Stops after the current requests. */
  stop: () => Promise<void>;
  /** Returns descriptions of the acknowledged writes that the database lacks. */
  findLostWrites: (db: Database) => Promise<string[]>;
}

const ns = '/vendor/tickets/v1';
const order = 'mutation($draft: OrderDraft!) { createOrder(draft: $draft) { order { databaseId attendees { databaseId } } } }';
const refund = 'mutation($id: Int!) { updateOrderStatus(id: $id, status: REFUNDED) { order { status } } }';

/** Starts writing to a post with tickets of every kind, with `visitors` simultaneous clients. */
export async function startStorm(office: ReturnType<typeof createBoxOffice>, visitors = 12): Promise<Storm> {
  const post = await office.post();
  const own = await office.ticket(post, { provider: 'tc', ticket: { mode: 'own', capacity: 100_000 } });
  const global = await office.ticket(post, { ticket: { mode: 'global', event_capacity: 90_000 } });
  const capped = await office.ticket(post, { ticket: { mode: 'capped', capacity: 80_000, event_capacity: 90_000 } });
  const rsvp = await office.ticket(post, { provider: 'rsvp', ticket: { capacity: 100_000 } });
  const possibleStates: Record<'attendee' | 'order' | 'post', PossibleStates> = {
    attendee: new Map(),
    order: new Map(),
    post: new Map(),
  };
  const unexpectedReplies: string[] = [];
  let acknowledged = 0;
  let unavailable = 0;
  let isStopped = false;

  /** Returns the body of an acknowledged write, otherwise null. */
  async function acknowledge(request: Promise<ServiceResponse>): Promise<ServiceResponse['body']> {
    const reply = await request.catch(() => null);
    if (reply === null) return null;
    const { status, body, headers } = reply;
    const code = body?.code ?? body?.errors?.[0]?.extensions.code;
    if (status < 300 && code === undefined) {
      acknowledged += 1;
      return body;
    }
    if (status === 503 && code === 'service_unavailable' && /^\d+$/.test(String(headers['retry-after']))) unavailable += 1;
    else unexpectedReplies.push(`${status} ${code} ${String(headers['retry-after'])} ${reply.text.slice(0, 200)}`);
    return null;
  }

  /** Requests another state of an object and returns whether the write was acknowledged. */
  async function change(objects: PossibleStates, id: number, state: string, request: () => Promise<ServiceResponse>): Promise<boolean> {
    objects.get(id)?.add(state);
    const isAcknowledged = (await acknowledge(request())) !== null;
    if (isAcknowledged) objects.set(id, new Set([state]));
    return isAcknowledged;
  }

  const actions: ((i: number) => Promise<unknown>)[] = [
    async (i) => {
      const created = await acknowledge(office.register(i, [own, global, capped][i % 3] as number));
      if (created) possibleStates.attendee.set(created.id, new Set(['completed']));
    },
    async (i) => {
      const created = await acknowledge(office.register(i, rsvp, { attendee_status: 'no' }));
      if (!created) return;
      possibleStates.attendee.set(created.id, new Set(['no']));
      const put = (body: object) => () => office.serviceFor(i).rest('PUT', `${ns}/attendees/${created.id}`, { body });
      if (await change(possibleStates.attendee, created.id, 'yes', put({ attendee_status: 'yes' })))
        await change(possibleStates.attendee, created.id, 'yes in', put({ check_in: true }));
    },
    async (i) => {
      const items = [
        { ticketId: global, quantity: 2 },
        { ticketId: own, quantity: 1 },
      ];
      const draft = { purchaserName: `Buyer ${i}`, purchaserEmail: `buyer${i}@example.org`, status: 'COMPLETED', items };
      const created = (await acknowledge(office.serviceFor(i).graphql(order, { draft })))?.data.createOrder.order;
      if (!created) return;
      possibleStates.order.set(created.databaseId, new Set(['completed 3']));
      const sendRefund = () => office.serviceFor(i).graphql(refund, { id: created.databaseId });
      if (i % 2 === 0) await change(possibleStates.order, created.databaseId, 'refunded 0', sendRefund);
    },
    async (i) => {
      const body = { title: `Story ${i}`, content: 'Doors at seven.', status: 'publish', tags: [] };
      const created = await acknowledge(office.serviceFor(i).rest('POST', '/core/v2/posts', { body }));
      if (!created) return;
      possibleStates.post.set(created.id, new Set([`Story ${i}`]));
      const put = () => office.serviceFor(i).rest('PUT', `/core/v2/posts/${created.id}`, { body: { title: `Story ${i} again` } });
      await change(possibleStates.post, created.id, `Story ${i} again`, put);
    },
  ];

  let next = 0;
  const clients = Array.from({ length: visitors }, async () => {
    while (!isStopped) {
      const before = acknowledged;
      const i = (next += 1);
      await (actions[i % actions.length] as (typeof actions)[0])(i);
      if (acknowledged === before) await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

  return {
    acknowledged: () => acknowledged,
    unexpectedReplies,
    unavailable: () => unavailable,
    async waitForWrites(more) {
      const goal = acknowledged + more;
      for (let waited = 0; acknowledged < goal; waited += 10) {
        if (waited > 120_000)
          throw new Error(`Only ${acknowledged} of ${goal} writes were acknowledged:\n${unexpectedReplies.slice(0, 5).join('\n')}`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async stop() {
      isStopped = true;
      await Promise.all(clients);
    },
    async findLostWrites(db) {
      const queries: Record<keyof typeof possibleStates, string> = {
        attendee: `SELECT id, order_status || CASE WHEN checked_in THEN ' in' ELSE '' END AS state FROM attendee WHERE status = 'publish'`,
        order: `SELECT o.id, o.status || ' ' || (SELECT count(*) FROM attendee a WHERE a.order_id = o.id AND a.holds_place) AS state FROM ticket_order o`,
        post: `SELECT c.id, c.title AS state FROM content c WHERE c.kind = 'post' AND EXISTS (SELECT 1 FROM content_term t WHERE t.content_id = c.id)`,
      };
      const lostWrites: string[] = [];
      for (const [kind, query] of Object.entries(queries)) {
        const stored = new Map((await db.sql<{ id: number; state: string }>(query)).map(({ id, state }) => [id, state]));
        for (const [id, expected] of possibleStates[kind as keyof typeof possibleStates]) {
          const state = stored.get(id);
          if (state === undefined || !expected.has(state))
            lostWrites.push(`${kind} ${id}: expected ${[...expected].join(' or ')}, found ${state ?? 'nothing'}`);
        }
      }
      return lostWrites;
    },
  };
}
