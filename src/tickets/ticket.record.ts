import type { WallTime } from '../core/time/wall-time.ts';
import { availableOf, type StockMode } from './capacity.rules.ts';
import type { Provider } from './providers.ts';
import { type SellingPost, sellingPostColumns, sellingPostJoins, sellingPostOf, type SellingPostRow } from './selling-post.ts';
import type { SaleWindow } from './sale-window.rules.ts';

/** One ticket as it is read, with what it needs to know of its post. */
export interface TicketRecord extends SaleWindow {
  id: number;
  postId: number | null;
  provider: Provider;
  title: string;
  description: string;
  showDescription: boolean;
  /** As written: `12.5`. */
  price: string;
  /** Hundredths. */
  priceMinor: number | bigint;
  saleEnabled: boolean;
  salePrice: string;
  salePriceMinor: number | bigint;
  saleStart: string;
  saleEnd: string;
  startManual: boolean;
  endManual: boolean;
  sku: string | null;
  iac: string;
  menuOrder: number;
  status: string;
  authorId: number | null;
  manageStock: boolean;
  stockMode: StockMode;
  capacity: number;
  stock: number;
  sold: number;
  showNotGoing: boolean;
  lineage: readonly string[];
  createdUtc: Date;
  modifiedUtc: Date;
  /** Null once it is deleted. */
  post: SellingPost | null;
}

/** The columns of a `TicketRecord` for `ticketTables`. */
export const ticketColumns = `t.id, t.post_id AS "postId", t.provider, t.title, t.description, t.show_description AS "showDescription", t.price,
  t.price_minor AS "priceMinor", t.sale_enabled AS "saleEnabled", t.sale_price AS "salePrice", t.sale_price_minor AS "salePriceMinor",
  t.sale_start AS "saleStart", t.sale_end AS "saleEnd", t.start_date AS "startDate", t.start_time AS "startTime", t.end_date AS "endDate",
  t.end_time AS "endTime", t.start_manual AS "startManual", t.end_manual AS "endManual", t.sku, t.iac, t.menu_order AS "menuOrder", t.status,
  t.author_id AS "authorId", t.manage_stock AS "manageStock", t.stock_mode AS "stockMode", t.capacity, t.stock, t.sold,
  t.show_not_going AS "showNotGoing", t.lineage, t.created_utc AS "createdUtc", t.modified_utc AS "modifiedUtc", ${sellingPostColumns}`;

/** Tickets with their posts. */
export const ticketTables = `ticket t ${sellingPostJoins('t.post_id')}`;

/** What the driver answers for `ticketColumns`. */
export type TicketRow = Omit<TicketRecord, 'post'> & SellingPostRow;

/** The ticket of a row; `nowUtc` decides whether a scheduled post is due. */
export function ticketOf(row: TicketRow, nowUtc: WallTime): TicketRecord {
  return {
    id: row.id,
    postId: row.postId,
    provider: row.provider,
    title: row.title,
    description: row.description,
    showDescription: row.showDescription,
    price: row.price,
    priceMinor: row.priceMinor,
    saleEnabled: row.saleEnabled,
    salePrice: row.salePrice,
    salePriceMinor: row.salePriceMinor,
    saleStart: row.saleStart,
    saleEnd: row.saleEnd,
    startDate: row.startDate,
    startTime: row.startTime,
    endDate: row.endDate,
    endTime: row.endTime,
    startManual: row.startManual,
    endManual: row.endManual,
    sku: row.sku,
    iac: row.iac,
    menuOrder: row.menuOrder,
    status: row.status,
    authorId: row.authorId,
    manageStock: row.manageStock,
    stockMode: row.stockMode,
    capacity: row.capacity,
    stock: row.stock,
    sold: row.sold,
    showNotGoing: row.showNotGoing,
    lineage: row.lineage ?? [],
    createdUtc: row.createdUtc,
    modifiedUtc: row.modifiedUtc,
    post: sellingPostOf(row, nowUtc),
  };
}

/** The capacity that counts for a ticket: its own, or the shared one of its post; -1 = unlimited. */
export function capacityOf(ticket: TicketRecord): number {
  if (!ticket.manageStock) return -1;
  return ticket.stockMode === 'global' ? (ticket.post?.sharedCapacity ?? 0) : ticket.capacity;
}

/** Places that are free; -1 = as many as wanted. */
export function placesLeft(ticket: TicketRecord): number {
  return availableOf(ticket, ticket.post?.sharedLevel ?? 0);
}

/** SQL for the same two numbers, for `ticketTables`. */
export const capacitySql = `CASE WHEN NOT t.manage_stock THEN -1 WHEN t.stock_mode = 'global' THEN COALESCE(s.shared_capacity, 0) ELSE t.capacity END`;
export const availableSql = `CASE WHEN NOT t.manage_stock THEN -1
  WHEN t.stock_mode IN ('capped', 'global') THEN LEAST(t.stock, COALESCE(s.shared_level, 0)) ELSE t.stock END`;
