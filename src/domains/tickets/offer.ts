import { statement } from '#app/core/db/statement.ts';
import { now } from '#app/core/time/clock.ts';
import type { WallTime } from '#app/core/time/wall-time.ts';
import { toWallTime, type Zone } from '#app/core/time/zone.ts';
import type { Site } from '#app/site.ts';
import { currentPrice, onSale } from './price.ts';
import { isShop } from './providers.ts';
import { isOpen, momentsOf } from './sale-window.rules.ts';
import { saleZone } from './selling-post.ts';
import { mostPlaces, placesLeft, ticketColumns, type TicketRecord, ticketTables } from './ticket.record.ts';

/** What someone who thinks of coming wants to know of a ticket; plain text. */
export interface Offer {
  id: number;
  title: string;
  /** Empty where the ticket keeps it to itself. */
  description: string;
  postId: number;
  /** For people who come or say that they do not, and pay nothing. */
  isRsvp: boolean;
  /** Whether it wants to know who does not come. */
  mayDecline: boolean;
  /** Hundredths; 0 = nothing is paid. */
  priceMinor: bigint;
  /** What it costs otherwise, while a reduced price holds; else null. */
  regularMinor: bigint | null;
  /** `soon` = the sale has not begun, `over` = it has ended, `gone` = no place is left. */
  state: 'open' | 'soon' | 'over' | 'gone';
  /** When the sale begins, on the event's clocks; null unless `soon`. */
  opens: WallTime | null;
  /** Places left; -1 = as many as wanted. */
  left: number;
  /** The most places there could ever be; -1 = as many as wanted. */
  most: number;
  /** The fewest of one order. */
  least: number;
}

const byPosts = statement(
  'offers_of_posts',
  `SELECT ${ticketColumns.list} FROM ${ticketTables} WHERE t.post_id = ANY($1::int[]) AND t.status = 'publish'
  ORDER BY t.post_id, t.menu_order, t.id LIMIT 500`,
  ticketColumns,
);

function stateOf(ticket: TicketRecord, zone: Zone, left: number): Offer['state'] {
  if (isOpen(ticket, zone, ticket.post?.endUtc ?? null, now({ expiresWith: ['sales'] }))) return left === 0 ? 'gone' : 'open';
  const { opensAt } = momentsOf(ticket, zone);
  return opensAt !== null && now({ expiresWith: ['sales'] }) < opensAt ? 'soon' : 'over';
}

function offerOf(site: Site, ticket: TicketRecord): Offer {
  const paid = currentPrice(site, ticket);
  const left = placesLeft(ticket);
  const zone = saleZone(site, ticket.post);
  const state = stateOf(ticket, zone, left);
  const { opensAt } = momentsOf(ticket, zone);
  return {
    id: ticket.id,
    title: ticket.title,
    description: ticket.showDescription ? ticket.description : '',
    postId: ticket.postId ?? 0,
    isRsvp: ticket.provider === 'rsvp',
    mayDecline: ticket.provider === 'rsvp' && ticket.showNotGoing,
    priceMinor: isShop(ticket.provider) ? BigInt(paid.minor) : 0n,
    regularMinor: onSale(site, ticket) ? BigInt(ticket.priceMinor) : null,
    state,
    opens: state === 'soon' && opensAt !== null ? toWallTime(opensAt, zone) : null,
    left,
    most: mostPlaces(ticket),
    least: ticket.minPerOrder,
  };
}

/** The published tickets of a post in their order, at most 100. Whether the reader may see the post is the caller's question. */
export async function offersOf(site: Site, postId: number): Promise<Offer[]> {
  return (await offersOfPosts(site, [postId])).get(postId)?.slice(0, 100) ?? [];
}

/** The same of several posts, by number of the post, at most 500 in all. One statement; none for no posts. */
export async function offersOfPosts(site: Site, postIds: readonly number[]): Promise<ReadonlyMap<number, readonly Offer[]>> {
  const rows = postIds.length === 0 ? [] : await site.db.rows(byPosts, [postIds]);
  return Map.groupBy(
    rows.map((ticket) => offerOf(site, ticket)),
    ({ postId }) => postId,
  );
}
