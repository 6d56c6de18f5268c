import { columns, mapShape, withColumns } from '#app/core/db/columns.ts';
import type { Override, Row } from '#app/core/db/model.ts';
import { selectContentColumns, type ContentRecord, toContentRecord, buildTermsColumn } from '../content/record.ts';
import type { MediaRecord } from '../content/media.service.ts';
import { termColumns, type TermRecord } from '../content/terms/term.record.ts';
import {
  buildImageColumn,
  toOrganizerRecord,
  type OrganizerRecord,
  organizersColumn,
  toVenueRecord,
  type VenueRecord,
  venuesColumn,
} from './linked.record.ts';

const times = ['startLocal', 'endLocal', 'startUtc', 'endUtc'] as const;
/** Columns that are not read. The status is read from the content row, because the copy in the event row may be outdated. */
const omittedColumns = ['contentId', 'status', 'importRecordId', 'seriesId'] as const;

/** Columns of the event row. All times are wall times: local times in the event's zone, the others in UTC. */
type Details = Override<
  Omit<Row<'Event', (typeof times)[number]>, (typeof omittedColumns)[number]>,
  { customFields: Readonly<Record<string, string>> }
>;

/** An event with its content, venues, organizers, terms and image, read in one statement. */
export interface EventRecord extends ContentRecord, Details {
  terms: readonly TermRecord[];
  image: MediaRecord | null;
  venues: readonly VenueRecord[];
  organizers: readonly OrganizerRecord[];
}

const content = selectContentColumns('c');
const details = columns('Event', 'e', { without: omittedColumns, wallTimes: times, instants: ['startUtc', 'endUtc'] });
const emptyList: readonly never[] = Object.freeze([]);

/** Converts a row to a record, in place. */
function toEvent(row: object): EventRecord {
  details.read(row as never);
  const event = toContentRecord<TermRecord>(row) as EventRecord;
  event.venues = (event.venues as VenueRecord[] | null)?.map(toVenueRecord) ?? emptyList;
  event.organizers = (event.organizers as OrganizerRecord[] | null)?.map(toOrganizerRecord) ?? emptyList;
  return event;
}

/** Columns of an `EventRecord` from the rows `c` and `e`. */
export const eventColumns = {
  list: `${content.list}, ${buildTermsColumn(termColumns)}, ${buildImageColumn('c')}, ${details.list}, ${venuesColumn}, ${organizersColumn}`,
  ...mapShape(
    withColumns(content, { ...(details.types as {}), terms: 'json?', image: 'json?', venues: 'json?', organizers: 'json?' }),
    toEvent,
  ),
};

/** True if the event is sticky: it stays at the top of sorted lists (docs/behaviour/events.md 1). */
export function isSticky(event: Pick<ContentRecord, 'menuOrder'>): boolean {
  return event.menuOrder === -1;
}
