import type { Translate } from '#app/core/language/translate.ts';
import type { TextKey } from '#app/core/language/texts/english.ts';
import type { Site } from '#app/site.ts';
import type { TicketSummary } from '../events/ticketing.ts';
import { formatWallTime } from '../events/format-event-time.ts';
import { holdMinutes } from './tickets.settings.ts';
import { type TicketOffer, loadOffersOfPosts } from './ticket-offer.ts';
import { formatLocalizedPrice } from './price-text.ts';

/** Summaries show the number of free places only below this limit. */
const FEW = 10;

/** True if visitors can get tickets on this site. This requires holds, which reserve the places while visitors enter their names. */
export const canSellOnSite = (site: Site): boolean => site.settings.get(holdMinutes) > 0;

function getActionKey(site: Site, offers: readonly TicketOffer[]): TextKey | null {
  if (!canSellOnSite(site)) return null;
  const open = offers.filter(({ state }) => state === 'open');
  if (open.length > 0) return open.every(({ isRsvp }) => isRsvp) ? 'event.come' : 'event.getTickets';
  return offers.some(({ state }) => state === 'gone') ? 'event.waitingList' : null;
}

function formatPriceRange(site: Site, translate: Translate, min: bigint, max: bigint): string {
  const formatMinor = (minor: bigint) => (minor === 0n ? translate('event.free') : formatLocalizedPrice(site, translate, minor));
  if (min === max) return formatMinor(min);
  return min === 0n ? `${formatMinor(min)} – ${formatMinor(max)}` : translate('event.from', { price: formatMinor(min) });
}

function formatNote(site: Site, translate: Translate, offers: readonly TicketOffer[]): string {
  const open = offers.filter(({ state }) => state === 'open');
  if (open.length > 0) {
    // tickets that share their places have the same number
    const available = Math.max(...open.map((offer) => (offer.available < 0 ? FEW : offer.available)));
    return open.some((offer) => offer.available < 0) || available >= FEW ? '' : translate('offers.onlyLeft', { left: available });
  }
  if (offers.some(({ state }) => state === 'gone')) return translate('offers.soldOut');
  const opening = offers
    .flatMap(({ opens }) => opens ?? [])
    .sort()
    .at(0);
  if (opening !== undefined) return translate('offers.saleStarts', { moment: formatWallTime(site, translate, opening) });
  return translate(offers.some(({ state }) => state === 'soon') ? 'event.notYet' : 'offers.over');
}

/** Summarizes the tickets of an event in a price, an action and a note. Returns null if there are no tickets. */
export function summarizeOffers(site: Site, translate: Translate, offers: readonly TicketOffer[]): TicketSummary | null {
  if (offers.length === 0) return null;
  const open = offers.filter(({ state }) => state === 'open');
  const prices = (open.length > 0 ? open : offers).map(({ priceMinor }) => priceMinor);
  const [min = 0n, ...others] = prices.sort((a, b) => Number(a - b));
  const max = others.at(-1) ?? min;
  const action = getActionKey(site, offers);
  return {
    price: formatPriceRange(site, translate, min, max),
    action: action === null ? null : translate(action),
    note: formatNote(site, translate, offers),
  };
}

/** Returns the ticket summaries of these events, by event ID; omits events without offers. Runs one SQL statement. */
export async function findTicketSummaries(
  site: Site,
  translate: Translate,
  eventIds: readonly number[],
): Promise<ReadonlyMap<number, TicketSummary>> {
  const offers = await loadOffersOfPosts(site, eventIds);
  return new Map(
    [...offers].flatMap(([id, eventOffers]) => {
      const summary = summarizeOffers(site, translate, eventOffers);
      return summary ? [[id, summary]] : [];
    }),
  );
}
