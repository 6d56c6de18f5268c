import { utcNow } from '../content/site-time.ts';
import { StatementNames } from '../content/statement-names.ts';
import type { OrderKey } from '../core/db/keyset.ts';
import type { KeysetList } from '../core/db/keyset-list.ts';
import { conditionsOf, type LinkedConditions, linkedFrom, type LinkedTables, organizerTables, venueTables } from './linked.conditions.ts';
import { organizerOf, type OrganizerRecord, type OrganizerRow, venueOf, type VenueRecord, type VenueRow } from './linked.record.ts';

/** What venues and organizers are ordered by. */
export interface LinkedOrdering {
  orderBy: 'date' | 'title' | 'modified';
  order: 'asc' | 'desc';
}

const keys = {
  date: { sql: 'c.date_local', type: 'timestamp' },
  title: { sql: 'c.sort_title', type: 'text' },
  modified: { sql: 'c.modified_local', type: 'timestamp' },
} as const satisfies Record<LinkedOrdering['orderBy'], Omit<OrderKey, 'direction'>>;

const names = new StatementNames('linked_slice');

function keysetOf(query: LinkedConditions & LinkedOrdering, tables: LinkedTables): Omit<KeysetList<never>, 'read'> {
  const direction = query.order === 'asc' ? 'ASC' : 'DESC';
  return {
    table: linkedFrom(tables),
    alias: 'c',
    columns: () => tables.columns,
    where: (add) => conditionsOf(query, tables, add),
    keys: () => [
      { ...keys[query.orderBy], direction },
      { sql: 'c.id', type: 'int', direction },
    ],
    nameOf: (text) => names.of(text),
  };
}

/** Venues as a list that is read from a place on; callers have settled due content and asked for readable statuses only. */
export function venueKeyset(query: LinkedConditions & LinkedOrdering): KeysetList<VenueRecord> {
  const at = utcNow();
  return { ...keysetOf(query, venueTables), read: (row: VenueRow) => venueOf(row, at) };
}

/** Organizers as a list that is read from a place on; see `venueKeyset`. */
export function organizerKeyset(query: LinkedConditions & LinkedOrdering): KeysetList<OrganizerRecord> {
  const at = utcNow();
  return { ...keysetOf(query, organizerTables), read: (row: OrganizerRow) => organizerOf(row, at) };
}
