import { now } from '#app/core/time/clock.ts';
import type { Site } from '#app/site.ts';
import { isSharing } from '../capacity.rules.ts';
import { computeSaleInstants } from '../sale-window.rules.ts';
import { getSaleZone } from '../selling-post.ts';
import { countPlacesLeft, type TicketRecord } from '../ticket.record.ts';

/** Reason why an entry is waiting. */
export type WaitingReason =
  | 'not_on_sale'
  | 'sale_not_begun'
  | 'sale_ended'
  | 'sold_out'
  | 'not_enough_places'
  | 'shared_capacity'
  | 'others_first'
  | 'next';

/**
 * Returns the reason why an entry for `quantity` places is waiting, with `ahead` other entries before it. Reasons that concern the ticket take
 * precedence over reasons that concern the entry. `next` means that nothing prevents an offer, so an offer is imminent.
 */
export function getWaitingReason(site: Site, ticket: TicketRecord | null, quantity: number, ahead: number): WaitingReason {
  if (!ticket?.post || ticket.status !== 'publish' || ticket.post.status !== 'publish') return 'not_on_sale';
  const { opensAt, closesAt } = computeSaleInstants(ticket, getSaleZone(site, ticket.post));
  const end = closesAt ?? ticket.post.endUtc;
  if (opensAt !== null && now() < opensAt) return 'sale_not_begun';
  if (end !== null && now() > end) return 'sale_ended';
  const available = countPlacesLeft(ticket);
  if (available !== -1 && available < quantity) {
    if (isSharing(ticket.stockMode) && ticket.stock >= quantity) return 'shared_capacity';
    return ticket.stock === 0 ? 'sold_out' : 'not_enough_places';
  }
  return ahead > 0 ? 'others_first' : 'next';
}
