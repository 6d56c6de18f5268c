import { getMinorDigits } from '#app/core/money/currency.ts';
import { invalid, invalidArguments } from '#app/core/failures/failure.ts';
import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import { cleanText, cleanTextarea } from '#app/core/text/plain-text.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import type { Site } from '#app/site.ts';
import { buildSortTitle } from '../content/search.rules.ts';
import { MAX_IN_CART, computeStock, type StockDecision } from './capacity.rules.ts';
import { free, isPrice, type Price, parseDecimalPrice } from './money.rules.ts';
import { isShop, type Provider } from './providers.ts';
import { computeSaleColumns } from './sale-instants.ts';
import { parseSaleBound } from './sale-window.rules.ts';
import type { SellingPost } from './selling-post.ts';
import { parseSaleWindow, type SalePriceInput, type TicketInput, findInvalidTime } from './ticket.input.ts';
import type { TicketRecord } from './ticket.record.ts';
import { currencyCode } from './tickets.settings.ts';

/** Parses a price in the currency of the site. Throws `price_invalid`. */
function parsePrice(site: Site, text: string): Price {
  const currency = site.settings.get(currencyCode);
  const price = parseDecimalPrice(text, currency);
  if (price) return price;
  const digits = getMinorDigits(currency);
  throw invalid('price_invalid', `Enter a price of 0 or more with at most ${digits} decimals, in ${currency}.`);
}

/** Parses the regular price of a ticket in the currency of the site. RSVPs are free. Throws `price_invalid`. */
const parseRegularPrice = (site: Site, provider: Provider, input: TicketInput): Price =>
  isShop(provider) ? parsePrice(site, input.price ?? '') : free;

/** Returns the columns of the reduced price. Ignores a text that is not a number of 0 or more. Throws `price_invalid` for too many decimals. */
function buildSaleColumns(site: Site, provider: Provider, sale: SalePriceInput | null | undefined, regular: Price) {
  const text = provider === 'tc' && sale?.isEnabled ? (sale.price?.trim() ?? '') : '';
  const price = text === '' || !isPrice(text) ? null : parsePrice(site, text);
  if (!sale || !price || price.minor >= regular.minor)
    return { saleEnabled: false, salePrice: '', salePriceMinor: 0n, saleStart: '', saleEnd: '' };
  const parseDay = (text: string | null | undefined) => parseSaleBound(text ?? '', '')?.date ?? '';
  return {
    saleEnabled: true,
    salePrice: price.text,
    salePriceMinor: price.minor,
    saleStart: parseDay(sale.startDate),
    saleEnd: parseDay(sale.endDate),
  };
}

function buildTextColumns(input: TicketInput) {
  const title = cleanText(input.name ?? '');
  const description = cleanTextarea(input.description ?? '');
  return {
    title,
    description,
    searchText: foldForSearch(`${title}\n${description}`),
    sortTitle: buildSortTitle(title),
    slug: sanitizeSlug(title),
  };
}

/** Throws `invalid_arguments` for limits per order that are out of range, or for a maximum below the minimum. */
function checkLimits({ minPerOrder, maxPerOrder }: TicketInput): void {
  const isLimit = (value: number) => Number.isInteger(value) && value >= 1 && value <= MAX_IN_CART;
  if (minPerOrder !== undefined && !isLimit(minPerOrder))
    throw invalidArguments({ minPerOrder: `A limit is a whole number from 1 to ${MAX_IN_CART}.` });
  if (typeof maxPerOrder === 'number' && (!isLimit(maxPerOrder) || maxPerOrder < (minPerOrder ?? 1)))
    throw invalidArguments({ maxPerOrder: `A limit is a whole number from 1 to ${MAX_IN_CART}, and not below the minimum.` });
}

/** Returns the columns that a write replaces, regardless of the stored values. */
export function buildTicketColumns(site: Site, provider: Provider, input: TicketInput, post: SellingPost) {
  const price = parseRegularPrice(site, provider, input);
  checkLimits(input);
  const window = parseSaleWindow(input);
  if (!window) throw invalidArguments({ [findInvalidTime(input) ?? 'startDate']: 'Invalid date or time.' });
  return {
    ...buildTextColumns(input),
    price: price.text,
    priceMinor: price.minor,
    ...(input.stock && buildSaleColumns(site, provider, input.stock.salePrice, price)),
    showDescription: input.showDescription ?? true,
    ...window,
    ...computeSaleColumns(site, window, post),
    startManual: window.startDate !== '',
    endManual: window.endDate !== '',
    ...(input.minPerOrder !== undefined && { minPerOrder: input.minPerOrder }),
    ...(input.maxPerOrder !== undefined && { maxPerOrder: input.maxPerOrder }),
    ...(input.status !== undefined && { status: input.status }),
    ...(typeof input.menuOrder === 'number' && { menuOrder: input.menuOrder }),
    ...(typeof input.stock?.showNotGoing === 'boolean' && { showNotGoing: input.stock.showNotGoing }),
  };
}

/** Returns the SKU of a shop ticket: the SKU of the input, or one built from ticket ID, author ID and name. Returns null for other tickets. */
export function buildSku(provider: Provider, input: TicketInput, id: number, authorId: number | null): string | null {
  if (!isShop(provider)) return null;
  const inputSku = cleanText(input.sku ?? '');
  return inputSku !== '' ? inputSku : [id, authorId ?? 0, sanitizeSlug(cleanText(input.name ?? '')).toUpperCase()].join('-');
}

/** Returns the columns that clear a stored reduced price if it is no longer below the regular price. Otherwise, returns no columns. */
export function clearUselessSalePrice(before: TicketRecord, columns: { priceMinor: bigint; saleEnabled?: boolean }) {
  const isUseless = columns.saleEnabled === undefined && before.saleEnabled && BigInt(before.salePriceMinor) >= columns.priceMinor;
  return isUseless ? { saleEnabled: false, salePrice: '', salePriceMinor: 0n, saleStart: '', saleEnd: '' } : {};
}

/** Returns the columns of a ticket's capacity. */
export const buildStockColumns = ({ mode, capacity }: StockDecision, sold: number) => ({
  manageStock: mode !== '',
  stockMode: mode,
  capacity,
  stock: computeStock(mode, capacity, sold),
});
