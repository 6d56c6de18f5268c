import { type ContentRecord, recordColumns, recordOf, type RecordRow } from '../content/record.ts';
import type { MediaRecord } from '../content/media.service.ts';
import type { WallTime } from '../core/time/wall-time.ts';
import type { TermRecord } from '../terms/term.record.ts';
import {
  imageColumn,
  organizerOf,
  type OrganizerRecord,
  type OrganizerRow,
  organizersColumn,
  venueOf,
  type VenueRecord,
  type VenueRow,
  venuesColumn,
} from './linked.record.ts';
import { ticketingOfEvents } from './ticketing.ts';

/** One event as it is read: the content, when and where it takes place, who holds it, its terms and its image, all from one statement. */
export interface EventRecord extends ContentRecord {
  terms: readonly TermRecord[];
  startLocal: WallTime;
  endLocal: WallTime;
  /** UTC, `YYYY-MM-DDTHH:MM:SS`. */
  startUtc: WallTime;
  endUtc: WallTime;
  timezone: string;
  durationSeconds: number;
  allDay: boolean;
  /** Null = never set. */
  website: string | null;
  costs: readonly string[];
  currencySymbol: string;
  currencyCode: string;
  currencyPosition: string;
  showMap: boolean;
  showMapLink: boolean;
  hideFromListings: boolean;
  featured: boolean;
  lineage: readonly string[];
  customFields: Readonly<Record<string, string>>;
  image: MediaRecord | null;
  venues: readonly VenueRecord[];
  organizers: readonly OrganizerRecord[];
  /** Names of the providers that have tickets on it; null for none. */
  ticketProviders: readonly string[] | null;
}

/** Content columns without its short terms, which the whole terms replace. */
const contentColumns = recordColumns.slice(0, recordColumns.indexOf('(SELECT json_agg'));

const termsColumn = `(SELECT json_agg(json_build_object('id', t.id, 'taxonomy', t.taxonomy, 'name', t.name, 'slug', t.slug, 'description', t.description,
    'parentId', t.parent_id, 'count', t.count) ORDER BY t.sort_name, t.id)
     FROM content_term ct JOIN term t ON t.id = ct.term_id WHERE ct.content_id = c.id) AS terms`;

/** The columns of an `EventRecord` for rows `c` and `e`. Asked late: ticketing may have been connected meanwhile. */
export function eventColumns(): string {
  return `${contentColumns}${termsColumn}, ${imageColumn('c')},
  e.start_local::text AS "startLocal", e.end_local::text AS "endLocal", (e.start_utc AT TIME ZONE 'UTC')::text AS "startUtc",
  (e.end_utc AT TIME ZONE 'UTC')::text AS "endUtc", e.timezone, e.duration_seconds AS "durationSeconds", e.all_day AS "allDay", e.website, e.costs,
  e.currency_symbol AS "currencySymbol", e.currency_code AS "currencyCode", e.currency_position AS "currencyPosition", e.show_map AS "showMap",
  e.show_map_link AS "showMapLink", e.hide_from_listings AS "hideFromListings", e.featured, e.lineage, e.custom_fields AS "customFields",
  ${venuesColumn}, ${organizersColumn}, ${ticketingOfEvents().providersSql} AS "ticketProviders"`;
}

/** What the driver answers for `eventColumns`. */
export type EventRow = RecordRow &
  Omit<EventRecord, keyof ContentRecord | 'venues' | 'organizers'> & {
    venues: VenueRow[] | null;
    organizers: OrganizerRow[] | null;
  };

const nothing: readonly never[] = Object.freeze([]);

const wall = (text: string): WallTime => `${text.slice(0, 10)}T${text.slice(11, 19)}`;

/** Turns a row into a record, in place. `nowUtc` decides whether a scheduled event is due for publication. */
export function eventOf(row: EventRow, nowUtc: WallTime): EventRecord {
  const event = recordOf(row, nowUtc) as unknown as EventRecord;
  event.startLocal = wall(row.startLocal);
  event.endLocal = wall(row.endLocal);
  event.startUtc = wall(row.startUtc);
  event.endUtc = wall(row.endUtc);
  event.venues = row.venues === null ? nothing : row.venues.map((venue) => venueOf(venue, nowUtc));
  event.organizers = row.organizers === null ? nothing : row.organizers.map((organizer) => organizerOf(organizer, nowUtc));
  return event;
}

/** Whether it stays on top of ordered lists (events.md 1). */
export function isSticky(event: Pick<ContentRecord, 'menuOrder'>): boolean {
  return event.menuOrder === -1;
}
