import { rowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { entryStatuses } from '#app/domains/tickets/statuses.ts';
import type { Site } from '#app/site.ts';

/** Revenue in one currency, in minor units. */
export interface Revenue {
  /** ISO 4217. */
  currency: string;
  minorUnits: number;
}

/** Sales of an event. */
export interface EventSales {
  /** ID of the event. */
  id: number;
  /** Number of valid tickets: paid and free tickets, and registrations with the reply "going". */
  sold: number;
  /** Number of places held for unpaid orders, checkouts and waiting lists. */
  held: number;
  /** Number of places requested on waiting lists. */
  waiting: number;
  /** Number of checked-in attendees. */
  in: number;
  /** Number of ticket types. */
  tickets: number;
  /** Total number of places; null = unlimited, or no tickets. */
  capacity: number | null;
  /** Revenue of valid tickets, by currency. */
  revenue: readonly Revenue[];
}

const sales = statement(
  'sales_of_events',
  `WITH people AS (
    SELECT post_id AS id, count(*) FILTER (WHERE order_status = ANY($2::text[]))::int AS sold, count(*) FILTER (WHERE checked_in)::int AS entered,
      count(*) FILTER (WHERE holds_place AND order_status <> ALL($2::text[]))::int AS pending
    FROM attendee WHERE post_id = ANY($1::int[]) AND status = 'publish' GROUP BY post_id
  ), paid AS (
    SELECT id, json_agg(json_build_object('currency', currency, 'minorUnits', minor) ORDER BY currency) AS revenue FROM (
      SELECT post_id AS id, currency, sum(price_paid_minor)::float8 AS minor FROM attendee
      WHERE post_id = ANY($1::int[]) AND status = 'publish' AND order_status = ANY($2::text[]) AND price_paid_minor > 0 GROUP BY post_id, currency) m GROUP BY id
  ), places AS (
    SELECT post_id AS id, count(*)::int AS tickets, bool_or(NOT manage_stock) AS unlimited,
      COALESCE(sum(capacity) FILTER (WHERE manage_stock AND stock_mode = 'own'), 0)::int AS own, bool_or(manage_stock AND stock_mode IN ('capped', 'global')) AS shares
    FROM ticket WHERE post_id = ANY($1::int[]) AND status <> 'trash' GROUP BY post_id
  ), holds AS (
    SELECT t.post_id AS id, sum(i.quantity)::int AS places FROM ticket_hold_item i JOIN ticket t ON t.id = i.ticket_id
    WHERE t.post_id = ANY($1::int[]) GROUP BY t.post_id
  ), queue AS (
    SELECT t.post_id AS id, sum(w.quantity)::int AS places, sum(w.set_aside)::int AS "setAside" FROM waiting_entry w JOIN ticket t ON t.id = w.ticket_id
    WHERE t.post_id = ANY($1::int[]) AND w.status = 'waiting' GROUP BY t.post_id
  )
  SELECT requested.id, COALESCE(p.sold, 0) AS sold, COALESCE(p.pending, 0) + COALESCE(k.places, 0) + COALESCE(q."setAside", 0) AS held, COALESCE(q.places, 0) AS waiting,
    COALESCE(p.entered, 0) AS "in", COALESCE(t.tickets, 0) AS tickets, paid.revenue,
    CASE WHEN t.id IS NULL OR t.unlimited THEN NULL ELSE t.own + CASE WHEN t.shares THEN COALESCE(s.shared_capacity, 0) ELSE 0 END END AS capacity
  FROM unnest($1::int[]) AS requested(id) LEFT JOIN people p ON p.id = requested.id LEFT JOIN paid ON paid.id = requested.id LEFT JOIN places t ON t.id = requested.id
    LEFT JOIN holds k ON k.id = requested.id LEFT JOIN queue q ON q.id = requested.id LEFT JOIN post_stock s ON s.post_id = requested.id`,
  rowShape({
    id: 'int',
    sold: 'int',
    held: 'int',
    waiting: 'int',
    in: 'int',
    tickets: 'int',
    revenue: 'json?',
    capacity: 'int?',
  }),
);

/** Returns the sales of events, in the order of `ids`, without permission checks. Runs one SQL statement for all events. */
export async function loadSales(site: Site, ids: readonly number[]): Promise<EventSales[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await site.db.rows(sales, [[...ids], [...entryStatuses]])).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [{ ...row, revenue: (row.revenue as Revenue[] | null) ?? [] }] : [];
  });
}
