import type { Database } from '../../../src/core/db/database.ts';
import type { Service, ServiceResponse } from '../../support/service.ts';

const ns = '/vendor/tickets/v1';

/** The response to a request, or null if the connection was closed before. */
export type ReplyOrNull = ServiceResponse | null;

async function readId(reply: Promise<ServiceResponse>): Promise<number> {
  const { status, body, text } = await reply;
  if (status >= 300) throw new Error(`${status} ${text}`);
  return Number(body.id);
}

/** Sells and registers through the published interface of one or several processes on one database. */
export function createBoxOffice(services: readonly Service[]) {
  const [first] = services as [Service];
  const serviceFor = (i: number) => services[i % services.length] as Service;

  return {
    async post(): Promise<number> {
      return readId(first.rest('POST', '/core/v2/posts', { body: { title: 'Evening', status: 'publish' } }));
    },
    async ticket(postId: number, fields: Record<string, unknown>): Promise<number> {
      const { body } = await first.graphql('{ nonce(action: "add_ticket_nonce") }');
      const draft = { post_id: postId, provider: 'tc', name: 'Ticket', price: '5', add_ticket_nonce: body.data.nonce, ...fields };
      return readId(first.rest('POST', `${ns}/tickets`, { body: draft }));
    },
    attendee(ticketId: number): Promise<number> {
      return readId(this.register(0, ticketId));
    },
    /** Sends the `i`th registration to the `i`th process. */
    register(i: number, ticketId: number, fields: Record<string, unknown> = {}): Promise<ServiceResponse> {
      return serviceFor(i).rest('POST', `${ns}/attendees`, {
        body: { ticket_id: ticketId, full_name: `Guest ${i}`, email: `guest${i}@example.org`, ...fields },
      });
    },
    /** Sends all requests at once, each over its own connection. */
    registerAll(count: number, ticketOf: (i: number) => number): Promise<ReplyOrNull[]> {
      return Promise.all(Array.from({ length: count }, (_, i) => this.register(i, ticketOf(i)).catch(() => null)));
    },
    get: (path: string, query: Record<string, string | number> = {}) => first.rest('GET', ns + path, { query }),
    serviceFor,
  };
}

/** Counts the responses by `201`, or by status and code of a refusal. */
export function countReplies(replies: readonly ReplyOrNull[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const reply of replies) {
    const outcome =
      reply === null ? 'no response' : reply.status === 201 ? '201' : `${reply.status} ${reply.body?.code ?? reply.body?.error}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

const selectTicketMismatches = `
  SELECT 'ticket ' || t.id || ': sold ' || t.sold || ', but ' || h.held || ' places are held' AS mismatch FROM ticket t
    CROSS JOIN LATERAL (SELECT count(*)::int AS held FROM attendee a WHERE a.ticket_id = t.id AND a.holds_place) h WHERE t.sold <> h.held
  UNION ALL
  SELECT 'ticket ' || t.id || ': stock ' || t.stock || ' and sold ' || t.sold || ' are not the capacity' FROM ticket t LEFT JOIN post_stock s ON s.post_id = t.post_id
    WHERE t.manage_stock AND t.stock + t.sold <> CASE WHEN t.stock_mode = 'global' THEN s.shared_capacity ELSE t.capacity END
  UNION ALL
  SELECT 'post ' || s.post_id || ': level ' || s.shared_level || ', taken ' || s.shared_taken || ', sold ' || u.sold || ' of ' || s.shared_capacity FROM post_stock s
    CROSS JOIN LATERAL (SELECT COALESCE(sum(t.sold), 0)::int AS sold FROM ticket t WHERE t.post_id = s.post_id AND t.stock_mode IN ('capped', 'global')) u
    WHERE s.shared_enabled AND (s.shared_taken <> u.sold OR s.shared_level + u.sold <> s.shared_capacity)`;

const selectOrderMismatches = `
  SELECT 'order ' || o.id || ': ' || a.n || ' attendees, ' || i.n || ' places, ' || l.n || ' states, last ' || COALESCE(l.last, '-') AS mismatch FROM ticket_order o
    CROSS JOIN LATERAL (SELECT count(*)::int AS n FROM attendee a WHERE a.order_id = o.id AND a.order_status = o.status) a
    CROSS JOIN LATERAL (SELECT COALESCE(sum(i.quantity), 0)::int AS n FROM ticket_order_item i WHERE i.order_id = o.id) i
    CROSS JOIN LATERAL (SELECT count(*)::int AS n, (array_agg(l.status ORDER BY l.position DESC))[1] AS last FROM ticket_order_status_log l WHERE l.order_id = o.id) l
    WHERE a.n <> i.n OR i.n = 0 OR l.n = 0 OR l.last IS DISTINCT FROM o.status
  UNION ALL
  SELECT 'attendee ' || a.id || ' has no order' FROM attendee a WHERE a.provider <> 'rsvp' AND NOT EXISTS (SELECT 1 FROM ticket_order o WHERE o.id = a.order_id)`;

/** Returns all differences between counters and rows, and every incomplete order. Empty if all numbers are correct. */
export async function findMismatches(db: Database): Promise<string[]> {
  const rows = await db.sql<{ mismatch: string }>(`${selectTicketMismatches} UNION ALL ${selectOrderMismatches}`);
  return rows.map(({ mismatch }) => mismatch);
}
