import { utcNow } from '../content/site-time.ts';
import { now } from '../core/clock.ts';
import type { WallTime } from '../core/time/wall-time.ts';
import { toWallTime, type Zone } from '../core/time/zone.ts';
import type { Site } from '../site.ts';
import { formatPrice, moneyStyle } from './money.rules.ts';
import { currentPrice, onSale } from './price.ts';
import { isShop } from './providers.ts';
import { isOpen, momentsOf } from './sale-window.rules.ts';
import { saleZone } from './selling-post.ts';
import { placesLeft, ticketColumns, ticketOf, type TicketRecord, type TicketRow, ticketTables } from './ticket.record.ts';

/** What somebody who thinks of coming wants to know of a ticket; plain text. */
export interface Offer {
  id: number;
  title: string;
  /** Empty where the ticket keeps it to itself. */
  description: string;
  /** As the site writes prices; null = nothing is paid. */
  price: string | null;
  /** What it costs otherwise, while a reduced price holds; else null. */
  regularPrice: string | null;
  /** `soon` = the sale has not begun, `over` = it has ended, `gone` = no place is left. */
  state: 'open' | 'soon' | 'over' | 'gone';
  /** When the sale begins, on the event's clocks; null unless `soon`. */
  opens: WallTime | null;
  /** Places left; -1 = as many as wanted. */
  left: number;
}

const byPost = `SELECT ${ticketColumns} FROM ${ticketTables} WHERE t.post_id = $1 AND t.status = 'publish' ORDER BY t.menu_order, t.id LIMIT 100`;

function stateOf(ticket: TicketRecord, zone: Zone, left: number): Offer['state'] {
  if (isOpen(ticket, zone, ticket.post?.endUtc ?? null, now())) return left === 0 ? 'gone' : 'open';
  const { opensAt } = momentsOf(ticket, zone);
  return opensAt !== null && now() < opensAt ? 'soon' : 'over';
}

function offerOf(site: Site, ticket: TicketRecord): Offer {
  const style = moneyStyle(site);
  const paid = currentPrice(site, ticket);
  const left = placesLeft(ticket);
  const zone = saleZone(site, ticket.post);
  const state = stateOf(ticket, zone, left);
  const { opensAt } = momentsOf(ticket, zone);
  return {
    id: ticket.id,
    title: ticket.title,
    description: ticket.showDescription ? ticket.description : '',
    price: isShop(ticket.provider) && BigInt(paid.minor) > 0n ? formatPrice(paid.minor, style) : null,
    regularPrice: onSale(site, ticket) ? formatPrice(ticket.priceMinor, style) : null,
    state,
    opens: state === 'soon' && opensAt !== null ? toWallTime(opensAt, zone) : null,
    left,
  };
}

/** The published tickets of a post in their order, at most 100. Whether the reader may see the post is the caller's question. */
export async function offersOf(site: Site, postId: number): Promise<Offer[]> {
  const at = utcNow();
  return (await site.db.sql<TicketRow>(byPost, [postId], 'offers_of_post')).map((row) => offerOf(site, ticketOf(row, at)));
}
