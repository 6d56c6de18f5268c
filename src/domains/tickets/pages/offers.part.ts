import { formatWall } from '../../events/date-format.ts';
import { dateFormat, timeFormat } from '#app/core/settings/site.settings.ts';
import type { Site } from '#app/site.ts';
import { type Offer, offersOf } from '../../tickets/offer.ts';
import { type Html, html } from '#app/core/html.ts';

/** Fewer places than this are worth saying. */
const FEW = 20;

function availability(site: Site, { state, opens, left }: Offer): string {
  if (state === 'gone') return 'Sold out';
  if (state === 'over') return 'The sale is over';
  if (state === 'soon') {
    const from = opens === null ? '' : ` ${formatWall(opens, `${site.settings.get(dateFormat)}, ${site.settings.get(timeFormat)}`)}`;
    return `On sale from${from}`;
  }
  return left >= 0 && left < FEW ? `${left} left` : 'Available';
}

function price({ price: now, regularPrice }: Offer): Html {
  if (now === null) return html`Free`;
  return html`${regularPrice !== null && html`<s><span class="evt-hidden">Regular price: </span>${regularPrice}</s> `}${now}`;
}

/** The tickets of a post for those who think of coming: name, price and what is left of each. Null where there are none. */
export async function offersPart(site: Site, postId: number): Promise<Html | null> {
  const offers = await offersOf(site, postId);
  if (offers.length === 0) return null;
  return html`<section aria-labelledby="tickets">
<h2 id="tickets">Tickets</h2>
<ul class="evt-offers">
${offers.map(
  (offer) => html`<li>
<h3>${offer.title}</h3>
<p class="evt-offer-price">${price(offer)}</p>
<p class="evt-offer-state">${availability(site, offer)}</p>
${offer.description !== '' && html`<p class="evt-offer-text">${offer.description}</p>`}
</li>`,
)}
</ul>
</section>`;
}
