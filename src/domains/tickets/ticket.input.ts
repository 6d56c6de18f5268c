import type { StockMode, StockInput } from './capacity.rules.ts';
import { readBound, readClock, type SaleWindow } from './sale-window.rules.ts';
import type { TicketRecord } from './ticket.record.ts';

/** Input of a ticket. Absent texts are empty (docs/behaviour/tickets.md 2.4). */
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
  iac?: string | null | undefined;
  menuOrder?: number | null | undefined;
  /** Minimum and maximum per order; absent = unchanged, `maxPerOrder` null = no own limit. */
  minPerOrder?: number | undefined;
  maxPerOrder?: number | null | undefined;
  /** `private` = not offered to the public. Absent = unchanged. */
  status?: 'publish' | 'private' | undefined;
  /** Absent, or without mode and numbers: unlimited for a new ticket, unchanged for a stored one. */
  stock?: TicketStock | null | undefined;
}

export interface TicketStock extends StockInput {
  showNotGoing?: boolean | null | undefined;
  salePrice?: SalePriceInput | null | undefined;
}

/** A reduced price. Valid only if the price is below the regular one. */
export interface SalePriceInput {
  isEnabled?: boolean | null | undefined;
  price?: string | null | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
}

/** Reads the sale window; null for invalid days or times. */
export function readWindow(input: TicketInput): SaleWindow | null {
  const start = readBound(input.startDate ?? '', input.startTime ?? '');
  const end = readBound(input.endDate ?? '', input.endTime ?? '');
  return start && end ? { startDate: start.date, startTime: start.time, endDate: end.date, endTime: end.time } : null;
}

/** Returns the name of the first invalid day or time of an input; null if all are valid. */
export function findInvalidTime({ startDate, startTime, endDate, endTime, stock }: TicketInput): string | null {
  const isDay = (day: string | null | undefined) => readBound(day ?? '', '') !== null;
  const isClock = (time: string | null | undefined) => (time ?? '').trim() === '' || readClock(time ?? '') !== null;
  const isValid = {
    startDate: isDay(startDate),
    startTime: isClock(startTime),
    endDate: isDay(endDate),
    endTime: isClock(endTime),
    'stock.salePrice.startDate': isDay(stock?.salePrice?.startDate),
    'stock.salePrice.endDate': isDay(stock?.salePrice?.endDate),
  };
  return Object.entries(isValid).find(([, valid]) => !valid)?.[0] ?? null;
}

/** True if an input specifies the number or the source of places. */
export const hasPlaces = ({ mode, capacity, sharedCapacity }: StockInput): boolean =>
  [mode, capacity, sharedCapacity].some((value) => value !== undefined);

/** Fills in a change of places from the stored ticket. A capacity belongs to a mode, so another mode starts without a capacity. */
export function withStoredPlaces(stock: TicketStock, before: TicketRecord): TicketStock {
  const { stockMode, saleEnabled, salePrice, saleStart, saleEnd } = before;
  const isUnlimited = stockMode === '';
  const mode = stock.mode ?? (isUnlimited && typeof stock.capacity === 'number' ? undefined : (stockMode as StockMode));
  const storedCapacity = mode === stockMode && !isUnlimited ? before.capacity : undefined;
  return {
    ...stock,
    ...(hasPlaces(stock) && { mode, capacity: stock.capacity === undefined ? storedCapacity : stock.capacity }),
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

/** Returns the members of an input that have a value. */
export const omitUndefined = (input: TicketInput): TicketInput => ({
  ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null)),
  ...(input.maxPerOrder === null && { maxPerOrder: null }),
});
