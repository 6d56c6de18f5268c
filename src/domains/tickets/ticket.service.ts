import { nextNumber } from '../content/next-number.ts';
import { answer } from '#app/core/db/columns.ts';
import { rowsIn, runIn, statement } from '#app/core/db/statement.ts';
import { foldForSearch } from '#app/core/text/fold.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import { isKind, kindOf } from '../content/kinds.ts';
import { sortTitleOf } from '../content/search.rules.ts';
import { now } from '#app/core/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import { minorDigits } from '#app/core/currency.ts';
import { Failure, invalid } from '#app/core/failure.ts';
import { cleanText, cleanTextarea } from '#app/core/text/plain-text.ts';
import { sanitizeSlug } from '#app/core/text/slug.ts';
import type { Site } from '#app/site.ts';
import { decideStock, isSharing, stockOf, type StockDecision, type StockWish, unlimited } from './capacity.rules.ts';
import { lockAttendees, lockSharedStock } from './lock-order.ts';
import { free, isPrice, type Price, readPrice } from './money.rules.ts';
import { givePlaces } from './places.ts';
import { isShop, type Provider, providerForTicket } from './providers.ts';
import { saleInstants } from './sale-instants.ts';
import { alwaysOpen, readBound, type SaleWindow } from './sale-window.rules.ts';
import type { SellingPost } from './selling-post.ts';
import { moveIntoSharing, setSharedCapacity } from './shared-stock.ts';
import { readSellingPost, readTicket } from './ticket.reader.ts';
import type { TicketRecord } from './ticket.record.ts';
import { currencyCode } from './tickets.settings.ts';
import { offerFree, offerFreed } from './waiting-list/offers.ts';

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
  /** Absent: unlimited for a new ticket, as it is for a stored one. */
  stock?: (StockWish & { showNotGoing?: boolean | null | undefined; salePrice?: SalePriceInput | null | undefined }) | null | undefined;
}

/** A reduced price; it holds only when it is below the regular one. */
export interface SalePriceInput {
  isEnabled?: boolean | null | undefined;
  price?: string | null | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
}

/** Reads the sale window; null for days or times that are none. */
export function readWindow(input: TicketInput): SaleWindow | null {
  const start = readBound(input.startDate ?? '', input.startTime ?? '');
  const end = readBound(input.endDate ?? '', input.endTime ?? '');
  return start && end ? { startDate: start.date, startTime: start.time, endDate: end.date, endTime: end.time } : null;
}

/** Reads a price in the currency of the site. Throws `price_invalid`. */
function priceOf(site: Site, written: string): Price {
  const currency = site.settings.get(currencyCode);
  const price = readPrice(written, currency);
  if (price) return price;
  const digits = minorDigits(currency);
  throw invalid('price_invalid', `A price is a number that is not negative, with at most ${digits} digits after the point in ${currency}.`);
}

const priceFor = (site: Site, provider: Provider, input: TicketInput): Price =>
  isShop(provider) ? priceOf(site, input.price ?? '') : free;

/** A reduced price that is not a number counts as none; one that is finer than the currency is refused. */
function saleFor(site: Site, provider: Provider, sale: SalePriceInput | null | undefined, regular: Price) {
  const written = provider === 'tc' && sale?.isEnabled ? (sale.price?.trim() ?? '') : '';
  const price = written === '' || !isPrice(written) ? null : priceOf(site, written);
  if (!sale || !price || price.minor >= regular.minor)
    return { saleEnabled: false, salePrice: '', salePriceMinor: 0n, saleStart: '', saleEnd: '' };
  const day = (text: string | null | undefined) => readBound(text ?? '', '')?.date ?? '';
  return {
    saleEnabled: true,
    salePrice: price.text,
    salePriceMinor: price.minor,
    saleStart: day(sale.startDate),
    saleEnd: day(sale.endDate),
  };
}

function textsOf(input: TicketInput) {
  const title = cleanText(input.name ?? '');
  const description = cleanTextarea(input.description ?? '');
  return {
    title,
    description,
    searchText: foldForSearch(`${title}\n${description}`),
    sortTitle: sortTitleOf(title),
    slug: sanitizeSlug(title),
  };
}

/** The columns that a write replaces, whatever was stored. */
function replaced(site: Site, provider: Provider, input: TicketInput, post: SellingPost) {
  const window = readWindow(input) ?? alwaysOpen;
  const price = priceFor(site, provider, input);
  return {
    ...textsOf(input),
    price: price.text,
    priceMinor: price.minor,
    ...(input.stock && saleFor(site, provider, input.stock.salePrice, price)),
    showDescription: input.showDescription ?? true,
    ...window,
    ...saleInstants(site, window, post),
    startManual: window.startDate !== '',
    endManual: window.endDate !== '',
    ...(typeof input.menuOrder === 'number' && { menuOrder: input.menuOrder }),
    ...(typeof input.stock?.showNotGoing === 'boolean' && { showNotGoing: input.stock.showNotGoing }),
  };
}

function skuFor(provider: Provider, input: TicketInput, id: number, authorId: number | null): string | null {
  if (!isShop(provider)) return null;
  const given = cleanText(input.sku ?? '');
  return given !== '' ? given : [id, authorId ?? 0, sanitizeSlug(cleanText(input.name ?? '')).toUpperCase()].join('-');
}

/** A stored reduced price goes when it is not below the regular one any more. */
function withoutUselessSale(before: TicketRecord, columns: { priceMinor: bigint; saleEnabled?: boolean }) {
  const isUseless = columns.saleEnabled === undefined && before.saleEnabled && BigInt(before.salePriceMinor) >= columns.priceMinor;
  return isUseless ? { saleEnabled: false, salePrice: '', salePriceMinor: 0n, saleStart: '', saleEnd: '' } : {};
}

const stockColumns = ({ mode, capacity }: StockDecision, sold: number) => ({
  manageStock: mode !== '',
  stockMode: mode,
  capacity,
  stock: stockOf(mode, capacity, sold),
});

/** The provider that a new ticket names. Throws `bad_request` for one that sells nothing here. */
function checkProvider(name: string | null | undefined): Provider {
  const provider = providerForTicket(name);
  if (!provider) throw invalid('bad_request', 'The provider of the ticket is missing, unknown or not active.');
  return provider;
}

async function postToSell(tx: Tx, id: number): Promise<SellingPost> {
  const post = await readSellingPost(tx, id);
  if (!post) throw new Failure('cannot_write_tickets', 403, 'You may not write tickets of this post.');
  return post;
}

const lockToChange = statement('lock_ticket_to_change', 'SELECT id FROM ticket WHERE id = $1 FOR NO KEY UPDATE');
const lockToDelete = statement(
  'lock_ticket_to_delete',
  'SELECT t.title FROM ticket t WHERE t.id = $1 FOR UPDATE',
  answer({ title: 'text' }),
);

async function stored(tx: Tx, id: number): Promise<TicketRecord> {
  const ticket = await readTicket(tx, id);
  if (!ticket) throw new Failure('not_acceptable', 406, 'The ticket could not be stored.');
  return ticket;
}

/**
 * Puts a ticket on sale at a post in one transaction. Whether the viewer may is the caller's question. Throws `bad_request` for a provider
 * that sells nothing here, then `price_invalid`.
 */
export async function createTicket(
  site: Site,
  viewer: Viewer,
  postId: number,
  providerName: string | null | undefined,
  input: TicketInput,
): Promise<TicketRecord> {
  const provider = checkProvider(providerName);
  priceFor(site, provider, input);
  return await site.db.transaction(async (tx) => await stored(tx, await addTicket(site, tx, viewer, { postId, provider }, input)));
}

/** Puts a ticket on sale inside the caller's transaction; answers its id. Throws `cannot_write_tickets` for a post that is not there. */
export async function addTicket(
  site: Site,
  tx: Tx,
  viewer: Viewer,
  { postId, provider }: { postId: number; provider: Provider },
  input: TicketInput,
): Promise<number> {
  const shared = await lockSharedStock(tx, postId);
  const post = await postToSell(tx, postId);
  const decision = input.stock ? decideStock(provider, input.stock, shared) : unlimited;
  const moment = now();
  const [{ id } = { id: 0 }] = await rowsIn(tx, nextNumber);
  const authorId = viewer.id || null;
  if (decision.sharedCapacity !== null) await setSharedCapacity(tx, postId, decision.sharedCapacity);
  await tx.ticket.create({
    data: {
      id,
      postId,
      provider,
      authorId,
      ...replaced(site, provider, input, post),
      ...stockColumns(decision, 0),
      sku: skuFor(provider, input, id, authorId),
      iac: input.iac || 'none',
      createdUtc: moment,
      modifiedUtc: moment,
    },
    select: { id: true },
  });
  return id;
}

/** Returns everything that is stored of a ticket as a write says it. Its places are kept too: `stock` is absent. */
function storedInput(ticket: TicketRecord): TicketInput {
  const { title, description, price, showDescription, startDate, startTime, endDate, endTime, sku, iac, menuOrder } = ticket;
  return { name: title, description, price, showDescription, startDate, startTime, endDate, endTime, sku, iac, menuOrder };
}

const givenIn = (input: TicketInput): TicketInput =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== null));

/**
 * Replaces a ticket in one transaction: texts, price and window that are absent are cleared unless `keepsOmitted`, the places stay as they are
 * unless `stock` is given. Sold places stay sold. Throws `bad_request` for an unknown number, `price_invalid`.
 */
export async function updateTicket(
  site: Site,
  id: number,
  postId: number,
  input: TicketInput,
  options: { keepsOmitted?: boolean } = {},
): Promise<TicketRecord> {
  return await site.db.transaction((tx) => updateTicketIn(site, tx, id, postId, input, options));
}

/** The same inside the caller's transaction, which has locked nothing of places yet but contents that sell. */
export async function updateTicketIn(
  site: Site,
  tx: Tx,
  id: number,
  postId: number,
  written: TicketInput,
  { keepsOmitted = false }: { keepsOmitted?: boolean } = {},
): Promise<TicketRecord> {
  const shared = await lockSharedStock(tx, postId);
  await runIn(tx, lockToChange, id);
  const before = await readTicket(tx, id);
  if (!before || before.postId !== postId || !before.post) throw invalid('bad_request', 'There is no such ticket at this post.');
  const input = keepsOmitted ? { ...storedInput(before), ...givenIn(written) } : written;
  const columns = replaced(site, before.provider, input, before.post);
  const sku = skuFor(before.provider, input, id, before.authorId);
  const iac = input.iac ? { iac: input.iac } : {};
  if (input.stock) await restock(tx, before, decideStock(before.provider, input.stock, shared));
  await tx.ticket.update({
    where: { id },
    data: { ...columns, ...withoutUselessSale(before, columns), ...(sku !== null && { sku }), ...iac, modifiedUtc: now() },
    select: { id: true },
  });
  await offerFree(site, tx, { ticketIds: [id] });
  return await stored(tx, id);
}

/** Gives a stored ticket other places; rows are locked. */
async function restock(tx: Tx, { id, postId, sold, stockMode }: TicketRecord, decision: StockDecision): Promise<void> {
  await tx.ticket.update({ where: { id }, data: stockColumns(decision, sold), select: { id: true } });
  if (postId === null) return;
  if (decision.sharedCapacity !== null) await setSharedCapacity(tx, postId, decision.sharedCapacity);
  else if (isSharing(stockMode) !== isSharing(decision.mode)) await moveIntoSharing(tx, postId, sold, stockMode, decision.mode);
}

/** Sold places of a deleted ticket stay taken; those that were held or set aside become free for the other tickets of the post. */
async function releasePlacesHeld(tx: Tx, ticketId: number): Promise<void> {
  const held = await tx.ticketHoldItem.aggregate({ where: { ticketId }, _sum: { quantity: true } });
  const waiting = await tx.waitingEntry.aggregate({ where: { ticketId }, _sum: { setAside: true } });
  const places = (held._sum.quantity ?? 0) + (waiting._sum.setAside ?? 0);
  if (places > 0) await givePlaces(tx, ticketId, places);
  await tx.ticketHoldItem.deleteMany({ where: { ticketId } });
}

/** Its attendees remember the title of a ticket that goes. What is in the trash may be renamed and removed again: the first title stays. */
async function keepTitle(tx: Tx, ticketId: number, title: string): Promise<void> {
  await lockAttendees(tx, { ticketId });
  await tx.attendee.updateMany({ where: { ticketId, deletedTicketTitle: null }, data: { deletedTicketTitle: title } });
}

/**
 * Takes a ticket from sale (tickets.md 2.5): an RSVP goes to the trash, others are gone; attendees stay and remember its title. Answers
 * false when the provider refuses: an RSVP is only trashed by those who edit the posts of others.
 */
export async function deleteTicket(site: Site, viewer: Viewer, id: number): Promise<boolean> {
  return await site.db.transaction(async (tx) => {
    const ticket = await readTicket(tx, id);
    if (!ticket) return false;
    const { post, provider } = ticket;
    if (post) await lockSharedStock(tx, post.id);
    const [row] = await rowsIn(tx, lockToDelete, id);
    if (!row) return false;
    if (provider === 'rsvp') {
      if (!post || !isKind(post.kind) || !viewer.can(kindOf(post.kind).capabilities.editOthers)) return false;
      await keepTitle(tx, id, row.title);
      await tx.ticket.update({ where: { id }, data: { status: 'trash', modifiedUtc: now() }, select: { id: true } });
      return true;
    }
    await releasePlacesHeld(tx, id);
    await keepTitle(tx, id, row.title);
    await tx.ticket.delete({ where: { id }, select: { id: true } });
    if (post) await offerFreed(site, tx, { sharedPostId: post.id });
    return true;
  });
}
