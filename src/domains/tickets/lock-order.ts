import { rowShape } from '#app/core/db/columns.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';

/*
 * All transactions lock the rows that concern places in this order, which prevents deadlocks:
 *
 *   1. the content that sells, by ID            4. checkouts, orders, payments, then holds
 *   2. shared stock (`post_stock`)              5. attendees, by ID
 *   3. tickets, by ID                           6. their mail, their scans, the single row that counts scans
 *                                              7. discount codes, whose uses depend on attendees
 *
 * Entries of waiting lists, holds and carts are only changed while their tickets are locked. Before code locks a second ticket of a post
 * that shares places, it must lock the shared stock. Code that only changes attendees (check-ins, scans) starts at step 5. The SQL functions
 * `take_places` and `give_places` follow the same order.
 */

/** Tickets and posts to lock. The posts of the tickets are locked too. */
export interface PlaceLocks {
  ticketIds?: readonly number[];
  /** Posts whose tickets may already be deleted. */
  postIds?: readonly number[];
}

const lockPosts = statement(
  'lock_posts_of_places',
  // a single list of IDs uses the index; with OR, PostgreSQL would read all content
  `SELECT c.id, EXISTS (SELECT FROM post_stock s WHERE s.post_id = c.id) AS "hasStock" FROM content c
  WHERE c.id = ANY($1::int[] || ARRAY(SELECT t.post_id FROM ticket t WHERE t.id = ANY($2::int[])))
  ORDER BY c.id FOR KEY SHARE`,
  rowShape({ id: 'int', hasStock: 'bool' }),
);
// the row is created before the tickets are locked; otherwise, the first removal of an attendee would create it while it holds ticket locks,
// and other writers would wait
const createStocks = statement(
  'create_shared_stocks',
  `INSERT INTO post_stock (post_id) SELECT post.id FROM unnest($1::int[]) AS post(id)
  WHERE EXISTS (SELECT FROM ticket t WHERE t.post_id = post.id) ORDER BY post.id ON CONFLICT DO NOTHING`,
);
const lockStocks = statement(
  'lock_shared_stocks',
  'SELECT post_id FROM post_stock WHERE post_id = ANY($1::int[]) ORDER BY post_id FOR NO KEY UPDATE',
);
const lockTickets = statement('lock_tickets', 'SELECT id FROM ticket WHERE id = ANY($1::int[]) ORDER BY id FOR NO KEY UPDATE');
const lockTicketsOfPost = statement('lock_tickets_of_post', 'SELECT id FROM ticket WHERE post_id = $1 ORDER BY id FOR NO KEY UPDATE');
const lockPost = statement('lock_selling_post', 'SELECT id FROM content WHERE id = $1 FOR NO KEY UPDATE');
const lockStock = statement(
  'lock_shared_stock',
  'SELECT shared_enabled AS enabled, shared_capacity AS capacity FROM post_stock WHERE post_id = $1 FOR NO KEY UPDATE',
  rowShape({ enabled: 'bool', capacity: 'int' }),
);

/**
 * Locks the rows that places belong to until the transaction ends: posts (only against deletion), their shared stock (created if missing), and
 * tickets.
 */
export async function lockPlaces(tx: Tx, { ticketIds = [], postIds = [] }: PlaceLocks): Promise<void> {
  const posts = await queryIn(tx, lockPosts, postIds, ticketIds);
  const ids = posts.map(({ id }) => id);
  if (posts.some(({ hasStock }) => !hasStock)) await executeIn(tx, createStocks, ids);
  if (ids.length > 0) await executeIn(tx, lockStocks, ids);
  if (ticketIds.length > 0) await executeIn(tx, lockTickets, ticketIds);
}

/**
 * Locks a post and its shared stock until the transaction ends. Call it before locking or changing tickets or shared places of the post. Returns the
 * shared capacity, or null if the post shares no places.
 */
export async function lockSharedStock(tx: Tx, postId: number): Promise<number | null> {
  await executeIn(tx, lockPost, postId);
  const rows = await queryIn(tx, lockStock, postId);
  if (rows.length === 0) await executeIn(tx, createStocks, [postId]);
  const [row] = rows.length === 0 ? await queryIn(tx, lockStock, postId) : rows;
  return row?.enabled ? row.capacity : null;
}

const lockOrder = statement('lock_ticket_order', 'SELECT id FROM ticket_order WHERE id = $1 FOR UPDATE');

/** Locks an order until the transaction ends. The caller must have locked its tickets. */
export async function lockTicketOrder(tx: Tx, id: number): Promise<void> {
  await executeIn(tx, lockOrder, id);
}

/** Attendees of an order, a ticket or a post, or those with these IDs. */
export type AttendeeSelection = { orderId: number } | { ticketId: number } | { postId: number } | { ids: readonly number[] };

const lockStatement = (name: string, where: string) =>
  statement(`lock_attendees_${name}`, `SELECT id FROM attendee WHERE ${where} ORDER BY id FOR NO KEY UPDATE`);
const lockAttendeesOfOrder = lockStatement('of_order', 'order_id = $1');
const lockAttendeesOfTicket = lockStatement('of_ticket', 'ticket_id = $1');
const lockAttendeesOfPost = lockStatement('of_post', 'post_id = $1');
const lockAttendeesById = lockStatement('by_id', 'id = ANY($1::int[])');

/** Locks several attendees, sorted by ID, before one statement changes all of them. The caller must have locked their tickets. */
export async function lockAttendees(tx: Tx, selection: AttendeeSelection): Promise<void> {
  if ('orderId' in selection) await executeIn(tx, lockAttendeesOfOrder, selection.orderId);
  else if ('ticketId' in selection) await executeIn(tx, lockAttendeesOfTicket, selection.ticketId);
  else if ('postId' in selection) await executeIn(tx, lockAttendeesOfPost, selection.postId);
  else await executeIn(tx, lockAttendeesById, selection.ids);
}

/** Locks the tickets of a post and their attendees before the post is deleted, because the deletion changes all of them. */
export async function lockPostForDeletion(tx: Tx, postId: number): Promise<void> {
  await lockSharedStock(tx, postId);
  await executeIn(tx, lockTicketsOfPost, postId);
  await lockAttendees(tx, { postId });
}
