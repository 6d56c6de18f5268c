import { isHidden, renderedExcerpt } from '#app/domains/content/rendering.ts';
import type { EventRecord } from '../../event.record.ts';
import type { VenueRecord } from '../../linked.record.ts';
import { scheduleText } from '../../schedule-text.ts';
import { responsiveImage } from '#app/domains/content/responsive-image.ts';
import { addressParts, pageOf, shownCostOf } from '../../views.ts';
import { leafText } from '../../when-text.ts';
import type { Say } from '#app/core/language/say.ts';
import type { Site } from '#app/site.ts';
import { cancellationOf } from '../cancelled.ts';
import { plainOf } from '../plain.ts';
import { type Html, html, trusted } from '#app/core/text/html.ts';

/** The title as plain text; a name of its own where it is blank, so that links to it can be seen. */
export function titleText(say: Say, event: EventRecord): string {
  const title = plainOf(event.title) || say('event.untitled');
  return event.password === '' ? title : say('content.protectedTitle', { title });
}

/** When it takes place, for people and machines. */
function schedule(site: Site, say: Say, event: EventRecord): Html {
  const isElsewhere = event.timezone !== '' && !event.allDay;
  return html`<time datetime="${event.startLocal}">${trusted(scheduleText(site, event, false, say))}</time>${isElsewhere && html` <span class="evt-zone">${event.timezone}</span>`}`;
}

/** Featured or cancelled, as words. */
export function badges(say: Say, event: EventRecord): Html {
  return html`${event.featured && html`<span class="evt-badge">${say('event.featured')}</span> `}${cancellationOf(event) && html`<span class="evt-badge evt-badge--off">${say('event.cancelled')}</span> `}`;
}

function venueLine(site: Site, venue: VenueRecord): Html {
  const parts = isHidden(venue) ? [] : addressParts(venue);
  return html`<address class="evt-venue"><a href="${pageOf(site, venue)}">${plainOf(venue.title)}</a>${parts.length > 0 && html` <span>${parts.join(', ')}</span>`}</address>`;
}

function picture(site: Site, event: EventRecord): Html | null {
  if (!event.image) return null;
  return responsiveImage(site, event.image, { sizes: '(max-width: 40rem) calc(100vw - 4rem), 16rem', className: 'evt-image' });
}

/** Venues that everybody may know of. */
export const shownVenues = (event: EventRecord) => event.venues.filter(({ status }) => status === 'publish');

/** One event of a list: of protected ones title and dates only. */
export function eventCard(site: Site, say: Say, event: EventRecord, level: 2 | 3 = 3): Html {
  const heading = html`<a href="${pageOf(site, event)}" rel="bookmark">${titleText(say, event)}</a>`;
  const [venue] = shownVenues(event);
  const cost = shownCostOf(site, say, event);
  const details =
    !isHidden(event) &&
    html`${venue && venueLine(site, venue)}
${picture(site, event)}
<div class="evt-excerpt">${trusted(renderedExcerpt(event))}</div>
${cost !== '' && html`<p class="evt-cost">${cost}</p>`}`;
  const { weekday, day, month } = leafText(say, event.startLocal);
  return html`<article class="evt-event" dir="auto">
<p class="evt-leaf" aria-hidden="true"><span>${weekday}</span><b>${day}</b><span>${month}</span></p>
<p class="evt-when">${badges(say, event)}${schedule(site, say, event)}</p>
${trusted(`<h${level} class="evt-title">`)}${heading}${trusted(`</h${level}>`)}
${details}
</article>`;
}
