import { isEventCancelled } from '#app/domains/events/calendar/event-status.ts';
import { hasEnded } from '#app/domains/events/calendar/html/event-card.ts';
import { loadEvents } from '#app/domains/events/event.reader.ts';
import type { Viewer } from '#app/domains/identity/auth/viewer.ts';
import type { Site } from '#app/site.ts';
import { cancelEvent, type EventCancellation, previewCancellation, runDespiteRefusals } from '../cancel-event.ts';
import { listEventsInScope, type SeriesScope } from './series.service.ts';

/** Consequences of cancelling events of a series. */
export interface SeriesCancellation extends EventCancellation {
  /** IDs of the events, sorted by date. */
  eventIds: readonly number[];
}

/** Returns the events to cancel: this event, and the others of the scope that are neither past nor cancelled. */
async function listEventsToCancel(site: Site, viewer: Viewer, eventId: number, scope: SeriesScope): Promise<number[]> {
  const ids = await listEventsInScope(site, viewer, eventId, scope);
  const events = new Map((await loadEvents(site, ids)).map((event) => [event.id, event]));
  return ids.filter((id) => {
    const event = events.get(id);
    return id === eventId || (event && event.status !== 'trash' && !hasEnded(event) && !isEventCancelled(event));
  });
}

function sumCancellations(eventIds: readonly number[], parts: readonly EventCancellation[]): SeriesCancellation {
  const refunds = [
    ...Map.groupBy(
      parts.flatMap((part) => part.refunds),
      ({ currency }) => currency,
    ),
  ].map(([currency, group]) => ({
    currency,
    minor: group.reduce((sum, { minor }) => sum + minor, 0n),
  }));
  return { eventIds, people: parts.reduce((sum, { people }) => sum + people, 0), refunds };
}

/** Returns the consequences of cancelling the events of a scope now. Throws `forbidden` or `event_is_in_trash`. */
export async function previewSeriesCancellation(
  site: Site,
  viewer: Viewer,
  eventId: number,
  scope: SeriesScope,
): Promise<SeriesCancellation> {
  const ids = await listEventsToCancel(site, viewer, eventId, scope);
  return sumCancellations(ids, await Promise.all(ids.map((id) => previewCancellation(site, viewer, id))));
}

/**
 * Cancels an event of a series and the other upcoming events of the scope, one by one with `cancelEvent`. A second call continues an interrupted
 * cancellation. Returns what was cancelled. Throws `forbidden` unless the viewer may edit all events of the scope, or `event_is_in_trash`.
 */
export async function cancelSeriesEvents(site: Site, viewer: Viewer, eventId: number, scope: SeriesScope): Promise<SeriesCancellation> {
  const ids = await listEventsToCancel(site, viewer, eventId, scope);
  const parts = await runDespiteRefusals(ids.map((id) => () => cancelEvent(site, viewer, id)));
  return sumCancellations(ids, parts);
}
