import { columns, mapped, withMore } from '#app/core/db/columns.ts';
import type { Known, Row } from '#app/core/db/model.ts';
import { contentColumns, type ContentRecord, recordOf, termsColumn } from '../content/record.ts';
import type { MediaRecord } from '../content/media.service.ts';
import { termColumns, type TermRecord } from '../content/terms/term.record.ts';
import {
  imageColumn,
  organizerOf,
  type OrganizerRecord,
  organizersColumn,
  venueOf,
  type VenueRecord,
  venuesColumn,
} from './linked.record.ts';

const times = ['startLocal', 'endLocal', 'startUtc', 'endUtc'] as const;
/** The status is the content's, which knows better. */
const withoutContents = ['contentId', 'status', 'importRecordId', 'seriesId'] as const;

/** The event's own row; its times are clock times, those of its zone and of UTC. */
type Details = Known<
  Omit<Row<'Event', (typeof times)[number]>, (typeof withoutContents)[number]>,
  { customFields: Readonly<Record<string, string>> }
>;

/** One event as it is read: the content, when and where it takes place, who holds it, its terms and its image, all from one statement. */
export interface EventRecord extends ContentRecord, Details {
  terms: readonly TermRecord[];
  image: MediaRecord | null;
  venues: readonly VenueRecord[];
  organizers: readonly OrganizerRecord[];
}

const content = contentColumns('c');
const details = columns('Event', 'e', { without: withoutContents, walls: times, instants: ['startUtc', 'endUtc'] });
const nothing: readonly never[] = Object.freeze([]);

/** Turns a row into a record, in place. */
function eventOf(row: object): EventRecord {
  details.read(row as never);
  const event = recordOf<TermRecord>(row) as EventRecord;
  event.venues = (event.venues as VenueRecord[] | null)?.map(venueOf) ?? nothing;
  event.organizers = (event.organizers as OrganizerRecord[] | null)?.map(organizerOf) ?? nothing;
  return event;
}

/** Of each event, as rows `c` and `e`, an `EventRecord`. */
export const eventColumns = {
  list: `${content.list}, ${termsColumn(termColumns)}, ${imageColumn('c')}, ${details.list}, ${venuesColumn}, ${organizersColumn}`,
  ...mapped(
    withMore(content, { ...(details.types as {}), terms: 'json?', image: 'json?', venues: 'json?', organizers: 'json?' }),
    (row): EventRecord => eventOf(row),
  ),
};

/** Whether it stays on top of ordered lists (events.md 1). */
export function isSticky(event: Pick<ContentRecord, 'menuOrder'>): boolean {
  return event.menuOrder === -1;
}
