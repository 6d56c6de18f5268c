import { type RowShape, type Columns, columns, mapShape, joinShapes, withColumns } from '#app/core/db/columns.ts';
import type { Row } from '#app/core/db/model.ts';
import { selectContentColumns, type ContentRecord, recordColumns, toContentRecord } from '../content/record.ts';
import { mediaColumns, type MediaRecord } from '../content/media.service.ts';

/** Common members of venues and organizers. */
export interface LinkedRecord extends ContentRecord {
  /** Featured image; null if none exists. */
  image: MediaRecord | null;
  /** Global IDs of the originals from which the record was copied, nearest first. */
  lineage: string[];
  phone: string;
  website: string;
}

/** A venue with its content and image. */
export interface VenueRecord extends LinkedRecord, Omit<Row<'Venue'>, 'contentId' | keyof LinkedRecord> {}

/** An organizer with its content and image. */
export interface OrganizerRecord extends LinkedRecord, Omit<Row<'Organizer'>, 'contentId' | keyof LinkedRecord> {}

const venueDetails = columns('Venue', 'v', { without: ['contentId'] });
const organizerDetails = columns('Organizer', 'o', { without: ['contentId'] });

/** Returns the SQL of the featured image of a content row, as JSON or null. */
export function buildImageColumn(row: string): string {
  return `(SELECT json_build_object(${mediaColumns.json}) FROM media m WHERE m.content_id = ${row}.featured_media_id) AS image`;
}

const recordShape = <Record extends LinkedRecord>(details: Columns<unknown>) => ({
  list: `${recordColumns.list}, ${buildImageColumn('c')}, ${details.list}`,
  ...(withColumns(joinShapes(recordColumns, details), { image: 'json?' }) as RowShape<unknown> as RowShape<Record>),
});

/** Columns of a `VenueRecord` from the rows `c` and `v`. */
export const venueColumns = recordShape<VenueRecord>(venueDetails);

/** Columns of an `OrganizerRecord` from the rows `c` and `o`. */
export const organizerColumns = recordShape<OrganizerRecord>(organizerDetails);

/** Content columns of a linked row, without terms. */
const linkedContent = selectContentColumns('l');

/** SQL for the venues of the event row `e`, as JSON in their order; null if none exist. */
export const venuesColumn = `(SELECT json_agg(row_to_json(linked) ORDER BY linked.position) FROM (
    SELECT ev.position, ${linkedContent.list}, ${buildImageColumn('l')}, ${venueDetails.list}
    FROM event_venue ev JOIN content l ON l.id = ev.venue_id JOIN venue v ON v.content_id = l.id WHERE ev.event_id = e.content_id) AS linked) AS venues`;

/** SQL for the organizers of the event row `e`, as JSON in their order; null if none exist. */
export const organizersColumn = `(SELECT json_agg(row_to_json(linked) ORDER BY linked.position) FROM (
    SELECT eo.position, ${linkedContent.list}, ${buildImageColumn('l')}, ${organizerDetails.list}
    FROM event_organizer eo JOIN content l ON l.id = eo.organizer_id JOIN organizer o ON o.content_id = l.id WHERE eo.event_id = e.content_id) AS linked) AS organizers`;

const linkedShape = mapShape(linkedContent, (row) => toContentRecord(row));

/** Converts an element of `venuesColumn` to a record, in place. */
export const toVenueRecord = (row: object): VenueRecord => linkedShape.read(row as never) as VenueRecord;

/** Converts an element of `organizersColumn` to a record, in place. */
export const toOrganizerRecord = (row: object): OrganizerRecord => linkedShape.read(row as never) as OrganizerRecord;
