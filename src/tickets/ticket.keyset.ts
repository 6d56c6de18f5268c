import type { Add } from '../core/db/keyset.ts';
import type { KeysetList } from '../core/db/keyset-list.ts';
import { StatementNames } from '../content/statement-names.ts';
import { utcNow } from '../content/site-time.ts';
import type { Site } from '../site.ts';
import type { Audience } from './audience.ts';
import { conditionsOf, orderKeysOf, type TicketQuery } from './ticket.list.ts';
import { ticketColumns, ticketOf, type TicketRecord, type TicketRow, ticketTables } from './ticket.record.ts';

const names = new StatementNames('ticket_slice');

/** A cursor says number and name of its ticket: tickets that a password hides have none, so they are not in these lists. */
function unlocked({ isManager, password }: Audience, add: Add): string[] {
  if (isManager) return [];
  return [password === '' ? `c.password = ''` : `(c.password = '' OR c.password = ${add(password)})`];
}

/**
 * Tickets that the audience may see as a list that is read from a place on; with `ofPost` those of the post that owns the list. Callers have
 * settled due content. Tickets that a password hides are left out.
 */
export function ticketKeyset(
  site: Site,
  audience: Audience,
  query: Pick<TicketQuery, 'orderBy' | 'order' | 'filter'>,
  { ofPost = false } = {},
): KeysetList<TicketRecord> {
  const now = utcNow();
  return {
    table: `(${ticketTables})`,
    alias: 't',
    columns: () => ticketColumns,
    where: (add: Add, owner) =>
      [
        ...conditionsOf(site, audience, query.filter, { add }),
        ...unlocked(audience, add),
        ...(ofPost ? [`t.post_id = ${owner}`] : []),
      ].join(' AND '),
    keys: (add) => orderKeysOf(query, { add }),
    read: (row: TicketRow) => ticketOf(row, now),
    nameOf: (text) => names.of(text),
  };
}
