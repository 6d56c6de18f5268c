import type { StockMode, StockInput } from './capacity.rules.ts';
import { parseSaleBound, parseTimeOfDay, type SaleWindow } from './sale-window.rules.ts';
import type { TicketRecord } from './ticket.record.ts';

/** Input of a ticket. Absent strings count as empty (docs/behaviour/tickets.md 2.4). */
export interface TicketInput {
  name?: string | null | undefined;
  description?: string | null | undefined;
  price?: string | null | undefined;
  showDescription?: boolean | null | undefined;
  startDate?: string | null | undefined;
  startTime?: string | null | undefined;
  endDate?: string | null | undefined;
  endTime?: string | null | undefined;
  sku?: string | null | undefined;
  /** Mode of individual attendee collection: how buyers enter data about each attendee. Defaults to `none`. */
  iac?: string | null | undefined;
  menuOrder?: number | null | undefined;
  /** Minimum number of places per order. Absent = unchanged. */
  minPerOrder?: number | undefined;
  /** Maximum number of places per order. Absent = unchanged, null = no limit. */
  maxPerOrder?: number | null | undefined;
  /** `private` = not offered to the public. Absent = unchanged. */
  status?: 'publish' | 'private' | undefined;
  /** Places and reduced price. Without mode and numbers, a new ticket is unlimited, and a stored ticket keeps its places. */
  stock?: TicketStock | null | undefined;
}

/** Requested places of a ticket, with its reduced price and its RSVP replies. */
export interface TicketStock extends StockInput {
  /** True if people can also reply to an RSVP that they are not going. */
  showNotGoing?: boolean | null | undefined;
  salePrice?: SalePriceInput | null | undefined;
}

/** A reduced price. It is ignored unless it is below the regular price. */
export interface SalePriceInput {
  isEnabled?: boolean | null | undefined;
  price?: string | null | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
}

/** Parses the sale window. Returns null for invalid days or times. */
export function parseSaleWindow(input: TicketInput): SaleWindow | null {
  const start = parseSaleBound(input.startDate ?? '', input.startTime ?? '');
  const end = parseSaleBound(input.endDate ?? '', input.endTime ?? '');
  return start && end ? { startDate: start.date, startTime: start.time, endDate: end.date, endTime: end.time } : null;
}

/** Returns the path of the first invalid day or time of an input, or null if all are valid. */
export function findInvalidTime({ startDate, startTime, endDate, endTime, stock }: TicketInput): string | null {
  const isDay = (day: string | null | undefined) => parseSaleBound(day ?? '', '') !== null;
  const isClock = (time: string | null | undefined) => (time ?? '').trim() === '' || parseTimeOfDay(time ?? '') !== null;
  const validityByPath = {
    startDate: isDay(startDate),
    startTime: isClock(startTime),
    endDate: isDay(endDate),
    endTime: isClock(endTime),
    'stock.salePrice.startDate': isDay(stock?.salePrice?.startDate),
    'stock.salePrice.endDate': isDay(stock?.salePrice?.endDate),
  };
  return Object.entries(validityByPath).find(([, isValid]) => !isValid)?.[0] ?? null;
}

/** True if an input specifies a mode or a number of places. */
export const specifiesPlaces = ({ mode, capacity, sharedCapacity }: StockInput): boolean =>
  [mode, capacity, sharedCapacity].some((value) => value !== undefined);

/** Completes a change of places with the values of the stored ticket. A capacity belongs to its mode, so a new mode does not keep the capacity. */
export function mergeStoredPlaces(stock: TicketStock, before: TicketRecord): TicketStock {
  const { stockMode, saleEnabled, salePrice, saleStart, saleEnd } = before;
  const isUnlimited = stockMode === '';
  const mode = stock.mode ?? (isUnlimited && typeof stock.capacity === 'number' ? undefined : (stockMode as StockMode));
  const storedCapacity = mode === stockMode && !isUnlimited ? before.capacity : undefined;
  return {
    ...stock,
    ...(specifiesPlaces(stock) && { mode, capacity: stock.capacity === undefined ? storedCapacity : stock.capacity }),
    salePrice: stock.salePrice ?? { isEnabled: saleEnabled, price: salePrice, startDate: saleStart, endDate: saleEnd },
  };
}

/** Returns the stored ticket as an input. `stock` is absent, so that the places stay unchanged. */
export function toTicketInput(ticket: TicketRecord): TicketInput {
  const { title, description, price, showDescription, startDate, startTime, endDate, endTime, sku, iac, menuOrder } = ticket;
  const { minPerOrder, maxPerOrder } = ticket;
  return {
    name: title,
    description,
    price,
    showDescription,
    startDate,
    startTime,
    endDate,
    endTime,
    sku,
    iac,
    menuOrder,
    minPerOrder,
    maxPerOrder,
  };
}

/** Returns the members of an input that have a value, and `maxPerOrder` also if it is null. */
export const omitUndefined = (input: TicketInput): TicketInput => ({
  ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null)),
  ...(input.maxPerOrder === null && { maxPerOrder: null }),
});
