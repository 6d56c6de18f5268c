import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { isOnSale } from './sale-window.rules.ts';
import { saleZone } from './selling-post.ts';
import type { TicketRecord } from './ticket.record.ts';

/** True if a ticket's reduced price is currently valid; null if the provider has no reduced prices. */
export function onSale(site: Site, ticket: TicketRecord): boolean | null {
  return ticket.provider === 'tc' ? isOnSale(ticket, saleZone(site, ticket.post), now({ expiresWith: ['sales'] })) : null;
}

/** Returns the current price of a ticket, reduced if applicable. */
export function currentPrice(site: Site, ticket: TicketRecord): { text: string; minor: number | bigint } {
  return onSale(site, ticket) ? { text: ticket.salePrice, minor: ticket.salePriceMinor } : { text: ticket.price, minor: ticket.priceMinor };
}
