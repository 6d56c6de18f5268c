import { settleDueContent } from '../content/schedule.service.ts';
import { utcNow } from '../content/site-time.ts';
import { batchedReads } from '../core/batched-reads.ts';
import type { Database, Tx } from '../core/db/database.ts';
import type { Site } from '../site.ts';
import { type SellingPost, sellingPostColumns, sellingPostJoins, sellingPostOf, type SellingPostRow } from './selling-post.ts';
import { ticketColumns, ticketOf, type TicketRecord, type TicketRow, ticketTables } from './ticket.record.ts';

const byIds = `SELECT ${ticketColumns} FROM ${ticketTables} WHERE t.id = ANY($1::int[])`;

async function readTickets(site: Site, ids: readonly number[]): Promise<TicketRecord[]> {
  await settleDueContent(site);
  const now = utcNow();
  return (await site.db.sql<TicketRow>(byIds, [ids], 'tickets_by_id')).map((row) => ticketOf(row, now));
}

const reads = new WeakMap<Database, (ids: readonly number[]) => Promise<TicketRecord[]>>();

/** The tickets with these ids, whoever asks, in no particular order. One statement, which requests at the same time share. */
export async function loadTickets(site: Site, ids: readonly number[]): Promise<TicketRecord[]> {
  if (ids.length === 0) return [];
  let read = reads.get(site.db);
  if (!read) reads.set(site.db, (read = batchedReads((wanted) => readTickets(site, wanted))));
  return await read(ids);
}

/** A ticket as the transaction sees it; null when there is none. */
export async function readTicket(tx: Tx, id: number): Promise<TicketRecord | null> {
  const [row] = await tx.$queryRawUnsafe<TicketRow[]>(byIds, [id]);
  return row ? ticketOf(row, utcNow()) : null;
}

const postsByIds = `SELECT ${sellingPostColumns} FROM unnest($1::int[]) AS asked(id) ${sellingPostJoins('asked.id')} WHERE c.id IS NOT NULL`;

/** What of these contents concerns tickets; unknown ids are left out. One statement. */
export async function loadSellingPosts(site: Site, ids: readonly number[]): Promise<SellingPost[]> {
  if (ids.length === 0) return [];
  const now = utcNow();
  return (await site.db.sql<SellingPostRow>(postsByIds, [ids], 'selling_posts_by_id')).flatMap((row) => sellingPostOf(row, now) ?? []);
}

/** The same as the transaction sees it. */
export async function readSellingPost(tx: Tx, id: number): Promise<SellingPost | null> {
  const [row] = await tx.$queryRawUnsafe<SellingPostRow[]>(postsByIds, [id]);
  return row ? sellingPostOf(row, utcNow()) : null;
}

const whatIs = `SELECT CASE WHEN EXISTS (SELECT 1 FROM content WHERE id = $1) OR EXISTS (SELECT 1 FROM attendee WHERE id = $1)
  OR EXISTS (SELECT 1 FROM ticket WHERE id = $1) OR EXISTS (SELECT 1 FROM ticket_order WHERE id = $1) THEN true ELSE false END AS known`;

/** Whether any object at all has the number: content, ticket, attendee or order. */
export async function isKnownNumber(site: Site, id: number): Promise<boolean> {
  const [row] = await site.db.sql<{ known: boolean }>(whatIs, [id], 'is_known_number');
  return row?.known === true;
}

const contentIds = 'SELECT id FROM content WHERE id = ANY($1::int[])';

/** Whether all the numbers are those of content, and there is at least one. */
export async function arePosts(site: Site, ids: readonly number[]): Promise<boolean> {
  const wanted = [...new Set(ids)];
  return wanted.length > 0 && (await site.db.sql(contentIds, [wanted], 'known_contents')).length === wanted.length;
}

const sells = `SELECT EXISTS (SELECT 1 FROM ticket WHERE post_id = $1 AND status <> 'trash') AS found`;

/** Whether the post sells anything. */
export async function hasTickets(site: Site, postId: number): Promise<boolean> {
  const [row] = await site.db.sql<{ found: boolean }>(sells, [postId], 'post_sells');
  return row?.found === true;
}
