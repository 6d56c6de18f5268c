import type { Say } from '#app/core/language/say.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import type { Site } from '#app/site.ts';
import type { Offer } from '../../tickets/offer.ts';
import { holdMinutes } from '../../tickets/tickets.settings.ts';
import { priceText } from '../../tickets/price-text.ts';

/** Where the tickets of a post stand on its page. */
export const TICKETS_ANCHOR = 'tickets';

/** What someone who thinks of coming can do, in a few words. */
export interface WayIn {
  /** The cheapest of what can be had, or would be; empty where nothing is sold. */
  price: string;
  /** What a button says; null where nothing can be done now. */
  action: string | null;
  /** Why not; empty where something can be done. */
  reason: string;
}

/** Whether visitors get tickets on this site: places have to be kept while they write their names. */
export const sellsHere = (site: Site): boolean => site.settings.get(holdMinutes) > 0;

function actionOf(site: Site, offers: readonly Offer[]): TextKey | null {
  if (!sellsHere(site)) return null;
  const open = offers.filter(({ state }) => state === 'open');
  if (open.length > 0) return open.every(({ isRsvp }) => isRsvp) ? 'event.come' : 'event.getTickets';
  return offers.some(({ state }) => state === 'gone') ? 'event.waitingList' : null;
}

function rangeText(site: Site, say: Say, least: bigint, most: bigint): string {
  const text = (minor: bigint) => (minor === 0n ? say('event.free') : priceText(site, say, minor));
  if (least === most) return text(least);
  return least === 0n ? `${text(least)} – ${text(most)}` : say('event.from', { price: text(least) });
}

function closedReason(say: Say, offers: readonly Offer[]): string {
  if (offers.some(({ state }) => state === 'open' || state === 'gone')) return '';
  return say(offers.some(({ state }) => state === 'soon') ? 'event.notYet' : 'offers.over');
}

/** The one way to get to an event with these offers; null where it offers none. */
export function wayIn(site: Site, say: Say, offers: readonly Offer[]): WayIn | null {
  if (offers.length === 0) return null;
  const open = offers.filter(({ state }) => state === 'open');
  const prices = (open.length > 0 ? open : offers).map(({ priceMinor }) => priceMinor);
  const [least = 0n, ...others] = prices.sort((one, other) => Number(one - other));
  const most = others.at(-1) ?? least;
  const action = actionOf(site, offers);
  return {
    price: rangeText(site, say, least, most),
    action: action === null ? null : say(action),
    reason: action === null ? closedReason(say, offers) : action === 'event.waitingList' ? say('offers.soldOut') : '',
  };
}
