import type { Translate } from '#app/core/language/translate.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Site } from '#app/site.ts';
import { isHidden } from '../../content/rendering.ts';
import { toPlainText } from '../calendar/plain-text.ts';
import type { VenueRecord } from '../linked.record.ts';
import { listAddressParts, getPageUrl } from '../views.ts';

/** Returns the URL of directions to a postal address. The page loads nothing from that site until a visitor follows the link. */
const buildRouteUrl = (parts: readonly string[]) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(parts.join(', '))}`;
const buildMapUrl = (parts: readonly string[]) => `https://www.openstreetmap.org/search?query=${encodeURIComponent(parts.join(', '))}`;

/** Returns the lines of a postal address: street, city, country. */
function listAddressLines({ address, zip, city, stateProvince, country }: VenueRecord): string[] {
  return [address, [zip, city].filter(Boolean).join(' '), stateProvince, country].filter((line) => line !== '');
}

/** Renders links to directions and to a map; null for a venue without a postal address, and while a password hides it. */
export function renderDirectionLinks(translate: Translate, venue: VenueRecord): Html | null {
  const parts = isHidden(venue) ? [] : listAddressParts(venue);
  if (parts.length === 0) return null;
  const renderLink = (url: string, label: string) => html`<li><a href="${url}" rel="noopener nofollow external">${label}</a></li>`;
  return html`<ul class="evt-links">${renderLink(buildRouteUrl(parts), translate('event.directions'))}${renderLink(buildMapUrl(parts), translate('event.map'))}</ul>`;
}

/** Renders the address of a venue with links to directions. */
export function renderPlaceCard(site: Site, translate: Translate, venue: VenueRecord): Html {
  const address = isHidden(venue) ? [] : listAddressLines(venue);
  return html`<div class="evt-place"><address dir="auto"><strong><a href="${getPageUrl(site, venue)}">${toPlainText(venue.title)}</a></strong>${address.map((line) => html`<br>${line}`)}</address>
${renderDirectionLinks(translate, venue)}</div>`;
}
