import { type Html, html } from '#app/core/text/html.ts';
import { cancellationOf } from '#app/domains/events/calendar/cancelled.ts';
import { loadEvents } from '#app/domains/events/event.reader.ts';
import type { EventRecord } from '#app/domains/events/event.record.ts';
import { eventsInSeries } from '#app/domains/events/series.reader.ts';
import { eventPath, type Visit } from './entry.ts';
import { startText, statusText } from './parts.ts';

/** The dates of the series of an event; nothing for one that stands alone. */
export async function seriesPart({ site, say }: Visit, event: EventRecord): Promise<Html | null> {
  const ids = await eventsInSeries(site, event.id);
  if (ids.length < 2) return null;
  const events = new Map((await loadEvents(site, ids)).map((one) => [one.id, one]));
  const items = ids
    .flatMap((id) => events.get(id) ?? [])
    .map((one) => {
      const state = cancellationOf(one) ? say('event.cancelled') : one.status === 'publish' ? '' : statusText(say, one.status);
      const when = startText(site, say, one);
      return html`<li>${one.id === event.id ? html`<strong>${when}</strong> (${say('organize.thisDate')})` : html`<a href="${eventPath(site, one.id)}">${when}</a>`}${state !== '' && html` <span class="org-state">${state}</span>`}</li>`;
    });
  return html`<h2 id="series">${say('organize.datesOfSeries')}</h2><ul class="org-dates">${items}</ul>`;
}
