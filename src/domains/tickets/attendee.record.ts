import type { ContentFacts } from '../content/content.permissions.ts';
import { rowShape, type ShapedRow, type Columns, columns, mapShape, joinShapes } from '#app/core/db/columns.ts';
import type { Override, Row } from '#app/core/db/model.ts';
import { getUtcNow } from '../content/site-time.ts';
import type { Provider } from './providers.ts';

/** The data of a post that decides who may see its attendees. */
export interface AttendeePost extends ContentFacts {
  password: string;
  hidesAttendees: boolean;
}

/** A row of an attendee list. The SQL of the list has already checked access to the post. */
export type AttendeeRow = Override<Row<'Attendee'>, { provider: Provider; extra: Readonly<Record<string, unknown>> }>;

/** An attendee with the data of its post. */
export interface AttendeeRecord extends AttendeeRow {
  /** Null if the post was deleted. */
  post: AttendeePost | null;
}

const own = columns('Attendee', 'a');

/** Selects an `AttendeeRow` from `attendee a`, without joins. */
export const attendeeRowColumns = own as Columns<AttendeeRow>;

const columnNames = Object.keys(own.types) as (keyof AttendeeRow)[];
const expressions = columnNames.map((name) => [name, columns('Attendee', 'a', { only: [name] }).list] as const);

/** Columns that every list needs, in addition to those that its caller reads. */
const required: readonly string[] = ['id', 'deletedTicketTitle'];

/** Returns the select list for a caller that reads these properties, or of all columns if the properties are unknown. */
export function selectAttendeeColumns(properties: ReadonlySet<string> | null | undefined): string {
  if (!properties) return attendeeRowColumns.list;
  return expressions.flatMap(([name, sql]) => (properties.has(name) || required.includes(name) ? [sql] : [])).join(', ');
}

const postShape = rowShape({
  pId: 'int?',
  pKind: 'text',
  pStatus: 'text',
  pTrashedFrom: 'text?',
  pAuthorId: 'int?',
  pPassword: 'text',
  pDateUtc: 'text?',
  pHides: 'bool?',
});

/** Selects an `AttendeeRecord` for each attendee `a`; requires `attendeePostJoins`. */
export const attendeeColumns = {
  list: `${own.list}, c.id AS "pId", c.kind AS "pKind", c.status AS "pStatus", c.trashed_from AS "pTrashedFrom",
  c.author_id AS "pAuthorId", c.password AS "pPassword", (c.date_utc AT TIME ZONE 'UTC')::text AS "pDateUtc", s.hide_attendees_list AS "pHides"`,
  ...mapShape(joinShapes(own, postShape), (row) => Object.assign(row, { post: getPost(row) }) as AttendeeRecord),
};

/** Joins the post `c` of an attendee `a`, and the post's stock `s`. */
export const attendeePostJoins = 'LEFT JOIN content c ON c.id = a.post_id LEFT JOIN post_stock s ON s.post_id = a.post_id';

function getPost(row: ShapedRow<typeof postShape>): AttendeePost | null {
  if (row.pId === null) return null;
  const isNowPublished = row.pStatus === 'future' && row.pDateUtc !== null && row.pDateUtc.replace(' ', 'T').slice(0, 19) <= getUtcNow();
  return {
    kind: row.pKind,
    status: isNowPublished ? 'publish' : row.pStatus,
    trashedFrom: row.pTrashedFrom,
    authorId: row.pAuthorId,
    password: row.pPassword,
    hidesAttendees: row.pHides ?? false,
  };
}
