import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { isReducedPriceValid } from './sale-window.rules.ts';
import { getSaleZone } from './selling-post.ts';
import type { TicketRecord } from './ticket.record.ts';

/**
 * Returns true if a ticket's reduced price is currently valid, and null if the provider has no reduced prices. A page with the result may be cached
 * until the next sale starts or ends (`expiresWith`).
 */
export function isSalePriceActive(site: Site, ticket: TicketRecord): boolean | null {
  return ticket.provider === 'tc' ? isReducedPriceValid(ticket, getSaleZone(site, ticket.post), now({ expiresWith: ['sales'] })) : null;
}

/** Returns the current price of a ticket, reduced if applicable. */
export function getCurrentPrice(site: Site, ticket: TicketRecord): { text: string; minor: number | bigint } {
  return isSalePriceActive(site, ticket)
    ? { text: ticket.salePrice, minor: ticket.salePriceMinor }
    : { text: ticket.price, minor: ticket.priceMinor };
}
