import { columns, mapped, together } from '#app/core/db/columns.ts';
import type { Known, Row } from '#app/core/db/model.ts';
import { availableOf, type StockMode } from './capacity.rules.ts';
import type { Provider } from './providers.ts';
import { type SellingPost, sellingPostColumns, sellingPostJoins, sellingPostOf } from './selling-post.ts';

/** One ticket as it is read, with what it needs to know of its post. */
export interface TicketRecord extends Known<Row<'Ticket'>, { provider: Provider; stockMode: StockMode }> {
  /** Null once it is deleted. */
  post: SellingPost | null;
}

const own = columns('Ticket', 't');

/** Of each ticket of `ticketTables` a `TicketRecord`. */
export const ticketColumns = {
  list: `${own.list}, ${sellingPostColumns.list}`,
  ...mapped(together(own, sellingPostColumns), (row) => Object.assign(row, { post: sellingPostOf(row) }) as TicketRecord),
};

/** Tickets with their posts. */
export const ticketTables = `ticket t ${sellingPostJoins('t.post_id')}`;

/** The capacity that counts for a ticket: its own, or the shared one of its post; -1 = unlimited. */
export function capacityOf(ticket: TicketRecord): number {
  if (!ticket.manageStock) return -1;
  return ticket.stockMode === 'global' ? (ticket.post?.sharedCapacity ?? 0) : ticket.capacity;
}

/** Places that are free; -1 = as many as wanted. */
export function placesLeft(ticket: TicketRecord): number {
  return availableOf(ticket, ticket.post?.sharedLevel ?? 0);
}

/** The most places a buyer could ever get of a ticket with one order, everything being free; -1 = as many as wanted. */
export function mostPlaces(ticket: TicketRecord): number {
  const { stockMode, post, maxPerOrder } = ticket;
  const own = stockMode === 'capped' ? Math.min(capacityOf(ticket), post?.sharedCapacity ?? 0) : capacityOf(ticket);
  if (maxPerOrder === null) return own;
  return own === -1 ? maxPerOrder : Math.min(own, maxPerOrder);
}

/** SQL for capacity and places left, for `ticketTables`. */
export const capacitySql = `CASE WHEN NOT t.manage_stock THEN -1 WHEN t.stock_mode = 'global' THEN COALESCE(s.shared_capacity, 0) ELSE t.capacity END`;
export const availableSql = `CASE WHEN NOT t.manage_stock THEN -1
  WHEN t.stock_mode IN ('capped', 'global') THEN LEAST(t.stock, COALESCE(s.shared_level, 0)) ELSE t.stock END`;
