import { columns, mapShape, joinShapes } from '#app/core/db/columns.ts';
import type { Override, Row } from '#app/core/db/model.ts';
import { computeAvailable, type StockMode } from './capacity.rules.ts';
import type { Provider } from './providers.ts';
import { type SellingPost, sellingPostColumns, buildSellingPostJoins, toSellingPost } from './selling-post.ts';

/** A ticket with the data of its post. */
export interface TicketRecord extends Override<Row<'Ticket'>, { provider: Provider; stockMode: StockMode }> {
  /** Null if the post was deleted. */
  post: SellingPost | null;
}

const own = columns('Ticket', 't');

/** Selects a `TicketRecord` for each ticket of `ticketTables`. */
export const ticketColumns = {
  list: `${own.list}, ${sellingPostColumns.list}`,
  ...mapShape(joinShapes(own, sellingPostColumns), (row) => Object.assign(row, { post: toSellingPost(row) }) as TicketRecord),
};

/** Tickets joined with their posts. */
export const ticketTables = `ticket t ${buildSellingPostJoins('t.post_id')}`;

/** Returns the effective capacity of a ticket: its own capacity, or the shared capacity of its post; -1 = unlimited. */
export function getCapacity(ticket: TicketRecord): number {
  if (!ticket.manageStock) return -1;
  return ticket.stockMode === 'global' ? (ticket.post?.sharedCapacity ?? 0) : ticket.capacity;
}

/** Returns the number of free places; -1 = unlimited. */
export function countPlacesLeft(ticket: TicketRecord): number {
  return computeAvailable(ticket, ticket.post?.sharedLevel ?? 0);
}

/** Returns the maximum number of places in one order if all places were free; -1 = unlimited. */
export function getMaxPlaces(ticket: TicketRecord): number {
  const { stockMode, post, maxPerOrder } = ticket;
  const own = stockMode === 'capped' ? Math.min(getCapacity(ticket), post?.sharedCapacity ?? 0) : getCapacity(ticket);
  if (maxPerOrder === null) return own;
  return own === -1 ? maxPerOrder : Math.min(own, maxPerOrder);
}

/** SQL for the effective capacity of a ticket of `ticketTables`; -1 = unlimited. */
export const capacitySql = `CASE WHEN NOT t.manage_stock THEN -1 WHEN t.stock_mode = 'global' THEN COALESCE(s.shared_capacity, 0) ELSE t.capacity END`;
/** SQL for the number of free places of a ticket of `ticketTables`; -1 = unlimited. */
export const availableSql = `CASE WHEN NOT t.manage_stock THEN -1
  WHEN t.stock_mode IN ('capped', 'global') THEN LEAST(t.stock, COALESCE(s.shared_level, 0)) ELSE t.stock END`;
