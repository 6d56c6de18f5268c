import type { AddParameter } from '#app/core/db/lists/keyset.ts';
import type { KeysetList } from '#app/core/db/lists/keyset-list.ts';
import { StatementNames } from '#app/core/db/statement.ts';
import { buildAttendeeConditions, type AttendeeQuery, buildAttendeeSortKeys } from './attendee.list.ts';
import { buildAttendeeTables, findAttendeeTotalTables } from './attendee.filter.ts';
import { type AttendeeRow, attendeeRowColumns, selectAttendeeColumns } from './attendee.record.ts';
import type { Audience } from './audience.ts';

const names = new StatementNames('attendee_slice');

/**
 * Returns the definition of a keyset list of the attendees that the audience may see. With `ofTicket`, the list contains only the attendees of its
 * ticket.
 */
export function buildAttendeeKeyset(
  audience: Audience,
  query: Pick<AttendeeQuery, 'orderBy' | 'order' | 'filter' | 'columns'>,
  { ofTicket = false } = {},
): KeysetList<AttendeeRow> {
  const list = selectAttendeeColumns(query.columns);
  return {
    table: buildAttendeeTables(audience, query.filter),
    alias: 'a',
    totalTables: ofTicket ? null : findAttendeeTotalTables(audience, query.filter),
    columns: () => list,
    where: (add: AddParameter, owner) =>
      [...buildAttendeeConditions(audience, query.filter, { add }), ...(ofTicket ? [`a.ticket_id = ${owner}`] : [])].join(' AND '),
    keys: (add) => buildAttendeeSortKeys(query, { add }),
    read: attendeeRowColumns.read,
    getStatementName: (text) => names.getName(text),
  };
}
