import type DataLoader from 'dataloader';
import { createLoader, createLoaderById } from '#app/core/batching/grouped-reads.ts';
import type { ContentRecord } from '../content/record.ts';
import type { Site } from '#app/site.ts';
import type { EventRecord } from './event.record.ts';
import { findContentIdBySlug, loadEvents, loadOrganizers, loadVenues } from './event.reader.ts';
import type { OrganizerRecord, VenueRecord } from './linked.record.ts';
import { loadSeriesEventIds } from './series.reader.ts';
import type { Attendance } from './attendance.ts';
import { getTicketing } from './ticketing.ts';

type ById<T> = DataLoader<number, T | null>;

/** Batched and cached reads of one request, without permission checks. */
export interface EventLoaders {
  event: ById<EventRecord>;
  venue: ById<VenueRecord>;
  organizer: ById<OrganizerRecord>;
  attendance: ById<Attendance>;
  /** IDs of the events in the same series, by date; empty for a single event. */
  seriesEventIds: DataLoader<number, number[]>;
  /** Returns the ID of the content of this kind with this slug; null if none exists. */
  findIdBySlug(kind: string, slug: string): Promise<number | null>;
  /**
   * Caches an event, venue or organizer after a write. `record` is null after a deletion. Clears the cached events, because they contain venues
   * and organizers.
   */
  updateCachedCalendarContent(kind: string, id: number, record: ContentRecord | null): void;
}

/** Creates the loaders of one request. Each loader is created on first use. */
export function createEventLoaders(site: Site): EventLoaders {
  const slugs = new Map<string, Promise<number | null>>();
  let event: ById<EventRecord> | undefined;
  let venue: ById<VenueRecord> | undefined;
  let organizer: ById<OrganizerRecord> | undefined;
  let attendance: ById<Attendance> | undefined;
  let inSeries: DataLoader<number, number[]> | undefined;
  return {
    get event() {
      return (event ??= createLoaderById('events', (ids) => loadEvents(site, ids)));
    },
    get venue() {
      return (venue ??= createLoaderById('venues', (ids) => loadVenues(site, ids)));
    },
    get organizer() {
      return (organizer ??= createLoaderById('organizers', (ids) => loadOrganizers(site, ids)));
    },
    get attendance() {
      return (attendance ??= createLoader<number, Attendance | null>('attendance', async (ids) => {
        const attendanceById = await getTicketing(site).countAttendance(site, ids);
        return ids.map((id) => attendanceById.get(id) ?? null);
      }));
    },
    get seriesEventIds() {
      return (inSeries ??= createLoader<number, number[]>('events in series', (ids) => loadSeriesEventIds(site, ids)));
    },
    findIdBySlug(kind, slug) {
      const key = `${kind} ${slug}`;
      let id = slugs.get(key);
      if (!id) slugs.set(key, (id = findContentIdBySlug(site, kind, slug)));
      return id;
    },
    updateCachedCalendarContent(kind, id, record) {
      slugs.clear();
      event?.clearAll();
      inSeries?.clearAll();
      if (kind === 'event') this.event.prime(id, record as EventRecord | null);
      if (kind === 'venue') this.venue.clear(id).prime(id, record as VenueRecord | null);
      if (kind === 'organizer') this.organizer.clear(id).prime(id, record as OrganizerRecord | null);
    },
  };
}
