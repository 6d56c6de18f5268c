import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { isOnSale } from './sale-window.rules.ts';
import { saleZone } from './selling-post.ts';
import type { TicketRecord } from './ticket.record.ts';

/** Whether a ticket's reduced price holds at the moment; null where the provider has no reduced prices. */
export function onSale(site: Site, ticket: TicketRecord): boolean | null {
  return ticket.provider === 'tc' ? isOnSale(ticket, saleZone(site, ticket.post), now({ expiresWith: ['sales'] })) : null;
}

/** What a ticket costs at the moment: the reduced price while it holds. */
export function currentPrice(site: Site, ticket: TicketRecord): { text: string; minor: number | bigint } {
  return onSale(site, ticket) ? { text: ticket.salePrice, minor: ticket.salePriceMinor } : { text: ticket.price, minor: ticket.priceMinor };
}
