import { rowShape, narrowShape } from '#app/core/db/columns.ts';
import { statement } from '#app/core/db/statement.ts';
import { notFound } from '#app/core/failures/failure.ts';
import type { Site } from '#app/site.ts';

/**
 * What occupies a place: `attendees` = a valid ticket, `pending` = an unpaid order, `hold` = places reserved for a visitor, `offer` = an offer to an
 * entry of a waiting list, `set_aside` = a place that is collected for an entry of a waiting list, `deleted` = a sold place of a deleted ticket.
 */
export type HolderKind = 'attendees' | 'pending' | 'hold' | 'offer' | 'set_aside' | 'deleted';

/** Number of occupied places of one capacity, by kind. The places of all kinds add up to `counter`. */
export interface OccupiedPlaces {
  ticketId: number | null;
  postId: number | null;
  /** `own`, `capped`, `global`, empty = unlimited; `shared` for the places that the tickets of a post share. */
  level: string;
  /** -1 = unlimited. */
  capacity: number;
  /** Stored number of occupied places. */
  counter: number;
  kinds: { kind: HolderKind; places: number }[];
}

/** One holder: an order or registration with all its attendees, a hold, an offer, or a waiting list entry for which places are set aside. */
export interface PlaceHolder {
  kind: HolderKind;
  /** ID of the order, the registered attendee, the hold (also of an offer), or the waiting list entry. */
  id: number;
  name: string;
  places: number;
  since: Date;
  /** Time at which the places become free; null = no limit. */
  until: Date | null;
}

/** Identifies a capacity: that of a ticket, or the one that the tickets of a post share. */
export type CapacityKey = { ticketId: number } | { postId: number };

/** SQL for the IDs of the tickets whose holders are counted. */
const ticketIds = `SELECT id FROM ticket WHERE ($1::int IS NOT NULL AND id = $1::int) OR ($1::int IS NULL AND post_id = $2::int AND stock_mode IN ('capped', 'global'))`;

// one statement, so that the counter and the counted rows are consistent
const countedHolders = `WITH of AS MATERIALIZED (${ticketIds}),
  attendees AS (SELECT count(*) FILTER (WHERE order_status IN ('yes', 'completed'))::int AS settled,
    count(*) FILTER (WHERE order_status NOT IN ('yes', 'completed'))::int AS pending
    FROM attendee WHERE ticket_id IN (SELECT id FROM of) AND holds_place),
  held AS (SELECT COALESCE(sum(i.quantity) FILTER (WHERE h.entry_id IS NULL), 0)::int AS holds,
    COALESCE(sum(i.quantity) FILTER (WHERE h.entry_id IS NOT NULL), 0)::int AS offers
    FROM ticket_hold_item i JOIN ticket_hold h ON h.id = i.hold_id WHERE i.ticket_id IN (SELECT id FROM of)),
  waiting AS (SELECT COALESCE(sum(set_aside), 0)::int AS "setAside" FROM waiting_entry WHERE ticket_id IN (SELECT id FROM of) AND set_aside > 0)`;

const rowTypes = rowShape({
  level: 'text',
  postId: 'int?',
  counter: 'int',
  capacity: 'int',
  settled: 'int',
  pending: 'int',
  holds: 'int',
  offers: 'int',
  setAside: 'int',
  deleted: 'int',
});

const heldPlacesOfTicket = statement(
  'held_places_of_ticket',
  `${countedHolders} SELECT t.stock_mode AS level, t.post_id AS "postId", t.sold AS counter, 0 AS deleted,
    CASE WHEN NOT t.manage_stock THEN -1 WHEN t.stock_mode = 'global' THEN COALESCE(s.shared_capacity, 0) ELSE t.capacity END AS capacity,
    attendees.*, held.*, waiting.* FROM ticket t LEFT JOIN post_stock s ON s.post_id = t.post_id, attendees, held, waiting WHERE t.id = $1::int AND $2::int IS NULL`,
  rowTypes,
);

const heldPlacesOfPost = statement(
  'held_places_of_post',
  `${countedHolders} SELECT 'shared' AS level, s.post_id AS "postId", s.shared_taken AS counter, s.shared_capacity AS capacity,
    s.shared_taken - (SELECT COALESCE(sum(sold), 0)::int FROM ticket WHERE id IN (SELECT id FROM of)) AS deleted,
    attendees.*, held.*, waiting.* FROM post_stock s, attendees, held, waiting WHERE s.post_id = $2::int AND s.shared_enabled AND $1::int IS NULL`,
  rowTypes,
);

const buildParameters = (key: CapacityKey) => ('ticketId' in key ? [key.ticketId, null] : [null, key.postId]);

/** Counts the holders of a capacity. Throws `ticket_not_found`, and `places_not_shared` for a post whose tickets share no places. */
export async function countOccupiedPlaces(site: Site, key: CapacityKey): Promise<OccupiedPlaces> {
  const isTicket = 'ticketId' in key;
  const [row] = await site.db.rows(isTicket ? heldPlacesOfTicket : heldPlacesOfPost, buildParameters(key));
  if (!row)
    throw isTicket
      ? notFound('ticket_not_found', 'There is no such ticket.')
      : notFound('places_not_shared', 'The tickets of this post share no places.');
  return {
    ticketId: isTicket ? key.ticketId : null,
    postId: row.postId,
    level: row.level,
    capacity: row.capacity,
    counter: row.counter,
    kinds: [
      { kind: 'attendees', places: row.settled },
      { kind: 'pending', places: row.pending },
      { kind: 'hold', places: row.holds },
      { kind: 'offer', places: row.offers },
      { kind: 'set_aside', places: row.setAside },
      ...(isTicket ? [] : [{ kind: 'deleted' as const, places: row.deleted }]),
    ],
  };
}

const holders = statement(
  'place_holders',
  `WITH of AS MATERIALIZED (${ticketIds})
  SELECT * FROM (
    SELECT CASE WHEN a.order_status IN ('yes', 'completed') THEN 'attendees' ELSE 'pending' END AS kind, COALESCE(a.order_id, a.id) AS id,
      COALESCE(min(o.purchaser_name), min(a.full_name)) AS name, count(*)::int AS places, min(a.created_utc) AS since, max(a.held_until) AS until
      FROM attendee a LEFT JOIN ticket_order o ON o.id = a.order_id WHERE a.ticket_id IN (SELECT id FROM of) AND a.holds_place GROUP BY 1, 2
    UNION ALL
    SELECT CASE WHEN h.entry_id IS NULL THEN 'hold' ELSE 'offer' END, h.id, COALESCE(max(w.full_name), ''), sum(i.quantity)::int, h.created_utc, h.expires_at
      FROM ticket_hold_item i JOIN ticket_hold h ON h.id = i.hold_id LEFT JOIN waiting_entry w ON w.id = h.entry_id
      WHERE i.ticket_id IN (SELECT id FROM of) GROUP BY h.id
    UNION ALL
    SELECT 'set_aside', w.id, w.full_name, w.set_aside, w.created_utc, NULL FROM waiting_entry w
      WHERE w.ticket_id IN (SELECT id FROM of) AND w.set_aside > 0
  ) holders WHERE (id, kind) > ($3::int, $4::text) ORDER BY id, kind LIMIT $5::int`,
  narrowShape<PlaceHolder>(rowShape({ kind: 'text', id: 'int', name: 'text', places: 'int', since: 'timestamptz', until: 'timestamptz?' })),
);

/** Returns at most `limit` holders of a capacity, sorted by ID, that follow the holder `after`. */
export async function listPlaceHolders(
  site: Site,
  key: CapacityKey,
  { limit, after }: { limit: number; after: { id: number; kind: string } | null },
): Promise<{ holders: PlaceHolder[]; hasMore: boolean }> {
  const rows = await site.db.rows(holders, [...buildParameters(key), after?.id ?? 0, after?.kind ?? '', limit + 1]);
  return { holders: rows.slice(0, limit), hasMore: rows.length > limit };
}
