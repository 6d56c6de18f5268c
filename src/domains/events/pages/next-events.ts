import { nowUntil } from '#app/core/time/clock.ts';
import type { FrontPart } from '#app/core/domain/domain.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Say } from '#app/core/language/say.ts';
import { anonymous } from '#app/domains/identity/auth/viewer.ts';
import { sitePath } from '#app/domains/identity/auth/redirect.ts';
import { TICKETS_ANCHOR, type WayIn, wayIn } from '#app/domains/tickets/pages/way-in.ts';
import { type Offer, offersOfPosts } from '#app/domains/tickets/offer.ts';
import type { Site } from '#app/site.ts';
import { isHidden } from '../../content/rendering.ts';
import { cancellationOf } from '../calendar/cancelled.ts';
import { shownVenues } from '../calendar/html/event-card.ts';
import { addressOf, frontPlace } from '../calendar/place.ts';
import { plainOf } from '../calendar/plain.ts';
import { stylesheetPath } from '../calendar/stylesheet.ts';
import { eventsInOrder, findEventIds } from '../calendar/visible-events.ts';
import type { EventRecord } from '../event.record.ts';
import { responsiveImage } from '../../content/responsive-image.ts';
import { costOf, pageOf } from '../views.ts';
import { leafText, shortWhenText } from '../when-text.ts';
import { badges } from './event-box.ts';
import { nameOf } from './parts.ts';

const SHOWN = 6;

/** The picture, or what stands for it, with the day on a leaf of a calendar. */
function top(site: Site, say: Say, event: EventRecord): Html {
  const { image } = event;
  const { weekday, day, month } = leafText(say, event.startLocal);
  const shown = image && !isHidden(event) ? responsiveImage(site, image, { sizes: '(max-width: 40rem) calc(100vw - 2rem), 20rem' }) : null;
  return html`<div class="evt-card-top${shown ? '' : ' evt-card-top--plain'}">
${shown}
<p class="evt-leaf" aria-hidden="true"><span>${weekday}</span><b>${day}</b><span>${month}</span></p>
${badges(event, say)}
</div>`;
}

function foot(site: Site, say: Say, event: EventRecord, way: WayIn | null): Html | null {
  const price = way?.price ?? costOf(site, event);
  const action = cancellationOf(event) ? null : (way?.action ?? null);
  if (isHidden(event) || (price === '' && action === null)) return null;
  return html`<p class="evt-card-foot"><span class="evt-cost">${price}</span>${way && way.reason !== '' && html` <span class="evt-quiet">${way.reason}</span>`}
${action !== null && html`<a class="button" href="${pageOf(site, event)}#${TICKETS_ANCHOR}" aria-label="${action}: ${nameOf(event, say)}">${action}</a>`}</p>`;
}

function card(site: Site, say: Say, event: EventRecord, offers: readonly Offer[]): Html {
  const [venue] = isHidden(event) ? [] : shownVenues(event);
  return html`<li class="evt-card">
${top(site, say, event)}
<div class="evt-card-text" dir="auto">
<p class="evt-when"><time datetime="${event.startLocal}">${shortWhenText(site, say, event)}</time></p>
<h3 class="evt-title"><a href="${pageOf(site, event)}" rel="bookmark">${nameOf(event, say)}</a></h3>
${venue && html`<p class="evt-venue">${[plainOf(venue.title), isHidden(venue) ? '' : venue.city].filter(Boolean).join(', ')}</p>`}
${foot(site, say, event, wayIn(site, say, offers))}
</div>
</li>
`;
}

/** The next events, as the front page shows them to everybody; null while none exist. */
export async function nextEvents(site: Site, say: Say): Promise<FrontPart | null> {
  const choice = { viewer: anonymous, keyword: '', isFeatured: false };
  const events = await eventsInOrder(site, await findEventIds(site, choice, { endsAfter: nowUntil('events') }, { limit: SHOWN }));
  if (events.length === 0) return null;
  const offers = Map.groupBy(
    await offersOfPosts(
      site,
      events.map(({ id }) => id),
    ),
    ({ postId }) => postId,
  );
  return {
    head: html`<link rel="stylesheet" href="${sitePath(site, stylesheetPath)}">`,
    body: html`<section class="evt-page" aria-labelledby="next-events">
<h2 id="next-events">${say('event.next')}</h2>
<ul class="evt-cards">
${events.map((event) => card(site, say, event, offers.get(event.id) ?? []))}</ul>
<p><a href="${addressOf(site, frontPlace)}">${say('event.all')}</a></p>
</section>`,
  };
}
