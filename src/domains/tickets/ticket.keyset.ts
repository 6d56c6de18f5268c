import type { AddParameter } from '#app/core/db/lists/keyset.ts';
import type { KeysetList } from '#app/core/db/lists/keyset-list.ts';
import { StatementNames } from '#app/core/db/statement.ts';
import type { Site } from '#app/site.ts';
import type { Audience } from './audience.ts';
import { buildTicketConditions, buildOpenCondition, buildTicketSortKeys, type TicketQuery } from './ticket.list.ts';
import { ticketColumns, type TicketRecord, ticketTables } from './ticket.record.ts';

const names = new StatementNames('ticket_slice');

/**
 * Returns the definition of a keyset list of the tickets that the audience may see. With `ofPost`, the list contains only the tickets of its post.
 * Omits tickets that a password hides. Callers must first
 * publish scheduled content whose publication time has passed.
 */
export function buildTicketKeyset(
  site: Site,
  audience: Audience,
  query: Pick<TicketQuery, 'orderBy' | 'order' | 'filter'>,
  { ofPost = false } = {},
): KeysetList<TicketRecord> {
  return {
    table: `(${ticketTables})`,
    alias: 't',
    columns: () => ticketColumns.list,
    where: (add: AddParameter, owner) =>
      [
        ...buildTicketConditions(site, audience, query.filter, { add }),
        // the cursor of a hidden ticket would reveal its ID and title
        buildOpenCondition(audience, { add }) ?? 'true',
        ...(ofPost ? [`t.post_id = ${owner}`] : []),
      ].join(' AND '),
    keys: (add) => buildTicketSortKeys(query, { add }),
    read: ticketColumns.read,
    getStatementName: (text) => names.getName(text),
  };
}
