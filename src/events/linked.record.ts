import { type ContentRecord, recordColumns, recordOf, type RecordRow } from '../content/record.ts';
import type { MediaRecord } from '../content/media.service.ts';
import type { WallTime } from '../core/time/wall-time.ts';

/** What venues and organizers have in common. */
export interface LinkedRecord extends ContentRecord {
  /** File of the featured image; null without one. */
  image: MediaRecord | null;
  /** Global ids of what it was copied from, nearest first. */
  lineage: readonly string[];
  phone: string;
  website: string;
}

export interface VenueRecord extends LinkedRecord {
  address: string;
  city: string;
  country: string;
  province: string;
  state: string;
  stateProvince: string;
  zip: string;
  showMap: boolean;
  showMapLink: boolean;
  /** Known together with the longitude or not at all. */
  latitude: number | null;
  longitude: number | null;
}

export interface OrganizerRecord extends LinkedRecord {
  email: string;
}

/** SQL for the file of the featured image of the content row `row`, as JSON or null. */
export function imageColumn(row: string): string {
  return `(SELECT json_build_object('contentId', m.content_id, 'file', m.file, 'fileName', m.file_name, 'mimeType', m.mime_type, 'width', m.width,
    'height', m.height, 'fileSize', m.file_size, 'altText', m.alt_text, 'sizes', m.sizes) FROM media m WHERE m.content_id = ${row}.featured_media_id) AS image`;
}

const venueDetails = `v.address, v.city, v.country, v.province, v.state, v.state_province AS "stateProvince", v.zip, v.phone, v.website,
  v.show_map AS "showMap", v.show_map_link AS "showMapLink", v.latitude, v.longitude, v.lineage`;
const organizerDetails = 'o.phone, o.website, o.email, o.lineage';

/** The columns of a `VenueRecord` for rows `c` and `v`. */
export const venueColumns = `${recordColumns}, ${imageColumn('c')}, ${venueDetails}`;

/** The columns of an `OrganizerRecord` for rows `c` and `o`. */
export const organizerColumns = `${recordColumns}, ${imageColumn('c')}, ${organizerDetails}`;

/** Content columns of a linked row; nobody shows its terms, they are not read. */
const linkedContent = recordColumns.slice(0, recordColumns.indexOf('(SELECT json_agg')).replace(/\bc\./g, 'l.') + 'NULL::json AS terms';

/** SQL for the venues of the event row `e`, as JSON in their order; null for none. */
export const venuesColumn = `(SELECT json_agg(row_to_json(linked) ORDER BY linked.position) FROM (
    SELECT ev.position, ${linkedContent}, ${imageColumn('l')}, ${venueDetails}
    FROM event_venue ev JOIN content l ON l.id = ev.venue_id JOIN venue v ON v.content_id = l.id WHERE ev.event_id = e.content_id) AS linked) AS venues`;

/** SQL for the organizers of the event row `e`, as JSON in their order; null for none. */
export const organizersColumn = `(SELECT json_agg(row_to_json(linked) ORDER BY linked.position) FROM (
    SELECT eo.position, ${linkedContent}, ${imageColumn('l')}, ${organizerDetails}
    FROM event_organizer eo JOIN content l ON l.id = eo.organizer_id JOIN organizer o ON o.content_id = l.id WHERE eo.event_id = e.content_id) AS linked) AS organizers`;

/** What the driver answers for `venueColumns`. */
export type VenueRow = RecordRow & Omit<VenueRecord, keyof ContentRecord>;
/** What the driver answers for `organizerColumns`. */
export type OrganizerRow = RecordRow & Omit<OrganizerRecord, keyof ContentRecord>;

/** Turns a row into a record, in place. */
export function venueOf(row: VenueRow, nowUtc: WallTime): VenueRecord {
  return recordOf(row, nowUtc) as VenueRecord;
}

/** Turns a row into a record, in place. */
export function organizerOf(row: OrganizerRow, nowUtc: WallTime): OrganizerRecord {
  return recordOf(row, nowUtc) as OrganizerRecord;
}
