import { type Html, html, trustHtml } from '#app/core/text/html.ts';
import { now } from '#app/core/time/clock.ts';
import type { Translate } from '#app/core/language/translate.ts';
import { isHidden, renderContentExcerpt } from '#app/domains/content/rendering.ts';
import { renderResponsiveImage } from '#app/domains/content/responsive-image.ts';
import { toUtcWallTime } from '#app/domains/content/site-time.ts';
import type { Site } from '#app/site.ts';
import type { EventRecord } from '../../event.record.ts';
import { TICKETS_ANCHOR, type TicketSummary } from '../../ticketing.ts';
import { getPageUrl, formatShownCost } from '../../views.ts';
import { getLeafParts, formatShortEventTime } from '../../format-event-time.ts';
import { isEventCancelled } from '../event-status.ts';
import { toPlainText } from '../plain-text.ts';

/** Returns the title as plain text. A blank title becomes "untitled", so that links to it are visible. */
export function getTitleText(translate: Translate, event: EventRecord): string {
  const title = toPlainText(event.title) || translate('event.untitled');
  return event.password === '' ? title : translate('content.protectedTitle', { title });
}

/** Renders the badges for featured and cancelled events. */
export function renderBadges(translate: Translate, event: EventRecord): Html {
  return html`${event.featured && html`<span class="evt-badge">${translate('event.featured')}</span> `}${isEventCancelled(event) && html`<span class="evt-badge evt-badge--off">${translate('event.cancelled')}</span> `}`;
}

/** Renders the badges as a line; null for an event without badges. */
export const renderBadgesLine = (translate: Translate, event: EventRecord): Html | null =>
  event.featured || isEventCancelled(event) ? html`<p class="evt-badges">${renderBadges(translate, event)}</p>` : null;

/** Returns the published venues of an event. */
export const listShownVenues = (event: EventRecord) => event.venues.filter(({ status }) => status === 'publish');

/** True if the event has ended. With `expiresWith`, a cached response expires when an event starts or ends. */
export const hasEnded = (event: EventRecord): boolean => event.endUtc < toUtcWallTime(now({ expiresWith: ['events'] }));

/** Shared values of the event cards in one list. */
export interface CardContext {
  site: Site;
  translate: Translate;
  /** Ticket links by event ID. */
  tickets: ReadonlyMap<number, TicketSummary>;
  /** Heading level of the titles; 3 by default. */
  level?: 2 | 3;
}

/** Renders the image, or a placeholder, with the date as a calendar leaf. */
function renderTop({ site, translate }: CardContext, event: EventRecord): Html {
  const image = isHidden(event) ? null : event.image;
  const { weekday, day, month } = getLeafParts(translate, event.startLocal);
  return html`<div class="evt-card-top">
${image && renderResponsiveImage(site, image, { sizes: '(max-width: 40rem) calc(100vw - 2rem), 22rem' })}
<p class="evt-leaf" aria-hidden="true"><span>${weekday}</span><b>${day}</b><span>${month}</span></p>
${renderBadgesLine(translate, event)}
</div>`;
}

/** Renders the price, a note and the link to the tickets. For past events, renders a note that they have ended. */
function renderFoot({ site, translate, tickets }: CardContext, event: EventRecord): Html | null {
  if (isHidden(event)) return null;
  if (hasEnded(event)) return html`<p class="evt-card-foot"><span class="evt-note">${translate('event.ended')}</span></p>`;
  const summary = isEventCancelled(event) ? undefined : tickets.get(event.id);
  const price = summary?.price ?? formatShownCost(site, translate, event);
  if (price === '' && !summary) return null;
  const action = summary?.action ?? null;
  return html`<p class="evt-card-foot"><span class="evt-cost">${price}</span>${summary && summary.note !== '' && html` <span class="evt-note">${summary.note}</span>`}
${action !== null && html`<a class="button" href="${getPageUrl(site, event)}#${TICKETS_ANCHOR}" aria-label="${action}: ${getTitleText(translate, event)}">${action}</a>`}</p>`;
}

const EXCERPT_WORDS = 24;

/** Renders one event. Shows only the title and dates while a password hides the rest. The style sheet shows it as a list row or a grid card. */
export function renderEventCard(context: CardContext, event: EventRecord): Html {
  const { site, translate, level = 3 } = context;
  const [venue] = isHidden(event) ? [] : listShownVenues(event);
  const shouldShowZone = event.timezone !== '' && !event.allDay;
  return html`<article class="evt-card" dir="auto">
${renderTop(context, event)}
<div class="evt-card-text">
<p class="evt-when"><time datetime="${event.startLocal}">${formatShortEventTime(site, translate, event)}</time>${shouldShowZone && html` <span class="evt-zone">${event.timezone}</span>`}</p>
${trustHtml(`<h${level} class="evt-title">`)}<a href="${getPageUrl(site, event)}" rel="bookmark">${getTitleText(translate, event)}</a>${trustHtml(`</h${level}>`)}
${venue && html`<p class="evt-venue">${[toPlainText(venue.title), isHidden(venue) ? '' : venue.city].filter(Boolean).join(', ')}</p>`}
${!isHidden(event) && html`<div class="evt-excerpt">${trustHtml(renderContentExcerpt(event, EXCERPT_WORDS))}</div>`}
${renderFoot(context, event)}
</div>
</article>`;
}

/** Renders the events as list items. */
export function renderEventCards(context: CardContext, events: readonly EventRecord[]): Html[] {
  return events.map((event) => html`<li>${renderEventCard(context, event)}</li>\n`);
}
