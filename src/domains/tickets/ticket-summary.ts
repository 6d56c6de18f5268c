import type { Say } from '#app/core/language/say.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import type { Site } from '#app/site.ts';
import type { TicketSummary } from '../events/ticketing.ts';
import { formatWallTime } from '../events/format-event-time.ts';
import { holdMinutes } from './tickets.settings.ts';
import { type Offer, loadOffersOfPosts } from './ticket-offer.ts';
import { formatTicketPrice } from './price-text.ts';

/** Summaries show the number of free places only below this limit. */
const FEW = 10;

/** True if visitors can get tickets on this site. This requires holds, which reserve the places while visitors enter their names. */
export const canSellHere = (site: Site): boolean => site.settings.get(holdMinutes) > 0;

function getActionKey(site: Site, offers: readonly Offer[]): TextKey | null {
  if (!canSellHere(site)) return null;
  const open = offers.filter(({ state }) => state === 'open');
  if (open.length > 0) return open.every(({ isRsvp }) => isRsvp) ? 'event.come' : 'event.getTickets';
  return offers.some(({ state }) => state === 'gone') ? 'event.waitingList' : null;
}

function formatPriceRange(site: Site, say: Say, min: bigint, max: bigint): string {
  const text = (minor: bigint) => (minor === 0n ? say('event.free') : formatTicketPrice(site, say, minor));
  if (min === max) return text(min);
  return min === 0n ? `${text(min)} – ${text(max)}` : say('event.from', { price: text(min) });
}

function formatNote(site: Site, say: Say, offers: readonly Offer[]): string {
  const open = offers.filter(({ state }) => state === 'open');
  if (open.length > 0) {
    // tickets that share their places have the same number
    const available = Math.max(...open.map((offer) => (offer.available < 0 ? FEW : offer.available)));
    return open.some((offer) => offer.available < 0) || available >= FEW ? '' : say('offers.onlyLeft', { left: available });
  }
  if (offers.some(({ state }) => state === 'gone')) return say('offers.soldOut');
  const opening = offers
    .flatMap(({ opens }) => opens ?? [])
    .sort()
    .at(0);
  if (opening !== undefined) return say('offers.saleStarts', { moment: formatWallTime(site, say, opening) });
  return say(offers.some(({ state }) => state === 'soon') ? 'event.notYet' : 'offers.over');
}

/** Summarizes the tickets of an event in a price, an action and a note. Returns null if there are no tickets. */
export function summarizeOffers(site: Site, say: Say, offers: readonly Offer[]): TicketSummary | null {
  if (offers.length === 0) return null;
  const open = offers.filter(({ state }) => state === 'open');
  const prices = (open.length > 0 ? open : offers).map(({ priceMinor }) => priceMinor);
  const [min = 0n, ...others] = prices.sort((a, b) => Number(a - b));
  const max = others.at(-1) ?? min;
  const action = getActionKey(site, offers);
  return {
    price: formatPriceRange(site, say, min, max),
    action: action === null ? null : say(action),
    note: formatNote(site, say, offers),
  };
}

/** Returns the ticket summaries of these events, by event ID; omits events without offers. Runs one SQL statement. */
export async function findTicketSummaries(site: Site, say: Say, eventIds: readonly number[]): Promise<ReadonlyMap<number, TicketSummary>> {
  const offers = await loadOffersOfPosts(site, eventIds);
  return new Map(
    [...offers].flatMap(([id, eventOffers]) => {
      const summary = summarizeOffers(site, say, eventOffers);
      return summary ? [[id, summary]] : [];
    }),
  );
}
