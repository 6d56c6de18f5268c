import type { Say } from '#app/core/language/say.ts';
import { type Html, html } from '#app/core/html.ts';
import type { Site } from '#app/site.ts';
import { momentText } from '../../events/when-text.ts';
import type { Offer } from '../../tickets/offer.ts';
import { priceText } from '../../tickets/price-text.ts';
import { TICKETS_ANCHOR } from './way-in.ts';

/** Fewer places than this are worth saying. */
const FEW = 20;

function availability(site: Site, say: Say, { state, opens, left }: Offer): string {
  if (state === 'gone') return say('offers.soldOut');
  if (state === 'over') return say('offers.over');
  if (state === 'soon') return [say('offers.from'), opens !== null && momentText(site, say, opens)].filter(Boolean).join(' ');
  return left >= 0 && left < FEW ? say('offers.left', { left }) : say('offers.available');
}

function price(site: Site, say: Say, { priceMinor, regularMinor }: Offer): Html {
  if (priceMinor === 0n) return html`${say('offers.free')}`;
  const regular =
    regularMinor !== null &&
    html`<s><span class="evt-hidden">${say('offers.regularPrice')} </span>${priceText(site, say, regularMinor)}</s> `;
  return html`${regular}${priceText(site, say, priceMinor)}`;
}

/** The tickets on offer for those who think of coming: name, price and what is left of each. Null where there are none. */
export function offersPart(site: Site, say: Say, offers: readonly Offer[]): Html | null {
  if (offers.length === 0) return null;
  return html`<section aria-labelledby="${TICKETS_ANCHOR}">
<h2 id="${TICKETS_ANCHOR}">${say('offers.title')}</h2>
<ul class="evt-offers">
${offers.map(
  (offer) => html`<li>
<h3>${offer.title}</h3>
<p class="evt-offer-price">${price(site, say, offer)}</p>
<p class="evt-offer-state">${availability(site, say, offer)}</p>
${offer.description !== '' && html`<p class="evt-offer-text">${offer.description}</p>`}
</li>`,
)}
</ul>
</section>`;
}
