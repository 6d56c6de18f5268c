import type { PagePart } from '#app/core/domain/domain.ts';
import { html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { stylesheetPath } from '#app/domains/events/calendar/stylesheet.ts';
import { toSitePath } from '#app/domains/identity/auth/redirect.ts';
import type { Site } from '#app/site.ts';
import { loadOffers } from '../../ticket-offer.ts';
import { renderOffersPart } from '../offers.part.ts';
import { buildChoosingScript } from './choosing-script.ts';

/** Renders the tickets of a post or page, for the area below its content. Returns null if there are no tickets. Runs one SQL statement. */
export async function renderContentTickets(site: Site, postId: number, translate: Translate): Promise<PagePart | null> {
  const offers = renderOffersPart(site, translate, await loadOffers(site, postId), { postId, isClosed: false });
  if (!offers) return null;
  const script = buildChoosingScript(site);
  const head = html`
<link rel="stylesheet" href="${toSitePath(site, stylesheetPath)}">${script.head}`;
  return { ...script, head, body: html`<div class="evt-page">\n${offers}\n</div>` };
}
