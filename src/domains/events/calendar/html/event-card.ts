import { type Html, html, trusted } from '#app/core/text/html.ts';
import { now } from '#app/core/time/clock.ts';
import type { Say } from '#app/core/language/say.ts';
import { isHidden, renderedExcerpt } from '#app/domains/content/rendering.ts';
import { responsiveImage } from '#app/domains/content/responsive-image.ts';
import { utcWall } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';
import type { EventRecord } from '../../event.record.ts';
import { TICKETS_ANCHOR, type TicketSummary } from '../../ticketing.ts';
import { pageOf, shownCostOf } from '../../views.ts';
import { leafText, shortWhenText } from '../../when-text.ts';
import { isEventCancelled } from '../cancelled.ts';
import { plainOf } from '../plain.ts';

/** Returns the title as plain text. A blank title becomes "untitled", so that links to it are visible. */
export function titleText(say: Say, event: EventRecord): string {
  const title = plainOf(event.title) || say('event.untitled');
  return event.password === '' ? title : say('content.protectedTitle', { title });
}

/** Renders the badges for featured and cancelled events. */
export function badges(say: Say, event: EventRecord): Html {
  return html`${event.featured && html`<span class="evt-badge">${say('event.featured')}</span> `}${isEventCancelled(event) && html`<span class="evt-badge evt-badge--off">${say('event.cancelled')}</span> `}`;
}

/** Renders the badges as a line; null for an event without badges. */
export const badgesLine = (say: Say, event: EventRecord): Html | null =>
  event.featured || isEventCancelled(event) ? html`<p class="evt-badges">${badges(say, event)}</p>` : null;

/** Returns the published venues of an event. */
export const shownVenues = (event: EventRecord) => event.venues.filter(({ status }) => status === 'publish');

export const hasEnded = (event: EventRecord): boolean => event.endUtc < utcWall(now({ expiresWith: ['events'] }));

/** Shared values of the event cards in one list. */
export interface CardContext {
  site: Site;
  say: Say;
  /** Ticket links by event ID. */
  tickets: ReadonlyMap<number, TicketSummary>;
  /** Heading level of the titles; 3 by default. */
  level?: 2 | 3;
}

/** Renders the image, or a placeholder, with the date as a calendar leaf. */
function top({ site, say }: CardContext, event: EventRecord): Html {
  const image = isHidden(event) ? null : event.image;
  const { weekday, day, month } = leafText(say, event.startLocal);
  return html`<div class="evt-card-top">
${image && responsiveImage(site, image, { sizes: '(max-width: 40rem) calc(100vw - 2rem), 22rem' })}
<p class="evt-leaf" aria-hidden="true"><span>${weekday}</span><b>${day}</b><span>${month}</span></p>
${badgesLine(say, event)}
</div>`;
}

/** Renders the price, a note and the link to the tickets. For past events, says that they have ended. */
function foot({ site, say, tickets }: CardContext, event: EventRecord): Html | null {
  if (isHidden(event)) return null;
  if (hasEnded(event)) return html`<p class="evt-card-foot"><span class="evt-note">${say('event.ended')}</span></p>`;
  const summary = isEventCancelled(event) ? undefined : tickets.get(event.id);
  const price = summary?.price ?? shownCostOf(site, say, event);
  if (price === '' && !summary) return null;
  const action = summary?.action ?? null;
  return html`<p class="evt-card-foot"><span class="evt-cost">${price}</span>${summary && summary.note !== '' && html` <span class="evt-note">${summary.note}</span>`}
${action !== null && html`<a class="button" href="${pageOf(site, event)}#${TICKETS_ANCHOR}" aria-label="${action}: ${titleText(say, event)}">${action}</a>`}</p>`;
}

const EXCERPT_WORDS = 24;

/** Renders one event, and only title and dates of password-protected events. Style sheets show it as a list row or a grid card. */
export function eventCard(context: CardContext, event: EventRecord): Html {
  const { site, say, level = 3 } = context;
  const [venue] = isHidden(event) ? [] : shownVenues(event);
  const isElsewhere = event.timezone !== '' && !event.allDay;
  return html`<article class="evt-card" dir="auto">
${top(context, event)}
<div class="evt-card-text">
<p class="evt-when"><time datetime="${event.startLocal}">${shortWhenText(site, say, event)}</time>${isElsewhere && html` <span class="evt-zone">${event.timezone}</span>`}</p>
${trusted(`<h${level} class="evt-title">`)}<a href="${pageOf(site, event)}" rel="bookmark">${titleText(say, event)}</a>${trusted(`</h${level}>`)}
${venue && html`<p class="evt-venue">${[plainOf(venue.title), isHidden(venue) ? '' : venue.city].filter(Boolean).join(', ')}</p>`}
${!isHidden(event) && html`<div class="evt-excerpt">${trusted(renderedExcerpt(event, EXCERPT_WORDS))}</div>`}
${foot(context, event)}
</div>
</article>`;
}

/** Renders the events as list items. */
export function eventCards(context: CardContext, events: readonly EventRecord[]): Html[] {
  return events.map((event) => html`<li>${eventCard(context, event)}</li>\n`);
}
