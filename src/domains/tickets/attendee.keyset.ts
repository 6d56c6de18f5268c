import type { Add } from '#app/core/db/lists/keyset.ts';
import type { KeysetList } from '#app/core/db/lists/keyset-list.ts';
import { StatementNames } from '#app/core/db/statement.ts';
import { attendeeConditions, type AttendeeQuery, orderKeysOf } from './attendee.list.ts';
import { tablesOf, totalTablesOf } from './attendee.filter.ts';
import { type AttendeeRow, columnsFor } from './attendee.record.ts';
import type { Audience } from './audience.ts';

const names = new StatementNames('attendee_slice');

/** Returns the attendees that the audience may see, for keyset pagination. With `ofTicket`, only those of the ticket that owns the list. */
export function attendeeKeyset(
  audience: Audience,
  query: Pick<AttendeeQuery, 'orderBy' | 'order' | 'filter' | 'columns'>,
  { ofTicket = false } = {},
): KeysetList<AttendeeRow> {
  const { list, read } = columnsFor(query.columns);
  return {
    table: tablesOf(audience, query.filter),
    alias: 'a',
    totalTables: ofTicket ? null : totalTablesOf(audience, query.filter),
    columns: () => list,
    where: (add: Add, owner) =>
      [...attendeeConditions(audience, query.filter, { add }), ...(ofTicket ? [`a.ticket_id = ${owner}`] : [])].join(' AND '),
    keys: (add) => orderKeysOf(query, { add }),
    read,
    nameOf: (text) => names.of(text),
  };
}
