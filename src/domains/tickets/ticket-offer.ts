import { statement } from '#app/core/db/statement.ts';
import { now } from '#app/core/time/clock.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { toWallTime, type Zone } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { getCurrentPrice, isSalePriceActive } from './price.ts';
import { isShop } from './providers.ts';
import { isSaleOpen, computeSaleInstants } from './sale-window.rules.ts';
import { getSaleZone } from './selling-post.ts';
import { getMaxPlaces, countPlacesLeft, ticketColumns, type TicketRecord, ticketTables } from './ticket.record.ts';

/** A ticket as shown to interested visitors, in plain text. */
export interface TicketOffer {
  id: number;
  title: string;
  /** Empty if the ticket hides its description. */
  description: string;
  postId: number;
  /** True for an RSVP: a free ticket with the reply "going" or "not going". */
  isRsvp: boolean;
  /** True if people can also reply that they are not going. */
  mayDecline: boolean;
  /** Price in minor units; 0 = free. */
  priceMinor: bigint;
  /** Regular price in minor units while a reduced price is valid; otherwise null. */
  regularMinor: bigint | null;
  /** `soon` = the sale has not started, `over` = it has ended, `gone` = no place is free. */
  state: 'open' | 'soon' | 'over' | 'gone';
  /** Start of the sale in the zone of the event or the site; null unless `state` is `soon`. */
  opens: WallTime | null;
  /** Free places; -1 = unlimited. */
  available: number;
  /** Maximum number of places per order if all places were free; -1 = unlimited. */
  maxQuantity: number;
  /** Minimum number of places per order. */
  minQuantity: number;
}

const byPosts = statement(
  'offers_of_posts',
  `SELECT ${ticketColumns.list} FROM ${ticketTables} WHERE t.post_id = ANY($1::int[]) AND t.status = 'publish'
  ORDER BY t.post_id, t.menu_order, t.id LIMIT 500`,
  ticketColumns,
);

// `expiresWith: ['sales']` lets pages be cached until the next sale starts or ends
function getOfferState(ticket: TicketRecord, zone: Zone, available: number): TicketOffer['state'] {
  if (isSaleOpen(ticket, zone, ticket.post?.endUtc ?? null, now({ expiresWith: ['sales'] }))) return available === 0 ? 'gone' : 'open';
  const { opensAt } = computeSaleInstants(ticket, zone);
  return opensAt !== null && now({ expiresWith: ['sales'] }) < opensAt ? 'soon' : 'over';
}

function toOffer(site: Site, ticket: TicketRecord): TicketOffer {
  const price = getCurrentPrice(site, ticket);
  const available = countPlacesLeft(ticket);
  const zone = getSaleZone(site, ticket.post);
  const state = getOfferState(ticket, zone, available);
  const { opensAt } = computeSaleInstants(ticket, zone);
  return {
    id: ticket.id,
    title: ticket.title,
    description: ticket.showDescription ? ticket.description : '',
    postId: ticket.postId ?? 0,
    isRsvp: ticket.provider === 'rsvp',
    mayDecline: ticket.provider === 'rsvp' && ticket.showNotGoing,
    priceMinor: isShop(ticket.provider) ? BigInt(price.minor) : 0n,
    regularMinor: isSalePriceActive(site, ticket) ? BigInt(ticket.priceMinor) : null,
    state,
    opens: state === 'soon' && opensAt !== null ? toWallTime(opensAt, zone) : null,
    available,
    maxQuantity: getMaxPlaces(ticket),
    minQuantity: ticket.minPerOrder,
  };
}

/** Returns the published tickets of a post in menu order, at most 100. Does not check access to the post. */
export async function loadOffers(site: Site, postId: number): Promise<TicketOffer[]> {
  return (await loadOffersOfPosts(site, [postId])).get(postId)?.slice(0, 100) ?? [];
}

/** Returns the published tickets of several posts, by post ID, at most 500 in total. Runs at most one SQL statement. */
export async function loadOffersOfPosts(site: Site, postIds: readonly number[]): Promise<ReadonlyMap<number, readonly TicketOffer[]>> {
  const rows = postIds.length === 0 ? [] : await site.db.rows(byPosts, [postIds]);
  return Map.groupBy(
    rows.map((ticket) => toOffer(site, ticket)),
    ({ postId }) => postId,
  );
}
