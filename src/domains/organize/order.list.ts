import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { type Page, getPageOffset } from '#app/core/db/page.ts';
import { toLikePattern } from '#app/domains/content/search.rules.ts';
import { splitSearchWords } from '#app/domains/tickets/ticket.list.ts';
import type { Site } from '#app/site.ts';

/** Search and page of an event's orders. */
export interface OrderSearch {
  /** Words that must all occur in the name or email address of the buyer, or in the ID. */
  search?: string | null | undefined;
  /** Only orders with a refund that is due or done. */
  refund?: 'due' | 'done' | null | undefined;
  page: number;
  perPage: number;
}

const ordersOfEvent = statement(
  'orders_of_event',
  `WITH matching AS (SELECT o.id FROM ticket_order o WHERE o.id IN (
      SELECT i.order_id FROM ticket_order_item i JOIN ticket t ON t.id = i.ticket_id WHERE t.post_id = $1::int
      UNION SELECT a.order_id FROM attendee a WHERE a.post_id = $1::int AND a.order_id IS NOT NULL)
    AND lower(o.purchaser_name || ' ' || o.purchaser_email || ' ' || o.id) LIKE ALL($2::text[])
    AND ($5::text = '' OR EXISTS (SELECT FROM payment p WHERE p.order_id = o.id AND p.refund_due_minor > 0
      AND (p.refund_due_minor > p.refunded_minor) = ($5::text = 'due')))),
  page AS (SELECT id FROM matching ORDER BY id DESC LIMIT $3::int OFFSET $4::int)
  SELECT page.id, counted.total FROM (SELECT count(*)::int AS total FROM matching) counted LEFT JOIN page ON true ORDER BY page.id DESC`,
  rowShape({ id: 'int?', total: 'int' }),
);

/** Returns the IDs of an event's orders, newest first, without permission checks. Runs one SQL statement. */
export async function listEventOrderIds(
  site: Site,
  eventId: number,
  { search, refund, page, perPage }: OrderSearch,
): Promise<Page<number>> {
  const words = splitSearchWords(search).map((word) => toLikePattern(word.toLowerCase()));
  const rows = await site.db.rows(ordersOfEvent, [eventId, words, perPage, getPageOffset({ page, perPage }), refund ?? '']);
  const total = rows[0]?.total ?? 0;
  return { total, totalPages: Math.ceil(total / perPage), nodes: rows.flatMap(({ id }) => id ?? []) };
}

const orderDetails = {
  items: { orderBy: { ticketId: 'asc' } },
  checkout: { select: { discountCode: true, answers: true } },
  payment: {
    select: {
      state: true,
      gateway: true,
      amountMinor: true,
      refundDueMinor: true,
      refundedMinor: true,
      refundRefusal: true,
      refunds: { select: { amountMinor: true, gateway: true, note: true, createdUtc: true }, orderBy: { id: 'asc' } },
    },
  },
} as const;

/** Returns a page of an event's orders with their lines and payments. */
export async function listOrdersOfEvent(site: Site, eventId: number, options: OrderSearch) {
  const page = await listEventOrderIds(site, eventId, options);
  const orders =
    page.nodes.length === 0 ? [] : await site.db.prisma.ticketOrder.findMany({ where: { id: { in: page.nodes } }, include: orderDetails });
  return { ...page, nodes: orders.sort((a, b) => b.id - a.id) };
}

/** An order of `listOrdersOfEvent`. */
export type OrganizedOrder = Awaited<ReturnType<typeof listOrdersOfEvent>>['nodes'][number];
