import type { StockMode, StockInput } from './capacity.rules.ts';
import { readBound, readClock, type SaleWindow } from './sale-window.rules.ts';
import type { TicketRecord } from './ticket.record.ts';

/** What a caller writes of a ticket; texts that are absent are empty (tickets.md 2.4). */
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
  /** Fewest and most of one order; absent = as it is, `maxPerOrder` null = no limit of its own. */
  minPerOrder?: number | undefined;
  maxPerOrder?: number | null | undefined;
  /** `private` = not offered to the public. Absent = as it is. */
  status?: 'publish' | 'private' | undefined;
  /** Absent, or without mode and numbers: unlimited for a new ticket, as it is for a stored one. */
  stock?: TicketStock | null | undefined;
}

export interface TicketStock extends StockInput {
  showNotGoing?: boolean | null | undefined;
  salePrice?: SalePriceInput | null | undefined;
}

/** A reduced price; it holds only when it is below the regular one. */
export interface SalePriceInput {
  isEnabled?: boolean | null | undefined;
  price?: string | null | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
}

/** Reads the sale window; null for days or times that are not. */
export function readWindow(input: TicketInput): SaleWindow | null {
  const start = readBound(input.startDate ?? '', input.startTime ?? '');
  const end = readBound(input.endDate ?? '', input.endTime ?? '');
  return start && end ? { startDate: start.date, startTime: start.time, endDate: end.date, endTime: end.time } : null;
}

/** The name of the first invalid day or time of an input; null when all are valid. */
export function wrongTimeIn({ startDate, startTime, endDate, endTime, stock }: TicketInput): string | null {
  const isDay = (day: string | null | undefined) => readBound(day ?? '', '') !== null;
  const isClock = (time: string | null | undefined) => (time ?? '').trim() === '' || readClock(time ?? '') !== null;
  const isRight = {
    startDate: isDay(startDate),
    startTime: isClock(startTime),
    endDate: isDay(endDate),
    endTime: isClock(endTime),
    'stock.salePrice.startDate': isDay(stock?.salePrice?.startDate),
    'stock.salePrice.endDate': isDay(stock?.salePrice?.endDate),
  };
  return Object.entries(isRight).find(([, right]) => !right)?.[0] ?? null;
}

/** Whether an input says how many places there are, or from where. */
export const namesPlaces = ({ mode, capacity, sharedCapacity }: StockInput): boolean =>
  [mode, capacity, sharedCapacity].some((one) => one !== undefined);

/** A change of places with what it leaves out as it is stored. A number belongs to its mode: another mode begins without. */
export function withStoredPlaces(stock: TicketStock, before: TicketRecord): TicketStock {
  const { stockMode, saleEnabled, salePrice, saleStart, saleEnd } = before;
  const isUnlimited = stockMode === '';
  const mode = stock.mode ?? (isUnlimited && typeof stock.capacity === 'number' ? undefined : (stockMode as StockMode));
  const stays = mode === stockMode && !isUnlimited ? before.capacity : undefined;
  return {
    ...stock,
    ...(namesPlaces(stock) && { mode, capacity: stock.capacity === undefined ? stays : stock.capacity }),
    salePrice: stock.salePrice ?? { isEnabled: saleEnabled, price: salePrice, startDate: saleStart, endDate: saleEnd },
  };
}

/** Returns everything that is stored of a ticket as a write says it. Its places are kept too: `stock` is absent. */
export function storedInput(ticket: TicketRecord): TicketInput {
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

/** The members of an input that have a value. */
export const givenIn = (input: TicketInput): TicketInput => ({
  ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null)),
  ...(input.maxPerOrder === null && { maxPerOrder: null }),
});
