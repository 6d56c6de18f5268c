import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { isHidden } from '../../content/rendering.ts';
import { isEventCancelled } from '../calendar/event-status.ts';
import { renderBadgesLine, hasEnded, listShownVenues } from '../calendar/html/event-card.ts';
import { toPlainText } from '../calendar/plain-text.ts';
import type { EventRecord } from '../event.record.ts';
import { TICKETS_ANCHOR, type TicketSummary } from '../ticketing.ts';
import type { VenueRecord } from '../linked.record.ts';
import { listAddressParts, getPageUrl } from '../views.ts';
import { formatEventTime } from '../format-event-time.ts';

/** True if the event has ended or is cancelled, regardless of its tickets. */
export const isClosed = (event: EventRecord): boolean => hasEnded(event) || isEventCancelled(event);

function renderVenueAddress(site: Site, venue: VenueRecord): Html {
  const parts = isHidden(venue) ? [] : listAddressParts(venue);
  return html`<address><a href="${getPageUrl(site, venue)}">${toPlainText(venue.title)}</a>${parts.length > 0 && html`<br>${parts.join(', ')}`}</address>`;
}

function renderAction(translate: Translate, event: EventRecord, summary: TicketSummary | null): Html | null {
  if (isEventCancelled(event)) return html`<p class="evt-box-way">${translate('event.cancelledNotice')}</p>`;
  if (hasEnded(event)) return html`<p class="evt-box-way">${translate('event.hasEnded')}</p>`;
  if (!summary) return null;
  return html`<p class="evt-box-way"><span class="evt-cost">${summary.price}</span>${summary.note !== '' && html` <span class="evt-note">${summary.note}</span>`}
${summary.action !== null && html`<a class="button" href="#${TICKETS_ANCHOR}">${summary.action}</a>`}</p>`;
}

/** Renders the top of an event's page: when, where, price and the link to the tickets. */
export function renderEventBox(site: Site, translate: Translate, event: EventRecord, summary: TicketSummary | null): Html {
  return html`<div class="evt-box">
<p class="evt-when"><time datetime="${event.allDay ? event.startLocal.slice(0, 10) : `${event.startUtc}Z`}">${formatEventTime(site, translate, event)}</time>${!event.allDay && html` <span class="evt-zone">(${event.timezone})</span>`}</p>
${renderBadgesLine(translate, event)}
${
  !isHidden(event) &&
  html`${listShownVenues(event).map((venue) => renderVenueAddress(site, venue))}
${renderAction(translate, event, summary)}`
}
</div>`;
}
