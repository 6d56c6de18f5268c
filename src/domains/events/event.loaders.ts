import type DataLoader from 'dataloader';
import { groupedReads, readsById } from '#app/core/batching/grouped-reads.ts';
import type { ContentRecord } from '../content/record.ts';
import type { Site } from '#app/site.ts';
import type { EventRecord } from './event.record.ts';
import { contentIdOfSlug, loadEvents, loadOrganizers, loadVenues } from './event.reader.ts';
import type { OrganizerRecord, VenueRecord } from './linked.record.ts';
import { type EventSeriesRecord, loadEventsInSeries, loadSeriesOf } from './series.reader.ts';
import type { Attendance } from './attendance.ts';
import { ticketingOfEvents } from './ticketing.ts';

type ById<T> = DataLoader<number, T | null>;

/** Batched and remembered reads of one request; everything is loaded, regardless of the caller. */
export interface EventLoaders {
  event: ById<EventRecord>;
  venue: ById<VenueRecord>;
  organizer: ById<OrganizerRecord>;
  attendance: ById<Attendance>;
  /** The series of an event, by number of the event. */
  seriesOf: ById<EventSeriesRecord>;
  /** Numbers of the events of the series of an event, by date; none for one that stands alone. */
  eventsInSeries: DataLoader<number, number[]>;
  /** The id that a slug names within a kind. */
  idOfSlug(kind: string, slug: string): Promise<number | null>;
  /** Remembers a written event, venue or organizer; null after a delete. Linked ones may show in events, so these are forgotten. */
  renewCalendar(kind: string, id: number, record: ContentRecord | null): void;
}

/** The loaders of one request; each is made when it is first asked for. */
export function createEventLoaders(site: Site): EventLoaders {
  const slugs = new Map<string, Promise<number | null>>();
  let event: ById<EventRecord> | undefined;
  let venue: ById<VenueRecord> | undefined;
  let organizer: ById<OrganizerRecord> | undefined;
  let attendance: ById<Attendance> | undefined;
  let seriesOf: ById<EventSeriesRecord> | undefined;
  let inSeries: DataLoader<number, number[]> | undefined;
  return {
    get event() {
      return (event ??= readsById('events', (ids) => loadEvents(site, ids)));
    },
    get venue() {
      return (venue ??= readsById('venues', (ids) => loadVenues(site, ids)));
    },
    get organizer() {
      return (organizer ??= readsById('organizers', (ids) => loadOrganizers(site, ids)));
    },
    get attendance() {
      return (attendance ??= groupedReads<number, Attendance | null>('attendance', async (ids) => {
        const known = await ticketingOfEvents(site).attendanceOf(site, ids);
        return ids.map((id) => known.get(id) ?? null);
      }));
    },
    get seriesOf() {
      return (seriesOf ??= groupedReads<number, EventSeriesRecord | null>('series', (ids) => loadSeriesOf(site, ids)));
    },
    get eventsInSeries() {
      return (inSeries ??= groupedReads<number, number[]>('events in series', (ids) => loadEventsInSeries(site, ids)));
    },
    idOfSlug(kind, slug) {
      const key = `${kind} ${slug}`;
      let id = slugs.get(key);
      if (!id) slugs.set(key, (id = contentIdOfSlug(site, kind, slug)));
      return id;
    },
    renewCalendar(kind, id, record) {
      slugs.clear();
      event?.clearAll();
      seriesOf?.clearAll();
      inSeries?.clearAll();
      if (kind === 'event') this.event.prime(id, record as EventRecord | null);
      if (kind === 'venue') this.venue.clear(id).prime(id, record as VenueRecord | null);
      if (kind === 'organizer') this.organizer.clear(id).prime(id, record as OrganizerRecord | null);
    },
  };
}
