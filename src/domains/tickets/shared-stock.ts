import { columns } from '#app/core/db/columns.ts';
import { queryIn, executeIn, statement } from '#app/core/db/statement.ts';
import type { Tx } from '#app/core/db/database.ts';
import { isSharing, computeStock } from './capacity.rules.ts';

const sharing = columns('Ticket', 't', { only: ['id', 'stockMode', 'capacity', 'sold'] });
const lockSharing = statement(
  'lock_sharing_tickets',
  `SELECT ${sharing.list} FROM ticket t WHERE t.post_id = $1 AND t.stock_mode IN ('capped', 'global') ORDER BY t.id FOR NO KEY UPDATE`,
  sharing,
);
const storeCapacity = statement(
  'store_shared_capacity',
  `UPDATE content SET meta = meta || jsonb_build_object('_tribe_ticket_capacity', $2::text, '_tribe_ticket_use_global_stock', '1') WHERE id = $1`,
);
const changeTaken = statement(
  'move_shared_places',
  `UPDATE post_stock SET shared_taken = GREATEST(shared_taken + $2::int, 0), shared_level = GREATEST(shared_capacity - GREATEST(shared_taken + $2::int, 0), 0) WHERE post_id = $1`,
);

/**
 * Sets the number of shared places of a post (docs/behaviour/tickets.md 3). `global` tickets get the new capacity; `capped` tickets get it only if
 * their own capacity was larger. All unsold places become free. Negative numbers count as 0. The caller must have locked the shared stock.
 */
export async function setSharedCapacity(tx: Tx, postId: number, places: number): Promise<void> {
  const capacity = Math.max(places, 0);
  const tickets = await queryIn(tx, lockSharing, postId);
  let taken = 0;
  for (const ticket of tickets) {
    taken += ticket.sold;
    const ticketCapacity = ticket.stockMode === 'global' ? capacity : Math.min(ticket.capacity, capacity);
    await tx.ticket.update({
      where: { id: ticket.id },
      data: { capacity: ticketCapacity, stock: computeStock(ticket.stockMode, ticketCapacity, ticket.sold) },
      select: { id: true },
    });
  }
  const shared = { sharedEnabled: true, sharedCapacity: capacity, sharedTaken: taken, sharedLevel: Math.max(capacity - taken, 0) };
  await tx.postStock.upsert({ where: { postId }, create: { postId, ...shared }, update: shared, select: { postId: true } });
  await executeIn(tx, storeCapacity, postId, String(capacity));
}

/** Moves the sold places of a ticket into or out of the shared places when its mode changes. The caller must have locked the shared stock. */
export async function moveSoldPlaces(tx: Tx, postId: number, sold: number, from: string, to: string): Promise<void> {
  const places = (isSharing(to) ? sold : 0) - (isSharing(from) ? sold : 0);
  if (places === 0) return;
  await executeIn(tx, changeTaken, postId, places);
}
