import { rowShape } from '#app/core/db/columns.ts';
import { queryIn, statement } from '#app/core/db/statement.ts';
import type { ContentWrite } from '../content/write-listeners.ts';
import type { Tx } from '#app/core/db/database.ts';
import { toWallTime } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { lockSharedStock } from './lock-order.ts';
import { computeSaleColumns } from './sale-instants.ts';
import { computeSaleStart } from './sale-window.rules.ts';
import { getSaleZone } from './selling-post.ts';
import { setSharedCapacity } from './shared-stock.ts';
import type { TicketLoaders } from './ticket.loaders.ts';
import { readSellingPost } from './ticket.reader.ts';
import { offerAvailablePlaces } from './waiting-list/offers.ts';

const CAPACITY = '_tribe_ticket_capacity';
const IS_SHARED = '_tribe_ticket_use_global_stock';
const FREE_PLACES = '_tribe_ticket_global_stock_level';

/** Adds the number of free shared places to a post's meta, if it has shared places. */
export function addPlacesLeft(
  meta: Record<string, unknown>,
  postId: number,
  loaders: TicketLoaders,
): Record<string, unknown> | Promise<Record<string, unknown>> {
  // most posts share no places, so a list of posts usually needs no statement
  if (!meta[IS_SHARED]) return meta;
  return loaders.sellingPost
    .load(postId)
    .then((post) => (post?.sharedEnabled ? { ...meta, [FREE_PLACES]: String(post.sharedLevel) } : meta));
}

/** Parses a capacity from meta. Returns null unless it is a string with a non-negative whole number. */
function parseCapacity(value: unknown): number | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

const publicationTime = statement(
  'date_of_post',
  'SELECT c.date_utc AS at FROM content c WHERE c.id = $1',
  rowShape({ at: 'timestamptz?' }),
);

/** Sets the publication time of a saved post as the start of sale for tickets without a start (docs/behaviour/tickets.md 2.4). */
async function setDefaultStart(site: Site, tx: Tx, postId: number): Promise<void> {
  const post = await readSellingPost(tx, postId);
  const tickets = post
    ? await tx.ticket.findMany({ where: { postId, startDate: '', startManual: false, status: { not: 'trash' } }, orderBy: { id: 'asc' } })
    : [];
  if (!post || tickets.length === 0) return;
  await lockSharedStock(tx, postId);
  const zone = getSaleZone(site, post);
  const [row] = await queryIn(tx, publicationTime, postId);
  const start = computeSaleStart(row?.at ? toWallTime(row.at, zone) : post.dateLocal);
  for (const ticket of tickets) {
    const window = { startDate: start.date, startTime: start.time, endDate: ticket.endDate, endTime: ticket.endTime };
    await tx.ticket.update({
      where: { id: ticket.id },
      data: { ...window, ...computeSaleColumns(site, window, post) },
      select: { id: true },
    });
  }
}

/** Updates tickets after a change of the post that sells them. */
export async function updateTicketsOfPost(site: Site, tx: Tx, { id, ticketed, meta }: ContentWrite): Promise<void> {
  const capacity = meta && CAPACITY in meta.set ? parseCapacity(meta.set[CAPACITY]) : null;
  if (capacity !== null) {
    await lockSharedStock(tx, id);
    await setSharedCapacity(tx, id, capacity);
    await offerAvailablePlaces(site, tx, { sharedPostId: id });
  }
  if (ticketed.length > 0) await setDefaultStart(site, tx, id);
}

/**
 * Updates the sale windows of tickets after their event was moved. An end of sale that was not set manually moves to the new start; all bounds
 * use the zone of the event.
 */
export async function updateTicketsOfEvent(site: Site, tx: Tx, event: { id: number; startLocal: string; timezone: string }): Promise<void> {
  await lockSharedStock(tx, event.id);
  for (const ticket of await tx.ticket.findMany({ where: { postId: event.id }, orderBy: { id: 'asc' } })) {
    const end = ticket.endManual
      ? { endDate: ticket.endDate, endTime: ticket.endTime }
      : { endDate: event.startLocal.slice(0, 10), endTime: event.startLocal.slice(11, 19) };
    const window = { startDate: ticket.startDate, startTime: ticket.startTime, ...end };
    await tx.ticket.update({
      where: { id: ticket.id },
      data: { ...end, ...computeSaleColumns(site, window, event) },
      select: { id: true },
    });
  }
}
