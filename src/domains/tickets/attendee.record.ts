import type { ContentFacts } from '../content/content.permissions.ts';
import { answer, type Answered, type Columns, columns, mapped, together } from '#app/core/db/columns.ts';
import type { Known, Row } from '#app/core/db/model.ts';
import { utcNow } from '../content/site-time.ts';
import type { Provider } from './providers.ts';

/** What decides who may see the attendees of a post. */
export interface AttendeePost extends ContentFacts {
  password: string;
  hidesAttendees: boolean;
}

/** The row of an attendee: as lists return it, whose SQL has already checked access to the post. */
export type AttendeeRow = Known<Row<'Attendee'>, { provider: Provider; extra: Readonly<Record<string, unknown>> }>;

/** One attendee as it is read. */
export interface AttendeeRecord extends AttendeeRow {
  /** Null once the post is deleted. */
  post: AttendeePost | null;
}

const own = columns('Attendee', 'a');

/** Selects an `AttendeeRow` from `attendee a`, without joins. */
export const attendeeRowColumns = own as Columns<AttendeeRow>;

/** What is shown of someone at the door and in lists of names. */
const listed = [
  'id',
  'ticketId',
  'postId',
  'provider',
  'orderId',
  'orderStatus',
  'fullName',
  'email',
  'userId',
  'optout',
  'status',
  'checkedIn',
] as const;

/** Selects only the `listed` columns, about a third of all. */
export const listedAttendeeColumns = columns('Attendee', 'a', { only: listed }) as Columns<unknown> as Columns<AttendeeRow>;

/** The columns for callers that look at these properties of rows; all where that is not known. */
export function columnsFor(wanted: ReadonlySet<string> | null | undefined): Columns<AttendeeRow> {
  return wanted && [...wanted].every((one) => one in listedAttendeeColumns.types) ? listedAttendeeColumns : attendeeRowColumns;
}

const ofPost = answer({
  pId: 'int?',
  pKind: 'text',
  pStatus: 'text',
  pTrashedFrom: 'text?',
  pAuthorId: 'int?',
  pPassword: 'text',
  pDateUtc: 'text?',
  pHides: 'bool?',
});

/** Of each attendee `a`, with `attendeePostJoins`, an `AttendeeRecord`. */
export const attendeeColumns = {
  list: `${own.list}, c.id AS "pId", c.kind AS "pKind", c.status AS "pStatus", c.trashed_from AS "pTrashedFrom",
  c.author_id AS "pAuthorId", c.password AS "pPassword", (c.date_utc AT TIME ZONE 'UTC')::text AS "pDateUtc", s.hide_attendees_list AS "pHides"`,
  ...mapped(together(own, ofPost), (row) => Object.assign(row, { post: postOf(row) }) as AttendeeRecord),
};

/** The tables beside `a`: its post `c` and that post's stock `s`. */
export const attendeePostJoins = 'LEFT JOIN content c ON c.id = a.post_id LEFT JOIN post_stock s ON s.post_id = a.post_id';

function postOf(row: Answered<typeof ofPost>): AttendeePost | null {
  if (row.pId === null) return null;
  const isDue = row.pStatus === 'future' && row.pDateUtc !== null && row.pDateUtc.replace(' ', 'T').slice(0, 19) <= utcNow();
  return {
    kind: row.pKind,
    status: isDue ? 'publish' : row.pStatus,
    trashedFrom: row.pTrashedFrom,
    authorId: row.pAuthorId,
    password: row.pPassword,
    hidesAttendees: row.pHides ?? false,
  };
}
