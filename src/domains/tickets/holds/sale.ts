import { foldForSearch } from '#app/core/text/fold-for-search.ts';
import { now } from '#app/core/time/clock.ts';
import type { Tx } from '#app/core/db/database.ts';
import type { Site } from '#app/site.ts';
import { buildSortTitle } from '../../content/search.rules.ts';
import { createRandomCode } from '../random-code.ts';
import { getCurrentPrice } from '../price.ts';
import { isShop } from '../providers.ts';
import { issueReceipt } from '../receipts/issue-receipt.ts';
import { hasAttendeeList } from '../selling-post.ts';
import { computeHoldEnd, holdsPlace, findStatusPath } from '../statuses.ts';
import type { TicketRecord } from '../ticket.record.ts';
import { currencyCode } from '../tickets.settings.ts';

/** A person who gets one of the held places. */
export interface Guest {
  ticketId: number;
  fullName: string;
  email: string;
  /** True (the default) hides the guest in public lists. */
  optout?: boolean | null | undefined;
  extra?: Readonly<Record<string, unknown>> | null | undefined;
}

/** Price of a ticket as the buyer saw it, in minor units. */
export interface AgreedPrice {
  price: bigint;
  regularPrice: bigint;
  /** Applied discount code; null for none. */
  discountCodeId?: number | null;
}

/**
 * A sale through the buyer's own checkout. The sale holds its places, paid or not, regardless of the settings `stock_handling` and
 * `reserve_pending`.
 */
export interface Sale {
  checkoutId: number;
  /** By ticket ID. */
  prices: ReadonlyMap<number, AgreedPrice>;
  currency: string;
  /** Payment method. */
  gateway: string;
  /** Deadline for a manual payment; null = no limit. */
  payUntil: Date | null;
}

/** The guests of one ticket, and their status. */
export interface GuestLine {
  ticket: TicketRecord;
  status: string;
  guests: Guest[];
}

/** Context in which held places become attendees: accounts, caller and sale. */
export interface AttendeeContext {
  /** User IDs by email address in lower case. */
  users: ReadonlyMap<string, number>;
  callerId: number;
  sale?: Sale | undefined;
}

function getShownPrice(site: Site, ticket: TicketRecord, sale: Sale | undefined): AgreedPrice {
  const salePrice = sale?.prices.get(ticket.id);
  return salePrice ?? { price: BigInt(getCurrentPrice(site, ticket).minor), regularPrice: BigInt(ticket.priceMinor) };
}

const getSaleCurrency = (site: Site, sale: Sale | undefined) => sale?.currency ?? site.settings.get(currencyCode);

/** True if the attendees of the line hold their places. */
export function isLineHoldingPlaces(site: Site, { ticket, status }: GuestLine, sale: Sale | undefined): boolean {
  return sale ? status !== 'no' : holdsPlace(site, ticket.provider, status);
}

/** Creates one order for all lines of a shop, and its receipt if the order is completed. Returns the ID of the order. */
export async function createOrderForHold(
  site: Site,
  tx: Tx,
  lines: readonly GuestLine[],
  purchaser: Pick<Guest, 'fullName' | 'email'>,
  { users, sale }: AttendeeContext,
): Promise<number> {
  const [{ ticket, status } = {} as GuestLine] = lines;
  const moment = now();
  const items = lines.map(({ ticket: sold, guests }) => {
    const { price, regularPrice } = getShownPrice(site, sold, sale);
    return {
      ticketId: sold.id,
      quantity: guests.length,
      priceMinor: price,
      regularPriceMinor: regularPrice,
      subTotalMinor: price * BigInt(guests.length),
    };
  });
  const total = items.reduce((sum, { subTotalMinor }) => sum + subTotalMinor, 0n);
  const statuses = ['created', ...(status === 'created' ? [] : findStatusPath('created', status))];
  const { id } = await tx.ticketOrder.create({
    data: {
      provider: ticket.provider,
      status,
      hash: createRandomCode(16),
      purchaserUserId: users.get(purchaser.email.toLowerCase()) ?? null,
      purchaserName: purchaser.fullName,
      purchaserEmail: purchaser.email,
      totalMinor: total,
      subtotalMinor: total,
      currency: getSaleCurrency(site, sale),
      ...(sale && { checkoutId: sale.checkoutId, payUntilUtc: sale.payUntil }),
      ...(sale?.gateway && { gateway: sale.gateway }),
      createdUtc: moment,
      modifiedUtc: moment,
      items: { create: items },
      log: { create: statuses.map((step, i) => ({ position: i + 1, status: step, at: moment })) },
    },
    select: { id: true },
  });
  await issueReceipt(site, tx, id);
  return id;
}

/** True if a guest is hidden in public lists. Buyers are listed only if they agreed and the event's content has the attendee list. */
const isHidden = ({ post }: TicketRecord, optout: boolean | null | undefined, sale: Sale | undefined) =>
  optout !== false || (sale !== undefined && !hasAttendeeList(post));

/** Returns the attendees of a line in stored form. */
export function buildAttendees(site: Site, line: GuestLine, orderId: number | null, { users, callerId, sale }: AttendeeContext) {
  const { ticket, status, guests } = line;
  const holds = isLineHoldingPlaces(site, line, sale);
  const isSold = isShop(ticket.provider);
  const moment = now();
  return guests.map(({ fullName, email, optout, extra }) => ({
    ticketId: ticket.id,
    postId: ticket.postId,
    provider: ticket.provider,
    orderId,
    checkoutId: sale?.checkoutId ?? null,
    orderHash: orderId === null ? createRandomCode(16) : '',
    orderStatus: status,
    fullName,
    email,
    userId: users.get(email.toLowerCase()) ?? null,
    optout: isHidden(ticket, optout, sale),
    securityCode: createRandomCode(10),
    pricePaidMinor: isSold ? getShownPrice(site, ticket, sale).price : null,
    currency: isSold ? getSaleCurrency(site, sale) : '',
    discountCodeId: sale?.prices.get(ticket.id)?.discountCodeId ?? null,
    holdsPlace: holds,
    // an unpaid sale ends with its payment deadline, not after the half hour of the older shop
    heldUntil: holds && !sale ? computeHoldEnd(ticket.provider, status, moment) : null,
    extra: (extra ?? {}) as object,
    source: 'checkout',
    authorId: callerId,
    searchText: `${foldForSearch(fullName)}${orderId === null ? '' : ` ${orderId}`}`,
    emailText: email.toLowerCase(),
    sortTitle: buildSortTitle(fullName),
    createdUtc: moment,
    modifiedUtc: moment,
  }));
}
