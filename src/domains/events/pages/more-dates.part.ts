import { now } from '#app/core/time/clock.ts';
import { type Html, html } from '#app/core/text/html.ts';
import type { Translate } from '#app/core/language/translate.ts';
import type { Site } from '#app/site.ts';
import { isEventCancelled } from '../calendar/event-status.ts';
import { loadEvents } from '../event.reader.ts';
import type { EventRecord } from '../event.record.ts';
import { findOtherEventIds } from '../series.reader.ts';
import { getPageUrl } from '../views.ts';
import { formatShortEventTime } from '../format-event-time.ts';

const MAX_DATES = 12;

/** Renders links to the next events of the series; null if none exist. */
export async function renderMoreDates(site: Site, translate: Translate, event: EventRecord): Promise<Html | null> {
  // `expiresWith`: a cached response expires when an event starts or ends
  const ids = await findOtherEventIds(site, event.id, now({ expiresWith: ['events'] }), MAX_DATES);
  if (ids.length === 0) return null;
  const eventsById = new Map((await loadEvents(site, ids)).map((other) => [other.id, other]));
  const items = ids
    .flatMap((id) => eventsById.get(id) ?? [])
    .map(
      (other) =>
        html`<li><a href="${getPageUrl(site, other)}"><time datetime="${other.startLocal}">${formatShortEventTime(site, translate, other)}</time></a>${isEventCancelled(other) && html` <span class="evt-badge evt-badge--off">${translate('event.cancelled')}</span>`}</li>`,
    );
  return html`<section class="evt-take" aria-labelledby="evt-dates"><h2 id="evt-dates">${translate('event.moreDates')}</h2><ul class="evt-links">${items}</ul></section>`;
}
