import { createBatchedReader } from '#app/core/batching/batched-reads.ts';
import { rowShape, mapShape } from '#app/core/db/columns.ts';
import { anyId } from '#app/core/db/any-id.ts';
import type { Tx } from '#app/core/db/database.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import { type SellingPost, sellingPostColumns, buildSellingPostJoins, toSellingPost } from './selling-post.ts';
import { ticketColumns, type TicketRecord, ticketTables } from './ticket.record.ts';

const byIds = statement('tickets_by_id', `SELECT ${ticketColumns.list} FROM ${ticketTables} WHERE t.id = ${anyId('$1')}`, ticketColumns);

const createBatchedRead = ({ db }: Site) => createBatchedReader((uniqueIds) => db.rows(byIds, [uniqueIds]));

/** Reads tickets by ID, without permission checks and in no particular order. Concurrent requests share one statement. */
export async function loadTickets(site: Site, ids: readonly number[]): Promise<TicketRecord[]> {
  return ids.length === 0 ? [] : await site.state.getOrCreate(createBatchedRead, site)(ids);
}

/** Reads a ticket in the transaction. Returns null if it does not exist. */
export async function readTicket(tx: Tx, id: number): Promise<TicketRecord | null> {
  return (await queryIn(tx, byIds, [id]))[0] ?? null;
}

const postsByIds = statement(
  'selling_posts_by_id',
  `SELECT ${sellingPostColumns.list} FROM unnest($1::int[]) AS requested(id) ${buildSellingPostJoins('requested.id')} WHERE c.id IS NOT NULL`,
  mapShape(sellingPostColumns, (row) => toSellingPost(row) as SellingPost),
);

/** Reads posts and events with the data that their tickets need; omits unknown IDs. Runs one SQL statement. */
export async function loadSellingPosts(site: Site, ids: readonly number[]): Promise<SellingPost[]> {
  return ids.length === 0 ? [] : await site.db.rows(postsByIds, [ids]);
}

/** Reads a post or event with the data that its tickets need, in the transaction. Returns null if it does not exist. */
export async function readSellingPost(tx: Tx, id: number): Promise<SellingPost | null> {
  return (await queryIn(tx, postsByIds, [id]))[0] ?? null;
}

const isKnown = statement(
  'is_known_id',
  `SELECT CASE WHEN EXISTS (SELECT 1 FROM content WHERE id = $1) OR EXISTS (SELECT 1 FROM attendee WHERE id = $1)
  OR EXISTS (SELECT 1 FROM ticket WHERE id = $1) OR EXISTS (SELECT 1 FROM ticket_order WHERE id = $1) THEN true ELSE false END AS known`,
  rowShape({ known: 'bool' }),
);

/** True if content, a ticket, an attendee or an order has the ID. */
export async function isKnownId(site: Site, id: number): Promise<boolean> {
  return (await site.db.rows(isKnown, [id]))[0]?.known === true;
}

const existingContentIds = statement('known_content', `SELECT c.id FROM content c WHERE c.id = ${anyId('$1')}`, rowShape({ id: 'int' }));

const existingTicketIds = statement('known_tickets', `SELECT t.id FROM ticket t WHERE t.id = ${anyId('$1')}`, rowShape({ id: 'int' }));

async function areKnown(site: Site, query: typeof existingContentIds, ids: readonly number[]): Promise<boolean> {
  const uniqueIds = [...new Set(ids)];
  return uniqueIds.length > 0 && (await site.db.rows(query, [uniqueIds])).length === uniqueIds.length;
}

/** True if there is at least one ID, and all IDs are those of content. */
export const arePosts = (site: Site, ids: readonly number[]): Promise<boolean> => areKnown(site, existingContentIds, ids);

/** True if there is at least one ID, and all IDs are those of tickets. */
export const areTickets = (site: Site, ids: readonly number[]): Promise<boolean> => areKnown(site, existingTicketIds, ids);

const postSells = statement(
  'post_sells',
  `SELECT EXISTS (SELECT 1 FROM ticket WHERE post_id = $1 AND status <> 'trash') AS found`,
  rowShape({ found: 'bool' }),
);

/** True if the post has a ticket that is not in the trash. */
export async function hasTickets(site: Site, postId: number): Promise<boolean> {
  return (await site.db.rows(postSells, [postId]))[0]?.found === true;
}
